// Diagnostics of snippets: language, units, syntax, batch headers against systems, practice and
// risk. Each family is one function of one file; the table is in lint.cc.
#pragma once

#include <vector>

#include "diag/diagnostic.h"
#include "run/slurm/profile.h"
#include "run/slurm/sbatch_header.h"
#include "run/units/syntax.h"
#include "run/units/unit.h"
#include "snippets/snippet.h"
#include "source/store.h"

namespace kbuild::run {

/// The snippets of one page with what is known about them.
struct LintInput {
  const source::SourceStore& sources;
  const std::vector<snippets::Snippet>& snippets;
  const UnitTable& units;
  const SyntaxReport& syntax;
  const std::vector<SystemProfile>& systems;
};

/// Labels, entities, typographic quotes, hidden characters, prompts, broken interpreter lines.
diag::Diagnostics lint_language(const LintInput& input);
/// Annotation keys and values.
diag::Diagnostics lint_annotations(const LintInput& input);
/// Annotations without effect where they stand.
diag::Diagnostics lint_effects(const LintInput& input);
/// Files that are wanted and absent, names that disagree, names used twice.
diag::Diagnostics lint_units(const LintInput& input);
/// Blocks whose author demands more (`check=`) than they can reach.
diag::Diagnostics lint_levels(const LintInput& input);
/// Messages of the parsers.
diag::Diagnostics lint_syntax(const LintInput& input);
/// Batch headers: sbatch's own rules, then the limits of the system that the snippet is for.
diag::Diagnostics lint_slurm(const LintInput& input);
/// Launchers, language standards, installs: what runs but does the wrong thing.
diag::Diagnostics lint_practice(const LintInput& input);
/// Deletion, secrets.
diag::Diagnostics lint_risk(const LintInput& input);

/// All of them, unsorted.
diag::Diagnostics lint_snippets(const LintInput& input);

/// How far each snippet could get, and what stops it there.
struct Assessment {
  Level level = Level::none;
  std::vector<std::string> reasons;
};
std::vector<Assessment> assess(const LintInput& input);

/// Compares the request of the header with the limits of the partition. Offsets are those of the
/// header's options.
std::vector<BatchFault> judge_header(const BatchHeader& header, const SystemProfile& system);

}  // namespace kbuild::run
