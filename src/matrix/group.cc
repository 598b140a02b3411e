// Merges the claims of one product and system; see group.h. Claims are first sorted by what they
// may do, then old ones end, then versions are resolved, then cells are made and the default is
// chosen; what is left is attached to the cells, or set aside.
#include "matrix/group.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "matrix/default.h"
#include "matrix/listed.h"
#include "matrix/translations.h"
#include "vocabulary/version.h"

namespace kbuild::matrix {

namespace {

using claims::Basis;
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

/// Software that no list of modules would have.
bool is_elsewhere(ClaimKind kind) {
  return kind == ClaimKind::user_install || kind == ClaimKind::constraint ||
         kind == ClaimKind::include || kind == ClaimKind::container;
}

/// Whether the module is named by the version, without a flavour behind it: "vasp/6/6.4.2".
bool is_plain(const Claim& claim) {
  return !claim.version.empty() && claim.module.ends_with(claim.version);
}

/// "vasp/6/6.4.2-mkl19" beside the plain "vasp/6/6.4.2".
bool is_flavour_of(std::string_view module, std::string_view plain) {
  if (!module.starts_with(plain) || module.size() == plain.size()) return false;
  char next = module[plain.size()];
  return next == '-' || next == '+' || next == '_';
}

/// Better claims first: by weight, kind, date, and then in a fixed order of pages.
bool is_better(const Entry* a, const Entry* b) {
  const Claim &x = a->claim, &y = b->claim;
  if (x.basis != y.basis) return x.basis > y.basis;
  if (x.kind != y.kind) return x.kind > y.kind;
  if (x.date != y.date) return x.date > y.date;
  bool exact = x.version == a->version;
  if (exact != (y.version == b->version)) return exact;
  if (x.status != y.status) return strength(x.status) < strength(y.status);
  if (is_plain(x) != is_plain(y)) return is_plain(x);
  return std::tie(x.path, x.language, x.line, x.module, x.rule) <
         std::tie(y.path, y.language, y.line, y.module, y.rule);
}

class Group {
 public:
  Group(MergeContext& context, const SystemList* list, std::span<const Entry> listed)
      : context_(context), list_(list), listed_(listed) {
    for (const Entry& entry : listed_) {
      lists_unversioned_ |= entry.claim.version.empty();
      lists_offered_ |= !entry.claim.hidden;
    }
  }

  void run(std::span<Entry> entries) {
    for (Entry& entry : entries) sort_out(entry);
    compare_translations(context_, translations_, published_, candidates_);
    list_ ? hold_against_list() : end_what_is_old();
    make_cells();
    default_of_list_ = choose_default(cells_, context_.options.names);
    for (Entry* entry : candidates_) attach(*entry, Rest::candidate, EndedClaim::By::list);
    for (Entry* entry : translations_) attach(*entry, Rest::ended, EndedClaim::By::original);
    for (auto& [entry, by] : ended_) attach(*entry, Rest::ended, by);
    for (Cell& cell : cells_) finish(cell);
  }

 private:
  /// What becomes of a claim that no cell takes.
  enum class Rest : std::uint8_t { candidate, ended };

  void sort_out(Entry& entry) {
    const Claim& claim = entry.claim;
    if (claim.basis == Basis::installed) {
      if (!claim.hidden) installed_.push_back(&entry);
    } else if (context_.retired.contains(entry.system)) {
      ended_.emplace_back(&entry, EndedClaim::By::retirement);
    } else if (context_.options.originals.contains({claim.language, claim.path})) {
      translations_.push_back(&entry);
    } else if (claim.basis == Basis::candidate) {
      candidates_.push_back(&entry);
    } else {
      published_.push_back(&entry);
    }
  }

  /// Whether the list, had it the product's versions, would name the claim's. Of what comes with a
  /// module it may name only some.
  bool is_covered(const Claim& claim, const std::string& product) const {
    if (is_elsewhere(claim.kind)) return false;
    return !lists_unversioned_ &&
           (lists_offered_ || !claim.module.empty() || context_.modules.contains(product));
  }

  /// Said before the list was made, of the state at that time.
  bool is_history(const Claim& claim) const {
    return list_ && !claim.date.empty() && claim.date < list_->date &&
           claim.kind != ClaimKind::explicit_statement;
  }

  void hold_against_list() {
    Listed listed(Listed::Series::with_members), hidden(Listed::Series::with_members);
    for (const Entry& entry : listed_)
      if (is_single(entry.claim.version)) (entry.claim.hidden ? hidden : listed).add(entry.claim);
    auto find = [&](Entry& entry) {
      if (resolve(entry, listed)) return true;
      return entry.claim.hidden = resolve(entry, hidden);
    };
    auto judge = [&](Entry& entry, Entries& kept) {
      const Claim& claim = entry.claim;
      bool may_stand = claim.basis != Basis::read;
      if (claim.version.empty()) {
        (may_stand || !listed_.empty() ? kept : candidates_).push_back(&entry);
        return;
      }
      if (find(entry)) {
        kept.push_back(&entry);
      } else if (!is_single(claim.version) || !is_covered(claim, entry.product)) {
        (may_stand ? kept : candidates_).push_back(&entry);
      } else if (is_history(claim)) {
        ended_.emplace_back(&entry, EndedClaim::By::newer);
      } else if (!claims::is_usable(claim.status)) {
        kept.push_back(&entry);
      } else if (claim.basis == Basis::candidate || is_use(claim.kind)) {
        ended_.emplace_back(&entry, EndedClaim::By::list);
      } else {
        not_installed_.insert(entry.version);
        kept.push_back(&entry);
      }
    };
    Entries waiting, published;
    for (Entry* entry : std::exchange(candidates_, {})) judge(*entry, waiting);
    for (Entry* entry : std::exchange(published_, {})) judge(*entry, published);
    candidates_.insert(candidates_.end(), waiting.begin(), waiting.end());
    published_ = std::move(published);
    if (!published_.empty()) note_versions();
    for (Entry* entry : translations_) find(*entry);
  }

  /// Without a list of the system: the newest of the pages' lists ends what is older, and the page
  /// of the product knows better than a terminal that another page shows.
  void end_what_is_old() {
    bool undated = false, own = false;
    std::string newest;
    for (const Entry* entry : published_) {
      const Claim& claim = entry->claim;
      if (!is_list(claim) || !claims::is_usable(claim.status)) continue;
      undated |= claim.date.empty() && claim.kind != ClaimKind::console;
      own |= claim.subject && claim.kind != ClaimKind::console;
      newest = std::max(newest, claim.date);
    }
    auto is_old = [&](const Claim& claim) {
      return !claim.date.empty() && claim.kind != ClaimKind::explicit_statement &&
             !claim.version.empty() && (undated || claim.date < newest);
    };
    Listed listed(Listed::Series::alone);
    Entries standing, weaker;
    for (Entry* entry : std::exchange(published_, {})) {
      const Claim& claim = entry->claim;
      bool shown = claim.kind == ClaimKind::console && own && !claim.subject;
      if (is_old(claim)) {
        ended_.emplace_back(entry, EndedClaim::By::newer);
      } else if (is_use(claim.kind) || shown) {
        weaker.push_back(entry);
      } else {
        standing.push_back(entry);
        if (is_list(claim) && is_single(claim.version)) listed.add(claim);
      }
    }
    for (Entry* entry : std::exchange(candidates_, {})) {
      if (is_old(entry->claim))
        ended_.emplace_back(entry, EndedClaim::By::newer);
      else
        candidates_.push_back(entry);
    }
    for (Entry* entry : candidates_) resolve(*entry, listed);
    for (Entry* entry : translations_) resolve(*entry, listed);
    for (auto& [entry, by] : ended_) resolve(*entry, listed);
    for (Entry* entry : standing)
      if (!is_list(entry->claim)) resolve(*entry, listed);
    for (Entry* entry : weaker) {
      auto together = context_.together.find({entry->product, entry->system});
      bool open = listed.empty() && (together == context_.together.end() ||
                                     !together->second.find(entry->claim).empty());
      bool known = resolve(*entry, listed) || open || entry->claim.version.empty();
      (known ? standing : candidates_).push_back(entry);
    }
    published_ = std::move(standing);
  }

  /// Whether the claim means a listed version, which becomes that of the entry.
  static bool resolve(Entry& entry, const Listed& listed) {
    if (!is_single(entry.claim.version)) return false;
    std::string version = listed.find(entry.claim);
    if (version.empty()) return false;
    entry.version = std::move(version);
    return true;
  }

  void make_cells() {
    std::map<std::string, Entries> versions;
    for (Entry* entry : installed_) versions[entry->version].push_back(entry);
    for (Entry* entry : published_) versions[entry->version].push_back(entry);
    for (auto& [version, entries] : versions) {
      std::sort(entries.begin(), entries.end(), is_better);
      make_cell(version, entries);
    }
  }

  void make_cell(const std::string& version, const Entries& entries) {
    const Entry& first = *entries.front();
    Cell& cell = cells_.emplace_back();
    cell.product = context_.products.at(first.product);
    cell.version = version;
    cell.system = context_.systems.at(first.system);
    if (list_) {
      cell.list = list_->age;
      cell.list_date = list_->date;
    }
    // The list of the whole holds for a part, and what it hides is there.
    if (auto found = by_version_.find(version);
        found != by_version_.end() && first.claim.basis != Basis::installed)
      cell.claims.push_back({found->second->claim, Standing::best});
    for (Entry* entry : entries) {
      Claim& claim = entry->claim;
      Standing standing = cell.claims.empty() ? Standing::best : judge(cell.best(), claim);
      // Those of a list are needed again for the parts of the system.
      if (claim.basis == Basis::installed)
        cell.claims.push_back({claim, standing});
      else
        cell.claims.push_back({std::move(claim), standing});
    }
    decide(cell);
  }

  /// The best entry of the list for each version, one that is offered if there is one.
  void note_versions() {
    for (const Entry& entry : listed_) {
      if (entry.version.empty()) continue;
      const Entry*& best = by_version_.try_emplace(entry.version, &entry).first->second;
      bool hidden = best->claim.hidden;
      if (hidden != entry.claim.hidden ? hidden : is_better(&entry, best)) best = &entry;
    }
  }

  /// The standing of a claim relative to the best one of its cell.
  Standing judge(const Claim& best, const Claim& other) const {
    if (claims::is_usable(best.status) == claims::is_usable(other.status))
      return Standing::agreeing;
    if (best.basis == Basis::installed)
      return is_history(other) ? Standing::superseded : Standing::conflicting;
    // The whole may have what one of its parts lacks.
    const meta::Names* names = context_.options.names;
    if (part_named(best, names) != part_named(other, names)) return Standing::agreeing;
    bool older = !other.date.empty() && (best.date.empty() || other.date < best.date);
    return older ? Standing::superseded : Standing::conflicting;
  }

  void decide(Cell& cell) const {
    const Claim& best = cell.best();
    cell.status = best.status;
    if (not_installed_.contains(cell.version)) {
      cell.status = ClaimStatus::unavailable;
      cell.state = CellState::not_installed;
      return;
    }
    cell.state = best.basis == Basis::installed  ? CellState::installed
                 : best.basis == Basis::declared ? CellState::declared
                                                 : CellState::read;
    // A list knows neither which version is on its way out nor what it lacks.
    if (best.basis == Basis::installed && cell.status == ClaimStatus::available)
      for (const CellClaim& each : cell.claims) {
        if (each.claim.basis == Basis::installed || each.standing != Standing::agreeing) continue;
        if (each.claim.status == ClaimStatus::deprecated ||
            each.claim.status == ClaimStatus::limited)
          cell.status = each.claim.status;
        break;
      }
    for (const CellClaim& each : cell.claims)
      if (each.standing == Standing::conflicting && each.claim.basis == best.basis)
        cell.state = CellState::contradicted;
    if (cell.state == CellState::contradicted && cell.status == ClaimStatus::default_version)
      cell.status = ClaimStatus::available;
  }

  /// Adds a claim that decides nothing to the cell that it is about, or sets it aside.
  void attach(Entry& entry, Rest rest, EndedClaim::By by) {
    Claim& claim = entry.claim;
    auto found = std::lower_bound(
        cells_.begin(), cells_.end(), entry.version,
        [](const Cell& cell, const std::string& version) { return cell.version < version; });
    bool known = found != cells_.end() && found->version == entry.version;
    bool elsewhere = known && is_elsewhere(claim.kind) && claim.kind != ClaimKind::container;
    if (!known || elsewhere) return set_aside(claim, rest, by);
    Standing standing = judge(found->best(), claim);
    if (found->state == CellState::not_installed) standing = Standing::agreeing;
    // What is old, or a translation, explains at most.
    bool differs =
        standing == Standing::conflicting || (claim.status == ClaimStatus::default_version) !=
                                                 (found->status == ClaimStatus::default_version);
    if (rest == Rest::ended && differs) standing = Standing::superseded;
    if (rest == Rest::candidate && standing == Standing::agreeing &&
        claim.status != found->status && claim.status != ClaimStatus::available) {
      bool denied = claim.status == ClaimStatus::default_version && default_of_list_ &&
                    found->state != CellState::not_installed;
      if (!denied) {
        documented_.insert(found->version);
        return set_aside(claim, rest, by);
      }
      standing = is_history(claim) ? Standing::superseded : Standing::conflicting;
    }
    found->claims.push_back({std::move(claim), standing});
  }

  void set_aside(Claim& claim, Rest rest, EndedClaim::By by) {
    if (rest == Rest::candidate)
      context_.matrix.candidates.push_back(std::move(claim));
    else
      context_.matrix.ended.push_back({std::move(claim), by});
  }

  void finish(Cell& cell) {
    bool documented = documented_.contains(cell.version) ||
                      std::any_of(cell.claims.begin(), cell.claims.end(), [](const auto& each) {
                        return each.claim.basis != Basis::installed;
                      });
    if (cell.state == CellState::installed && !documented) cell.state = CellState::undocumented;
    bool from_image = false;
    for (const CellClaim& each : cell.claims) {
      // Nobody is told to load what the list hides.
      if (each.claim.basis == Basis::installed && each.claim.hidden) continue;
      // An image's file name is used only if no claim names a module.
      bool image = each.claim.kind == ClaimKind::container;
      if (!each.claim.module.empty() && (cell.module.empty() || (from_image && !image)))
        cell.module = each.claim.module, from_image = image;
    }
    bool by_list = cell.best().basis == Basis::installed;
    for (const CellClaim& each : cell.claims)
      if (is_plain(each.claim) && is_flavour_of(cell.module, each.claim.module) &&
          (!by_list || each.claim.basis == Basis::installed))
        cell.module = each.claim.module;
    take_full_version(cell);
    context_.matrix.cells.push_back(std::move(cell));
  }

  /// A list has the module "pytorch/2.7", of which pages say that it is 2.7.1.
  static void take_full_version(Cell& cell) {
    if (cell.state != CellState::installed) return;
    std::string full;
    for (const CellClaim& each : cell.claims) {
      const Claim& claim = each.claim;
      if (claim.basis < Basis::read || claim.module != cell.best().module ||
          claim.version.size() <= cell.version.size() ||
          !vocabulary::version_names(cell.version, claim.version))
        continue;
      if (!full.empty() && full != claim.version) return;
      full = claim.version;
    }
    if (!full.empty()) cell.version = full;
  }

  MergeContext& context_;
  const SystemList* list_;
  std::span<const Entry> listed_;
  /// Set where pages publish something that is held against the list.
  std::map<std::string_view, const Entry*> by_version_;
  /// Whether the list names the product without a version, and whether it offers any.
  bool lists_unversioned_ = false;
  bool lists_offered_ = false;
  Entries installed_, published_, candidates_, translations_;
  std::vector<std::pair<Entry*, EndedClaim::By>> ended_;
  /// Versions that the list lacks and a page states.
  std::set<std::string> not_installed_;
  /// Versions that a claim names which stays a candidate.
  std::set<std::string> documented_;
  /// By version, as strings.
  std::vector<Cell> cells_;
  /// Whether the list names the one default.
  bool default_of_list_ = false;
};

}  // namespace

void merge_group(MergeContext& context, std::span<Entry> entries, const SystemList* list,
                 std::span<const Entry> listed) {
  Group(context, list, listed).run(entries);
}

}  // namespace kbuild::matrix
