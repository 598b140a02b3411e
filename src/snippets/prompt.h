// Prompts of interactive sessions.
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

}  // namespace kbuild::snippets
