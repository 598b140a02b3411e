// Suggests known words of similar spelling for an unknown word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/index/index.h"

namespace kbuild::search {

struct Suggestion {
  std::string word;
  std::size_t distance = 1;
};

/// Whether a word is compared as a whole, or by the beginning that is nearest: the typed one may be
/// unfinished.
enum class Compare { whole, beginning };

/// The nearest words of the index that begin with the same letter: at most one edit away for words
/// of four or five letters, two from six on (an edit inserts, drops, replaces or swaps letters).
/// Only words of the least distance, the most frequent first, at most three.
std::vector<Suggestion> suggest(const Index& index, std::string_view language,
                                std::string_view word, Compare compare);

}  // namespace kbuild::search
