// What the index has of words besides their postings: the keys that forms share
// (search/language/analyser.h), and the analysis of each form.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/language/gazetteer.h"

namespace kbuild::search {

/// An entry `letter` of the row `text` has the form.
struct RelationOfForm {
  std::string text;
  char letter = 0;
  std::string form;
};

/// Of all words, sorted by text, by the order of entries, and by form; each once.
std::vector<RelationOfForm> relations_of(std::string_view language,
                                         const std::vector<std::string>& words,
                                         const Gazetteer& gazetteer, unsigned jobs);

}  // namespace kbuild::search
