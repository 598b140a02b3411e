// Languages by labels and file names. Languages by a block's text are language.h's.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::snippets {

/// "sh" -> "bash", "py" -> "python", "txt" -> "text"; unknown labels are returned unchanged.
std::string canonical_language(std::string_view label);
/// By a file's name: "train.py" -> "python", "CMakeLists.txt" -> "cmake"; "" if unknown.
std::string_view language_of_file(std::string_view name);
/// Whether it is a name without blanks that has a known extension or is a known file ("Makefile").
bool is_file_name(std::string_view text);

/// Whether two languages have so much syntax in common that either label is right (c, cpp, cuda;
/// ini, toml).
bool compatible_languages(std::string_view a, std::string_view b);

/// Whether there is a label that is neither the language nor compatible with it.
bool is_wrong_label(std::string_view declared, std::string_view language);

/// Whether the label tells what a block is for, not its language ("file", "stderr", "screen").
bool names_a_purpose(std::string_view label);

/// Whether highlighters anywhere know the label, as a language or an alias.
bool is_known_label(std::string_view label);

/// Shells and their sessions.
bool is_shell_language(std::string_view language);

}  // namespace kbuild::snippets
