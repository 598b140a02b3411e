// The plugin include-markdown. Source: the manual of mkdocs-include-markdown-plugin.
#pragma once

#include "read/mkdocs/statements.h"

namespace kbuild::read::mkdocs {

/// Lines with the files of `{% include "path" %}` and `{% include-markdown "path" %}` in the place
/// of the statements (options start, end, heading-offset and rewrite-relative-urls; a statement is
/// on lines of its own).
std::vector<InputLine> include_markdown(Page& page, const std::vector<InputLine>& lines);

}  // namespace kbuild::read::mkdocs
