// Checks that need one page alone. They run when the page is read and their findings are kept with its row.
// The table of them is in page_checks.cc.
#pragma once

#include <vector>

#include "diag/diagnostic.h"
#include "page/page.h"
#include "page/snippet.h"

namespace kbuild::check {

/// All page checks, in the order of the table.
diag::Diagnostics check_page(const page::Page& page, const std::vector<page::Snippet>& snippets);

// The checks, one file each.
void check_authoring_notes(const page::Page& page, diag::Diagnostics& out);

}  // namespace kbuild::check
