// Compares names of modules; see module_versions.h.
#include "run/module_versions.h"

#include <algorithm>
#include <set>

#include "base/text.h"

namespace kbuild::run {

namespace {

/// "vasp/6" of "vasp/6/6.5.0"; a name without a version is itself.
std::string_view without_last_part(std::string_view module) {
  return module.substr(0, module.rfind('/'));
}

/// Whether the unit names a module of the set in another version.
bool contradicts(const std::vector<std::string>& modules, std::string_view prerequisites) {
  for (std::string_view needed : base::split_words(prerequisites))
    for (const std::string& module : modules)
      if (module != needed && module.find('/') != std::string::npos &&
          is_version_of(module, needed) && without_last_part(needed) != module)
        return true;
  return false;
}

}  // namespace

bool is_version_of(std::string_view word, std::string_view module) {
  if (word.empty() || module.empty()) return false;
  std::string_view name = without_last_part(module);
  return word == name || without_last_part(word) == name;
}

std::vector<InstalledVersion> sweep_versions(const std::vector<std::string>& modules,
                                             const std::vector<InstalledVersion>& installed) {
  std::vector<InstalledVersion> out;
  std::set<std::string_view> known;
  for (const InstalledVersion& one : installed) {
    bool named = std::any_of(modules.begin(), modules.end(), [&](const std::string& module) {
      return is_version_of(module, one.module);
    });
    bool elsewhere = !one.prerequisites.empty() &&
                     std::all_of(one.prerequisites.begin(), one.prerequisites.end(),
                                 [&](const std::string& set) { return contradicts(modules, set); });
    if (named && !elsewhere && one.module.find('/') != std::string::npos &&
        known.insert(one.module).second)
      out.push_back(one);
  }
  return out;
}

}  // namespace kbuild::run
