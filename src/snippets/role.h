// The purpose of a code block, by its language, names and prompts.
#pragma once

#include <string_view>

#include "snippets/command.h"
#include "snippets/snippet.h"

namespace kbuild::snippets {

Role find_role(const Snippet& snippet, LocalCommands local);
bool mentions_output(std::string_view introduction);

}  // namespace kbuild::snippets
