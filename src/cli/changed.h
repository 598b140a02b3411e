// What differs from a revision of git: files, and lines of files.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/disk.h"
#include "base/result.h"

namespace kbuild::cli {

/// Files that differ from a git revision, as absolute paths. Errors: git knows no such revision.
base::Result<std::set<std::string>> changed_files(const base::Disk& disk,
                                                  const std::string& revision);

/// The lines of files that a change touches.
struct ChangedLines {
  const base::Disk& disk;
  /// By absolute path: first and last lines, 1-based, in the file as it is now. Of removed lines,
  /// the ones around them.
  std::map<std::string, std::vector<std::pair<std::uint32_t, std::uint32_t>>> lines = {};
  /// Whether a file that is no page changed, so that what pages include may be another.
  bool other_files = false;

  bool touches(const std::string& path, std::uint32_t first, std::uint32_t last) const;
};

/// Of these pages. Errors as changed_files.
base::Result<ChangedLines> changed_lines(const base::Disk& disk, const std::string& revision,
                                         const std::vector<std::string>& pages);

}  // namespace kbuild::cli
