// The lock by flock(2), with a line in the file about its holder; see lock.h.
#include "base/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "base/format.h"

namespace kbuild::base {

namespace {

constexpr std::chrono::milliseconds kPause{20};
constexpr std::size_t kMaxHolder = 300;

/// False where another process has it.
bool try_lock(int descriptor) {
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return false;
    if (errno != EINTR) break;
  }
  return true;
}

void write_holder(int descriptor, std::string_view holder) {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  std::string line = format("{} (process {} on {}, since {})", holder, ::getpid(), host.data(),
                            format_time(make_system_clock()->now()));
  // Without the line the lock still holds; a full disk is no reason to give up.
  if (::ftruncate(descriptor, 0) == 0) (void)!::pwrite(descriptor, line.data(), line.size(), 0);
}

/// What the holder wrote, of which only printable characters are shown.
std::string read_holder(int descriptor) {
  std::array<char, kMaxHolder> text{};
  ssize_t length = ::pread(descriptor, text.data(), text.size(), 0);
  std::string out;
  for (ssize_t i = 0; i < length; ++i)
    if (char c = text[static_cast<std::size_t>(i)]; c >= ' ' && c <= '~') out += c;
  return out.empty() ? "another process" : out;
}

}  // namespace

Result<FileLock> FileLock::take(const std::string& path, const LockRequest& request) {
  using Time = std::chrono::steady_clock;
  FileLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (lock.descriptor_ < 0) return fail(format("cannot lock '{}': {}", path, std::strerror(errno)));
  const auto end = Time::now() + std::chrono::duration<double>(request.patience);
  for (bool told = false; !try_lock(lock.descriptor_); told = true) {
    std::string holder = read_holder(lock.descriptor_);
    if (Time::now() >= end)
      return fail(format("{} works here and holds '{}'", holder, path), "wait for it, or end it");
    if (!told && request.waiting) request.waiting(format("waiting for {}", holder));
    std::this_thread::sleep_for(kPause);
  }
  write_holder(lock.descriptor_, request.holder);
  return lock;
}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace kbuild::base
