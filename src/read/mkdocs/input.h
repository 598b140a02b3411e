// The first stage: the page's text with its snippets in place, as Python-Markdown expects it: no
// tabs, one kind of line end, no blanks on blank lines.
#pragma once

#include "read/mkdocs/inline/page.h"

namespace kbuild::read::mkdocs {

/// The body of the page from `body_begin` with the `epilog` of the options. Snippets are taken in
/// by pymdownx.snippets' rules, 20 deep at most; web addresses are refused.
MappedText assemble_input(Page& page, std::uint32_t body_begin);

}  // namespace kbuild::read::mkdocs
