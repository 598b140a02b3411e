// Shell text so plain that every shell takes it, told without asking one.
#pragma once

#include <string_view>

namespace kbuild::shell {

/// Whether the text is a list of simple commands, with pipes and redirections, comments, quotes
/// that end in their line, `$name` and `${name}`: no shell finds a fault in its syntax. False where
/// anything else stands, be it right or wrong.
bool is_plain(std::string_view text);

}  // namespace kbuild::shell
