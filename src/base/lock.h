// A lock on a file, so that one process at a time works on a directory.
#pragma once

#include <string>

#include "base/result.h"

namespace kbuild::base {

/// Locks a file that no other process has locked; released when it is destroyed or the process
/// ends.
class FileLock {
 public:
  /// Errors: another process has it (does not wait), or the file cannot be made. Missing
  /// directories are made.
  static Result<FileLock> take(const std::string& path);

  FileLock(FileLock&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace kbuild::base
