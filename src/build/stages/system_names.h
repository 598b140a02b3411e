// The systems that the pages of a site are about, as a proposal for `systems` of its configuration.
// Precision comes first: a name that is left out is soon added, a wrong one publishes claims.
#pragma once

#include <string>
#include <vector>

#include "build/stages/corpus.h"

namespace kbuild::build {

struct ProposedSystem {
  std::string name;
  /// How many pages name it, and how many of them in a heading, the header of a table, a tab or the
  /// prompt or address of a host.
  std::size_t pages = 0;
  std::size_t outstanding = 0;
  /// "docs/login.md:12", the first of them.
  std::string first;
};

/// Names of well-known systems, and words that stand beside a noun such as "cluster" and name a
/// host as well. Those on the most pages first. Linear in the pages' texts.
std::vector<ProposedSystem> propose_systems(const base::Disk& disk, source::SourceStore& sources,
                                            const meta::Config& config, const Corpus& corpus);

}  // namespace kbuild::build
