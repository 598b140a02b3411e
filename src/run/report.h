// Outcomes for other programs: JUnit, a Markdown summary, diagnostics at the page's lines, and job
// scripts for those who run them by themselves.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "diag/diagnostic.h"
#include "run/plan.h"
#include "run/runner.h"

namespace kbuild::run {

/// A suite for each attempt, with a case for each unit and variant, its page and line.
std::string to_junit(const std::vector<CellOutcome>& outcomes, std::string_view suite);
/// A table, worst verdicts first.
std::string to_markdown(const std::vector<CellOutcome>& outcomes);
/// A plan for people: cells, their resources, obstacles, and the total.
std::string to_text(const std::vector<Cell>& cells);

/// The cell as one batch script with its files as here-documents: name and content.
std::pair<std::string, std::string> emit_script(const Cell& cell, const Execution& execution);
/// One ReFrame test module that submits those scripts' steps (ReFrame 4, RunOnlyRegressionTest).
std::string emit_reframe(const std::vector<Cell>& cells);

/// One line of JSON for each outcome: a record as in evidence, and whether it was cached.
std::string to_json_lines(const std::vector<CellOutcome>& outcomes);
/// The key of a failure in a baseline: unit, variant, system and verdict.
std::string baseline_line(const RunRecord& record);

}  // namespace kbuild::run
