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

enum class StatusForm : std::uint8_t { table, json };
/// Prints all units with what is possible and what was reached, and the share that is proved, by
/// system and page: as tables, or as lines of JSON with "reach" or "share".
void print_reach(const Session& session, const build::SnippetCorpus& corpus,
                 const std::vector<run::RunRecord>& records, StatusForm form);

}  // namespace kbuild::cli
