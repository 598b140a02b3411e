// Lists of names, and changes; see view.h.
#include "matrix/view.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"

namespace kbuild::matrix {

namespace {

bool by_name(const std::string& a, const std::string& b) {
  if (a.starts_with('*') != b.starts_with('*')) return b.starts_with('*');
  std::string left = base::to_lower(a), right = base::to_lower(b);
  return left != right ? left < right : a < b;
}

std::vector<std::string> sorted(const std::set<std::string>& names) {
  std::vector<std::string> out(names.begin(), names.end());
  std::sort(out.begin(), out.end(), by_name);
  return out;
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

std::vector<std::string> systems_of(const Matrix& matrix) {
  std::set<std::string> systems;
  for (const Cell& cell : matrix.cells)
    if (is_system(cell.system)) systems.insert(cell.system);
  return sorted(systems);
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
