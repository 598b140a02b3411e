// What a code block is for, once its language, its names and its prompts are known.
#pragma once

#include <string_view>

#include "snippets/snippet.h"

namespace kbuild::snippets {

Role find_role(const Snippet& snippet);
/// Whether a paragraph announces what a program prints, in English or Finnish.
bool mentions_output(std::string_view introduction);

}  // namespace kbuild::snippets
