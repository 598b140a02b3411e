// Checks that need only one page. They run when the page is read; their findings are cached with
// the page's row in the ledger.
#pragma once

#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "page/page.h"
#include "run/slurm/profile.h"
#include "snippets/snippet.h"

namespace kbuild::check {

/// Whether external parsers of other languages check code blocks, too.
enum class Syntax : std::uint8_t { skipped, checked };

struct PageCheckOptions {
  Syntax syntax = Syntax::skipped;
  /// The system profiles that batch headers are checked against.
  std::vector<run::SystemProfile> systems;
  /// Phrases, lower case, that the site takes for notes to authors beside the general ones.
  std::vector<std::string> authoring_notes;
};

/// The findings of all page checks in the order of the table, then those of the page's snippets.
diag::Diagnostics check_page(const page::Page& page, const std::vector<snippets::Snippet>& snippets,
                             const PageCheckOptions& options);

// The checks, one file each.
void check_authoring_notes(const page::Page& page, const PageCheckOptions& options,
                           diag::Diagnostics& out);

}  // namespace kbuild::check
