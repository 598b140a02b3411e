// What of a cell does not run as its page has it. A unit that passes with such changes says so on
// its badge, and proves no version.
#pragma once

#include <vector>

#include "run/plan.h"

namespace kbuild::run {

/// Commands that a profile replaced, of a text that begins at `line`.
void add_replacements(const std::vector<Replacement>& replaced, std::uint32_t line, Cell& cell);
/// Commands that the author stubs, and texts that the author sets to others: values of placeholders
/// are for the reader to fill in and are no change.
void add_author_changes(const snippets::Snippet& snippet, Cell& cell);
/// Commands for which the prelude of the profile defines functions.
void add_stubs(const Execution& execution, Cell& cell);

}  // namespace kbuild::run
