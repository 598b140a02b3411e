// The purpose of a code block, by its language, names and prompts.
#pragma once

#include <string_view>

#include "snippets/snippet.h"

namespace kbuild::snippets {

Role find_role(const Snippet& snippet);
/// Whether a paragraph announces the output of a program, in English or Finnish.
bool mentions_output(std::string_view introduction);

}  // namespace kbuild::snippets
