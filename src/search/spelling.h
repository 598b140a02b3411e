// Known words that are spelt like an unknown one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/index.h"

namespace kbuild::search {

struct Suggestion {
  std::string word;
  std::size_t distance = 1;
};

/// The nearest words of the index that begin with the same letter: at most one edit away for words of four
/// or five letters, two from six on (an edit inserts, drops, replaces or swaps letters). Only words of the
/// least distance, the most frequent first, at most three.
std::vector<Suggestion> suggest(const Index& index, std::string_view language, std::string_view word);

}  // namespace kbuild::search
