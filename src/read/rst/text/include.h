// Files that a page names: include, literalinclude, csv-table and raw.
#pragma once

#include <optional>
#include <string_view>

#include "read/rst/text/page.h"

namespace kbuild::read::rst {

/// The file named `target`, as the file being read sees it; noted in the result. nullopt if there
/// is none.
std::optional<FileId> find_included(Page& page, std::string_view target);

}  // namespace kbuild::read::rst
