// The Atom feed of changes of the matrix between builds. It alone of all outputs depends on earlier
// builds, so the state stores the cells of the last build and the changes reported so far.
#pragma once

#include <cstdint>
#include <string>

#include "base/disk.h"
#include "build/outputs/outputs.h"

namespace kbuild::build {

struct MatrixFeed {
  /// "matrix.xml"; no bytes where the site has no address of its own, since a feed needs absolute
  /// URLs.
  OutputFile file;
  /// To be written to `history_path` once the build is done.
  std::string history;
  std::string history_path;
};

/// The newest date of any page by its history, as a time; a fixed old one where there is none. It
/// dates a feed without changes, so that a site is the same whenever it is built.
std::string newest_date(const State& state);

/// `now` in seconds dates the changes since the last build. The first build reports none. At most
/// 200 changes are stored, the newest first.
MatrixFeed matrix_feed(const base::Disk& disk, const State& state, std::int64_t now);

}  // namespace kbuild::build
