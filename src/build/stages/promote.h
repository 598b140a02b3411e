// kbuild test --promote: the printed output of units replaces the text of the blocks that show it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "build/stages/snippet_pages.h"
#include "run/runner.h"

namespace kbuild::build {

/// A unit's cell with the page that it is from.
struct ShownCell {
  const SnippetPage* page = nullptr;
  const run::Cell* cell = nullptr;
};

struct Promotion {
  /// Indices of the outcomes all of whose differences were removed.
  std::set<std::size_t> done;
  /// A line for each block that was to change: where, and whether it did or why not.
  std::vector<std::string> messages;
  /// Why a page could not be written; nothing counts as done then.
  std::optional<base::Error> error;
};

/// Writes observed output into the pages. `cells` and `outcomes` go together.
Promotion promote_outputs(base::Disk& disk, const std::vector<ShownCell>& cells,
                          const std::vector<run::CellOutcome>& outcomes);

}  // namespace kbuild::build
