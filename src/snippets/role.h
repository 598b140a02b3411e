// The purpose of a code block, by its language, names and prompts.
#pragma once

#include <string_view>

#include "snippets/command.h"
#include "snippets/snippet.h"

namespace kbuild::snippets {

Role find_role(const Snippet& snippet, LocalCommands local);
/// Whether a paragraph announces what a program prints, in English or Finnish.
bool mentions_output(std::string_view introduction);

}  // namespace kbuild::snippets
