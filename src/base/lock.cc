// The lock by flock(2); see lock.h.
#include "base/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/disk.h"
#include "base/format.h"
#include "base/path.h"

namespace kbuild::base {

Result<FileLock> FileLock::take(const std::string& path) {
  if (auto made = make_real_disk()->make_directories(std::string(parent_path(path))); !made)
    return tl::unexpected(made.error());
  int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) return fail(format("cannot lock '{}': {}", path, std::strerror(errno)));
  FileLock lock(descriptor);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    return fail(format("another kbuild holds '{}'", path), "wait for it, or end it");
  return lock;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace kbuild::base
