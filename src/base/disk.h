// All access to files. `Disk` is an interface so that tests run on memory and count what was read.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/lock.h"
#include "base/result.h"

namespace kbuild::base {

/// What a directory entry is. `link`, a symbolic link, is told only where links are not followed.
enum class FileKind { absent, file, directory, link, other };

struct FileStatus {
  FileKind kind = FileKind::absent;
  std::uint64_t size = 0;
  /// Nanoseconds since the epoch of the last change of content, and of the inode.
  std::int64_t modified = 0;
  std::int64_t changed = 0;
};

/// An entry of a directory, links not followed.
struct DirectoryEntry {
  std::string name;
  FileKind kind = FileKind::absent;
};

/// What exists where a file is written: a file that readers see until the new one is complete, or
/// nothing, as in a new tree.
enum class Target { may_exist, is_new };

/// Whether what is appended has reached the device when the call returns.
enum class Flush { at_once, later };

class Disk {
 public:
  virtual ~Disk() = default;

  /// Of what a symbolic link leads to; a dangling one is absent.
  virtual FileStatus status(const std::string& path) const = 0;
  /// What stands under this name itself: a symbolic link is a link.
  virtual FileKind kind(const std::string& path) const = 0;
  /// The whole file. Errors: absent, not a file, unreadable, larger than `limit` bytes.
  virtual Result<std::string> read(const std::string& path,
                                   std::uint64_t limit = 1ull << 32) const = 0;
  /// Replaces the file as a whole: writes aside, then renames; a reader sees the old or the new
  /// content. A new one is written at its place. Missing parent directories are made.
  virtual Result<void> write(const std::string& path, std::string_view content,
                             Target target = Target::may_exist) = 0;
  virtual Result<void> append(const std::string& path, std::string_view content,
                              Flush flush = Flush::at_once) = 0;
  virtual Result<void> remove(const std::string& path) = 0;  // A file, or an empty directory.
  virtual Result<void> remove_tree(const std::string& path) = 0;
  virtual Result<void> rename(const std::string& from, const std::string& to) = 0;
  virtual Result<void> make_directories(const std::string& path) = 0;
  /// Copies a file, by reference to the same blocks where the file system can; else as write().
  virtual Result<void> copy(const std::string& from, const std::string& to,
                            Target target = Target::may_exist) = 0;
  /// Another name for the same file; copies where the file system has no links.
  virtual Result<void> link(const std::string& from, const std::string& to) = 0;
  /// Swaps two directories in one step, so that a reader sees one or the other whole.
  virtual Result<void> exchange(const std::string& a, const std::string& b) = 0;
  /// Flushes everything written below `path` to the device.
  virtual Result<void> sync(const std::string& path) = 0;
  /// All files below `root`, as paths relative to it, sorted by bytes. Directories and files whose
  /// name begins with '.' are left out, and links that lead to such or leave `root`.
  virtual Result<std::vector<std::string>> list(const std::string& root) const = 0;
  /// All that stands directly in a directory, names that begin with '.' included, sorted by name.
  virtual Result<std::vector<DirectoryEntry>> entries(const std::string& path) const = 0;
  /// The path with every link resolved; an error where it does not exist.
  virtual Result<std::string> real_path(const std::string& path) const = 0;
  /// Locks a file against other processes; see FileLock::take().
  virtual Result<FileLock> lock(const std::string& path, const LockRequest& request) = 0;
};

/// The path with its links resolved; of one that does not exist, as far as it does. "" is ".".
std::string resolve_links(const Disk& disk, const std::string& path);

/// The machine's file system.
std::unique_ptr<Disk> make_real_disk();

/// A file system in memory, for tests; its functions may be called from many threads. Paths are
/// normalised text; `reads` logs what was read.
class MemoryDisk final : public Disk {
 public:
  std::map<std::string, std::string> files;
  mutable std::vector<std::string> reads;

  FileStatus status(const std::string& path) const override;
  FileKind kind(const std::string& path) const override;
  Result<std::string> read(const std::string& path, std::uint64_t limit) const override;
  Result<void> write(const std::string& path, std::string_view content,
                     Target target = Target::may_exist) override;
  Result<void> append(const std::string& path, std::string_view content,
                      Flush flush = Flush::at_once) override;
  Result<void> remove(const std::string& path) override;
  Result<void> remove_tree(const std::string& path) override;
  Result<void> rename(const std::string& from, const std::string& to) override;
  Result<void> make_directories(const std::string& path) override;
  Result<void> copy(const std::string& from, const std::string& to,
                    Target target = Target::may_exist) override;
  Result<void> link(const std::string& from, const std::string& to) override;
  Result<void> exchange(const std::string& a, const std::string& b) override;
  Result<void> sync(const std::string& path) override;
  Result<std::vector<std::string>> list(const std::string& root) const override;
  Result<std::vector<DirectoryEntry>> entries(const std::string& path) const override;
  Result<std::string> real_path(const std::string& path) const override;
  /// No other process has this disk: always given.
  Result<FileLock> lock(const std::string& path, const LockRequest& request) override;

 private:
  mutable std::recursive_mutex guard_;
  std::int64_t tick_ = 1;
  std::map<std::string, std::int64_t> modified_;
};

}  // namespace kbuild::base
