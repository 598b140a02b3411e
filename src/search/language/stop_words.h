// Words without a topic of their own: dropped from queries that have other words, and not indexed
// in running text (but in titles and headings).
#pragma once

#include <string_view>

namespace kbuild::search {

/// Whether a folded word is a stop word of the language; a language without a list has none.
bool is_stop_word(std::string_view word, std::string_view language);

}  // namespace kbuild::search
