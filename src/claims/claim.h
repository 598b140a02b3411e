// Claims: what a page asserts about a version of a product on a system. Found by extractors, one a
// kind of source (table in claim.cc), each in a file of its own; what claims of many pages mean
// together is matrix's.
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

/// Where a claim comes from. The order is that of trust, least first: what is only used, then what
/// is said, then what lists the present state.
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
  /// Lists that machines write: module spider, easyconfig names.
  imported,
  /// The author's own statement in front matter.
  explicit_statement,
};

struct Claim {
  /// As shown ("PyTorch").
  std::string product;
  /// "2.7.1"; a series as written ("2.7", "1.7.x"); a range ("<2.3"); empty where only the product
  /// is named.
  std::string version;
  /// Empty where the page says it of no system by name ("our clusters").
  std::string system;
  ClaimStatus status = ClaimStatus::available;
  ClaimKind kind = ClaimKind::prose;
  /// As one would load it: "pytorch/2.7"; empty where none is named.
  std::string module;
  /// ISO date where the claim bears one.
  std::string date;
  std::string language;
  /// Path of the page, relative to its source's root.
  std::string path;
  /// What says so, as a reader of the page sees it: a sentence, the cells of a row with " | "
  /// between them, a line of code; its first 200 bytes.
  std::string excerpt;
  /// The rule that found it, in kebab case: "table-system-column".
  std::string rule;
  /// The heading above it, for links; empty at the page's top.
  std::string anchor;
  page::Place place = {};
  /// 1-based line of `place` in its file.
  std::uint32_t line = 0;
};

/// Digest of what the claims say, without places and lines, so that a line added above changes
/// nothing.
base::Digest claims_digest(const std::vector<Claim>& claims);

/// Whether it lists the versions that are there.
inline bool is_listing(ClaimKind kind) {
  return kind >= ClaimKind::console && kind != ClaimKind::front_matter;
}

/// Whether a status lets a reader use the version.
inline bool is_usable(ClaimStatus status) {
  return status != ClaimStatus::unavailable && status != ClaimStatus::removed;
}

/// "default", "available", ... and "table", "module-load", ... as printed.
std::string_view status_text(ClaimStatus status);
std::string_view kind_text(ClaimKind kind);
/// The same in a sentence: "available with limits"; in Finnish for "fi", else in English.
std::string_view status_phrase(ClaimStatus status, std::string_view language);
/// The status that a word of an explicit statement names, in English or Finnish.
bool parse_status(std::string_view word, ClaimStatus& status);

template <class Archive>
void describe(Archive& a, Claim& x) {
  a(x.product, x.version, x.system, x.status, x.kind, x.module, x.date, x.language, x.path,
    x.excerpt, x.rule, x.anchor, x.place, x.line);
}

}  // namespace kbuild::claims
