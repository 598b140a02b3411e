// A piece of a section's text around the words of a query, with the places to highlight. Made from
// the stored text by the tokeniser that made the index, so that inflected forms and code are found
// again.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/plan.h"

namespace kbuild::search {

struct Excerpt {
  std::string text;
  /// Byte ranges of `text`, in order, apart from each other.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> highlights;
};

/// Makes the excerpts for one plan, which must outlive it.
class Excerpts {
 public:
  /// The group that each form answers, by the kind of token.
  using Groups = std::array<std::unordered_map<std::string_view, std::size_t>, 3>;

  explicit Excerpts(const Plan& plan);
  /// The line or lines that say most of the query's words, about 200 bytes; the section's beginning
  /// where it has none of them.
  Excerpt of(const SectionText& text) const;

 private:
  const Plan& plan_;
  Groups groups_;
};

/// Whether the section has the words in this order next to each other, in its heading, prose or
/// code.
bool has_phrase(const SectionText& text, std::string_view title,
                const std::vector<std::string>& words, std::string_view language);

}  // namespace kbuild::search
