// The extension markdown-include. Source: the manual of markdown-include.
#pragma once

#include "read/mkdocs/statements.h"

namespace kbuild::read::mkdocs {

/// Lines with files in the place of `{!path!}` and `{!path!lines=1 3 8-10}`.
std::vector<InputLine> put_marked_files(Page& page, const std::vector<InputLine>& lines);

}  // namespace kbuild::read::mkdocs
