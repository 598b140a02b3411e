// Looks names up; see names.h.
#include "meta/names.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::meta {

const SystemName* find_system(const Names& names, std::string_view spelling) {
  auto is_meant = [&](const std::string& name) {
    return base::equals_ignoring_case(name, spelling);
  };
  auto found =
      std::find_if(names.systems.begin(), names.systems.end(), [&](const SystemName& system) {
        return is_meant(system.name) ||
               std::any_of(system.aliases.begin(), system.aliases.end(), is_meant);
      });
  return found == names.systems.end() ? nullptr : &*found;
}

}  // namespace kbuild::meta
