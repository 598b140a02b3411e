// Watches directories with inotify(7), new subdirectories included; see watch.h.
#include "base/watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/format.h"

namespace kbuild::base {

namespace {

constexpr std::uint32_t kEvents =
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB;
constexpr int kQuietMilliseconds = 50;
/// Of files that are written only to be locked: who rebuilds at a change locks them, too.
constexpr std::string_view kLockSuffix = ".lock";

bool is_readable(int descriptor, int milliseconds) {
  pollfd poll{descriptor, POLLIN, 0};
  return ::poll(&poll, 1, milliseconds) > 0;
}

}  // namespace

Result<Watcher> Watcher::open(const std::vector<std::string>& directories) {
  Watcher watcher(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (watcher.descriptor_ < 0) return fail(format("cannot watch files: {}", std::strerror(errno)));
  watcher.roots_ = directories;
  for (const std::string& directory : directories)
    if (!watcher.add_tree(directory))
      return fail(format("cannot watch '{}': {}", directory, std::strerror(errno)),
                  "raise fs.inotify.max_user_watches, or build without serving");
  return watcher;
}

Watcher::Watcher(Watcher&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), roots_(std::move(other.roots_)) {}

Watcher::~Watcher() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool Watcher::add_tree(const std::string& directory) {
  namespace fs = std::filesystem;
  if (::inotify_add_watch(descriptor_, directory.c_str(), kEvents) < 0) return false;
  std::error_code error;
  for (fs::recursive_directory_iterator
           at(directory, fs::directory_options::skip_permission_denied, error),
       end;
       !error && at != end; at.increment(error))
    if (at->is_directory(error) &&
        ::inotify_add_watch(descriptor_, at->path().c_str(), kEvents) < 0)
      return false;
  return true;
}

Watcher::Seen Watcher::drain() {
  alignas(inotify_event) char buffer[1 << 14];
  Seen seen;
  ssize_t got;
  while ((got = ::read(descriptor_, buffer, sizeof buffer)) > 0) {
    for (char* at = buffer; at < buffer + got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(at);
      std::string_view name = event->len > 0 ? event->name : "";
      seen.change |= !name.ends_with(kLockSuffix);
      seen.new_directory |= (event->mask & IN_ISDIR) && (event->mask & (IN_CREATE | IN_MOVED_TO));
      at += sizeof(inotify_event) + event->len;
    }
  }
  return seen;
}

bool Watcher::wait(int milliseconds) {
  if (!is_readable(descriptor_, milliseconds)) return false;
  Seen seen;
  do {
    Seen now = drain();
    seen.change |= now.change;
    seen.new_directory |= now.new_directory;
  } while (is_readable(descriptor_, kQuietMilliseconds));
  // Adding a watch twice is harmless, so a new directory is found by walking the roots again.
  if (seen.new_directory)
    for (const std::string& root : roots_) add_tree(root);
  return seen.change;
}

}  // namespace kbuild::base
