// kbuild test: runs units on this machine or as Slurm jobs, or writes the job scripts. Without the
// consent of the repository and of whoever runs it, it only checks statically.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>
#include <map>
#include <memory>
#include <thread>

#include "base/format.h"
#include "base/hash.h"
#include "base/lock.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "build/stages/evidence.h"
#include "build/stages/promote.h"
#include "build/stages/snippet_pages.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "run/consent.h"
#include "run/evidence_set.h"
#include "run/report.h"
#include "run/runner.h"
#include "run/slurm/walls.h"
#include "tools/git.h"

namespace kbuild::cli {

namespace {

struct TestArguments {
  bool plan = false;
  std::string executor;
  std::string system;
  std::string unit;
  std::string junit;
  std::string sarif;
  std::string json;
  std::string baseline;
  bool github = false;
  bool keep = false;
  bool promote = false;
  bool allow_execute = false;
  bool without_walls = false;
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

/// Of the checkout that the directory lies in, or "".
std::string current_commit(const std::string& directory) {
  auto outcome = tools::run_git({directory, {"rev-parse", "HEAD"}});
  if (!outcome || outcome->exit_code != 0) return {};
  return std::string(base::trim(outcome->output));
}

/// Words that mustn't be published: the user's name, home and host, and the project's directory.
std::vector<std::string> private_words(const std::string& directory) {
  std::vector<std::string> words = {directory, first_line_of({"uname", "-n"})};
  auto variables = base::current_environment();
  for (const char* name : {"HOME", "USER", "LOGNAME", "HOSTNAME"})
    if (auto at = variables.find(name); at != variables.end()) words.push_back(at->second);
  std::erase_if(words, [](const std::string& word) {
    return word == "/" || word == "root" || word == "localhost";
  });
  return words;
}

base::Result<run::SystemProfile> choose_profile(const build::SnippetCorpus& corpus,
                                                const TestArguments& arguments) {
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
  std::vector<const build::SnippetPage*> pages;
};

/// Parsing a page's blocks costs a process each, so only pages with a cell to be run are parsed.
PlannedPages plan(const Session& session, const build::SnippetCorpus& corpus,
                  const run::SystemProfile& profile, const std::string& executor,
                  const std::string& compiler, const std::string& unit,
                  const std::function<bool(const run::Cell&)>& is_proved) {
  PlannedPages out;
  for (const build::SnippetPage& page : corpus.pages) {
    if (page.snippets.empty()) continue;
    run::UnitTable units = run::group_units(page.snippets, page.key, page.linked);
    run::SyntaxReport syntax;
    syntax.verdicts.resize(page.snippets.size());
    auto cells_of_page = [&] {
      std::vector<run::Cell> cells =
          run::plan_cells({page.path, page.snippets, units, syntax, profile, executor, compiler,
                           build::installed_versions(corpus.matrix, profile.name)});
      if (!unit.empty())
        std::erase_if(cells, [&](const run::Cell& cell) { return cell.unit != unit; });
      return cells;
    };
    std::vector<run::Cell> cells = cells_of_page();
    bool open = std::any_of(cells.begin(), cells.end(), [&](const run::Cell& cell) {
      return cell.obstacles.empty() && !is_proved(cell);
    });
    if (open) {
      syntax = run::check_syntax(page.snippets, run::local_compilers(corpus.systems), session.jobs);
      cells = cells_of_page();
    }
    for (run::Cell& cell : cells) {
      out.cells.push_back(std::move(cell));
      out.pages.push_back(&page);
    }
  }
  return out;
}

/// What the plan says of the walls round units.
std::string plan_of_walls(const std::string& executor, const base::Sandbox& walls) {
  if (executor != "local")
    return "walls: those that the node makes; none round units that start tasks through the batch "
           "system\n";
  return "walls: " + base::join(run::wall_words_here(walls), ", ") + "\n";
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

/// For each outcome that failed, its page's text.
std::vector<source::FileId> files_of(Session& session, source::SourceStore& sources,
                                     const PlannedPages& planned,
                                     const std::vector<run::CellOutcome>& outcomes) {
  std::map<const build::SnippetPage*, source::FileId> files;
  std::vector<source::FileId> out(outcomes.size());
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!run::is_failure(outcomes[i].record.verdict)) continue;
    auto [file, fresh] = files.try_emplace(planned.pages[i]);
    if (fresh) file->second = build::add_page(snippet_source(session), sources, *planned.pages[i]);
    out[i] = file->second;
  }
  return out;
}

void report(Session& session, source::SourceStore& sources,
            const std::vector<source::FileId>& files, const std::vector<run::CellOutcome>& outcomes,
            const std::set<std::size_t>& promoted, const TestArguments& arguments) {
  auto known = known_failures(session, outcomes, arguments.baseline);
  if (!known) return session.fail(known.error());
  diag::Diagnostics findings;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const run::RunRecord& record = outcomes[i].record;
    if (!run::is_failure(record.verdict) || promoted.contains(i)) continue;
    if (std::find(known->begin(), known->end(), run::baseline_line(record)) != known->end())
      continue;
    std::uint32_t line = record.failed_line > 0 ? record.failed_line : record.line;
    std::uint32_t begin = sources.line_begin(files[i], line);
    findings.push_back(
        {diag::find_code("KB0760")->code,
         {files[i], begin, begin},
         {record.unit, std::string(run::verdict_name(record.verdict)), record.reason}});
  }
  session.print(run::to_markdown(outcomes));
  if (auto done = write_reports(session, sources, outcomes, findings, arguments); !done)
    return session.fail(done.error());
  if (arguments.github)
    for (const diag::Diagnostic& finding : findings)
      session.print(diag::print_github(finding, sources) + "\n");
  if (!findings.empty()) session.exit_code = kFindings;
  session.report(std::move(findings), sources);
  auto unjudged = std::count_if(outcomes.begin(), outcomes.end(), [](const auto& outcome) {
    return run::is_machine_fault(outcome.record.verdict);
  });
  // Pages are not at fault, and yet nobody may take this run for a proof.
  if (unjudged > 0)
    session.fail({base::format("{} unit{} not judged, as the machine or its queue was at fault",
                               unjudged, unjudged == 1 ? " was" : "s were"),
                  "run kbuild test again when the machine is well"});
}

base::Result<void> check_budget(const run::Budget& budget, const run::Execution& execution) {
  auto over = [](double wanted, double allowed, std::string_view what,
                 std::string_view key) -> base::Result<void> {
    if (allowed <= 0 || wanted <= allowed) return {};
    return base::fail(base::format("the plan may take {:.0f} {}; the profile allows {:.0f}", wanted,
                                   what, allowed),
                      base::format("choose units with --unit, or raise '{}'", key));
  };
  if (auto done = over(budget.node_minutes, execution.node_minutes, "node-minutes", "node_minutes");
      !done)
    return done;
  return over(budget.gpu_minutes, execution.gpu_minutes, "GPU-minutes", "gpu_minutes");
}

/// A unique name: CI jobs may begin in the same second.
std::string evidence_name(std::int64_t now) {
  std::string stamp =
      base::replace_all(base::replace_all(base::format_time(now), ":", ""), "-", "");
  std::string salt = first_line_of({"sh", "-c", "echo $(uname -n) $PPID"});
  return stamp + "-" + base::sha256_hex(salt).substr(0, 6) + ".jsonl";
}

/// Waits in small steps, so that Ctrl-C takes effect.
void pause(double seconds) {
  for (double left = seconds; left > 0 && !interrupted; left -= 0.1)
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(left, 0.1)));
}

/// Adds passes of local evidence that the committed evidence lacks.
base::Result<void> keep_earlier(Session& session, const std::vector<run::CellOutcome>& outcomes,
                                const std::vector<run::RunRecord>& committed,
                                const std::string& path) {
  run::EvidenceWriter writer(session.disk, path);
  for (const run::CellOutcome& outcome : outcomes) {
    bool known = std::any_of(committed.begin(), committed.end(), [&](const run::RunRecord& record) {
      return record.key == outcome.record.key && record.started == outcome.record.started;
    });
    if (!outcome.cached || known) continue;
    if (auto done = writer.append(outcome.record); !done) return done;
  }
  return {};
}

void run_test(Session& session, const TestArguments& arguments) {
  source::SourceStore sources;
  // Runs take long: builds may go on meanwhile.
  auto reading = lock_state(session, "kbuild test");
  if (!reading) return;
  auto corpus = build::recall_snippets(snippet_source(session), sources);
  reading.reset();
  if (!corpus) return session.fail(corpus.error());
  change_levels(session, corpus->checks);
  session.report(drop_silenced(std::move(corpus->diagnostics), corpus->checks), sources);
  auto profile = choose_profile(*corpus, arguments);
  if (!profile) return session.fail(profile.error());
  std::string own = profile->execution.executor;
  std::string executor =
      arguments.executor.empty() ? own.empty() ? "local" : own : arguments.executor;
  // A local run proves nothing about the cluster.
  if (executor == "local" && own != "local") profile->name = "local";
  std::string compiler = executor == "local" ? first_line_of({"c++", "--version"}) : "";

  auto cwd = session.disk.real_path(".");
  if (!cwd) return session.fail(cwd.error());
  std::string state = *cwd + "/.kbuild/" + corpus->key, system = base::to_lower(profile->name);
  auto history = run::read_all_evidence(session.disk, state + "/evidence");
  if (!history) return session.fail(history.error());
  auto committed = run::read_all_evidence(session.disk, corpus->evidence_directory);
  if (!committed) return session.fail(committed.error());
  run::RunnerOptions options;
  history->insert(history->end(), committed->begin(), committed->end());
  run::sort_by_time(*history);
  options.history = run::latest_by_key(std::move(*history));
  options.expiry_days = corpus->expiry_days;

  PlannedPages planned = plan(session, *corpus, *profile, executor == "emit" ? "slurm" : executor,
                              compiler, arguments.unit, [&](const run::Cell& cell) {
                                return !arguments.plan && executor != "emit" &&
                                       run::find_pass(options.history, cell.key,
                                                      session.clock.now(), options.expiry_days);
                              });
  if (!arguments.unit.empty() && planned.cells.empty())
    return session.fail({base::format("no unit '{}' has anything to run", arguments.unit),
                         "kbuild snippets lists the units"});
  if (arguments.plan) {
    session.print(run::to_text(planned.cells));
    return session.print(plan_of_walls(executor, run::unit_walls(*profile)));
  }
  if (executor == "emit") return emit(session, *profile, planned.cells);
  run::ConsentRequest consent;
  if (corpus->execute) consent.repository = run::Agreement::given;
  if (arguments.allow_execute) consent.runner = run::Agreement::given;
  consent.environment = base::current_environment();
  if (auto agreed = run::ask_consent(session.disk, consent); !agreed)
    return session.fail(agreed.error());
  if (executor == "local" && !base::walls_here().files && !arguments.without_walls)
    return session.fail(
        {"this machine makes no walls that keep a unit from your files",
         "install bubblewrap, or add --without-walls where nothing here is worth keeping"});
  if (arguments.keep && corpus->evidence_directory.empty())
    return session.fail({"--keep needs a place for evidence that counts",
                         "write 'snippets: {evidence: <directory>}'"});
  bool keep = arguments.keep || (arguments.promote && !corpus->evidence_directory.empty());

  std::vector<run::Cell> to_run = planned.cells;
  std::erase_if(to_run, [&](const run::Cell& cell) {
    return run::find_pass(options.history, cell.key, session.clock.now(), options.expiry_days) !=
           nullptr;
  });
  if (auto done = check_budget(run::budget_of(to_run), profile->execution); !done)
    return session.fail(done.error());
  options.work_directory = state + "/runs/" + system;
  auto lock = session.disk.lock(options.work_directory + "/lock", {.holder = "kbuild test"});
  if (!lock) return session.fail(lock.error());
  options.compiler = compiler;
  options.queue_limit = static_cast<std::size_t>(std::max(1ll, profile->execution.max_jobs));
  if (!to_run.empty()) {
    options.commit = current_commit(*cwd);
    options.private_words = private_words(*cwd);
  }
  std::string evidence = keep ? corpus->evidence_directory : state + "/evidence";
  // Finding out who runs this costs processes.
  if (!to_run.empty() || keep)
    options.evidence_file = evidence + "/" + system + "/" + evidence_name(session.clock.now());
  options.interrupted = [] { return interrupted != 0; };
  options.sleep = pause;
  options.progress = [&session](const std::string& line) { session.progress(line); };
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, note_interrupt);
  options.walls = run::unit_walls(*profile);
  // Here nothing waits in a queue, and each unit gets walls of its own.
  if (executor == "local") options.bundle_limit = 1;
  auto scheduler = executor == "local"
                       ? run::make_local_scheduler(options.interrupted, options.walls)
                       : run::make_slurm_scheduler();
  auto outcomes = run::run_cells(session.disk, session.clock, *scheduler, profile->execution,
                                 planned.cells, options);
  if (!outcomes) return session.fail(outcomes.error());
  if (keep)
    if (auto done = keep_earlier(session, *outcomes, *committed, options.evidence_file); !done)
      return session.fail(done.error());
  // Reports refer to the pages as they were run.
  std::vector<source::FileId> files = files_of(session, sources, planned, *outcomes);
  std::set<std::size_t> promoted;
  if (arguments.promote) {
    std::vector<build::ShownCell> shown;
    for (std::size_t i = 0; i < planned.cells.size(); ++i)
      shown.push_back({planned.pages[i], &planned.cells[i]});
    build::Promotion promotion = build::promote_outputs(session.disk, shown, *outcomes);
    for (const std::string& message : promotion.messages) session.message(message);
    if (promotion.error) session.fail(*promotion.error);
    promoted = std::move(promotion.done);
  }
  report(session, sources, files, *outcomes, promoted, arguments);
  if (interrupted) session.fail({"interrupted; jobs were cancelled", ""});
}

}  // namespace

void add_test(CLI::App& parent, Session& session) {
  CLI::App* command =
      parent.add_subcommand("test", "run the units of pages here or as Slurm jobs, with evidence");
  auto arguments = std::make_shared<TestArguments>();
  command->add_flag("--plan", arguments->plan, "say what would be run, and run nothing");
  command->add_flag("--allow-execute", arguments->allow_execute,
                    "allow this machine to run what pages say, as KBUILD_ALLOW_EXECUTE=1 does");
  command->add_flag("--without-walls", arguments->without_walls,
                    "run units also where this machine cannot keep them from your files");
  command->add_option("--executor", arguments->executor, "local, slurm, emit")
      ->check(CLI::IsMember({"local", "slurm", "emit"}));
  command->add_option("--system", arguments->system, "profile to run for; without, 'local'");
  command->add_option("--unit", arguments->unit, "this unit alone");
  command->add_option("--junit", arguments->junit, "write JUnit XML to this file");
  command->add_option("--sarif", arguments->sarif, "write SARIF to this file");
  command->add_option("--json", arguments->json, "write the records as JSON Lines to this file");
  command->add_flag("--github", arguments->github, "print GitHub annotations");
  command->add_option("--baseline", arguments->baseline,
                      "failures in this file do not count; where it is absent, it is written");
  command->add_flag("--keep", arguments->keep,
                    "keep the evidence where the configuration says, to be committed");
  command->add_flag("--promote", arguments->promote,
                    "like --keep, and write observed output into the blocks that show it");
  command->callback([&session, arguments] { run_test(session, *arguments); });
}

}  // namespace kbuild::cli
