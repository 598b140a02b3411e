// Walks a directory and records the stamps of its files; see snapshot.h.
#include "build/ledger/snapshot.h"

#include <algorithm>

#include "base/jobs.h"
#include "base/path.h"

namespace kbuild::build {

FileStamp stamp_of(const base::FileStatus& status) {
  return {status.size, status.modified, status.changed};
}

base::Result<Snapshot> take_snapshot(const base::Disk& disk, const std::string& root) {
  Snapshot out{root, {}};
  auto files = disk.list(root);
  if (!files) return tl::unexpected(files.error());
  out.files.resize(files->size());
  constexpr std::size_t kPiece = 256;
  base::for_each_index((files->size() + kPiece - 1) / kPiece, 0, [&](std::size_t piece) {
    for (std::size_t i = piece * kPiece; i < std::min(files->size(), (piece + 1) * kPiece); ++i) {
      FileStamp stamp = stamp_of(disk.status(root + "/" + (*files)[i]));
      out.files[i] = {std::move((*files)[i]), stamp};
    }
  });
  return out;
}

}  // namespace kbuild::build
