// Prompts of interactive sessions, and the placeholders in code that readers replace.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "snippets/snippet.h"

namespace kbuild::snippets {

struct Prompt {
  /// Bytes before the command; 0 if the line has no prompt.
  std::size_t length = 0;
  /// "console" for shells, else "pycon", "julia", "r", ...: the language of the session.
  std::string_view language;
};
/// The prompt at the beginning of a line: "$ ", "[user@host dir]$ ", "(venv) name@server:~] ",
/// "bash-4.2$ ", ">>> ".
Prompt find_prompt(std::string_view line);

/// Splits text with prompts into commands and their output; lines before the first prompt are a
/// part without a command.
std::vector<SessionPart> split_session(std::string_view text);

/// Angle brackets (also as entities), "/path/to/...", "your_x" and "your-x" words. Angle brackets
/// aren't placeholders in languages that use them as syntax.
std::vector<Placeholder> find_placeholders(std::string_view text, std::string_view language);

}  // namespace kbuild::snippets
