// What maintainers decided about claims, kept as data in claims.yml beside the configuration:
// texts of pages that are accepted or rejected, and words that are products, none, or no systems.
// Pure functions on values; who reads and writes the file is the caller.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claims/claim.h"
#include "diag/diagnostic.h"
#include "source/store.h"

namespace kbuild::matrix {

/// A text that was decided. Where it makes several claims, the fields that are set tell which.
struct DecidedText {
  /// Claim::excerpt, its white space as single blanks.
  std::string text;
  std::optional<std::string> product = {};
  std::optional<std::string> version = {};
  std::optional<std::string> system = {};
  /// Its place in the file; none for a decision of this run.
  source::Span span = {};
};

enum class Verdict : std::uint8_t { accept, reject };

/// What accepted texts lack or say otherwise: "this table is of LUMI". Empty: as the text says.
struct Meaning {
  std::string system = {};
  std::string product = {};
  bool operator==(const Meaning&) const = default;
};

/// One decision about texts below one heading of a page.
struct Decision {
  Verdict verdict = Verdict::accept;
  std::string page;
  /// Empty: any.
  std::string language;
  /// Claim::section; none: anywhere on the page.
  std::optional<std::string> section;
  Meaning meaning;
  /// The maintainer's remark.
  std::string note;
  std::vector<DecidedText> texts;
};

/// A word with its place in the file.
struct DecidedWord {
  std::string word;
  source::Span span = {};
};

struct Decisions {
  std::vector<Decision> decisions;
  /// Vouched for as products, as `products` of the configuration are.
  std::vector<DecidedWord> products;
  /// Never products, never systems, whatever pages seem to say.
  std::vector<DecidedWord> not_products;
  std::vector<DecidedWord> not_systems;

  /// Decides a claim; one of the same text, product, version and system is replaced.
  void decide(const claims::Claim& claim, Verdict verdict, const Meaning& meaning = {});
};

/// Reads a file of `sources`. What it cannot use is left out and reported in `diagnostics`.
Decisions read_decisions(const source::SourceStore& sources, source::FileId file,
                         diag::Diagnostics& diagnostics);

/// The text of the file: sorted, a line for each text, the same for equal decisions.
std::string write_decisions(Decisions decisions);

/// The claims that accepting `claim` publishes: one for each of its versions on each of its
/// systems, with what the decision says of it.
std::vector<claims::Claim> accepted(const claims::Claim& claim, const Meaning& meaning);

struct DecidedClaims {
  std::vector<claims::Claim> claims;
  /// Decisions that contradict each other or whose text is gone.
  diag::Diagnostics diagnostics;
  /// What the file would be without those whose text is gone.
  Decisions used;
  /// See Matrix::waiting_for_systems.
  std::size_t waiting_for_systems = 0;
};

/// Applies decisions to weighed claims: accepted ones are declared, rejected ones vanish, whatever
/// their basis. Lists of machines and declarations in pages stay. Of two that contradict each other
/// the rejection counts. O(n log n).
DecidedClaims apply(const Decisions& decisions, std::vector<claims::Claim> claims);

}  // namespace kbuild::matrix
