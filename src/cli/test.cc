// kbuild test: runs units on this machine or as Slurm jobs, or writes the job scripts. Static
// without the configuration's consent.
#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <memory>
#include <thread>

#include "base/format.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/snippet_pages.h"
#include "run/report.h"
#include "run/runner.h"

namespace kbuild::cli {

namespace {

struct Arguments {
  bool plan = false;
  std::string executor;
  std::string system;
  std::string unit;
  std::string junit;
  std::string sarif;
  bool github = false;
};

volatile std::sig_atomic_t interrupted = 0;
void note_interrupt(int) {
  interrupted = 1;
}

/// The first line that a command prints, or "".
std::string first_line_of(std::vector<std::string> arguments) {
  auto outcome = base::run_process({std::move(arguments)});
  if (!outcome || outcome->exit_code != 0) return {};
  auto lines = base::split_lines(outcome->output);
  return lines.empty() ? std::string{} : std::string(lines.front());
}

/// What must not stand in published output: the user's name, home and host.
std::vector<std::string> private_words() {
  std::vector<std::string> words;
  auto variables = base::current_environment();
  for (const char* name : {"HOME", "USER", "LOGNAME", "HOSTNAME"})
    if (auto at = variables.find(name);
        at != variables.end() && at->second != "/" && at->second != "root")
      words.push_back(at->second);
  return words;
}

base::Result<run::SystemProfile> choose_profile(const SnippetCorpus& corpus,
                                                const Arguments& arguments) {
  std::string wanted = arguments.system.empty() ? "local" : arguments.system;
  if (const run::SystemProfile* found = run::find_profile(corpus.systems, wanted)) return *found;
  if (!arguments.system.empty()) {
    std::vector<std::string> names;
    for (const run::SystemProfile& p : corpus.systems) names.push_back(p.name);
    return base::fail(base::format("there is no profile of a system '{}'", wanted),
                      "known are " + base::join(names, ", "));
  }
  run::SystemProfile local;
  local.name = "local";
  local.execution.executor = "local";
  return local;
}

struct PlannedPages {
  std::vector<run::Cell> cells;
  /// For each cell, the page and the snippet of each step, for findings at their lines.
  std::vector<const SnippetPage*> pages;
};

PlannedPages plan(Session& session, const source::SourceStore& sources, const SnippetCorpus& corpus,
                  const run::SystemProfile& profile, const std::string& executor,
                  const std::string& compiler, const std::string& unit) {
  PlannedPages out;
  for (const SnippetPage& page : corpus.pages) {
    run::UnitTable units = run::group_units(page.snippets, page.key, page.linked);
    run::SyntaxReport syntax =
        run::check_syntax(page.snippets, run::local_compilers(corpus.systems), session.jobs);
    for (run::Cell& cell : run::plan_cells(
             {sources, page.path, page.snippets, units, syntax, profile, executor, compiler})) {
      if (!unit.empty() && cell.unit != unit) continue;
      out.cells.push_back(std::move(cell));
      out.pages.push_back(&page);
    }
  }
  return out;
}

void emit(Session& session, const run::SystemProfile& profile,
          const std::vector<run::Cell>& cells) {
  std::string directory =
      session.out.empty() ? ".kbuild/emitted/" + base::to_lower(profile.name) : session.out;
  std::size_t written = 0;
  for (const run::Cell& cell : cells) {
    if (!cell.obstacles.empty()) continue;
    auto [name, content] = run::emit_script(cell, profile.execution);
    if (auto done = session.disk.write(base::join_path(directory, name), content); !done)
      return session.fail(done.error());
    ++written;
  }
  auto done = session.disk.write(base::join_path(directory, "kbuild_snippets.py"),
                                 run::emit_reframe(cells));
  if (!done) return session.fail(done.error());
  session.message(base::format("{} job scripts and a ReFrame module in {}\n", written, directory));
}

void report(Session& session, const source::SourceStore& sources, const PlannedPages& planned,
            const std::vector<run::CellOutcome>& outcomes, const Arguments& arguments) {
  diag::Diagnostics findings;
  bool failed = false;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const run::RunRecord& record = outcomes[i].record;
    if (!run::is_failure(record.verdict)) continue;
    failed = true;
    std::uint32_t begin = sources.line_begin(planned.pages[i]->file, record.line);
    findings.push_back(
        {diag::find_code("KB0760")->code,
         {planned.pages[i]->file, begin, begin},
         {record.unit, std::string(run::verdict_name(record.verdict)), record.reason}});
  }
  session.print(run::to_markdown(outcomes));
  if (!arguments.junit.empty()) {
    auto done = session.disk.write(arguments.junit, run::to_junit(outcomes, "kbuild test"));
    if (!done) return session.fail(done.error());
  }
  if (!arguments.sarif.empty()) {
    auto done = session.disk.write(arguments.sarif, diag::print_sarif(findings, sources));
    if (!done) return session.fail(done.error());
  }
  if (arguments.github)
    for (const diag::Diagnostic& finding : findings)
      session.print(diag::print_github(finding, sources));
  session.report(std::move(findings), sources);
  if (failed) session.exit_code = kFindings;
}

void run_test(Session& session, const Arguments& arguments) {
  source::SourceStore sources;
  auto corpus = load_snippets(session, sources, {});
  if (!corpus) return session.fail(corpus.error());
  auto profile = choose_profile(*corpus, arguments);
  if (!profile) return session.fail(profile.error());
  std::string executor =
      arguments.executor.empty() ? profile->execution.executor : arguments.executor;
  if (executor.empty()) executor = "local";
  std::string compiler = executor == "local" ? first_line_of({"c++", "--version"}) : "";
  PlannedPages planned = plan(session, sources, *corpus, *profile,
                              executor == "emit" ? "slurm" : executor, compiler, arguments.unit);
  if (!arguments.unit.empty() && planned.cells.empty())
    return session.fail({base::format("no unit '{}' has anything to run", arguments.unit),
                         "kbuild snippets lists the units"});
  if (arguments.plan) return session.print(run::to_text(planned.cells));
  if (executor == "emit") return emit(session, *profile, planned.cells);
  if (!corpus->execute)
    return session.fail({"the configuration does not allow what pages say to be run",
                         "write 'snippets: {execute: true}', or ask for --plan"});

  run::Budget budget = run::budget_of(planned.cells);
  if (profile->execution.node_minutes > 0 && budget.node_minutes > profile->execution.node_minutes)
    return session.fail(
        {base::format("the plan may take {:.0f} node-minutes; the profile allows {:.0f}",
                      budget.node_minutes, profile->execution.node_minutes),
         "choose units with --unit, or raise 'node_minutes'"});
  auto cwd = session.disk.real_path(".");
  if (!cwd) return session.fail(cwd.error());
  std::string state = *cwd + "/.kbuild/" + corpus->key;
  run::RunnerOptions options;
  options.work_directory = state + "/runs/" + base::to_lower(profile->name);
  options.compiler = compiler;
  options.commit = first_line_of({"git", "rev-parse", "HEAD"});
  options.private_words = private_words();
  std::string evidence =
      corpus->evidence_directory.empty() ? state + "/evidence" : corpus->evidence_directory;
  std::string stamp = base::replace_all(
      base::replace_all(base::format_time(session.clock.now()), ":", ""), "-", "");
  options.evidence_file =
      base::format("{}/{}/{}.jsonl", evidence, base::to_lower(profile->name), stamp);
  auto history = run::read_all_evidence(session.disk, evidence);
  if (!history) return session.fail(history.error());
  options.history = std::move(*history);
  options.interrupted = [] { return interrupted != 0; };
  options.sleep = [](double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  };
  options.progress = [&session](const std::string& line) { session.progress(line); };
  std::signal(SIGINT, note_interrupt);
  std::signal(SIGTERM, note_interrupt);
  auto scheduler = executor == "local" ? run::make_local_scheduler(options.interrupted)
                                       : run::make_slurm_scheduler();
  auto outcomes = run::run_cells(session.disk, session.clock, *scheduler, profile->execution,
                                 planned.cells, options);
  if (!outcomes) return session.fail(outcomes.error());
  report(session, sources, planned, *outcomes, arguments);
  if (interrupted) session.fail({"interrupted; jobs were cancelled", ""});
}

}  // namespace

void add_test(CLI::App& parent, Session& session) {
  CLI::App* command =
      parent.add_subcommand("test", "run the units of pages here or as Slurm jobs, with evidence");
  auto arguments = std::make_shared<Arguments>();
  command->add_flag("--plan", arguments->plan, "say what would be run, and run nothing");
  command->add_option("--executor", arguments->executor, "local, slurm, emit")
      ->check(CLI::IsMember({"local", "slurm", "emit"}));
  command->add_option("--system", arguments->system, "profile to run for; without, 'local'");
  command->add_option("--unit", arguments->unit, "this unit alone");
  command->add_option("--junit", arguments->junit, "write JUnit XML to this file");
  command->add_option("--sarif", arguments->sarif, "write SARIF to this file");
  command->add_flag("--github", arguments->github, "print GitHub annotations");
  command->callback([&session, arguments] { run_test(session, *arguments); });
}

}  // namespace kbuild::cli
