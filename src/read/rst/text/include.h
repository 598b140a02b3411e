// Files that a page names: include, literalinclude, csv-table and raw.
#pragma once

#include <optional>
#include <string_view>

#include "read/rst/text/page.h"

namespace kbuild::read::rst {

/// The file named `target`, as the file being read sees it; noted in the result. nullopt if there
/// is none; no text, FileId(), where the page's budget has nothing left for it: then it is left out
/// without a word, since the budget said so. `at` is the directive.
std::optional<FileId> find_included(Page& page, std::string_view target, Span at);

}  // namespace kbuild::read::rst
