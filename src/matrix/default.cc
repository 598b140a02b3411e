// Chooses the default; see default.h.
#include "matrix/default.h"

#include <algorithm>
#include <tuple>

#include "matrix/entry.h"

namespace kbuild::matrix {

using claims::Basis;
using claims::Claim;
using claims::ClaimStatus;

namespace {

/// A claim that a version is the default.
struct Named {
  Cell* cell;
  CellClaim* by;
};

/// Greater is stronger.
std::tuple<Basis, bool, std::string_view> rank(const Named& named) {
  const Claim& claim = named.by->claim;
  return {claim.basis, !is_use(claim.kind),
          claim.date.empty() ? std::string_view("9999") : std::string_view(claim.date)};
}

/// One list may have a default for each build of a product and each part of a system.
bool is_another_build(const Claim& a, const Claim& b, const meta::Names* names) {
  if (part_named(a, names) != part_named(b, names)) return true;
  auto name = [](const Claim& claim) {
    return std::string_view(claim.module).substr(0, claim.module.rfind('/'));
  };
  return a.path == b.path && a.language == b.language && !a.module.empty() && !b.module.empty() &&
         name(a) != name(b);
}

}  // namespace

bool choose_default(std::vector<Cell>& cells, const meta::Names* names) {
  std::vector<Named> named;
  for (Cell& cell : cells)
    for (CellClaim& each : cell.claims)
      if (each.claim.status == ClaimStatus::default_version && !cell.version.empty() &&
          claims::is_usable(cell.status) && each.standing != Standing::superseded)
        named.push_back({&cell, &each});
  if (named.empty()) return false;
  auto best = rank(*std::max_element(
      named.begin(), named.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); }));
  Named top{};
  bool several = false, contradict = false;
  for (const Named& each : named) {
    if (rank(each) != best) continue;
    if (!top.cell) {
      top = each;
    } else if (each.cell != top.cell) {
      several = true;
      contradict |= !is_another_build(each.by->claim, top.by->claim, names);
    }
  }
  for (const Named& each : named) {
    bool first = rank(each) == best;
    if (first && !several) {
      if (each.cell->status == ClaimStatus::available)
        each.cell->status = ClaimStatus::default_version;
      continue;
    }
    if (each.cell->status == ClaimStatus::default_version && each.cell != top.cell)
      each.cell->status = ClaimStatus::available;
    if (first && contradict) {
      each.by->standing = Standing::conflicting;
      if (std::get<Basis>(best) != Basis::installed) each.cell->state = CellState::contradicted;
    } else if (!first && each.cell != top.cell && each.by->standing == Standing::agreeing) {
      bool older = !each.by->claim.date.empty() || each.by->claim.basis == std::get<Basis>(best);
      each.by->standing = older ? Standing::superseded : Standing::conflicting;
    }
  }
  if (several)
    for (const Named& each : named)
      if (each.cell->status == ClaimStatus::default_version)
        each.cell->status = ClaimStatus::available;
  return !several && std::get<Basis>(best) == Basis::installed;
}

}  // namespace kbuild::matrix
