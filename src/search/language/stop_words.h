// Words that say nothing about what is looked for: dropped from queries that have other words, and
// kept out of the index of running text (titles and headings keep them).
#pragma once

#include <string_view>

namespace kbuild::search {

/// Whether a folded word is a stop word of the language; languages without a list have none.
bool is_stop_word(std::string_view word, std::string_view language);

}  // namespace kbuild::search
