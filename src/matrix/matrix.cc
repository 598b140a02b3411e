// Names, look-ups and words of the matrix; see matrix.h.
#include "matrix/matrix.h"

#include "base/text.h"

namespace kbuild::matrix {

const claims::Claim& Cell::best_of_pages() const {
  for (const CellClaim& each : claims)
    if (each.claim.kind != ClaimKind::imported) return each.claim;
  return best();
}

std::string Cell::id() const {
  auto slug = [](std::string_view text) {
    std::string out;
    for (char c : base::to_lower(text))
      out += base::is_alnum(c) || c == '.' || c == '+' || static_cast<unsigned char>(c) >= 0x80
                 ? c
                 : '-';
    return out;
  };
  return slug(product) + "/" + (version.empty() ? "any" : slug(version)) + "/" +
         (system.empty() ? "any" : slug(system));
}

const Cell* Matrix::find(std::string_view product, std::string_view version,
                         std::string_view system) const {
  for (const Cell& cell : cells)
    if (base::equals_ignoring_case(cell.product, product) && cell.version == version &&
        base::equals_ignoring_case(cell.system, system))
      return &cell;
  return nullptr;
}

const SystemList* Matrix::list_of(std::string_view system) const {
  for (const SystemList& list : lists)
    if (base::equals_ignoring_case(list.system, system)) return &list;
  return nullptr;
}

std::string_view state_text(const Cell& cell) {
  switch (cell.proof) {
    case Proof::proved: return "proved";
    case Proof::refuted: return "refuted";
    case Proof::expired: return "expired";
    case Proof::unproven: break;
  }
  switch (cell.state) {
    case CellState::installed: return "installed";
    case CellState::undocumented: return "undocumented";
    case CellState::not_installed: return "not-installed";
    case CellState::declared: return "declared";
    case CellState::read: return "read";
    case CellState::contradicted: return "contradicted";
  }
  return "";
}

std::string_view standing_text(Standing standing) {
  switch (standing) {
    case Standing::best: return "best";
    case Standing::agreeing: return "agreeing";
    case Standing::superseded: return "superseded";
    case Standing::conflicting: return "conflicting";
  }
  return "";
}

}  // namespace kbuild::matrix
