// The table of lint families; see lint.h.
#include "run/lint/lint.h"

#include <iterator>

namespace kbuild::run {

namespace {

using Family = diag::Diagnostics (*)(const LintInput&);
constexpr Family kFamilies[] = {lint_language, lint_annotations, lint_units,    lint_levels,
                                lint_syntax,   lint_slurm,       lint_practice, lint_risk};

}  // namespace

diag::Diagnostics lint_snippets(const LintInput& input) {
  diag::Diagnostics all;
  for (Family family : kFamilies) {
    diag::Diagnostics found = family(input);
    all.insert(all.end(), std::make_move_iterator(found.begin()),
               std::make_move_iterator(found.end()));
  }
  return all;
}

}  // namespace kbuild::run
