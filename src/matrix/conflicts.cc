// Finds contradictions, with one function for each kind; see conflicts.h.
#include "matrix/conflicts.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"

namespace kbuild::matrix {

namespace {

using namespace diag::literals;
using claims::Basis;
using claims::Claim;
using claims::ClaimKind;
using claims::ClaimStatus;

bool is_load(ClaimKind kind) {
  return kind == ClaimKind::module_load || kind == ClaimKind::sbatch;
}

std::string named(const std::string& product, const std::string& version) {
  return version.empty() ? product : product + " " + version;
}

std::string place_of(const std::string& system) {
  return system.empty() ? "no system by name" : system;
}

class Finder {
 public:
  Finder(const Matrix& matrix, const meta::Names* names, const Locate& locate)
      : matrix_(matrix), names_(names), locate_(locate) {}

  diag::Diagnostics run() {
    note_what_is_listed();
    for (const Cell& cell : matrix_.cells) {
      if (cell.state == CellState::not_installed) {
        check_absent(cell);
        continue;
      }
      check_claims(cell);
      check_loads(cell);
      check_default(cell);
    }
    for (const auto& [place, claims] : defaults_) check_defaults(claims);
    for (const StaleTranslation& stale : matrix_.stale_translations) check_translation(stale);
    for (const EndedClaim& ended : matrix_.ended) {
      if (ended.by == EndedClaim::By::list) check_denied(ended.claim);
      if (ended.by == EndedClaim::By::retirement) check_retired(ended.claim);
    }
    for (const Claim& claim : matrix_.candidates) check_system(claim);
    for (const Claim& claim : matrix_.candidates)
      if (is_load(claim.kind) && !claim.hidden && !claim.version.empty() && is_listed(claim))
        check_unlisted(claim);
    for (const SystemList& list : matrix_.lists) check_age(list);
    check_systems();
    return std::move(found_);
  }

 private:
  using Place = std::pair<std::string, std::string>;
  static Place place(const std::string& product, const std::string& system) {
    return {claims::product_key(product), base::to_lower(system)};
  }

  void report(diag::Code code, const Claim& claim, std::vector<std::string> arguments,
              const Claim* other = nullptr, std::string hint = {}) {
    diag::Diagnostic diagnostic{code, locate_(claim), std::move(arguments)};
    if (other) diagnostic.notes.push_back({locate_(*other), "'" + other->excerpt + "'"});
    diagnostic.hint = std::move(hint);
    found_.push_back(std::move(diagnostic));
  }

  /// For each product and system: what a machine lists, else what pages do.
  void note_what_is_listed() {
    for (const Cell& cell : matrix_.cells) {
      if (cell.status == ClaimStatus::default_version)
        default_cells_.try_emplace(place(cell.product, cell.system), &cell);
      if (cell.version.empty() || cell.state == CellState::not_installed) continue;
      const Claim& best = cell.best();
      Listing& listing = listed_[place(best.product, cell.system)];
      if (!listing.claim || best.kind > listing.claim->kind) listing.claim = &best;
      if (best.kind == ClaimKind::imported && !best.hidden)
        listing.installed.push_back(cell.version);
      if (best.kind == ClaimKind::imported)
        any_of_list_.try_emplace(base::to_lower(best.system), &best);
      for (const CellClaim& each : cell.claims)
        if (each.standing == Standing::conflicting && each.claim.basis >= Basis::read &&
            each.claim.basis != Basis::installed &&
            each.claim.status == ClaimStatus::default_version)
          defaults_[place(cell.product, cell.system)].emplace_back(&cell, &each.claim);
    }
  }

  /// Usable on one page, not usable on another, or not usable on a page and on the system's list.
  void check_claims(const Cell& cell) {
    const Claim& best = cell.best();
    for (const CellClaim& each : cell.claims) {
      if (each.standing != Standing::conflicting || is_load(each.claim.kind) ||
          claims::is_usable(each.claim.status) == claims::is_usable(best.status))
        continue;
      std::string status(claims::status_text(each.claim.status));
      if (best.basis == Basis::installed) {
        report("KB0615"_code, each.claim, {named(cell.product, cell.version), status, cell.system},
               &best);
        continue;
      }
      report("KB0601"_code, each.claim,
             {named(cell.product, cell.version), place_of(cell.system), status,
              std::string(claims::status_text(best.status))},
             &best);
      return;
    }
  }

  /// A page's default against that of the list, or of a declaration.
  void check_default(const Cell& cell) {
    for (const CellClaim& each : cell.claims) {
      if (each.standing != Standing::conflicting || cell.state == CellState::contradicted ||
          each.claim.status != ClaimStatus::default_version || !claims::is_usable(cell.status))
        continue;
      auto other = default_of(cell);
      if (!other || other == &cell) continue;
      report("KB0604"_code, each.claim,
             {cell.product, place_of(cell.system), cell.version, other->version}, &other->best());
      return;
    }
  }

  const Cell* default_of(const Cell& cell) const {
    auto found = default_cells_.find(place(cell.product, cell.system));
    return found == default_cells_.end() ? nullptr : found->second;
  }

  /// Two pages, or two places of one, with different defaults of equal weight.
  void check_defaults(const std::vector<std::pair<const Cell*, const Claim*>>& claims) {
    const auto& [first_cell, first] = claims.front();
    for (const auto& [cell, claim] : claims) {
      if (cell == first_cell || cell->state != CellState::contradicted) continue;
      report("KB0604"_code, *claim,
             {cell->product, place_of(cell->system), cell->version, first_cell->version}, first);
      return;
    }
  }

  void check_translation(const StaleTranslation& stale) {
    constexpr std::size_t kShown = 5;
    std::vector<std::string> told;
    for (const StaleTranslation::Difference& difference : stale.differences) {
      const Claim& claim = difference.translation.empty() ? difference.original.front()
                                                          : difference.translation.front();
      auto status = [](const std::vector<Claim>& said) {
        return said.empty() ? std::string_view("not named")
                            : claims::status_text(said.front().status);
      };
      told.push_back(named(claim.product, claim.version) + " on " + place_of(claim.system) + ": " +
                     std::string(status(difference.translation)) + " here, " +
                     std::string(status(difference.original)) + " there");
    }
    std::string more =
        told.size() > kShown ? "; and " + std::to_string(told.size() - kShown) + " more" : "";
    told.resize(std::min(told.size(), kShown));
    const Claim* original = nullptr;
    for (const StaleTranslation::Difference& difference : stale.differences)
      if (!original && !difference.original.empty()) original = &difference.original.front();
    const auto& first = stale.differences.front().translation;
    report("KB0603"_code, first.empty() ? stale.place : first.front(),
           {base::join(told, "; ") + more}, original);
  }

  /// Code that loads what pages or lists say is not there any more, or will not be.
  void check_loads(const Cell& cell) {
    auto load = std::find_if(cell.claims.begin(), cell.claims.end(),
                             [](const CellClaim& each) { return is_load(each.claim.kind); });
    if (load == cell.claims.end() || cell.version.empty() || cell.system.empty()) return;
    const Claim& best = cell.best();
    if (!claims::is_listing(best.kind)) return;
    if (!is_usable(cell.status))
      report("KB0605"_code, load->claim,
             {load->claim.module, cell.system, std::string(claims::status_text(cell.status))},
             &best);
    else if (cell.status == ClaimStatus::deprecated)
      report("KB0609"_code, load->claim, {load->claim.module, cell.system}, &best);
  }

  /// Each page that states a version which the list lacks.
  void check_absent(const Cell& cell) {
    for (const CellClaim& each : cell.claims)
      if (claims::is_usable(each.claim.status) && each.standing != Standing::superseded)
        check_denied(each.claim);
  }

  void check_denied(const Claim& claim) {
    if (!claims::is_usable(claim.status)) return;
    if (is_load(claim.kind)) return check_unlisted(claim);
    auto found = listed_.find(place(claim.product, listing_system(claim)));
    const Claim* other = found == listed_.end() ? any_of_list(claim.system) : found->second.claim;
    std::string hint = found == listed_.end() ? "" : hint_of(claim, found->second.installed);
    report("KB0613"_code, claim,
           {named(claim.product, claim.version), std::string(claims::status_text(claim.status)),
            claim.system},
           other, hint);
  }

  /// A module that neither the pages' lists nor the machine's have.
  void check_unlisted(const Claim& claim) {
    auto found = listed_.find(place(claim.product, listing_system(claim)));
    const Claim* other = found == listed_.end() ? any_of_list(claim.system) : found->second.claim;
    std::string hint = found == listed_.end() ? "" : hint_of(claim, found->second.installed);
    report("KB0606"_code, claim, {claim.module, claim.system}, other, hint);
  }

  /// Whether a machine or the product's own page lists versions of it, so that one may be missing.
  bool is_listed(const Claim& claim) const {
    auto found = listed_.find(place(claim.product, listing_system(claim)));
    if (found == listed_.end()) return false;
    const Claim& by = *found->second.claim;
    return by.subject || by.kind == ClaimKind::imported;
  }

  /// The version that was meant, if one of the list differs by a typing error; else what there is.
  static std::string hint_of(const Claim& claim, const std::vector<std::string>& installed) {
    constexpr std::size_t kCompared = 64, kShown = 5;
    std::vector<std::string_view> versions(
        installed.begin(),
        installed.begin() + static_cast<std::ptrdiff_t>(std::min(installed.size(), kCompared)));
    if (versions.empty()) return {};
    std::string_view meant = base::nearest(claim.version, versions);
    if (!meant.empty()) return "did you mean " + std::string(meant) + "?";
    std::string more = installed.size() > kShown ? ", ..." : "";
    std::vector<std::string> shown(
        installed.begin(),
        installed.begin() + static_cast<std::ptrdiff_t>(std::min(installed.size(), kShown)));
    return "the list has " + base::join(shown, ", ") + more;
  }

  /// The name of the claim's system among the cells, or of the whole whose list decides for it.
  std::string listing_system(const Claim& claim) const {
    if (listed_.contains(place(claim.product, claim.system)) || !names_) return claim.system;
    for (const meta::SystemName& name : names_->systems)
      if (base::equals_ignoring_case(name.name, claim.system) && !name.part_of.empty())
        return name.part_of;
    return claim.system;
  }

  const Claim* any_of_list(const std::string& system) const {
    auto found = any_of_list_.find(base::to_lower(system));
    return found == any_of_list_.end() ? nullptr : found->second;
  }

  /// Claims of use on retired systems, one finding for each page.
  void check_retired(const Claim& claim) {
    if (!names_ || !claims::is_usable(claim.status) || claim.kind == ClaimKind::news) return;
    for (const meta::SystemName& system : names_->systems)
      if (!system.retired.empty() && base::equals_ignoring_case(system.name, claim.system) &&
          reported_retired_.insert({claim.language, claim.path, system.name}).second)
        report("KB0610"_code, claim, {system.name, system.retired});
  }

  void check_age(const SystemList& list) {
    if (list.age != ListAge::old) return;
    if (const Claim* claim = any_of_list(list.system))
      report("KB0616"_code, *claim, {list.system, list.date});
  }

  /// Statements about systems that nobody configured, one finding for each page and system.
  void check_system(const Claim& claim) {
    if (claim.kind != ClaimKind::explicit_statement || claim.system.empty() || !names_) return;
    std::vector<std::string_view> known;
    for (const meta::SystemName& system : names_->systems) {
      known.push_back(system.name);
      known.insert(known.end(), system.aliases.begin(), system.aliases.end());
    }
    auto is_same = [&](std::string_view name) {
      return base::equals_ignoring_case(name, claim.system);
    };
    if (std::any_of(known.begin(), known.end(), is_same) ||
        !reported_unknown_.insert({claim.language, claim.path, claim.system}).second)
      return;
    std::string_view meant = base::nearest(claim.system, known);
    report("KB0618"_code, claim, {claim.system}, nullptr,
           meant.empty() ? "" : "did you mean " + std::string(meant) + "?");
  }

  /// One finding for a site that names none of its systems.
  void check_systems() {
    if (matrix_.waiting_for_systems == 0) return;
    found_.push_back({"KB0617"_code, {}, {std::to_string(matrix_.waiting_for_systems)}});
  }

  struct Listing {
    /// The best claim, for a note.
    const Claim* claim = nullptr;
    /// Versions of a machine's list, newest first.
    std::vector<std::string> installed = {};
  };

  const Matrix& matrix_;
  const meta::Names* names_;
  const Locate& locate_;
  diag::Diagnostics found_;
  std::map<Place, Listing> listed_;
  std::map<Place, const Cell*> default_cells_;
  std::map<Place, std::vector<std::pair<const Cell*, const Claim*>>> defaults_;
  /// By system: any claim of its list of installed software.
  std::map<std::string, const Claim*> any_of_list_;
  std::set<std::tuple<std::string, std::string, std::string>> reported_retired_, reported_unknown_;
};

}  // namespace

diag::Diagnostics find_conflicts(const Matrix& matrix, const meta::Names* names,
                                 const Locate& locate) {
  return Finder(matrix, names, locate).run();
}

}  // namespace kbuild::matrix
