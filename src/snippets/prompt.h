// Prompts of interactive sessions, and the parts of code that a reader is to replace.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "snippets/snippet.h"

namespace kbuild::snippets {

struct Prompt {
  /// Bytes up to the command, 0 where the line has no prompt.
  std::size_t length = 0;
  /// "console" for shells, else "pycon", "julia", "r", ...: the language of the session.
  std::string_view language;
};
/// The prompt at a line's begin: "$ ", "[user@host dir]$ ", "(venv) name@server:~] ", "bash-4.2$ ",
/// ">>> ".
Prompt find_prompt(std::string_view line);

/// Splits text with prompts into commands and their answers; lines before the first prompt form a
/// part without a command.
std::vector<SessionPart> split_session(std::string_view text);

/// Angle brackets (also as entities), "/path/to/...", "your_x" and "your-x" words. In languages
/// where angle brackets are syntax they are none.
std::vector<Placeholder> find_placeholders(std::string_view text, std::string_view language);

}  // namespace kbuild::snippets
