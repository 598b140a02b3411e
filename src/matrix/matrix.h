// The matrix: claims of all pages merged into cells (product, version, system), each with one
// status, the claims behind it and whether they agree. The result depends only on the claims, not
// on their order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

enum class CellState : std::uint8_t {
  agreed,
  /// Claims of equal rank contradict each other.
  conflict,
  /// Some claims are superseded.
  stale,
  /// A snippet loads the version, but no page claims it, although pages list other versions of the
  /// product there.
  missing,
};

/// The result of snippet runs for a cell.
enum class Proof : std::uint8_t { unproven, proved, refuted };

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

struct Cell {
  std::string product;
  /// Empty for claims about the product without a version.
  std::string version;
  std::string system;
  claims::ClaimStatus status = claims::ClaimStatus::available;
  /// As a user loads it; empty if no claim names it.
  std::string module;
  CellState state = CellState::agreed;
  Proof proof = Proof::unproven;
  /// The run record that proves or refutes the cell, and its date.
  std::string run;
  std::string run_date;
  /// The best first, then by trust.
  std::vector<CellClaim> claims;

  const claims::Claim& best() const { return claims.front().claim; }
  /// The best claim made by a page, which readers are sent to; best() if only a list makes one.
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
  /// Claims of pages in this language take precedence over those of translations; empty: no
  /// precedence.
  std::string original_language = {};
  /// In the order of their dates.
  std::vector<Outcome> outcomes = {};
};

/// Merges claims. A version given only as a module or series ("pytorch/2.4", "2.4") is resolved to
/// the listed version with this module, else to the newest of the series, on the same system. O(n
/// log n) except for resolving, which is linear in the lists of one product.
Matrix merge(std::vector<claims::Claim> claims, const MergeOptions& options = {});

/// "agreed", "conflict", "stale", "missing"; for an agreed cell with a proof, "proved" or "refuted"
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
