// Prints and writes reports; see test_report.h.
#include "cli/test_report.h"

#include <algorithm>
#include <functional>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "build/stages/snippet_pages.h"
#include "cli/site_session.h"
#include "run/nights/comment.h"
#include "run/nights/history_report.h"
#include "run/nights/sweep.h"
#include "run/report.h"

namespace kbuild::cli {

namespace {

/// Known failures, accepted when a project adopts kbuild: the lines of a file, which is written if
/// absent.
base::Result<std::vector<std::string>> known_failures(Session& session,
                                                      const std::vector<run::CellOutcome>& outcomes,
                                                      const std::string& path) {
  std::vector<std::string> known;
  if (path.empty()) return known;
  if (session.disk.status(path).kind == base::FileKind::file) {
    auto text = session.disk.read(path);
    if (!text) return tl::unexpected(text.error());
    for (std::string_view line : base::split_lines(*text)) known.emplace_back(line);
    return known;
  }
  for (const run::CellOutcome& outcome : outcomes)
    if (run::is_failure(outcome.record.verdict))
      known.push_back(run::baseline_line(outcome.record));
  session.message(base::format("{} failures go into the new baseline {}\n", known.size(), path));
  auto done = session.disk.write(path, base::join(known, "\n") + (known.empty() ? "" : "\n"));
  if (!done) return tl::unexpected(done.error());
  return known;
}

base::Result<void> write_reports(Session& session, const source::SourceStore& sources,
                                 const std::vector<run::CellOutcome>& outcomes,
                                 const diag::Diagnostics& findings,
                                 const TestArguments& arguments) {
  const std::vector<std::pair<std::string, std::function<std::string()>>> files = {
      {arguments.junit, [&] { return run::to_junit(outcomes, "kbuild test"); }},
      {arguments.sarif, [&] { return diag::print_sarif(findings, sources); }},
      {arguments.json, [&] { return run::to_json_lines(outcomes); }}};
  for (const auto& [path, text] : files)
    if (!path.empty())
      if (auto done = session.disk.write(path, text()); !done) return done;
  return {};
}

/// What is odd about units that took part, one line each.
std::string notes_of(const TestReport& report) {
  std::set<run::UnitPlace> took_part;
  for (const run::CellOutcome& outcome : report.outcomes)
    took_part.insert(run::place_of(outcome.record));
  std::string out;
  for (const run::UnitHistory& history : report.histories)
    if (took_part.contains(history.place))
      for (const std::string& words : run::oddities(history))
        out += base::format("- {} on {}: {}\n", run::code_span(history.place.unit),
                            run::code_span(history.place.system), words);
  return out.empty() ? out : "\n" + out;
}

std::string shown(const TestReport& report, const TestArguments& arguments) {
  if (arguments.format == "json") return run::to_json_lines(report.outcomes);
  if (arguments.format == "markdown") {
    std::vector<run::CommentRow> rows;
    for (const run::CellOutcome& outcome : report.outcomes)
      rows.push_back(run::comment_row(outcome));
    return run::to_comment(std::move(rows), {arguments.changed_since}, report.private_words);
  }
  std::string out = arguments.sweep ? run::sweep_table(report.planned.cells, report.outcomes)
                                    : run::to_markdown(report.outcomes);
  if (!report.chosen.empty()) out += "\n" + report.chosen;
  return out + notes_of(report);
}

}  // namespace

std::vector<source::FileId> files_of(Session& session, source::SourceStore& sources,
                                     const PlannedPages& planned,
                                     const std::vector<run::CellOutcome>& outcomes) {
  std::map<const build::SnippetPage*, source::FileId> files;
  std::vector<source::FileId> out(outcomes.size());
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const run::RunRecord& record = outcomes[i].record;
    if (!run::is_failure(record.verdict) && record.differences.empty()) continue;
    auto [file, fresh] = files.try_emplace(planned.pages[i]);
    if (fresh) file->second = build::add_page(snippet_source(session), sources, *planned.pages[i]);
    out[i] = file->second;
  }
  return out;
}

void report_test(Session& session, source::SourceStore& sources, const TestReport& report,
                 const TestArguments& arguments) {
  const std::vector<run::CellOutcome>& outcomes = report.outcomes;
  auto known = known_failures(session, outcomes, arguments.baseline);
  if (!known) return session.fail(known.error());
  diag::Diagnostics findings, differences;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const run::RunRecord& record = outcomes[i].record;
    if (record.verdict == run::Verdict::pass)
      for (const run::OutputDifference& difference : record.differences) {
        std::uint32_t begin = sources.line_begin(report.files[i], difference.line);
        differences.push_back({diag::find_code("KB0770")->code,
                               {report.files[i], begin, begin},
                               {record.unit, difference.text}});
      }
    if (!run::is_failure(record.verdict) || report.promoted.contains(i)) continue;
    if (std::find(known->begin(), known->end(), run::baseline_line(record)) != known->end())
      continue;
    std::uint32_t line = record.failed_line > 0 ? record.failed_line : record.line;
    std::uint32_t begin = sources.line_begin(report.files[i], line);
    findings.push_back(
        {diag::find_code("KB0760")->code,
         {report.files[i], begin, begin},
         {record.unit, std::string(run::verdict_name(record.verdict)), record.reason}});
  }
  bool failed = !findings.empty();
  findings.append(std::move(differences));
  session.print(shown(report, arguments));
  if (auto done = write_reports(session, sources, outcomes, findings, arguments); !done)
    return session.fail(done.error());
  if (arguments.github)
    for (const diag::Diagnostic& finding : findings)
      session.print(diag::print_github(finding, sources) + "\n");
  if (failed) session.exit_code = kFindings;
  // Of a sweep, the table says more than findings at lines that do not name those versions.
  if (!arguments.sweep) session.report(std::move(findings), sources);
  auto unjudged = std::count_if(outcomes.begin(), outcomes.end(), [](const auto& outcome) {
    return run::is_machine_fault(outcome.record.verdict);
  });
  // Pages are not at fault, and yet nobody may take this run for a proof.
  if (unjudged > 0)
    session.fail({base::format("{} unit{} not judged, as the machine or its queue was at fault",
                               unjudged, unjudged == 1 ? " was" : "s were"),
                  "run kbuild test again when the machine is well"});
}

}  // namespace kbuild::cli
