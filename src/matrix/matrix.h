// The matrix: claims of all pages and lists merged into cells (product, version, system), each with
// one status, what it rests on, and the claims behind it. The result depends only on the claims,
// not on their order. How far a claim may go is decided before, in weigh.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "claims/claim.h"
#include "meta/names.h"

namespace kbuild::matrix {

/// The standing of a claim in its cell.
enum class Standing : std::uint8_t {
  /// The claim that gives the cell its status.
  best,
  /// Says the same, or less.
  agreeing,
  /// Replaced by a later or better claim: an older default, a dated line that a table corrects.
  superseded,
  conflicting,
};

struct CellClaim {
  claims::Claim claim;
  Standing standing = Standing::agreeing;
};

/// What a cell rests on.
enum class CellState : std::uint8_t {
  /// The system's list has it, and pages name it.
  installed,
  /// The system's list has it, and no page names it.
  undocumented,
  /// Pages name it, and the system's list lacks it; the status is `unavailable`.
  not_installed,
  /// Said by an author in so many words, of a system or kind of software without a list.
  declared,
  /// Read from a page, likewise.
  read,
  /// Claims of equal weight contradict each other; never shown as a default.
  contradicted,
};

/// The result of snippet runs for a cell; `expired`: it passed too long ago.
enum class Proof : std::uint8_t { unproven, proved, refuted, expired };

/// The outcome of a run that used a version on a system.
struct Outcome {
  std::string product;
  /// A series ("2.7") refers to the cell with this module, else to its newest usable version.
  std::string version;
  std::string system;
  std::string module = {};
  Proof proof = Proof::unproven;
  /// The name of the run record.
  std::string run;
  std::string date;
};

/// What is known of what a machine lists for a cell's system.
enum class ListAge : std::uint8_t {
  /// There is no list: nothing may be denied.
  none,
  current,
  /// Older than the system's `max_age`.
  old,
};

/// The list of what is installed on a system, complete as of its date.
struct SystemList {
  std::string system;
  /// ISO date of the oldest of its files; empty if they have none.
  std::string date;
  ListAge age = ListAge::current;
  /// The first second at which it is too old; 0: never.
  std::int64_t old_from = 0;
};

struct Cell {
  std::string product;
  /// Empty for claims about the product without a version.
  std::string version;
  std::string system;
  claims::ClaimStatus status = claims::ClaimStatus::available;
  /// As a user loads it; empty if no claim names it.
  std::string module;
  CellState state = CellState::read;
  Proof proof = Proof::unproven;
  /// The run record that proves or refutes the cell, and its date.
  std::string run;
  std::string run_date;
  /// Of the system's list.
  ListAge list = ListAge::none;
  std::string list_date;
  /// The best first, then by trust.
  std::vector<CellClaim> claims;

  const claims::Claim& best() const { return claims.front().claim; }
  /// The best claim made by a page, which readers are sent to; best() if only a list makes one.
  const claims::Claim& best_of_pages() const;
  /// Stable over builds: "pytorch/2.7.1/lumi".
  std::string id() const;
};

/// A page, as claims name it.
using PageName = std::pair<std::string /* language */, std::string /* path */>;

/// How a translated page differs from its original.
struct StaleTranslation {
  struct Difference {
    /// What the translation says; empty if it lacks what the original says.
    std::vector<claims::Claim> translation;
    /// What the original says; empty if it lacks what the translation says.
    std::vector<claims::Claim> original;
  };
  /// A claim of the translation about the same products.
  claims::Claim place;
  /// At least one, by product, system and version.
  std::vector<Difference> differences;
};

/// A claim behind no cell that would make or support one but for something later or better.
struct EndedClaim {
  enum class By : std::uint8_t {
    /// The system's list lacks the version.
    list,
    /// Something newer is complete for the product and system.
    newer,
    /// The page is a translation, and its original does not say so.
    original,
    /// The system is out of service.
    retirement,
  };
  claims::Claim claim;
  By by = By::newer;
};

/// What a list has and does not offer.
struct HiddenVersion {
  std::string product;
  std::string version;
  std::string system;
};

struct Matrix {
  /// By product, then version (newest first), then system.
  std::vector<Cell> cells;
  /// By system's name.
  std::vector<SystemList> lists;
  /// By product and system. They are there, so that nobody may say that they are not.
  std::vector<HiddenVersion> hidden;
  /// Claims that await a maintainer's word and are behind no cell.
  std::vector<claims::Claim> candidates;
  std::vector<EndedClaim> ended;
  /// Of a site that names no systems: how many candidates wait for nothing else, see weigh().
  std::size_t waiting_for_systems = 0;
  /// One for each page.
  std::vector<StaleTranslation> stale_translations;

  const Cell* find(std::string_view product, std::string_view version,
                   std::string_view system) const;
  /// The list that decides what is on the system, which may be that of the whole system of a part;
  /// null if none does.
  const SystemList* list_of(std::string_view system) const;
};

struct MergeOptions {
  /// Gives parts and retirement of systems and how old their lists may be; may be null.
  const meta::Names* names = nullptr;
  /// In the order of their dates.
  std::vector<Outcome> outcomes = {};
  /// Translated pages with the path of their original, which they never decide against.
  std::map<PageName, std::string> originals = {};
  /// The language of the originals.
  std::string original_language = {};
  /// The present in seconds, for the age of lists; 0: no list is too old.
  std::int64_t now = 0;
};

/// Merges weighed claims:
/// 1. The list of a system decides what is there: what it lacks is `not_installed` if it would list
///    it (a module), else waits as a candidate, or stays where an author declared it. What it hides
///    is there, and makes a cell only where a page names it.
/// 2. Without a list, what is declared, then what is read. A table, list or listing is complete for
///    its product and system as of its date: it ends what was said before, and an undated one all
///    that is dated. What code merely uses counts only where nothing lists versions, not even
///    several on several systems.
/// 3. At most one default for a product and system; where there are two, none is shown.
/// 4. Candidates never make cells, translations never decide.
/// A series ("2.4") or module is resolved to the listed version that has the module, else to the
/// newest of the series on the same system. Names of products that differ in what joins their words
/// are one. A product is shown as the configuration has it, else as the lists name its module if
/// they agree and it is another word ("Anaconda3"), else as it is known. O(n log n).
Matrix merge(std::vector<claims::Claim> claims, const MergeOptions& options = {});

/// "installed", "undocumented", "not-installed", "declared", "read", "contradicted"; for a cell
/// with a proof "proved", "refuted" or "expired" instead.
std::string_view state_text(const Cell& cell);
std::string_view standing_text(Standing standing);

template <class Archive>
void describe(Archive& a, CellClaim& x) {
  a(x.claim, x.standing);
}
template <class Archive>
void describe(Archive& a, Cell& x) {
  a(x.product, x.version, x.system, x.status, x.module, x.state, x.proof, x.run, x.run_date, x.list,
    x.list_date, x.claims);
}
template <class Archive>
void describe(Archive& a, SystemList& x) {
  a(x.system, x.date, x.age, x.old_from);
}
template <class Archive>
void describe(Archive& a, HiddenVersion& x) {
  a(x.product, x.version, x.system);
}
template <class Archive>
void describe(Archive& a, EndedClaim& x) {
  a(x.claim, x.by);
}
template <class Archive>
void describe(Archive& a, StaleTranslation::Difference& x) {
  a(x.translation, x.original);
}
template <class Archive>
void describe(Archive& a, StaleTranslation& x) {
  a(x.place, x.differences);
}
template <class Archive>
void describe(Archive& a, Matrix& x) {
  a(x.cells, x.lists, x.hidden, x.candidates, x.ended, x.waiting_for_systems, x.stale_translations);
}

}  // namespace kbuild::matrix
