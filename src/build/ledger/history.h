// When each page last changed, by the history of git: one pass over it, cached until HEAD moves.
// Without git, outside a repository and in a shallow clone, whose dates would be wrong, there are
// none.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/disk.h"
#include "build/ledger/snapshot.h"

namespace kbuild::build {

struct History {
  /// The commit that it was read at; "" where there is no history.
  std::string head;
  /// Its repository's root and the tree's path in it, with a '/' at the end or empty.
  std::string repository;
  std::string prefix;
  /// ISO date of the last commit that changed a file, by path from the tree's root.
  std::map<std::string, std::string> dates;
};

/// The history of the files below `directory`, from the file `cache` if that is up to date, else
/// from git and then written there. `watched` receives the files that change when HEAD moves.
History read_history(base::Disk& disk, const std::string& directory, const std::string& cache,
                     std::vector<std::pair<std::string, FileStamp>>& watched);

template <class Archive>
void describe(Archive& a, History& x) {
  a(x.head, x.repository, x.prefix, x.dates);
}

}  // namespace kbuild::build
