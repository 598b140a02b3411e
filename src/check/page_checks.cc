// The table of page checks; see page_checks.h.
#include "check/page_checks.h"

#include "base/path.h"
#include "doc/walk.h"
#include "run/lint/lint.h"

namespace kbuild::check {

namespace {

using PageCheck = void (*)(const page::Page&, const PageCheckOptions&, diag::Diagnostics&);

constexpr PageCheck kPageChecks[] = {
    check_authoring_notes,
};

/// Names of files that the page links to; commands that read them aren't reported.
std::vector<std::string> linked_files(const page::Page& page) {
  std::vector<std::string> names;
  doc::Visitor visitor;
  visitor.inline_node = [&](const doc::Inline& node) {
    if (const auto* link = std::get_if<doc::Link>(&node.value))
      names.emplace_back(base::file_name(link->target));
    return doc::Descend::into;
  };
  doc::walk(page.content.document.blocks, visitor);
  return names;
}

}  // namespace

diag::Diagnostics check_page(const page::Page& page, const std::vector<snippets::Snippet>& snippets,
                             const PageCheckOptions& options) {
  diag::Diagnostics out = diag::Diagnostics::for_page();
  for (PageCheck check : kPageChecks) check(page, options, out);
  if (snippets.empty()) return out;
  run::UnitTable units = run::group_units(snippets, page.path, linked_files(page));
  run::SyntaxReport syntax;
  syntax.verdicts.resize(snippets.size());
  if (options.syntax == Syntax::checked)
    syntax = run::check_syntax(snippets, run::local_compilers(options.systems), 1);
  out.append(run::lint_snippets({page.sources, snippets, units, syntax, options.systems}));
  return out;
}

}  // namespace kbuild::check
