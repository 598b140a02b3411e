// Keeps the search index in step with the pages: what changed is replaced, what is gone is removed, in one
// commit.
#pragma once

#include "build/state.h"

namespace kbuild::build {

/// The index's directory below the state's.
std::string search_path(const State& state);

struct SearchReport {
  std::size_t replaced = 0;
  std::size_t removed = 0;
};

/// Brings the index up to date with `state`, and the ledger's record of what it holds.
base::Result<SearchReport> update_search(base::Disk& disk, source::SourceStore& sources, State& state,
                                         unsigned jobs);

}  // namespace kbuild::build
