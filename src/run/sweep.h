// Sweeps: units run with every version that a system has of the modules that they load, so that an
// upgrade shows what it breaks before readers meet it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "run/plan.h"
#include "run/runner.h"

namespace kbuild::run {

/// Whether a page's word ("amber", "amber/22.5", "vasp/6") means some version of the module that a
/// list names whole ("amber/24.0", "vasp/6/6.5.0").
bool is_version_of(std::string_view word, std::string_view module);

/// The entries of a system's list that a unit can load in place of a module that it names, one a
/// module. Entries that are there only under modules that the unit names in another version are
/// left out.
std::vector<InstalledVersion> sweep_versions(const std::vector<std::string>& modules,
                                             const std::vector<InstalledVersion>& installed);

/// A cell that fails, and whether its unit passes with another version of that module.
struct Breakage {
  std::size_t cell = 0;
  bool passes_otherwise = false;
};
std::vector<Breakage> find_breakages(const std::vector<Cell>& cells,
                                     const std::vector<CellOutcome>& outcomes);

/// A table of units and versions for each module in Markdown, and what breaks with what. `outcomes`
/// are those of `cells`, in order.
std::string sweep_table(const std::vector<Cell>& cells, const std::vector<CellOutcome>& outcomes);

}  // namespace kbuild::run
