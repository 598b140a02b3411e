// What the compilers of C, C++ and Fortran say of whole programs, without making code.
#pragma once

#include <vector>

#include "run/units/syntax.h"
#include "snippets/snippet.h"

namespace kbuild::run {

/// Fills the verdicts of programs in these languages; see check_syntax().
void check_compiled(const std::vector<snippets::Snippet>& snippets, const Compilers& compilers,
                    unsigned jobs, SyntaxReport& report);

/// The 0-based line of the text, and its code as the place of a fault.
std::string_view line_of(std::string_view text, std::size_t line);
void mark_line(const snippets::Snippet& snippet, std::size_t line, SyntaxVerdict& verdict);

}  // namespace kbuild::run
