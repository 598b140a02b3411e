// Whether a line is something to type: by its first word, which is a known command, or is shaped
// like one.
#pragma once

#include <string_view>

namespace kbuild::snippets {

/// Commands that clusters know ("module", "srun", "cd").
bool is_known_command(std::string_view word);
/// "NAME=..." without blanks around the sign, also "NAME+=" and "NAME[i]=".
bool is_assignment(std::string_view word);
/// The line's first word after assignments and words that only wrap a command.
std::string_view command_word(std::string_view line);
/// True where the line's first word can be a command; output and prose mostly fail.
bool is_command_shaped(std::string_view line);
/// True where the line's first word is a known command, or assignments are all of it.
bool begins_with_known_command(std::string_view line);

}  // namespace kbuild::snippets
