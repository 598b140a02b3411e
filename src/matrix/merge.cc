// Merges claims into the matrix: sorts them by product and system, finds the list that decides each
// system, has each group merged by itself (group.h), and attaches what runs proved; see matrix.h.
#include <algorithm>
#include <chrono>
#include <span>
#include <tuple>

#include "base/text.h"
#include "matrix/group.h"
#include "matrix/settle.h"
#include "vocabulary/dates.h"
#include "vocabulary/version.h"

namespace kbuild::matrix {

namespace {

using claims::Basis;
using claims::Claim;
using claims::ClaimKind;

std::string fold(std::string_view text) {
  return base::to_lower(text);
}

class Merger {
 public:
  explicit Merger(const MergeOptions& options) : context_{options, {}, {}, {}, {}, {}, {}, {}, {}} {
    if (!options.names) return;
    for (const meta::SystemName& system : options.names->systems)
      if (!system.retired.empty()) context_.retired.insert(fold(system.name));
  }

  Matrix run(std::vector<Claim> claims) {
    read(std::move(claims));
    find_lists();
    for (std::size_t begin = 0, end = 0; begin < entries_.size(); begin = end) {
      while (end < entries_.size() && key(entries_[end]) == key(entries_[begin])) ++end;
      std::span group(entries_.begin() + static_cast<std::ptrdiff_t>(begin), end - begin);
      const std::string& system = group.front().system;
      const std::string whole = list_name(system);
      const SystemList* list = whole.empty() ? nullptr : &lists_.at(whole);
      merge_group(context_, group, list,
                  list ? entries_of(group.front().product, whole) : std::span<const Entry>());
    }
    return finish();
  }

 private:
  static std::tuple<std::string_view, std::string_view> key(const Entry& entry) {
    return {entry.product, entry.system};
  }

  void read(std::vector<Claim> claims) {
    entries_.reserve(claims.size());
    for (Claim& claim : claims) {
      Entry entry{{}, claims::product_key(claim.product), fold(claim.system), claim.version};
      bool weak = claim.basis != Basis::declared && claim.basis != Basis::read;
      note_spelling(products_, entry.product, claim.product, weak);
      note_spelling(systems_, entry.system, claim.system, weak);
      bool module = claim.kind == ClaimKind::imported || claim.kind == ClaimKind::module_load ||
                    claim.kind == ClaimKind::sbatch;
      if (module && !claim.module.empty() && !claim.hidden) context_.modules.insert(entry.product);
      if (!claim.listed_as.empty() && !claim.hidden) note_listed(entry.product, claim.listed_as);
      note_together(entry, claim);
      if (!weak && is_list(claim) && claim.language == context_.options.original_language)
        context_.listing_pages.emplace(entry.product, claim.path);
      entry.claim = std::move(claim);
      entries_.push_back(std::move(entry));
    }
    auto place = [](const Entry& entry) {
      const Claim& claim = entry.claim;
      return std::tie(claim.language, claim.path, claim.line, claim.place.begin, claim.version,
                      claim.module, claim.rule, claim.date, claim.status);
    };
    // The entries of a list come first in their group, which `entries_of` relies on.
    std::sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) {
      if (a.product != b.product) return a.product < b.product;
      if (a.system != b.system) return a.system < b.system;
      bool left = a.claim.basis == Basis::installed, right = b.claim.basis == Basis::installed;
      return left != right ? left : place(a) < place(b);
    });
    for (auto& [key, name] : listed_as_)
      if (!name.empty() && claims::product_key(name) != key)
        context_.products.emplace(key, std::move(name));
    for (auto& [key, spelling] : products_)
      context_.products.emplace(key, std::move(spelling.second));
    for (auto& [folded, spelling] : systems_)
      context_.systems.emplace(folded, std::move(spelling.second));
  }

  /// One spelling for a name: what pages publish takes precedence over lists and candidates,
  /// "Daint" over "daint".
  using Spellings = std::map<std::string, std::pair<bool, std::string>>;
  static void note_spelling(Spellings& spellings, const std::string& folded,
                            const std::string& name, bool weak) {
    std::pair candidate(weak, name);
    auto [entry, added] = spellings.try_emplace(folded, candidate);
    if (!added) entry->second = std::min(entry->second, candidate);
  }

  /// What all lists call the module of a product; empty where they do not agree.
  void note_listed(const std::string& product, const std::string& name) {
    auto [entry, added] = listed_as_.try_emplace(product, name);
    if (added) return;
    bool agrees = claims::product_key(entry->second) == claims::product_key(name);
    entry->second = agrees ? std::min(entry->second, name) : std::string();
  }

  /// "1.4.0, 1.9.0" on "Iris, Aion": versions that are each on some of these systems.
  void note_together(const Entry& entry, const Claim& claim) {
    if (!is_list(claim) || !claim.date.empty() ||
        context_.options.originals.contains({claim.language, claim.path}))
      return;
    auto versions = base::split(claim.version, ','), systems = base::split(claim.system, ',');
    if (versions.size() < 2 && systems.size() < 2) return;
    Claim one;
    for (std::string_view system : systems) {
      auto place = std::pair(entry.product, fold(base::trim(system)));
      Listed& listed = context_.together.try_emplace(place, Listed::Series::alone).first->second;
      for (std::string_view version : versions) {
        one.version = base::trim(version);
        if (!vocabulary::is_version_range(one.version)) listed.add(one);
      }
    }
  }

  void find_lists() {
    for (const Entry& entry : entries_) {
      if (entry.claim.basis != Basis::installed || entry.system.empty()) continue;
      auto [found, fresh] = lists_.try_emplace(entry.system);
      SystemList& list = found->second;
      if (fresh) list.system = context_.systems.at(entry.system);
      if (fresh || entry.claim.date < list.date) list.date = entry.claim.date;
    }
    for (auto& [system, list] : lists_) {
      list.old_from = old_from(list);
      bool old = list.old_from != 0 && context_.options.now >= list.old_from;
      list.age = old ? ListAge::old : ListAge::current;
    }
  }

  /// Its day counts whole. A date that is none is of no use, so such a list is old at once.
  std::int64_t old_from(const SystemList& list) const {
    if (list.date.empty()) return 0;
    const meta::SystemName* system =
        context_.options.names ? meta::find_system(*context_.options.names, list.system) : nullptr;
    int days = (system ? *system : meta::SystemName()).max_age;
    std::size_t length = 0;
    auto date = vocabulary::read_date(list.date, length);
    if (!date || !vocabulary::is_valid(*date) || date->day == 0) return 1;
    std::chrono::sys_days made = std::chrono::year(date->year) / date->month / date->day;
    return std::chrono::seconds((made + std::chrono::days(days + 1)).time_since_epoch()).count();
  }

  /// The folded name of the system whose list decides: the system's own, else that of the whole of
  /// which it is a part; empty if there is none.
  std::string list_name(const std::string& system) const {
    if (lists_.contains(system)) return system;
    if (!context_.options.names) return {};
    for (const meta::SystemName& name : context_.options.names->systems)
      if (!name.part_of.empty() && fold(name.name) == system && lists_.contains(fold(name.part_of)))
        return fold(name.part_of);
    return {};
  }

  /// The entries of a system's list for a product.
  std::span<const Entry> entries_of(const std::string& product, const std::string& system) const {
    auto begin = std::lower_bound(entries_.begin(), entries_.end(),
                                  std::pair(std::string_view(product), std::string_view(system)),
                                  [](const Entry& entry, const auto& wanted) {
                                    return std::pair(std::string_view(entry.product),
                                                     std::string_view(entry.system)) < wanted;
                                  });
    auto end = begin;
    while (end != entries_.end() && end->product == product && end->system == system &&
           end->claim.basis == Basis::installed)
      ++end;
    return {begin, end};
  }

  Matrix finish() {
    Matrix matrix = std::move(context_.matrix);
    for (auto& [system, list] : lists_) matrix.lists.push_back(std::move(list));
    for (const Entry& entry : entries_)
      if (entry.claim.hidden && entry.claim.basis == Basis::installed)
        matrix.hidden.push_back({context_.products.at(entry.product), entry.version,
                                 context_.systems.at(entry.system)});
    for (auto& [page, stale] : context_.stale)
      matrix.stale_translations.push_back(std::move(stale));
    attach_outcomes(matrix.cells);
    for (Cell& cell : matrix.cells) cite_status(cell);
    drop_general(matrix);
    // The groups are in order; versions within each are not.
    std::sort(matrix.cells.begin(), matrix.cells.end(), [](const Cell& a, const Cell& b) {
      std::string left = fold(a.product), right = fold(b.product);
      if (left != right) return left < right;
      if (a.version != b.version) {
        if (a.version.empty() || b.version.empty()) return a.version.empty();
        return vocabulary::compare_versions(a.version, b.version) > 0;
      }
      return std::pair(fold(a.system), a.system) < std::pair(fold(b.system), b.system);
    });
    fold_unversioned(matrix.cells, context_.options.names);
    return matrix;
  }

  /// Drops candidates that name no system, where their version or a release of their series is
  /// published for one: there is nothing to decide about them.
  static void drop_general(Matrix& matrix) {
    std::set<std::pair<std::string, std::string>> published;
    for (const Cell& cell : matrix.cells) {
      if (cell.system.empty()) continue;
      const std::string product = fold(cell.product);
      for (std::size_t end = 0; end != cell.version.npos;) {
        end = cell.version.find('.', end + 1);
        published.emplace(product, cell.version.substr(0, end));
      }
    }
    std::erase_if(matrix.candidates, [&](const Claim& claim) {
      return claim.system.empty() && published.contains({fold(claim.product), claim.version});
    });
  }

  /// Outcomes are in the order of their dates: the last counts.
  void attach_outcomes(std::vector<Cell>& cells) const {
    if (context_.options.outcomes.empty()) return;
    std::map<std::pair<std::string, std::string>, std::vector<Cell*>> places;
    for (Cell& cell : cells)
      if (!cell.version.empty())
        places[{claims::product_key(cell.best().product), fold(cell.system)}].push_back(&cell);
    for (const Outcome& outcome : context_.options.outcomes) {
      auto place = places.find({claims::product_key(outcome.product), fold(outcome.system)});
      if (place == places.end()) continue;
      Cell* best = nullptr;
      int best_fit = 0;
      for (Cell* cell : place->second) {
        if (!vocabulary::version_names(outcome.version, cell->version)) continue;
        int fit = cell->version == outcome.version
                      ? 4
                      : (!outcome.module.empty() && cell->module == outcome.module ? 2 : 0) +
                            (claims::is_usable(cell->status) ? 1 : 0);
        bool newer = best && vocabulary::compare_versions(cell->version, best->version) > 0;
        if (!best || fit > best_fit || (fit == best_fit && newer)) best = cell, best_fit = fit;
      }
      if (!best) continue;
      best->proof = outcome.proof;
      best->run = outcome.run;
      best->run_date = outcome.date;
    }
  }

  MergeContext context_;
  /// Sorted by product and system.
  std::vector<Entry> entries_;
  Spellings products_, systems_;
  /// By key of the product.
  std::map<std::string, std::string> listed_as_;
  /// By folded name.
  std::map<std::string, SystemList> lists_;
};

}  // namespace

Matrix merge(std::vector<Claim> claims, const MergeOptions& options) {
  return Merger(options).run(std::move(claims));
}

}  // namespace kbuild::matrix
