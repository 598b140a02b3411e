// Versions of modules: which words of a page mean which entries of a system's list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "run/plan.h"

namespace kbuild::run {

/// Whether a page's word ("amber", "amber/22.5", "vasp/6") means some version of the module that a
/// list names whole ("amber/24.0", "vasp/6/6.5.0").
bool is_version_of(std::string_view word, std::string_view module);

/// The entries of a system's list that a unit can load in place of a module that it names, one a
/// module. Entries that are there only under modules that the unit names in another version are
/// left out.
std::vector<InstalledVersion> sweep_versions(const std::vector<std::string>& modules,
                                             const std::vector<InstalledVersion>& installed);

}  // namespace kbuild::run
