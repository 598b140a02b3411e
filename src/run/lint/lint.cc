// The table of lint families; see lint.h.
#include "run/lint/lint.h"

namespace kbuild::run {

namespace {

using Family = diag::Diagnostics (*)(const LintInput&);
constexpr Family kFamilies[] = {lint_language, lint_annotations, lint_units,
                                lint_levels,   lint_effects,     lint_syntax,
                                lint_slurm,    lint_practice,    lint_risk};

}  // namespace

diag::Diagnostics lint_snippets(const LintInput& input) {
  diag::Diagnostics all = diag::Diagnostics::for_page();
  for (Family family : kFamilies) all.append(family(input));
  return all;
}

}  // namespace kbuild::run
