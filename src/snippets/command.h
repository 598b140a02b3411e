// Whether a line is a command: by its first word, which is known or has the form of a command.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kbuild::snippets {

/// Commands of the site's systems that no table knows.
using LocalCommands = std::span<const std::string>;

/// Whether it is a command known on clusters ("module", "srun", "cd") and not also a plain word.
bool is_known_command(std::string_view word, LocalCommands local);
/// "NAME=..." without blanks around the sign, also "NAME+=" and "NAME[i]=".
bool is_assignment(std::string_view word);
/// The line's first word after assignments and wrappers of commands.
std::string_view command_word(std::string_view line);
/// Whether the line's first word can be a command; false for most output and prose.
bool is_command_shaped(std::string_view line, LocalCommands local);

}  // namespace kbuild::snippets
