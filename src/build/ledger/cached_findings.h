// Findings that outlive the process: with places by path instead of by an input of this process.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "base/disk.h"
#include "diag/diagnostic.h"
#include "source/store.h"

namespace kbuild::build {

/// A finding with its places by path instead of by an input of this process.
struct CachedFinding {
  struct Place {
    std::string path;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  std::uint16_t code = 0;
  Place place;
  std::vector<std::string> arguments;
  std::vector<std::pair<Place, std::string>> notes;
  std::string hint;
};

std::vector<CachedFinding> make_cached_findings(const diag::Diagnostics& diagnostics,
                                                const source::SourceStore& sources);
/// The findings with places in `sources`, to which their files are added.
diag::Diagnostics restore_findings(const base::Disk& disk, source::SourceStore& sources,
                                   const std::vector<CachedFinding>& findings);

template <class Archive>
void describe(Archive& a, CachedFinding::Place& x) {
  a(x.path, x.begin, x.end);
}
template <class Archive>
void describe(Archive& a, CachedFinding& x) {
  a(x.code, x.place, x.arguments, x.notes, x.hint);
}
}  // namespace kbuild::build
