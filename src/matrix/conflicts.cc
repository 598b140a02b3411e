// Finds contradictions, with one function for each kind; see conflicts.h.
#include "matrix/conflicts.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "vocabulary/version.h"

namespace kbuild::matrix {

namespace {

using namespace diag::literals;
using claims::Claim;
using claims::ClaimKind;
using claims::ClaimStatus;

bool is_load(ClaimKind kind) {
  return kind == ClaimKind::module_load || kind == ClaimKind::sbatch;
}

class Finder {
 public:
  Finder(const Matrix& matrix, const ConflictOptions& options, const Locate& locate)
      : matrix_(matrix), options_(options), locate_(locate) {}

  diag::Diagnostics run() {
    note_what_is_listed();
    for (const Cell& cell : matrix_.cells) {
      check_claims(cell);
      check_translations(cell);
      check_loads(cell);
      check_installed(cell);
      check_retired(cell);
    }
    check_defaults();
    return std::move(found_);
  }

 private:
  void report(diag::Code code, const Claim& claim, std::vector<std::string> arguments,
              const Claim* other = nullptr) {
    diag::Diagnostic diagnostic{code, locate_(claim), std::move(arguments)};
    if (other) diagnostic.notes.push_back({locate_(*other), "'" + other->excerpt + "'"});
    found_.push_back(std::move(diagnostic));
  }

  /// The name of the system's part in a claim, if the configuration treats it as another name of
  /// the whole: "Roihu-GPU" for "Roihu".
  std::string part_named(const Claim& claim) const {
    if (!options_.names) return {};
    for (const meta::SystemName& system : options_.names->systems)
      for (const std::string& alias : system.aliases)
        if (base::equals_ignoring_case(system.name, claim.system) &&
            base::starts_with_ignoring_case(alias, system.name + "-") &&
            base::to_lower(claim.excerpt).find(base::to_lower(alias)) != std::string::npos)
          return alias;
    return {};
  }

  /// Usable on one page, not usable on another.
  void check_claims(const Cell& cell) {
    const Claim& best = cell.best();
    for (const CellClaim& each : cell.claims) {
      if (each.standing != Standing::conflicting || is_load(each.claim.kind)) continue;
      // Translations are checked separately; a module list has no language.
      if (each.claim.language != best.language && best.kind != ClaimKind::imported) continue;
      // The whole may have what one of its parts lacks.
      if (part_named(each.claim) != part_named(best)) continue;
      report(each.claim.kind == ClaimKind::news ? "KB0602"_code : "KB0601"_code, each.claim,
             {named(cell), place_of(cell), std::string(claims::status_text(each.claim.status)),
              std::string(claims::status_text(best.status))},
             &best);
      return;
    }
  }

  /// Pages of one path in two languages: compares their lists.
  void check_translations(const Cell& cell) {
    for (const CellClaim& original : cell.claims) {
      if (original.claim.language != options_.original_language ||
          !claims::is_listing(original.claim.kind))
        continue;
      for (const CellClaim& translation : cell.claims) {
        bool same_passage = translation.claim.path == original.claim.path &&
                            translation.claim.language != original.claim.language &&
                            translation.claim.kind == original.claim.kind &&
                            translation.claim.module == original.claim.module;
        if (!same_passage || translation.claim.status == original.claim.status) continue;
        report("KB0603"_code, translation.claim,
               {named(cell), place_of(cell),
                std::string(claims::status_text(translation.claim.status)),
                std::string(claims::status_text(original.claim.status))},
               &original.claim);
        return;
      }
    }
  }

  /// Two lists or pages with different defaults.
  void check_defaults() {
    std::map<std::pair<std::string, std::string>, std::vector<std::pair<const Cell*, const Claim*>>>
        defaults;
    for (const Cell& cell : matrix_.cells)
      for (const CellClaim& each : cell.claims)
        if (each.claim.status == ClaimStatus::default_version &&
            claims::is_listing(each.claim.kind) &&
            each.claim.language == options_.original_language)
          defaults[{base::to_lower(cell.product), base::to_lower(cell.system)}].emplace_back(
              &cell, &each.claim);
    for (const auto& [key, entries] : defaults) {
      const auto& [first_cell, first] = entries.front();
      for (const auto& [cell, claim] : entries) {
        // A list may have a default for each build of a product and each part of a system.
        bool one_list = claim->path == first->path &&
                        (module_name(*claim) != module_name(*first) ||
                         (claim->kind == ClaimKind::list && first->kind == ClaimKind::list));
        if (cell == first_cell || one_list) continue;
        report("KB0604"_code, *claim,
               {cell->product, cell->system, cell->version, first_cell->version}, first);
        break;
      }
    }
  }

  static std::string module_name(const Claim& claim) {
    return claim.module.substr(0, claim.module.find('/'));
  }

  void note_what_is_listed() {
    for (const Cell& cell : matrix_.cells)
      for (const CellClaim& each : cell.claims) {
        if (each.claim.kind == ClaimKind::imported)
          installed_.try_emplace(base::to_lower(whole(cell.system)), &each.claim);
        if (!claims::is_listing(each.claim.kind) || cell.version.empty()) continue;
        auto& list = listed_[{base::to_lower(cell.product), base::to_lower(whole(cell.system))}];
        list.push_back(&each.claim);
      }
  }

  /// The system of a part: a list for the whole covers its parts.
  std::string whole(const std::string& system) const {
    if (options_.names)
      for (const meta::SystemName& name : options_.names->systems)
        if (base::equals_ignoring_case(name.name, system) && !name.part_of.empty())
          return name.part_of;
    std::size_t hyphen = system.rfind('-');
    std::string tail =
        hyphen == system.npos ? std::string() : base::to_lower(system.substr(hyphen + 1));
    return tail == "gpu" || tail == "cpu" ? system.substr(0, hyphen) : system;
  }

  /// Whether the configuration has a list of installed software for the system.
  bool names_list(const std::string& system) const {
    return options_.names &&
           std::any_of(options_.names->systems.begin(), options_.names->systems.end(),
                       [&](const meta::SystemName& name) {
                         return !name.installed.empty() &&
                                base::equals_ignoring_case(name.name, whole(system));
                       });
  }

  /// Snippets that load a version that no page offers there, or a deprecated one.
  void check_loads(const Cell& cell) {
    auto load = std::find_if(cell.claims.begin(), cell.claims.end(),
                             [](const CellClaim& each) { return is_load(each.claim.kind); });
    if (load == cell.claims.end() || cell.version.empty() || cell.system.empty()) return;
    auto list = listed_.find({base::to_lower(cell.product), base::to_lower(whole(cell.system))});
    const Claim& best = cell.best();
    if (list == listed_.end()) {
      // If all installed software is known, an unlisted product isn't there.
      auto installed = installed_.find(base::to_lower(whole(cell.system)));
      bool only_loaded =
          std::all_of(cell.claims.begin(), cell.claims.end(),
                      [](const CellClaim& each) { return is_load(each.claim.kind); });
      if (only_loaded && (installed != installed_.end() || names_list(cell.system)))
        report("KB0606"_code, load->claim, {load->claim.module, cell.system},
               installed != installed_.end() ? installed->second : nullptr);
      return;
    }
    if (claims::is_listing(best.kind) && !is_usable(cell.status)) {
      report("KB0605"_code, load->claim,
             {load->claim.module, cell.system, std::string(claims::status_text(cell.status))},
             &best);
    } else if (claims::is_listing(best.kind) && cell.status == ClaimStatus::deprecated) {
      report("KB0609"_code, load->claim, {load->claim.module, cell.system}, &best);
    } else if (is_load(best.kind)) {
      report("KB0606"_code, load->claim, {load->claim.module, cell.system}, list->second.front());
    }
  }

  /// Versions that pages list as usable, while the list of installed software has only others.
  void check_installed(const Cell& cell) {
    const Claim& best = cell.best();
    if (cell.version.empty() || !claims::is_listing(best.kind) ||
        best.kind == ClaimKind::imported || !is_usable(cell.status))
      return;
    auto installed = [](const CellClaim& each) { return each.claim.kind == ClaimKind::imported; };
    if (std::any_of(cell.claims.begin(), cell.claims.end(), installed)) return;
    auto list = listed_.find({base::to_lower(cell.product), base::to_lower(whole(cell.system))});
    if (list == listed_.end()) return;
    auto other = std::find_if(list->second.begin(), list->second.end(), [](const Claim* claim) {
      return claim->kind == ClaimKind::imported;
    });
    if (other == list->second.end()) return;
    report("KB0613"_code, best,
           {named(cell), std::string(claims::status_text(cell.status)), cell.system}, *other);
  }

  /// Claims of use on retired systems, one finding for each page.
  void check_retired(const Cell& cell) {
    if (!options_.names || !is_usable(cell.status)) return;
    for (const meta::SystemName& system : options_.names->systems) {
      if (system.retired.empty() || !base::equals_ignoring_case(system.name, cell.system)) continue;
      for (const CellClaim& each : cell.claims)
        if (each.claim.kind != ClaimKind::news &&
            reported_retired_.insert({each.claim.language, each.claim.path, cell.system}).second)
          report("KB0610"_code, each.claim, {system.name, system.retired});
    }
  }

  static std::string place_of(const Cell& cell) {
    return cell.system.empty() ? "no system by name" : cell.system;
  }
  static std::string named(const Cell& cell) {
    return cell.version.empty() ? cell.product : cell.product + " " + cell.version;
  }

  const Matrix& matrix_;
  const ConflictOptions& options_;
  const Locate& locate_;
  diag::Diagnostics found_;
  std::map<std::pair<std::string, std::string>, std::vector<const Claim*>> listed_;
  /// By system: any claim of its list of installed software.
  std::map<std::string, const Claim*> installed_;
  std::set<std::tuple<std::string, std::string, std::string>> reported_retired_;
};

}  // namespace

diag::Diagnostics find_conflicts(const Matrix& matrix, const ConflictOptions& options,
                                 const Locate& locate) {
  return Finder(matrix, options, locate).run();
}

}  // namespace kbuild::matrix
