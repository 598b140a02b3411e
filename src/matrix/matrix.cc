// Merges claims into cells; see matrix.h. First versions are resolved, then claims are sorted into
// cells, then each cell is decided by itself, then the defaults of each product and system.
#include "matrix/matrix.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.h"
#include "vocabulary/version.h"

namespace kbuild::matrix {

namespace {

using claims::Claim;
using claims::ClaimKind;
using claims::ClaimStatus;

/// Orders claims that are otherwise equal; strongest first.
int strength(ClaimStatus status) {
  switch (status) {
    case ClaimStatus::default_version: return 0;
    case ClaimStatus::available: return 1;
    case ClaimStatus::limited: return 2;
    case ClaimStatus::deprecated: return 3;
    case ClaimStatus::unavailable: return 4;
    case ClaimStatus::removed: return 5;
  }
  return 6;
}

std::string fold(std::string_view text) {
  return base::to_lower(text);
}

/// A claim with the version that it was resolved to.
struct Resolved {
  Claim claim;
  std::string version;
  bool exact = true;
};

/// The listed versions of each product, for resolving modules and series.
class Lists {
 public:
  explicit Lists(const std::vector<Claim>& claims) {
    for (const Claim& claim : claims) {
      if (claim.version.empty() || vocabulary::is_version_range(claim.version)) continue;
      if (claims::is_listing(claim.kind)) by_product_[fold(claim.product)].push_back(&claim);
      if (claim.kind != claims::ClaimKind::constraint)
        on_pages_[{claim.path, fold(claim.product), fold(claim.system)}].push_back(&claim);
    }
  }

  /// The listed version that the claim means; its own if none matches.
  std::string resolve(const Claim& claim) const {
    auto found = by_product_.find(fold(claim.product));
    if (claim.version.empty() || vocabulary::is_version_range(claim.version)) return claim.version;
    if (found == by_product_.end()) return resolve_on_page(claim);
    const Claim* best = nullptr;
    int best_fit = 0;
    for (const Claim* listed : found->second) {
      if (listed == &claim) continue;
      int fit = fitness(claim, *listed);
      if (fit == 0 || fit < best_fit) continue;
      bool newer = best && vocabulary::compare_versions(listed->version, best->version) > 0;
      if (!best || fit > best_fit || newer) best = listed, best_fit = fit;
    }
    return best ? best->version : resolve_on_page(claim);
  }

 private:
  /// If no list has a series, it is resolved to the only release of it that the same page names for
  /// the system: "older versions (0.4)" above "module load tool/0.4.1".
  std::string resolve_on_page(const Claim& claim) const {
    auto found = on_pages_.find({claim.path, fold(claim.product), fold(claim.system)});
    if (found == on_pages_.end()) return claim.version;
    const Claim* best = nullptr;
    for (const Claim* named : found->second) {
      bool longer = named->version != claim.version &&
                    named->version.size() > claim.version.size() &&
                    vocabulary::version_names(claim.version, named->version);
      // For an installation, the module is a dependency.
      bool other_module =
          !claim.module.empty() && !named->module.empty() && claim.kind != ClaimKind::user_install;
      if (!longer || other_module || named->line == claim.line || !is_usable(named->status) ||
          !is_usable(claim.status))
        continue;
      if (best && best->version != named->version) return claim.version;
      best = named;
    }
    return best ? best->version : claim.version;
  }

  /// How well a listed claim matches; 0: not at all. A usable version on the same system beats one
  /// elsewhere, a module beats a series.
  static int fitness(const Claim& claim, const Claim& listed) {
    bool module = !claim.module.empty() && claim.module == listed.module;
    bool series = vocabulary::version_names(claim.version, listed.version);
    if (!series) return 0;
    bool here = claim.system.empty() || fold(claim.system) == fold(listed.system);
    if (claim.version == listed.version) return here ? 40 : 3;
    if (!here) return 0;
    return (is_usable(listed.status) ? 20 : 10) + (module ? 5 : 0) +
           (claim.path == listed.path ? 2 : 0);
  }

  std::map<std::string, std::vector<const Claim*>> by_product_;
  /// By page, product and system.
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<const Claim*>> on_pages_;
};

class Merger {
 public:
  explicit Merger(const MergeOptions& options) : options_(options) {}

  Matrix run(const std::vector<Claim>& claims) {
    collect(claims);
    for (auto& [key, resolved] : groups_) add_cell(resolved);
    judge_defaults();
    attach_outcomes();
    std::sort(matrix_.cells.begin(), matrix_.cells.end(), [](const Cell& a, const Cell& b) {
      std::string left = fold(a.product), right = fold(b.product);
      if (left != right) return left < right;
      if (a.version != b.version) {
        if (a.version.empty() || b.version.empty()) return a.version.empty();
        return vocabulary::compare_versions(a.version, b.version) > 0;
      }
      return std::pair(fold(a.system), a.system) < std::pair(fold(b.system), b.system);
    });
    return std::move(matrix_);
  }

 private:
  using Key = std::tuple<std::string, std::string, std::string>;

  void collect(const std::vector<Claim>& claims) {
    Lists lists(claims);
    for (const Claim& claim : claims) {
      note_spelling(products_, claim.product, claim);
      note_spelling(systems_, claim.system, claim);
    }
    for (const Claim& claim : claims) {
      // Lists are what other claims are resolved by.
      std::string version = claims::is_listing(claim.kind) ? claim.version : lists.resolve(claim);
      bool exact = version == claim.version;
      groups_[{fold(claim.product), version, fold(claim.system)}].push_back(
          {claim, version, exact});
    }
  }

  /// One spelling for a name: pages take precedence over module lists, "Daint" over "daint".
  using Spellings = std::map<std::string, std::pair<bool, std::string>>;
  static void note_spelling(Spellings& spellings, const std::string& name, const Claim& claim) {
    std::pair candidate(claim.kind == ClaimKind::imported, name);
    auto [entry, added] = spellings.try_emplace(fold(name), candidate);
    if (!added) entry->second = std::min(entry->second, candidate);
  }

  /// Better claims first, as matrix.md says: explicit, kind, date, specificity, then the fixed
  /// order of pages.
  bool before(const Resolved& a, const Resolved& b) const {
    auto rank = [&](const Resolved& r) {
      bool original =
          options_.original_language.empty() || r.claim.language == options_.original_language;
      return std::tuple(-static_cast<int>(r.claim.kind), original ? 0 : 1);
    };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (a.claim.date != b.claim.date) return a.claim.date > b.claim.date;
    if (a.exact != b.exact) return a.exact;
    int left = strength(a.claim.status), right = strength(b.claim.status);
    if (left != right) return left < right;
    return std::tie(a.claim.path, a.claim.language, a.claim.line, a.claim.module, a.claim.rule) <
           std::tie(b.claim.path, b.claim.language, b.claim.line, b.claim.module, b.claim.rule);
  }

  void add_cell(std::vector<Resolved>& resolved) {
    std::sort(resolved.begin(), resolved.end(),
              [&](const Resolved& a, const Resolved& b) { return before(a, b); });
    const Claim& best = resolved.front().claim;
    Cell cell;
    cell.product = products_.at(fold(best.product)).second;
    cell.version = resolved.front().version;
    cell.system = systems_.at(fold(best.system)).second;
    cell.status = best.status;
    bool from_image = false;
    for (Resolved& each : resolved) {
      // An image's file name is used only if no claim names a module.
      bool image = each.claim.kind == ClaimKind::container;
      if (!each.claim.module.empty() && (cell.module.empty() || (from_image && !image)))
        cell.module = each.claim.module, from_image = image;
      Standing standing = cell.claims.empty() ? Standing::best : judge(best, each.claim);
      cell.claims.push_back({std::move(each.claim), standing});
    }
    refine(cell);
    reconcile(cell);
    matrix_.cells.push_back(std::move(cell));
  }

  /// A sentence "2.1 is obsolete" says more than a mark that 2.1 is available.
  static void refine(Cell& cell) {
    const Claim& best = cell.claims.front().claim;
    if (cell.status != ClaimStatus::available || best.kind == ClaimKind::explicit_statement) return;
    for (const CellClaim& each : cell.claims) {
      bool states =
          each.claim.status == ClaimStatus::deprecated || each.claim.status == ClaimStatus::limited;
      bool says = each.claim.kind == ClaimKind::prose && each.claim.version == cell.version;
      if (!states || !says || each.standing != Standing::agreeing || each.claim.path != best.path)
        continue;
      cell.status = each.claim.status;
      return;
    }
  }

  /// The standing of a claim relative to the best one of its cell.
  static Standing judge(const Claim& best, const Claim& other) {
    bool contradicts = is_usable(best.status) != is_usable(other.status);
    if (other.kind == ClaimKind::news && !best.date.empty() && other.date < best.date)
      return contradicts ? Standing::superseded : Standing::agreeing;
    if (!contradicts) return Standing::agreeing;
    return Standing::conflicting;
  }

  static void reconcile(Cell& cell) {
    auto any = [&](Standing standing) {
      return std::any_of(cell.claims.begin(), cell.claims.end(),
                         [&](const CellClaim& claim) { return claim.standing == standing; });
    };
    bool listed = std::any_of(cell.claims.begin(), cell.claims.end(), [](const CellClaim& each) {
      return each.claim.kind == ClaimKind::imported;
    });
    cell.state = any(Standing::conflicting)                     ? CellState::contradicted
                 : listed                                       ? CellState::installed
                 : cell.best().basis == claims::Basis::declared ? CellState::declared
                                                                : CellState::read;
  }

  /// A product has one default on a system: that of the best source, and of the latest date among
  /// equals. If no list has one, the last dated line with a default decides; it also decides
  /// between lists of different pages.
  void judge_defaults() {
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < matrix_.cells.size(); ++i)
      if (!matrix_.cells[i].version.empty())
        places[{fold(matrix_.cells[i].product), fold(matrix_.cells[i].system)}].push_back(i);
    for (const auto& [key, cells] : places) judge_defaults(cells);
  }

  void judge_defaults(const std::vector<std::size_t>& cells) {
    auto rank = [](const Claim& claim) {
      return std::tuple(claim.kind, std::string_view(claim.date));
    };
    auto last_date = [](const Cell& cell) {
      std::string_view date;
      for (const CellClaim& each : cell.claims)
        if (each.claim.status == ClaimStatus::default_version)
          date = std::max(date, std::string_view(each.claim.date));
      return date;
    };
    const Claim* top = nullptr;
    std::string_view top_date;
    for (std::size_t i : cells) {
      std::string_view date = last_date(matrix_.cells[i]);
      for (const CellClaim& each : matrix_.cells[i].claims)
        if (each.claim.status == ClaimStatus::default_version &&
            (!top || std::pair(rank(each.claim), date) > std::pair(rank(*top), top_date))) {
          top = &each.claim;
          top_date = date;
        }
    }
    if (!top) return;
    for (std::size_t i : cells) {
      Cell& cell = matrix_.cells[i];
      std::string_view date = last_date(cell);
      bool overtaken = !date.empty() && date < top_date;
      bool holds = std::any_of(cell.claims.begin(), cell.claims.end(), [&](const CellClaim& each) {
        return each.claim.status == ClaimStatus::default_version &&
               rank(each.claim) == rank(*top) && (!overtaken || each.claim.path == top->path);
      });
      if (holds) {
        if (cell.status == ClaimStatus::available) cell.status = ClaimStatus::default_version;
        continue;
      }
      for (CellClaim& each : cell.claims)
        if (each.claim.status == ClaimStatus::default_version &&
            each.standing == Standing::agreeing)
          each.standing = Standing::superseded;
      reconcile(cell);
      if (cell.status != ClaimStatus::default_version) continue;
      cell.status = ClaimStatus::available;
    }
  }

  /// Outcomes are in the order of their dates: the last counts.
  void attach_outcomes() {
    for (const Outcome& outcome : options_.outcomes) {
      Cell* best = nullptr;
      int best_fit = 0;
      for (Cell& cell : matrix_.cells) {
        bool same = fold(cell.product) == fold(outcome.product) &&
                    fold(cell.system) == fold(outcome.system);
        if (!same || cell.version.empty() ||
            !vocabulary::version_names(outcome.version, cell.version))
          continue;
        int fit = cell.version == outcome.version
                      ? 4
                      : (!outcome.module.empty() && cell.module == outcome.module ? 2 : 0) +
                            (is_usable(cell.status) ? 1 : 0);
        bool newer = best && vocabulary::compare_versions(cell.version, best->version) > 0;
        if (!best || fit > best_fit || (fit == best_fit && newer)) best = &cell, best_fit = fit;
      }
      if (!best) continue;
      best->proof = outcome.proof;
      best->run = outcome.run;
      best->run_date = outcome.date;
    }
  }

  const MergeOptions& options_;
  std::map<Key, std::vector<Resolved>> groups_;
  Spellings products_;
  Spellings systems_;
  Matrix matrix_;
};

}  // namespace

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

Matrix merge(std::vector<Claim> claims, const MergeOptions& options) {
  return Merger(options).run(claims);
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
