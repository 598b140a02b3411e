// A claim: what a page or a list says about a version of a product on a system. Those of pages are
// read in the directory below (reader/extract.h); the matrix weighs and merges all of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "page/facts.h"
#include "page/page.h"

namespace kbuild::claims {

enum class ClaimStatus : std::uint8_t {
  available,
  default_version,
  limited,
  deprecated,
  unavailable,
  removed
};

/// The kind of source, in order of increasing trust: mere use, then statements, then listings of
/// the present state.
enum class ClaimKind : std::uint8_t {
  constraint,
  user_install,
  include,
  module_load,
  sbatch,
  container,
  tab,
  heading,
  news,
  prose,
  console,
  front_matter,
  list,
  table,
  /// Machine-made lists: module spider, easyconfig names.
  imported,
  /// The author's own statement in front matter.
  explicit_statement,
};

/// How far a claim may go without a maintainer's word, in order of weight. Set by matrix::weigh();
/// readers leave it alone.
enum class Basis : std::uint8_t {
  /// For review and findings; never a cell.
  candidate,
  /// Read from a table, list, listing or code block on a configured system, of an anchored product.
  read,
  /// Said by the author in so many words, or accepted in review.
  declared,
  /// From a list that a machine wrote.
  installed,
};

struct Claim {
  /// As shown ("PyTorch").
  std::string product;
  /// "2.7.1"; a series as written ("2.7", "1.7.x"); a range ("<2.3"); empty where only the product
  /// is named.
  std::string version;
  /// Empty if the page names no system ("our clusters").
  std::string system;
  ClaimStatus status = ClaimStatus::available;
  ClaimKind kind = ClaimKind::prose;
  /// As a user loads it: "pytorch/2.7"; empty if not named.
  std::string module;
  /// ISO date; empty if the claim has none.
  std::string date;
  std::string language;
  /// Path of the page, relative to its source's root.
  std::string path;
  /// Path of the file that has the text if the page includes it, relative to the source's root;
  /// empty if it is the page's own.
  std::string file = {};
  /// The text that makes the claim as a reader of the page sees it: a sentence, the cells of a row
  /// joined by " | ", a line of code; at most its first 200 bytes.
  std::string excerpt;
  /// The rule that made the claim, in kebab case: "table-system-column".
  std::string rule;
  /// The heading above it, for links; empty at the top of the page.
  std::string anchor;
  /// The headings above, joined by " > ".
  std::string section = {};
  /// The table, list or listing that it stands in, from 1 in the order of the page; 0 for others.
  std::uint32_t block = 0;
  /// Whether the product is what the page is about.
  bool subject = false;
  /// Whether the system is named by the text itself or by what it stands in: a cell, a header, a
  /// tab, a heading, a prompt, front matter, the source's configuration.
  bool placed = false;
  /// Whether its page or site publishes only what authors declare.
  bool withheld = false;
  /// Of a list's entry that is not offered ("module --show-hidden avail"), and of what pages say of
  /// a version that is there like this. It makes no cell.
  bool hidden = false;
  /// What a list calls the module of a known product: "Anaconda3" for Anaconda.
  std::string listed_as = {};
  Basis basis = Basis::candidate;
  page::Place place = {};
  /// 1-based line of `place` in its file.
  std::uint32_t line = 0;
};

/// What names of products are compared by: lower case, without the blanks, '-' and '_' that join
/// their words. "Score-P" is ScoreP, "BLAST+" is not BLAST.
std::string product_key(std::string_view name);

/// Whether the source is a listing of installed versions.
inline bool is_listing(ClaimKind kind) {
  return kind >= ClaimKind::console && kind != ClaimKind::front_matter;
}

/// Whether users can use a version of this status.
inline bool is_usable(ClaimStatus status) {
  return status != ClaimStatus::unavailable && status != ClaimStatus::removed;
}

/// "default", "available", ... and "table", "module-load", ... as printed.
std::string_view status_text(ClaimStatus status);
std::string_view kind_text(ClaimKind kind);
/// "candidate", "read", "declared", "installed".
std::string_view basis_text(Basis basis);
/// A status in a sentence: "available with limits"; in Finnish for "fi", else in English.
std::string_view status_phrase(ClaimStatus status, std::string_view language);
/// Parses the status of an explicit statement, in English or Finnish; false if unknown.
bool parse_status(std::string_view word, ClaimStatus& status);

template <class Archive>
void describe(Archive& a, Claim& x) {
  a(x.product, x.version, x.system, x.status, x.kind, x.module, x.date, x.language, x.path, x.file,
    x.excerpt, x.rule, x.anchor, x.section, x.block, x.subject, x.placed, x.withheld, x.hidden,
    x.listed_as, x.basis, x.place, x.line);
}

}  // namespace kbuild::claims
