// A dictionary between two languages, learnt from the site itself: words of a heading are paired
// with words of the same heading in the page's translation.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/rows.h"

namespace kbuild::search {

/// Share of the best translation's percentage that another must reach.
constexpr double kLeastShare = 0.4;

struct Translation {
  /// A word of the other language in its most frequent form in headings.
  std::string word;
  /// Dice's coefficient over pairs of translated sections, in percent.
  std::uint32_t percent = 0;
};

/// Where a dictionary learns one of its languages. What it points to is read by its constructor
/// only.
struct Headings {
  struct Site {
    const Rows* rows = nullptr;
    /// Added to the rows' numbers of sections.
    std::uint32_t first_section = 0;
  };
  struct Page {
    /// Equal for a page and its translations.
    std::string_view translation_key;
    std::uint32_t first_section = 0;
    /// Of its sections, in order.
    std::vector<std::string_view> anchors;
  };
  std::string_view language;
  std::vector<Site> sites;
  std::vector<Page> pages;
  /// No section has this number or a higher one.
  std::uint32_t section_count = 0;
};

class Dictionary {
 public:
  Dictionary(const Headings& from, const Headings& to);

  /// At most three, best first. `key` is a stem or a dictionary form of the language translated
  /// from; a verb that no heading has is translated like the nouns made from it.
  const std::vector<Translation>& of(std::string_view key) const;
  /// All keys that have a translation.
  const std::map<std::string, std::vector<Translation>, std::less<>>& all() const { return words_; }

 private:
  std::map<std::string, std::vector<Translation>, std::less<>> words_;
};

}  // namespace kbuild::search
