// What language a code block is in, from its text; the label is the author's opinion.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::page {

/// "sh" -> "bash", "py" -> "python", "txt" -> "text"; a label that is not in the table stays itself.
std::string canonical_language(std::string_view label);
/// By a file's name: "train.py" -> "python", "CMakeLists.txt" -> "cmake"; "" where it tells nothing.
std::string_view language_of_file(std::string_view name);
/// True for a name without blanks that has a known extension or is a known file ("Makefile").
bool is_file_name(std::string_view text);

/// Whether two languages share their syntax so far that either label serves (c, cpp, cuda; ini, toml).
bool compatible_languages(std::string_view a, std::string_view b);

/// True where a label was given that neither is the language nor serves for it.
bool is_wrong_label(std::string_view declared, std::string_view language);

enum class Certainty { none, likely, certain };
struct LanguageGuess {
  std::string_view language;
  Certainty certainty = Certainty::none;
};
/// Judges the text alone. "text" stands for program output and prose. O(size).
LanguageGuess guess_language(std::string_view text);

/// The language in the end: a certain guess beats the label, a likely one only fills an empty label or
/// beats "text" and "bash". `introduction` is the paragraph before, which may ask to run a bare word.
std::string decide_language(std::string_view text, std::string_view declared, std::string_view introduction);

/// True where the line's first word can be a command; output and prose mostly fail.
bool is_command_shaped(std::string_view line);
/// True where the line's first word is a command that clusters know ("module", "srun", "cd").
bool begins_with_known_command(std::string_view line);

}  // namespace kbuild::page
