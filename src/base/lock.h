// A lock on a file, so that one process at a time works on a directory. It is the kernel's
// (flock(2)), so it ends with the process however that ends; the file stays and says who had it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kbuild::base {

/// Who wants a lock, and how long they wait for it.
struct LockRequest {
  /// What the process does, such as "kbuild build": told to others that want the lock.
  std::string_view holder;
  /// Seconds.
  double patience = 0;
  /// Called once before waiting, with a sentence that names who has it.
  std::function<void(const std::string&)> waiting = {};
};

class FileLock {
 public:
  /// Locks a file that no other process has locked; released when it is destroyed or the process
  /// ends. A file system without locks gives it to everybody. Errors: another process still has it
  /// after the time of patience, or the file can't be made; a symbolic link in its place is not
  /// followed.
  static Result<FileLock> take(const std::string& path, const LockRequest& request);

  /// Holds nothing.
  FileLock() = default;
  FileLock(FileLock&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace kbuild::base
