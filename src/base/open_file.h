// Files that are read in parts, by programs that answer strangers: what is opened lies below a
// given directory, whatever the path and the links on it say.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/disk.h"

namespace kbuild::base {

class OpenFile {
 public:
  /// Opens a file or directory of `directory` to read it. Links are followed where they stay below
  /// the directory. Errors: absent, unreadable, outside, neither file nor directory. Never waits,
  /// as it would for a pipe.
  static Result<OpenFile> open_below(std::string_view directory, std::string_view relative);

  OpenFile(OpenFile&&) = default;
  OpenFile& operator=(OpenFile&&) = default;

  FileKind kind() const { return kind_; }
  /// Bytes when it was opened.
  std::uint64_t size() const { return size_; }
  /// Its path with every link resolved.
  const std::string& real_path() const { return real_path_; }
  /// Differs for another file, and for the same one after a change (device, inode, size, times).
  const std::string& version() const { return version_; }

  /// Appends up to `size` bytes from `offset` on; fewer only at the end. Error: the device's.
  Result<void> read(std::uint64_t offset, std::uint64_t size, std::string& out) const;

 private:
  class Descriptor {
   public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
    Descriptor& operator=(Descriptor&& other) noexcept {
      std::swap(number_, other.number_);
      return *this;
    }
    ~Descriptor();
    int number() const { return number_; }

   private:
    int number_;
  };

  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}

  Descriptor descriptor_;
  FileKind kind_ = FileKind::absent;
  std::uint64_t size_ = 0;
  std::string real_path_;
  std::string version_;
};

}  // namespace kbuild::base
