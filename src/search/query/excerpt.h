// A piece of a section's text around the words of a query, with the places to highlight. Made from
// the stored text by the tokeniser that made the index, so that inflected forms and code are found
// again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/query/plan.h"

namespace kbuild::search {

struct Excerpt {
  std::string text;
  /// Byte ranges of `text`, in order, not overlapping.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> highlights;
};

/// Makes the excerpts for one plan.
class Excerpts {
 public:
  Excerpts(const Index& index, const Plan& plan);
  /// The line or lines with most of the query's words, about 200 bytes; the section's beginning
  /// where it has none of them.
  Excerpt of(const SectionText& text, const TextTokens& tokens) const;

 private:
  /// The group that a token answers, or -1.
  int group_of(std::uint64_t digest) const;

  std::size_t group_count_;
  /// The group that each form answers, by the digest of the token.
  std::unordered_map<std::uint64_t, int> groups_;
  /// A filter of the digests above, by which most tokens are rejected at once.
  std::vector<std::uint64_t> filter_;
};

/// Whether the section has the words in this order next to each other, in its heading, prose or
/// code.
bool has_phrase(const SectionText& text, std::string_view title,
                const std::vector<std::string>& words, std::string_view language);

}  // namespace kbuild::search
