// Writes outcomes and emitted tests; see report.h.
#include "run/report.h"

#include <algorithm>

#include "base/clock.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "shell/words.h"
#include "xml/write.h"

namespace kbuild::run {

namespace {

/// Letters, digits, '-' and '_' of a unit's id.
std::string file_stem(const Cell& cell) {
  std::string out;
  for (char c : cell.unit + (cell.variant.empty() ? "" : "-" + cell.variant))
    out += base::is_alnum(c) || c == '-' ? c : '_';
  return out;
}

std::string title(const RunRecord& r) {
  return r.variant.empty() ? r.unit : r.unit + " (" + r.variant + ")";
}

/// A word that ends a here-document and is no line of the content.
std::string here_end(std::string_view content) {
  std::string word = "KB_END";
  while (content.find(word) != content.npos) word += "_";
  return word;
}

/// What page and unit are called, in a comment or a table: on one line.
std::string one_line(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return out;
}

/// In a cell of a Markdown table, where marks of HTML and of the table stay text.
std::string cell_text(std::string_view text) {
  std::string out;
  for (char c : one_line(text)) {
    if (c == '|' || c == '<' || c == '&' || c == '`') out += '\\';
    out += c;
  }
  return out;
}

std::string python_quote(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\\' || c == '\'') out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20)
      out += ' ';
    else
      out += c;
  }
  return out + "'";
}

xml::TestOutcome junit_outcome(Verdict verdict) {
  bool broken = is_machine_fault(verdict) || verdict == Verdict::rejected;
  return broken                     ? xml::TestOutcome::error
         : is_failure(verdict)      ? xml::TestOutcome::failed
         : verdict == Verdict::pass ? xml::TestOutcome::passed
                                    : xml::TestOutcome::skipped;
}

void add_to_suite(const RunRecord& r, xml::TestOutcome outcome, xml::TestSuite& suite) {
  if (suite.timestamp.empty() && r.started) suite.timestamp = base::format_time(r.started);
  xml::TestCase test;
  test.class_name = r.page;
  test.name = title(r);
  test.outcome = outcome;
  test.seconds = r.seconds;
  test.message = r.reason;
  test.details = r.output;
  test.file = r.page;
  test.line = static_cast<int>(r.failed_line > 0 ? r.failed_line : r.line);
  suite.cases.push_back(std::move(test));
}

}  // namespace

std::string to_junit(const std::vector<CellOutcome>& outcomes, std::string_view suite) {
  xml::TestSuite first{std::string(suite), "", {}}, second{first.name + ", second attempt", "", {}};
  for (const CellOutcome& outcome : outcomes) {
    const RunRecord& r = outcome.record;
    if (outcome.spoilt) {
      // Counts as skipped: the second attempt shows whether the unit is at fault.
      add_to_suite(*outcome.spoilt, xml::TestOutcome::skipped, first);
      add_to_suite(r, junit_outcome(r.verdict), second);
    } else {
      add_to_suite(r, junit_outcome(r.verdict), first);
    }
  }
  std::vector<xml::TestSuite> suites = {std::move(first)};
  if (!second.cases.empty()) suites.push_back(std::move(second));
  return xml::write_junit(suites);
}

std::string to_markdown(const std::vector<CellOutcome>& outcomes) {
  std::vector<const CellOutcome*> order;
  for (const CellOutcome& outcome : outcomes) order.push_back(&outcome);
  std::stable_sort(order.begin(), order.end(), [](const CellOutcome* a, const CellOutcome* b) {
    auto rank = [](Verdict verdict) { return is_failure(verdict) ? 2 : is_machine_fault(verdict); };
    return rank(a->record.verdict) > rank(b->record.verdict);
  });
  std::string out =
      "| unit | system | verdict | level | seconds | why |\n|---|---|---|---|--:|---|\n";
  for (const CellOutcome* outcome : order) {
    const RunRecord& r = outcome->record;
    out += base::format("| {} | {} | {}{} | {} | {:.1f} | {} |\n", cell_text(title(r)), r.system,
                        verdict_name(r.verdict),
                        outcome->cached ? " (kept)"
                        : r.recovered   ? " (recovered)"
                                        : "",
                        level_name(r.level), r.seconds, cell_text(r.reason));
  }
  return out;
}

std::string to_json_lines(const std::vector<CellOutcome>& outcomes) {
  std::string out;
  for (const CellOutcome& outcome : outcomes) {
    base::Json object = base::Json::parse(to_json(outcome.record));
    object["kept"] = outcome.cached;
    out += base::dump_line(object) + "\n";
  }
  return out;
}

std::string baseline_line(const RunRecord& r) {
  return base::replace_all(title(r), "\n", " ") + " | " + r.system + " | " +
         std::string(verdict_name(r.verdict));
}

std::string to_text(const std::vector<Cell>& cells) {
  std::string out;
  for (const Cell& cell : cells) {
    std::string name = cell.variant.empty() ? cell.unit : cell.unit + " (" + cell.variant + ")";
    out += base::format("{}:{}: {} on {}\n", cell.page, cell.line, name, cell.system);
    for (const std::string& obstacle : cell.obstacles) out += "  not run: " + obstacle + "\n";
    if (!cell.obstacles.empty()) continue;
    out += base::format("  {} files, {} steps, {} s, {}\n", cell.files.size(), cell.steps.size(),
                        cell.seconds, base::join(cell.options_run, " "));
    for (const PlannedStep& step : cell.steps)
      for (const Replacement& r : step.replaced)
        out += base::format("  instead of: {}\n         runs: {}{}\n", r.as_written,
                            r.as_run.empty() ? "(nothing)" : r.as_run,
                            r.why.empty() ? "" : " (" + r.why + ")");
  }
  Budget budget = budget_of(cells);
  return out +
         base::format("{} of {} cells can run: {:.0f} node-minutes, {:.0f} GPU-minutes at most\n",
                      budget.jobs, cells.size(), budget.node_minutes, budget.gpu_minutes);
}

namespace {

/// sbatch splits directives at blanks that are not quoted.
std::string directive(std::string_view option) {
  std::size_t equals = option.find('=');
  if (equals == option.npos || option.find_first_of(" \t'#", equals) == option.npos)
    return base::format("#SBATCH {}\n", option);
  return base::format("#SBATCH {}=\"{}\"\n", option.substr(0, equals),
                      base::replace_all(option.substr(equals + 1), "\"", ""));
}

}  // namespace

std::pair<std::string, std::string> emit_script(const Cell& cell, const Execution& execution) {
  std::string out = "#!/bin/bash\n";
  for (const std::string& option : cell.options_run) out += directive(option);
  out += base::format("# {}:{}: {}\nset -e\n", one_line(cell.page), cell.line, one_line(cell.unit));
  out += "cd \"$(mktemp -d)\"\n";
  for (const auto& [name, content, line] : cell.files) {
    std::string end = here_end(content);
    std::string_view parent = base::parent_path(name);
    if (!parent.empty()) out += base::format("mkdir -p {}\n", shell::quote(parent));
    out += base::format("cat > {} <<'{}'\n{}{}{}\n", shell::quote(name), end, content,
                        content.ends_with('\n') ? "" : "\n", end);
    if (content.starts_with("#!")) out += base::format("chmod +x {}\n", shell::quote(name));
  }
  for (const auto& [name, value] : execution.environment)
    out += base::format("export {}={}\n", name, shell::quote(value));
  out += execution.prelude + cell.prologue;
  for (const PlannedStep& step : cell.steps)
    out += base::format("# line {}\n{}{}", step.line, step.as_run,
                        step.as_run.ends_with('\n') ? "" : "\n");
  return {file_stem(cell) + ".sh", std::move(out)};
}

std::string emit_reframe(const std::vector<Cell>& cells) {
  std::string out = "import reframe as rfm\nimport reframe.utility.sanity as sn\n";
  std::size_t number = 0;
  for (const Cell& cell : cells) {
    if (!cell.obstacles.empty()) continue;
    std::string system = base::to_lower(cell.system);
    out += base::format("\n\n@rfm.simple_test\nclass Snippet{}(rfm.RunOnlyRegressionTest):\n",
                        ++number);
    out += base::format("    descr = {}\n",
                        python_quote(base::format("{}:{} {}", cell.page, cell.line, cell.unit)));
    out += base::format("    valid_systems = [{}]\n    valid_prog_environs = ['*']\n",
                        python_quote(system + ":*"));
    out += base::format(
        "    time_limit = '{}s'\n    executable = 'bash'\n    executable_opts = [{}]\n",
        cell.seconds, python_quote(file_stem(cell) + ".sh"));
    out +=
        "    num_tasks = 1\n\n    @sanity_function\n    def exited(self):\n        return "
        "sn.assert_eq(self.job.exitcode, 0)\n";
  }
  return out;
}

}  // namespace kbuild::run
