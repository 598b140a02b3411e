// Watches directories with inotify(7), new subdirectories included; see watch.h.
#include "base/watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/format.h"

namespace kbuild::base {

namespace {

constexpr std::uint32_t kEvents =
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB;
constexpr int kQuietMilliseconds = 50;

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

bool Watcher::drain() {
  alignas(inotify_event) char buffer[1 << 14];
  bool directory_made = false;
  ssize_t got;
  while ((got = ::read(descriptor_, buffer, sizeof buffer)) > 0) {
    for (char* at = buffer; at < buffer + got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(at);
      directory_made |= (event->mask & IN_ISDIR) && (event->mask & (IN_CREATE | IN_MOVED_TO));
      at += sizeof(inotify_event) + event->len;
    }
  }
  return directory_made;
}

bool Watcher::wait(int milliseconds) {
  if (!is_readable(descriptor_, milliseconds)) return false;
  bool directory_made = false;
  do {
    directory_made |= drain();
  } while (is_readable(descriptor_, kQuietMilliseconds));
  // Adding a watch twice is harmless, so a new directory is found by walking the roots again.
  if (directory_made)
    for (const std::string& root : roots_) add_tree(root);
  return true;
}

}  // namespace kbuild::base
