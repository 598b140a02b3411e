// Folds cells without a version into those with one, and sees to what cells cite; see settle.h.
#include "matrix/settle.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/text.h"

namespace kbuild::matrix {

namespace {

using claims::Basis;
using claims::ClaimStatus;

/// By folded name of a system: the whole of which it is a part.
using Wholes = std::map<std::string, std::string>;

Wholes wholes_of(const meta::Names* names) {
  Wholes wholes;
  if (!names) return wholes;
  for (const meta::SystemName& system : names->systems)
    if (!system.part_of.empty())
      wholes.emplace(base::to_lower(system.name), base::to_lower(system.part_of));
  return wholes;
}

/// Whether the cell says no more than that there is some version.
bool says_only_that_it_is_there(const Cell& cell) {
  return cell.version.empty() && claims::is_usable(cell.status) &&
         (cell.state == CellState::declared || cell.state == CellState::read);
}

void move_claims(Cell& from, Cell& to) {
  for (CellClaim& each : from.claims) {
    if (each.standing == Standing::best) each.standing = Standing::agreeing;
    to.claims.push_back(std::move(each));
  }
  // "module load pytorch" loads the default.
  if (to.module.empty() && to.status == ClaimStatus::default_version) to.module = from.module;
}

/// The cells of one product.
void fold_product(std::span<Cell> cells, const Wholes& wholes, std::vector<Cell>& kept) {
  std::map<std::string, Cell*> by_system;
  auto offer = [&](const std::string& system, Cell& cell) {
    Cell*& best = by_system[system];
    bool is_default = cell.status == ClaimStatus::default_version;
    if (!best || (is_default && best->status != ClaimStatus::default_version)) best = &cell;
  };
  auto each_versioned = [&](auto&& visit) {
    for (Cell& cell : cells)
      if (!cell.version.empty() && claims::is_usable(cell.status))
        visit(base::to_lower(cell.system), cell);
  };
  each_versioned(offer);
  std::map<std::string, Cell*> of_parts;
  std::swap(of_parts, by_system);
  each_versioned([&](const std::string& system, Cell& cell) {
    auto whole = wholes.find(system);
    if (whole != wholes.end()) offer(whole->second, cell);
  });
  // What the system itself has comes before what its parts have.
  of_parts.insert(by_system.begin(), by_system.end());
  for (Cell& cell : cells) {
    if (!says_only_that_it_is_there(cell)) continue;
    auto found = of_parts.find(base::to_lower(cell.system));
    if (found != of_parts.end()) move_claims(cell, *found->second);
  }
  for (Cell& cell : cells)
    if (!cell.version.empty() || !says_only_that_it_is_there(cell) ||
        !of_parts.contains(base::to_lower(cell.system)))
      kept.push_back(std::move(cell));
}

}  // namespace

void cite_status(Cell& cell) {
  auto first = std::find_if(cell.claims.begin(), cell.claims.end(), [](const CellClaim& each) {
    return each.claim.basis != Basis::installed;
  });
  if (first == cell.claims.end()) return;
  auto carrier = std::find_if(first, cell.claims.end(), [&](const CellClaim& each) {
    return each.claim.status == cell.status && each.claim.basis >= Basis::read &&
           (each.standing == Standing::best || each.standing == Standing::agreeing);
  });
  if (carrier == cell.claims.end() || carrier == first) return;
  std::rotate(first, carrier, carrier + 1);
  if (first != cell.claims.begin()) return;
  first->standing = Standing::best;
  Standing& former = std::next(first)->standing;
  if (former == Standing::best) former = Standing::agreeing;
}

void fold_unversioned(std::vector<Cell>& cells, const meta::Names* names) {
  Wholes wholes = wholes_of(names);
  std::vector<Cell> kept;
  kept.reserve(cells.size());
  for (auto begin = cells.begin(); begin != cells.end();) {
    auto end = std::find_if(begin, cells.end(), [&](const Cell& cell) {
      return !base::equals_ignoring_case(cell.product, begin->product);
    });
    fold_product({begin, end}, wholes, kept);
    begin = end;
  }
  cells = std::move(kept);
}

}  // namespace kbuild::matrix
