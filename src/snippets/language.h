// The language of a code block by its text; the author's label is one more hint. Label and file
// name tables are label.h's.
#pragma once

#include <string>
#include <string_view>

#include "snippets/command.h"

namespace kbuild::snippets {

enum class Certainty { none, likely, certain };
struct LanguageGuess {
  std::string_view language;
  Certainty certainty = Certainty::none;
};
/// By the text alone. "text" means program output and prose. O(size).
LanguageGuess guess_language(std::string_view text, LocalCommands local = {});

/// The final language: a certain guess overrides the label, a likely one only an empty label,
/// "text" or "bash". `introduction` is the paragraph before, which may ask to run a single word.
std::string decide_language(std::string_view text, std::string_view declared,
                            std::string_view introduction, LocalCommands local = {});

}  // namespace kbuild::snippets
