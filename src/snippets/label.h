// Languages by the names that authors and files give them.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::snippets {

/// "sh" -> "bash", "py" -> "python", "txt" -> "text"; a label that is not in the table stays
/// itself.
std::string canonical_language(std::string_view label);
/// By a file's name: "train.py" -> "python", "CMakeLists.txt" -> "cmake"; "" where it tells
/// nothing.
std::string_view language_of_file(std::string_view name);
/// True for a name without blanks that has a known extension or is a known file ("Makefile").
bool is_file_name(std::string_view text);

/// Whether two languages share their syntax so far that either label serves (c, cpp, cuda; ini,
/// toml).
bool compatible_languages(std::string_view a, std::string_view b);

/// True where a label was given that neither is the language nor serves for it.
bool is_wrong_label(std::string_view declared, std::string_view language);

}  // namespace kbuild::snippets
