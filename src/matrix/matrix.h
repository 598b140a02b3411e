// The matrix: claims of all pages folded to cells (product, version, system), each with one status,
// the claims behind it and how they agree. A pure function of its input; order and ties are fixed,
// so equal claims give an equal matrix in whatever order they come.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "claims/claim.h"
#include "meta/names.h"

namespace kbuild::matrix {

/// How a claim stands in its cell.
enum class Standing : std::uint8_t {
  /// The claim that the cell's status comes from.
  best,
  /// Says the same, or less.
  agreeing,
  /// A later or better claim replaced it: an older default, a dated line that a table corrects.
  superseded,
  conflicting,
};

struct CellClaim {
  claims::Claim claim;
  Standing standing = Standing::agreeing;
};

enum class CellState : std::uint8_t {
  agreed,
  /// Claims of equal right contradict each other.
  conflict,
  /// Some claims are superseded.
  stale,
  /// A snippet loads the version, but no page claims it, though pages list this product's versions
  /// there.
  missing,
};

/// What runs of snippets say of a cell.
enum class Proof : std::uint8_t { unproven, proved, refuted };

/// The outcome of a run that used a version on a system.
struct Outcome {
  std::string product;
  /// A series ("2.7") stands for the cell with this module, else for its newest usable version.
  std::string version;
  std::string system;
  std::string module = {};
  Proof proof = Proof::unproven;
  /// Names the run record.
  std::string run;
  std::string date;
};

struct Cell {
  std::string product;
  /// Empty for what is said of the product as such.
  std::string version;
  std::string system;
  claims::ClaimStatus status = claims::ClaimStatus::available;
  /// As one loads it; empty where no claim says.
  std::string module;
  CellState state = CellState::agreed;
  Proof proof = Proof::unproven;
  /// The run record that says so, and its day.
  std::string run;
  std::string run_date;
  /// The best first, then by trust.
  std::vector<CellClaim> claims;

  const claims::Claim& best() const { return claims.front().claim; }
  /// The best claim that a page makes, to lead readers to; best() where only a list says so.
  const claims::Claim& best_of_pages() const;
  /// Stable over builds: "pytorch/2.7.1/lumi".
  std::string id() const;
};

struct Matrix {
  /// By product, then version (newest first), then system.
  std::vector<Cell> cells;

  const Cell* find(std::string_view product, std::string_view version,
                   std::string_view system) const;
};

struct MergeOptions {
  /// Claims of pages in this language come before those of their translations; empty: no language
  /// does.
  std::string original_language = {};
  /// In the order of their dates.
  std::vector<Outcome> outcomes = {};
};

/// Folds claims. A version that a page names only by its module or its series ("pytorch/2.4",
/// "2.4") is that of the listed version with this module, else the newest of the series, on the
/// same system. O(n log n) but for that search, which is linear in one product's lists.
Matrix merge(std::vector<claims::Claim> claims, const MergeOptions& options = {});

/// "agreed", "conflict", "stale", "missing"; a proved or refuted cell that is agreed says so
/// instead.
std::string_view state_text(const Cell& cell);
std::string_view standing_text(Standing standing);

template <class Archive>
void describe(Archive& a, CellClaim& x) {
  a(x.claim, x.standing);
}
template <class Archive>
void describe(Archive& a, Cell& x) {
  a(x.product, x.version, x.system, x.status, x.module, x.state, x.proof, x.run, x.run_date,
    x.claims);
}
template <class Archive>
void describe(Archive& a, Matrix& x) {
  a(x.cells);
}

}  // namespace kbuild::matrix
