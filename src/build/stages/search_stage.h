// Keeps the search index in step with the pages: changed pages are replaced and deleted ones
// removed, in one commit.
#pragma once

#include <future>
#include <optional>

#include "build/stages/state.h"
#include "search/static_index.h"

namespace kbuild::build {

/// The index's directory, below that of the configuration's state.
std::string search_path(const meta::Config& config);

/// The index of the last build, which is read while other stages run. Not valid if there is none.
using EarlyIndex = std::future<base::Result<search::IndexWriter>>;
EarlyIndex open_early(base::Disk& disk, const meta::Config& config, unsigned jobs);

struct SearchReport {
  std::size_t replaced = 0;
  std::size_t removed = 0;
  /// That was used, if anything changed.
  std::optional<search::IndexWriter> writer = {};
};

/// Brings the index up to date with `state`, and the ledger's record of what it holds.
base::Result<SearchReport> update_search(base::Disk& disk, source::SourceStore& sources,
                                         State& state, unsigned jobs, EarlyIndex early = {});

/// Hands over the index as files for a host without programs, below "search-index/", of all
/// languages that are built. Files named by their content of which `has` knows the path come
/// without it.
base::Result<void> static_search(base::Disk& disk, const State& state, SearchReport report,
                                 unsigned jobs,
                                 const std::function<bool(const std::string& path)>& has,
                                 const search::StaticSink& put);

}  // namespace kbuild::build
