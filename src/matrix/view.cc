// Builds tables of the matrix and compares two matrices; see view.h.
#include "matrix/view.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "vocabulary/version.h"

namespace kbuild::matrix {

namespace {

using claims::ClaimKind;
using claims::ClaimStatus;

/// Whether a page states the claim instead of only using the version.
bool is_stated(const Cell& cell) {
  return std::any_of(cell.claims.begin(), cell.claims.end(),
                     [](const CellClaim& each) { return each.claim.kind >= ClaimKind::tab; });
}

bool by_name(const std::string& a, const std::string& b) {
  if (a.starts_with('*') != b.starts_with('*')) return b.starts_with('*');
  std::string left = base::to_lower(a), right = base::to_lower(b);
  return left != right ? left < right : a < b;
}

/// Whether `a` rather than `b` represents their product and system in an overview.
bool represents(const Cell& a, const Cell& b) {
  auto rank = [](const Cell& cell) {
    if (cell.version.empty() || vocabulary::is_version_range(cell.version)) return 3;
    if (!is_usable(cell.status)) return 4;
    return cell.status == ClaimStatus::default_version ? 0
           : cell.status == ClaimStatus::available     ? 1
                                                       : 2;
  };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  return vocabulary::compare_versions(a.version, b.version) > 0;
}

std::vector<std::string> sorted(const std::set<std::string>& names) {
  std::vector<std::string> out(names.begin(), names.end());
  std::sort(out.begin(), out.end(), by_name);
  return out;
}

View overview(const Matrix& matrix, std::string title, const std::vector<std::string>& systems,
              const std::set<std::string>& products) {
  View view{std::move(title), systems, {}};
  std::map<std::pair<std::string, std::string>, const Cell*> chosen;
  for (const Cell& cell : matrix.cells) {
    const Cell*& best = chosen[{cell.product, cell.system}];
    if (!best || represents(cell, *best)) best = &cell;
  }
  for (const std::string& product : sorted(products)) {
    ViewRow row{product, {}};
    for (const std::string& system : systems) {
      auto found = chosen.find({product, system});
      row.cells.push_back(found == chosen.end() ? nullptr : found->second);
    }
    view.rows.push_back(std::move(row));
  }
  return view;
}

}  // namespace

bool is_system(std::string_view name) {
  return !name.empty() && name[0] != '*';
}

std::string system_title(std::string_view name) {
  if (name.starts_with("* (") && name.ends_with(')'))
    return std::string(name.substr(3, name.size() - 4));
  return std::string(name);
}

std::vector<std::string> products_of(const Matrix& matrix) {
  std::set<std::string> products;
  for (const Cell& cell : matrix.cells)
    if (is_stated(cell)) products.insert(cell.product);
  return sorted(products);
}

std::vector<std::string> systems_of(const Matrix& matrix) {
  std::set<std::string> systems;
  for (const Cell& cell : matrix.cells)
    if (is_system(cell.system)) systems.insert(cell.system);
  return sorted(systems);
}

View view_product(const Matrix& matrix, std::string_view product) {
  View view{std::string(product), {}, {}};
  std::set<std::string> systems;
  std::vector<const Cell*> cells;
  for (const Cell& cell : matrix.cells) {
    if (!base::equals_ignoring_case(cell.product, product)) continue;
    view.title = cell.product;
    cells.push_back(&cell);
    systems.insert(cell.system);
  }
  view.columns = sorted(systems);
  for (const Cell* cell : cells) {
    if (view.rows.empty() || view.rows.back().title != cell->version)
      view.rows.push_back({cell->version, std::vector<const Cell*>(view.columns.size(), nullptr)});
    auto column =
        std::find(view.columns.begin(), view.columns.end(), cell->system) - view.columns.begin();
    view.rows.back().cells[static_cast<std::size_t>(column)] = cell;
  }
  return view;
}

View view_system(const Matrix& matrix, std::string_view system) {
  std::set<std::string> products;
  std::string name(system);
  for (const Cell& cell : matrix.cells) {
    if (!base::equals_ignoring_case(cell.system, system)) continue;
    name = cell.system;
    if (is_stated(cell)) products.insert(cell.product);
  }
  return overview(matrix, name, {name}, products);
}

View view_all(const Matrix& matrix) {
  std::vector<std::string> products = products_of(matrix);
  return overview(matrix, {}, systems_of(matrix), {products.begin(), products.end()});
}

std::vector<Change> changes_between(const Matrix& before, const Matrix& after) {
  std::map<std::string, Change> changes;
  auto enter = [&](const Cell& cell, std::string Change::*side) {
    Change& change = changes[cell.id()];
    change.id = cell.id();
    change.product = cell.product;
    change.version = cell.version;
    change.system = cell.system;
    change.*side = claims::status_text(cell.status);
    const claims::Claim& claim = cell.best_of_pages();
    change.path = claim.path;
    change.language = claim.language;
    change.anchor = claim.anchor;
  };
  for (const Cell& cell : before.cells) enter(cell, &Change::before);
  for (const Cell& cell : after.cells) enter(cell, &Change::after);
  std::vector<Change> out;
  for (auto& [id, change] : changes)
    if (change.before != change.after) out.push_back(std::move(change));
  return out;
}

}  // namespace kbuild::matrix
