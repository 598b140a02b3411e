// Stamps of files, by which a build knows without reading that they are unchanged. They are
// recorded before anything is read, so that the next build sees a change made during this one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "base/disk.h"

namespace kbuild::build {

/// By which a file is known to be unchanged without reading it.
struct FileStamp {
  std::uint64_t size = 0;
  std::int64_t modified = 0;
  std::int64_t changed = 0;
  bool operator==(const FileStamp&) const = default;
};

FileStamp stamp_of(const base::FileStatus& status);

/// All files below a directory.
struct Snapshot {
  std::string root;
  /// By path relative to the root, sorted.
  std::vector<std::pair<std::string, FileStamp>> files;
  bool operator==(const Snapshot&) const = default;
};

/// Errors: the directory can't be listed.
base::Result<Snapshot> take_snapshot(const base::Disk& disk, const std::string& root);

template <class Archive>
void describe(Archive& a, FileStamp& x) {
  a(x.size, x.modified, x.changed);
}
template <class Archive>
void describe(Archive& a, Snapshot& x) {
  a(x.root, x.files);
}

}  // namespace kbuild::build
