// The character classes of inline markup, from docutils' punctuation_chars.
#pragma once

#include <cstddef>
#include <string_view>

namespace kbuild::read::rst {

/// Whether inline markup may begin after the character that ends at `at`, where `begin` is the
/// start of the text that is looked at: white space, an opening bracket or quote, a delimiter.
bool may_start_after(std::string_view text, std::size_t begin, std::size_t at);
/// Whether inline markup may end before the character at `at`.
bool may_end_before(std::string_view text, std::size_t at);
/// Whether the character before `start` and the one at `end` quote what is between: '*', (*), »*«.
/// False where `start` is the `begin` of the text that is looked at, true where `end` is the end of
/// the text.
bool is_quoted(std::string_view text, std::size_t begin, std::size_t start, std::size_t end);
/// White space, of Unicode too; false at the end of the text.
bool is_space_at(std::string_view text, std::size_t at);
bool is_space_before(std::string_view text, std::size_t at);

}  // namespace kbuild::read::rst
