// What language a code block is in, from its text; the label is the author's opinion.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::snippets {

enum class Certainty { none, likely, certain };
struct LanguageGuess {
  std::string_view language;
  Certainty certainty = Certainty::none;
};
/// Judges the text alone. "text" stands for program output and prose. O(size).
LanguageGuess guess_language(std::string_view text);

/// The language in the end: a certain guess beats the label, a likely one only fills an empty label
/// or beats "text" and "bash". `introduction` is the paragraph before, which may ask to run a bare
/// word.
std::string decide_language(std::string_view text, std::string_view declared,
                            std::string_view introduction);

}  // namespace kbuild::snippets
