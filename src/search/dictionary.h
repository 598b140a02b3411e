// Words of one language in another, learnt from the site itself: where a heading has the word, what
// do the headings of its translation say? No dictionary is needed, and the words are the site's
// own.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::search {

class Index;

struct Translation {
  /// A word of the other language as its headings have it most often.
  std::string word;
  /// Dice's coefficient over pairs of translated sections, in percent.
  std::uint32_t percent = 0;
};

class Dictionary {
 public:
  Dictionary(const Index& index, std::string_view from, std::string_view to);

  /// At most three, best first. `key` is a stem or a dictionary form of the language translated
  /// from.
  const std::vector<Translation>& of(std::string_view key) const;
  /// All keys that have a translation.
  const std::map<std::string, std::vector<Translation>, std::less<>>& all() const { return words_; }

 private:
  std::map<std::string, std::vector<Translation>, std::less<>> words_;
};

}  // namespace kbuild::search
