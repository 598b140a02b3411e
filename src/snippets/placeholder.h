// Texts in code that readers replace, and dots that stand for what was left out.
#pragma once

#include <string_view>
#include <vector>

#include "snippets/snippet.h"

namespace kbuild::snippets {

/// Angle brackets (also as entities) around words, blanks, paths or a sentence, words in square
/// brackets where a shell expects a value, "/path/to/...", "your_x", "YOURNAME", "XXXX". Brackets
/// aren't placeholders in languages that use them as syntax. In order, disjoint. O(size).
std::vector<Placeholder> find_placeholders(std::string_view text, std::string_view language);

/// The length of the elision at `at`: three or more dots, an ellipsis sign or ". . .", alone or in
/// brackets, with nothing on either side that makes it part of a word or path; else 0.
std::size_t elision_length(std::string_view text, std::size_t at);

}  // namespace kbuild::snippets
