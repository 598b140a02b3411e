// Weighs claims by their kind and names; see weigh.h.
#include "matrix/weigh.h"

#include "base/text.h"
#include "vocabulary/version.h"

namespace kbuild::matrix {

namespace {

using claims::Basis;
using claims::Claim;
using claims::ClaimKind;

/// Systems by folded name; aliases count as their system.
std::set<std::string> known_systems(const meta::Names& names, const WeighPolicy& policy) {
  std::set<std::string> known;
  for (const meta::SystemName& system : names.systems) {
    known.insert(base::to_lower(system.name));
    for (const std::string& alias : system.aliases) known.insert(base::to_lower(alias));
  }
  for (const std::string& system : policy.sources) known.insert(base::to_lower(system));
  return known;
}

/// Whether the text is of a form that states or shows what is there.
bool is_evidence(ClaimKind kind) {
  switch (kind) {
    case ClaimKind::table:
    case ClaimKind::list:
    case ClaimKind::console:
    case ClaimKind::module_load:
    case ClaimKind::sbatch:
    case ClaimKind::container: return true;
    case ClaimKind::constraint:
    case ClaimKind::user_install:
    case ClaimKind::include:
    case ClaimKind::tab:
    case ClaimKind::heading:
    case ClaimKind::news:
    case ClaimKind::prose:
    case ClaimKind::front_matter:
    case ClaimKind::imported:
    case ClaimKind::explicit_statement: break;
  }
  return false;
}

/// Code that uses a module or image, to whatever end.
bool is_example(ClaimKind kind) {
  return kind == ClaimKind::module_load || kind == ClaimKind::sbatch ||
         kind == ClaimKind::container;
}

/// Whether a command loads the version in the end, for its own sake: "module load gcc/10.4
/// cuda/12".
bool is_loaded_last(const Claim& claim) {
  return claim.kind == ClaimKind::module_load && !claim.version.empty() && !claim.module.empty() &&
         claim.excerpt.ends_with(claim.module);
}

/// "1.4.0, 1.9.0" on "Iris, Aion": some of these on some of those; or a range of versions.
bool is_several(const Claim& claim) {
  return claim.version.find(", ") != std::string::npos ||
         claim.system.find(", ") != std::string::npos ||
         vocabulary::is_version_range(claim.version);
}

}  // namespace

bool Anchors::has(std::string_view product) const {
  return products.contains(claims::product_key(product));
}

void Anchors::add(std::string_view product) {
  if (!product.empty()) products.insert(claims::product_key(product));
}

Anchors anchors_of(const std::vector<Claim>& claims, const meta::Names& names) {
  Anchors anchors;
  for (const meta::ProductName& product : names.products) anchors.add(product.name);
  for (const Claim& claim : claims) {
    bool module = !claim.module.empty() &&
                  (claim.kind == ClaimKind::module_load || claim.kind == ClaimKind::sbatch ||
                   claim.kind == ClaimKind::console);
    if (module || claim.kind == ClaimKind::imported ||
        claim.kind == ClaimKind::explicit_statement || claim.kind == ClaimKind::front_matter)
      anchors.add(claim.product);
  }
  return anchors;
}

std::size_t weigh(std::vector<Claim>& claims, const meta::Names& names, const Anchors& anchors,
                  const WeighPolicy& policy) {
  std::set<std::string> systems = known_systems(names, policy);
  bool any = policy.systems == WeighPolicy::Systems::any;
  auto is_known = [&](const std::string& system) {
    return any ? !system.empty() : systems.contains(base::to_lower(system));
  };
  bool open = any || systems.empty();
  // What the page of a product loads besides is what the product needs.
  std::set<std::pair<std::string_view, std::string_view>> pages_of_products;
  for (const Claim& claim : claims)
    if (claim.subject) pages_of_products.emplace(claim.language, claim.path);
  auto is_witness = [&](const Claim& claim) {
    return !is_example(claim.kind) ||
           (is_loaded_last(claim) && !pages_of_products.contains({claim.language, claim.path}));
  };
  std::size_t waiting = 0;
  for (Claim& claim : claims) {
    if (claim.kind == ClaimKind::imported) {
      claim.basis = Basis::installed;
    } else if (claim.kind == ClaimKind::explicit_statement ||
               claim.kind == ClaimKind::front_matter) {
      bool known = open || claim.system.empty() || is_known(claim.system);
      claim.basis = known ? Basis::declared : Basis::candidate;
    } else {
      bool vouched = !claim.withheld && is_evidence(claim.kind) && claim.placed &&
                     !claim.system.empty() && !is_several(claim) &&
                     (claim.subject || (anchors.has(claim.product) && is_witness(claim)));
      bool known = vouched && is_known(claim.system);
      claim.basis = known ? Basis::read : Basis::candidate;
      waiting += vouched && !known ? 1 : 0;
    }
  }
  return waiting;
}

}  // namespace kbuild::matrix
