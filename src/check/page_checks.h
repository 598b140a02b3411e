// Checks that need one page alone. They run when the page is read and their findings are kept with
// its row. The table of them is in page_checks.cc.
#pragma once

#include <vector>

#include "diag/diagnostic.h"
#include "page/page.h"
#include "run/slurm/profile.h"
#include "snippets/snippet.h"

namespace kbuild::check {

/// Whether the parsers of other languages, which are programs of their own, judge code blocks too.
enum class Syntax : std::uint8_t { skipped, checked };

struct PageCheckOptions {
  Syntax syntax = Syntax::skipped;
  /// The systems against which batch headers are judged.
  std::vector<run::SystemProfile> systems;
};

/// All page checks, in the order of the table, then what is wrong with the page's snippets.
diag::Diagnostics check_page(const page::Page& page, const std::vector<snippets::Snippet>& snippets,
                             const PageCheckOptions& options);

// The checks, one file each.
void check_authoring_notes(const page::Page& page, diag::Diagnostics& out);

}  // namespace kbuild::check
