// Which output of a page belongs to which step of a cell, and whether it decides.
#pragma once

#include <vector>

#include "run/plan.h"

namespace kbuild::run {

/// Gives each step what it prints by the page: that of a session stands in it, else in the block
/// behind it. `expect` may stand at the commands or at the output; without it the output is
/// compared as well, and decides nothing. Outputs with gaps for the reader's own values, and those
/// of steps with replaced commands, are not compared.
void add_shown_outputs(const std::vector<snippets::Snippet>& snippets,
                       const std::vector<std::size_t>& members, Cell& cell);

}  // namespace kbuild::run
