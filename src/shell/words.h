// What the scanner of commands and the highlighter share: where words, quotes and expansions end,
// and which words are names, after POSIX.1-2017 sections 2.2 and 2.3.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace kbuild::shell {

/// Blanks and operators; quotes and expansions go on within a word.
inline bool ends_word(char c) {
  return base::is_space(c) || std::string_view(";&|()<>").find(c) != std::string_view::npos;
}

/// Past the quote that closes the one at `at`, or `end`. Only in double quotes and backquotes a
/// backslash takes the next byte as it is.
std::size_t quote_end(std::string_view text, std::size_t at, std::size_t end);

/// Past the "$name", "${...}", "$1" or "$@" that begins at `at`; at + 1 where none begins.
std::size_t variable_end(std::string_view text, std::size_t at, std::size_t end);

/// The length of NAME, NAME+ or NAME[i] before the '=' of an assignment; 0 where the word is none.
std::size_t assigned_length(std::string_view word);

/// Names that a shell takes for a variable, and for a function in place of a command.
bool is_variable_name(std::string_view text);
bool is_command_name(std::string_view text);

/// The mark of a batch system's options with which a comment begins ("#SBATCH", "#PBS"), or "".
std::string_view batch_directive(std::string_view line);

/// The text as one word of a shell, in single quotes.
std::string quote(std::string_view text);

/// Words, split at blanks, of which the first command is made: up to ";", "&&", "|", ">" or a
/// line's "\", without the quotes around each. For lines of pages, which may be prose.
std::vector<std::string_view> command_words(std::span<const std::string_view> words);

}  // namespace kbuild::shell
