// What merging asks of a claim; see entry.h.
#include "matrix/entry.h"

#include "base/text.h"
#include "vocabulary/version.h"

namespace kbuild::matrix {

using claims::Claim;
using claims::ClaimKind;

bool is_list(const Claim& claim) {
  return !claim.version.empty() &&
         (claim.kind == ClaimKind::table || claim.kind == ClaimKind::list ||
          claim.kind == ClaimKind::console || claim.kind == ClaimKind::explicit_statement);
}

bool is_use(ClaimKind kind) {
  return kind == ClaimKind::module_load || kind == ClaimKind::sbatch ||
         kind == ClaimKind::container;
}

bool is_single(const std::string& version) {
  return !version.empty() && !vocabulary::is_version_range(version);
}

std::string part_named(const Claim& claim, const meta::Names* names) {
  if (!names) return {};
  std::string part;
  std::size_t first = std::string::npos;
  for (const meta::SystemName& system : names->systems) {
    if (!base::equals_ignoring_case(system.name, claim.system)) continue;
    for (const std::string& alias : system.aliases) {
      if (!base::starts_with_ignoring_case(alias, system.name + "-")) continue;
      std::size_t at = base::to_lower(claim.excerpt).find(base::to_lower(alias));
      if (at < first) first = at, part = alias;
    }
  }
  return part;
}

}  // namespace kbuild::matrix
