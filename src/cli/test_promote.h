// kbuild test --promote: what units printed goes into the blocks that show it.
#pragma once

#include <set>
#include <vector>

#include "cli/snippet_pages.h"
#include "run/runner.h"

namespace kbuild::cli {

/// A unit's cell with the page that it is from.
struct ShownCell {
  const SnippetPage* page = nullptr;
  const run::Cell* cell = nullptr;
};

/// Writes observed output into the pages and says where, or why not. Returns the indices of the
/// outcomes of which every difference is gone. `cells` and `outcomes` go together.
std::set<std::size_t> promote_outputs(Session& session, const std::vector<ShownCell>& cells,
                                      const std::vector<run::CellOutcome>& outcomes);

}  // namespace kbuild::cli
