// What sweeps show: units run with every version that a system has of the modules that they load,
// so that an upgrade shows what it breaks before readers meet it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "run/plan.h"
#include "run/runner.h"

namespace kbuild::run {

/// A cell that fails, and whether its unit passes with another version of that module.
struct Breakage {
  std::size_t cell = 0;
  bool passes_otherwise = false;
};
std::vector<Breakage> find_breakages(const std::vector<Cell>& cells,
                                     const std::vector<CellOutcome>& outcomes);

/// A table of units and versions for each module in Markdown, and what breaks with what. `outcomes`
/// are those of `cells`, in order. A unit that passed without the module of its column is told as
/// "not loaded".
std::string sweep_table(const std::vector<Cell>& cells, const std::vector<CellOutcome>& outcomes);

}  // namespace kbuild::run
