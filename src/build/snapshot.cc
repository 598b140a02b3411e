// Stamps of files; see snapshot.h.
#include "build/snapshot.h"

#include "base/path.h"

namespace kbuild::build {

FileStamp stamp_of(const base::FileStatus& status) {
  return {status.size, status.modified, status.changed};
}

base::Result<Snapshot> take_snapshot(const base::Disk& disk, const std::string& root) {
  Snapshot out{root, {}};
  auto files = disk.list(root);
  if (!files) return tl::unexpected(files.error());
  out.files.reserve(files->size());
  for (std::string& path : *files) {
    FileStamp stamp = stamp_of(disk.status(root + "/" + path));
    out.files.emplace_back(std::move(path), stamp);
  }
  return out;
}

}  // namespace kbuild::build
