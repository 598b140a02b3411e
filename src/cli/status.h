// What `kbuild test --status` and `kbuild snippets` tell of runs.
#pragma once

#include <string>
#include <vector>

#include "build/stages/snippet_pages.h"
#include "cli/session.h"
#include "run/reach.h"

namespace kbuild::cli {

/// The records of this machine and the committed ones, by time.
base::Result<std::vector<run::RunRecord>> read_records(const Session& session,
                                                       const build::SnippetCorpus& corpus);

/// The cells of a page for the place where units run without a cluster: their digests are those of
/// every system.
std::vector<run::Cell> cells_of(const build::SnippetCorpus& corpus, const build::SnippetPage& page,
                                const run::UnitTable& units);

/// Prints all units with what is possible and what was reached, and the share that is proved, by
/// system and page. With `json_file`, that is written there as well.
void print_status(Session& session, const build::SnippetCorpus& corpus,
                  const std::string& json_file);

}  // namespace kbuild::cli
