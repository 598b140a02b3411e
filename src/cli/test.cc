// kbuild test: runs units on this machine, in a container or as Slurm jobs, or writes the job
// scripts. Without the consent of the repository and of whoever runs it, it only checks statically.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <thread>

#include "base/format.h"
#include "base/hash.h"
#include "base/lock.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "build/stages/evidence.h"
#include "build/stages/installed.h"
#include "build/stages/promote.h"
#include "build/stages/snippet_pages.h"
#include "cli/changed.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "cli/status.h"
#include "cli/test_arguments.h"
#include "cli/test_pages.h"
#include "cli/test_report.h"
#include "run/consent.h"
#include "run/nights/comment.h"
#include "run/nights/history_report.h"
#include "run/nights/nightly.h"
#include "run/report.h"
#include "run/runner.h"
#include "run/slurm/walls.h"
#include "run/trust/evidence_set.h"
#include "tools/git.h"

namespace kbuild::cli {

namespace {

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

/// What the plan says of the walls round units.
std::string plan_of_walls(const std::string& executor, const base::Sandbox& walls) {
  if (executor == "apptainer") return "walls: those of the container, without network\n";
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
    // Of another page that executes the same.
    bool just_written = std::any_of(outcomes.begin(), outcomes.end(), [&](const auto& other) {
      return !other.cached && other.record.key == outcome.record.key;
    });
    if (!outcome.cached || known || just_written) continue;
    if (auto done = writer.append(outcome.record); !done) return done;
  }
  return {};
}

/// What a run of the command works with.
struct TestSetting {
  build::SnippetCorpus corpus;
  run::SystemProfile profile;
  std::string executor;
  std::string compiler;
  std::optional<run::Container> container;
  /// Absolute directory of what is kept between runs.
  std::string state;
  /// Lower-case name of the profile, for paths.
  std::string system;
  std::string directory;
  std::vector<run::RunRecord> committed;
  /// All evidence that counts here, by time.
  std::vector<run::RunRecord> records;
  run::History latest;
  run::Histories histories;
  std::vector<run::InstalledVersion> listed;
};

/// The image that whoever runs this names, or the one that a profile names and they allow.
base::Result<std::string> choose_image(const run::Execution& execution,
                                       const TestArguments& arguments) {
  if (!arguments.image.empty()) return arguments.image;
  if (execution.image.empty())
    return base::fail("--executor apptainer needs an image",
                      "add --image FILE.sif, or write 'execution: {image: ...}' in the profile");
  auto is_it = [&](const std::string& image) { return image == execution.image; };
  if (std::any_of(execution.images.begin(), execution.images.end(), is_it) ||
      std::any_of(arguments.allowed_images.begin(), arguments.allowed_images.end(), is_it))
    return execution.image;
  return base::fail(
      base::format("the repository asks for the image '{}', which nobody here has allowed",
                   execution.image),
      base::format("add --allow-image {}, or name another one with --image", execution.image));
}

base::Result<void> choose_executor(const Session& session, const TestArguments& arguments,
                                   TestSetting& s) {
  std::string own = s.profile.execution.executor;
  s.executor = arguments.executor.empty() ? own.empty() ? "local" : own : arguments.executor;
  // A run here proves nothing about the cluster.
  if (run::runs_here(s.executor) && !run::runs_here(own)) s.profile.name = "local";
  if (s.executor == "local") s.compiler = first_line_of({"c++", "--version"});
  if (s.executor != "apptainer") return {};
  auto image = choose_image(s.profile.execution, arguments);
  if (!image) return tl::unexpected(image.error());
  auto container = run::find_container(session.disk, *image);
  if (!container) return tl::unexpected(container.error());
  container->gpus = !s.profile.node_types.empty() &&
                    std::any_of(s.profile.node_types.begin(), s.profile.node_types.end(),
                                [](const run::NodeType& type) { return type.gpus > 0; });
  // In place of a compiler: what the image is decides what a run proves.
  s.compiler = container->image + " " + container->digest;
  s.container = std::move(*container);
  return {};
}

/// What the evidence says; of sweeps only for sweeps, as they try what no page says.
base::Result<void> read_records(const Session& session, const TestArguments& arguments,
                                TestSetting& s) {
  std::vector<std::string> directories = {s.state + "/evidence"};
  if (arguments.sweep) directories.push_back(s.state + "/sweeps");
  auto committed = run::read_all_evidence(session.disk, s.corpus.evidence_directory);
  if (!committed) return tl::unexpected(committed.error());
  for (const std::string& directory : directories) {
    auto local = run::read_all_evidence(session.disk, directory);
    if (!local) return tl::unexpected(local.error());
    s.records.insert(s.records.end(), local->begin(), local->end());
  }
  s.records.insert(s.records.end(), committed->begin(), committed->end());
  run::sort_by_time(s.records);
  s.committed = std::move(*committed);
  s.latest = run::latest_by_key(s.records);
  s.histories = run::histories_by_place(run::unit_histories(s.records, session.clock.now()));
  return {};
}

base::Result<TestSetting> set_up(Session& session, source::SourceStore& sources,
                                 const TestArguments& arguments) {
  TestSetting s;
  // Runs take long: builds may go on meanwhile.
  auto reading = lock_state(session, "kbuild test");
  if (!reading) return base::fail("");
  auto corpus = build::recall_snippets(snippet_source(session), sources);
  reading.reset();
  if (!corpus) return tl::unexpected(corpus.error());
  s.corpus = std::move(*corpus);
  change_levels(session, s.corpus.checks);
  session.report(drop_silenced(std::move(s.corpus.diagnostics), s.corpus.checks), sources);
  auto profile = choose_profile(s.corpus, arguments.system);
  if (!profile) return tl::unexpected(profile.error());
  s.profile = std::move(*profile);
  if (auto done = choose_executor(session, arguments, s); !done)
    return tl::unexpected(done.error());
  auto cwd = session.disk.real_path(".");
  if (!cwd) return tl::unexpected(cwd.error());
  s.directory = std::move(*cwd);
  s.state = s.directory + "/.kbuild/" + s.corpus.key;
  s.system = base::to_lower(s.profile.name);
  if (auto done = read_records(session, arguments, s); !done) return tl::unexpected(done.error());
  if (arguments.sweep || arguments.nightly) {
    auto listed = build::listed_versions(session.disk, s.corpus.names, s.profile.name);
    if (!listed) return tl::unexpected(listed.error());
    s.listed = std::move(*listed);
  }
  if (arguments.sweep && s.listed.empty())
    return base::fail(base::format("no list says what is installed on {}", s.profile.name),
                      "write one with kbuild collect, and name it under 'systems: installed'");
  return s;
}

base::Result<PlannedPages> plan_units(const Session& session, const TestSetting& s,
                                      const TestArguments& arguments) {
  std::optional<ChangedLines> changes;
  if (!arguments.changed_since.empty()) {
    std::vector<std::string> files;
    for (const build::SnippetPage& page : s.corpus.pages) files.push_back(page.source.file);
    auto found = changed_lines(session.disk, arguments.changed_since, files);
    if (!found) return tl::unexpected(found.error());
    changes.emplace(std::move(*found));
  }
  bool runs = !arguments.plan && s.executor != "emit";
  return plan_pages(
      session, s.corpus,
      {s.profile, s.executor == "emit" ? "slurm" : s.executor, s.compiler, arguments.unit,
       changes ? &*changes : nullptr,
       arguments.sweep ? s.listed : build::installed_versions(s.corpus.matrix, s.profile.name),
       arguments.sweep ? run::Versions::installed : run::Versions::claimed,
       [&, runs](const run::Cell& cell) {
         return runs &&
                run::find_pass(s.latest, cell.key, session.clock.now(), s.corpus.expiry_days);
       }});
}

/// Keeps what is due and fits the budget; a sweep shows what it knows already, too. Returns what
/// was chosen in words.
base::Result<std::string> choose_due(const Session& session, TestSetting& s,
                                     const TestArguments& arguments, PlannedPages& planned) {
  run::MinuteBudget budget;
  if (!arguments.budget.empty()) {
    auto parsed = run::parse_budget(arguments.budget);
    if (!parsed) return tl::unexpected(parsed.error());
    budget = *parsed;
  }
  auto bound = [](std::optional<double>& minutes, double of_profile) {
    if (of_profile > 0) minutes = std::min(minutes.value_or(of_profile), of_profile);
  };
  bound(budget.node, s.profile.execution.node_minutes);
  bound(budget.gpu, s.profile.execution.gpu_minutes);
  std::set<std::string, std::less<>> modules;
  for (const run::InstalledVersion& one : s.listed) modules.insert(one.module);
  run::Night night = run::choose_night({planned.cells, s.latest, s.histories, modules,
                                        session.clock.now(), s.corpus.expiry_days, budget});
  std::string words = run::night_words(night, planned.cells, budget);
  std::vector<std::size_t> kept;
  for (const run::DueCell& one : night.chosen) {
    kept.push_back(one.cell);
    // Its pass is not kept.
    if (one.why == run::Due::upgraded) s.latest.erase(planned.cells[one.cell].key);
  }
  if (arguments.sweep) {
    std::set<std::size_t> left;
    for (const run::DueCell& one : night.left) left.insert(one.cell);
    kept.clear();
    for (std::size_t i = 0; i < planned.cells.size(); ++i)
      if (!left.contains(i)) kept.push_back(i);
  }
  planned.keep(kept);
  return words;
}

void print_plan(const Session& session, const TestSetting& s, const TestArguments& arguments,
                const PlannedPages& planned, const std::string& chosen) {
  if (arguments.format == "markdown") {
    std::vector<run::CommentRow> rows;
    for (const run::Cell& cell : planned.cells)
      rows.push_back(run::comment_row(cell, s.latest, session.clock.now(), s.corpus.expiry_days));
    return session.print(run::to_comment(std::move(rows),
                                         {arguments.changed_since, "Nothing was run for this."},
                                         private_words(s.directory)));
  }
  session.print(run::to_text(planned.cells));
  session.print(chosen);
  session.print(plan_of_walls(s.executor, run::unit_walls(s.profile)));
}

/// What was reached and how much is proved, then histories of the units, of one system where
/// --system names it.
void print_status(Session& session, const TestSetting& s, const TestArguments& arguments) {
  std::vector<run::UnitHistory> shown;
  for (const auto& [place, history] : s.histories)
    if ((arguments.system.empty() || base::equals_ignoring_case(place.system, s.profile.name)) &&
        (arguments.unit.empty() || place.unit == arguments.unit))
      shown.push_back(history);
  bool json = arguments.format == "json";
  if (!json) session.print(run::history_table(std::move(shown)));
  for (const run::UnitHistory& history : shown)
    if (json) session.print(run::history_json(history) + "\n");
  print_reach(session, s.corpus, s.records, json ? StatusForm::json : StatusForm::table);
}

/// Whether repository, runner and machine allow to run what pages say.
base::Result<void> ask_to_run(const Session& session, const TestSetting& s,
                              const TestArguments& arguments) {
  run::ConsentRequest consent;
  if (s.corpus.execute) consent.repository = run::Agreement::given;
  if (arguments.allow_execute) consent.runner = run::Agreement::given;
  consent.environment = base::current_environment();
  if (auto agreed = run::ask_consent(session.disk, consent); !agreed) return agreed;
  if (s.executor == "local" && !base::walls_here().files && !arguments.without_walls)
    return base::fail(
        "this machine makes no walls that keep a unit from your files",
        "install bubblewrap, or add --without-walls where nothing here is worth keeping");
  bool keep = arguments.keep || arguments.promote;
  if (keep && arguments.sweep)
    return base::fail("a sweep tries what no page says, and keeps no evidence of pages",
                      "leave out --keep and --promote");
  if (arguments.keep && s.corpus.evidence_directory.empty())
    return base::fail("--keep needs a place for evidence that counts",
                      "write 'snippets: {evidence: <directory>}'");
  return {};
}

/// "90s", "30m", "2h".
base::Result<double> seconds_of(std::string_view text) {
  static constexpr std::pair<char, double> kUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
  for (auto [letter, seconds] : kUnits)
    if (text.ends_with(letter))
      if (auto number = base::parse_integer(text.substr(0, text.size() - 1));
          number && *number >= 0 && *number < 1'000'000)
        return static_cast<double>(*number) * seconds;
  return base::fail(base::format("'{}' is no time", text), "write 90s, 30m or 2h");
}

/// Options of the runner that do not depend on what is run.
base::Result<run::RunnerOptions> runner_options(Session& session, const TestSetting& s,
                                                const TestArguments& arguments,
                                                const std::vector<run::Cell>& cells) {
  run::RunnerOptions options;
  options.history = s.latest;
  options.expiry_days = s.corpus.expiry_days;
  options.work_directory = s.state + "/runs/" + s.system;
  options.compiler = s.compiler;
  if (s.container) options.loaded = {{"container", s.container->image, s.container->digest, true}};
  options.queue_limit = static_cast<std::size_t>(std::max(1ll, s.profile.execution.max_jobs));
  if (!arguments.pending_limit.empty()) {
    auto limit = seconds_of(arguments.pending_limit);
    if (!limit) return tl::unexpected(limit.error());
    options.pending_limit = *limit;
  }
  // A night goes as one array where the queue has room for it.
  if (arguments.nightly || arguments.sweep)
    options.bundle_limit = std::max(options.bundle_limit,
                                    (cells.size() + options.queue_limit - 1) / options.queue_limit);
  options.interrupted = [] { return interrupted != 0; };
  options.sleep = pause;
  options.progress = [&session](const std::string& line) { session.progress(line); };
  options.walls = run::unit_walls(s.profile);
  // Here nothing waits in a queue, and each unit gets walls of its own.
  if (run::runs_here(s.executor)) options.bundle_limit = 1;
  return options;
}

std::unique_ptr<run::Scheduler> make_scheduler(const TestSetting& s,
                                               const run::RunnerOptions& options) {
  if (s.container) return run::make_container_scheduler(options.interrupted, *s.container);
  if (s.executor == "local") return run::make_local_scheduler(options.interrupted, options.walls);
  return run::make_slurm_scheduler();
}

/// Histories with what this run added.
std::vector<run::UnitHistory> histories_after(const Session& session, const TestSetting& s,
                                              const std::vector<run::CellOutcome>& outcomes) {
  std::vector<run::RunRecord> records = s.records;
  for (const run::CellOutcome& outcome : outcomes) {
    if (outcome.spoilt) records.push_back(*outcome.spoilt);
    if (!outcome.cached) records.push_back(outcome.record);
  }
  run::sort_by_time(records);
  return run::unit_histories(records, session.clock.now());
}

void run_units(Session& session, source::SourceStore& sources, const TestSetting& s,
               const TestArguments& arguments, const PlannedPages& planned, std::string chosen) {
  if (auto allowed = ask_to_run(session, s, arguments); !allowed)
    return session.fail(allowed.error());
  auto options = runner_options(session, s, arguments, planned.cells);
  if (!options) return session.fail(options.error());
  bool keep = arguments.keep || (arguments.promote && !s.corpus.evidence_directory.empty());
  std::vector<run::Cell> to_run = planned.cells;
  std::erase_if(to_run, [&](const run::Cell& cell) {
    return run::find_pass(s.latest, cell.key, session.clock.now(), s.corpus.expiry_days) != nullptr;
  });
  // A night was chosen within the profile's bounds.
  if (chosen.empty())
    if (auto done = check_budget(run::budget_of(to_run), s.profile.execution); !done)
      return session.fail(done.error());
  auto lock = session.disk.lock(options->work_directory + "/lock", {.holder = "kbuild test"});
  if (!lock) return session.fail(lock.error());
  if (!to_run.empty()) {
    options->commit = current_commit(s.directory);
    options->private_words = private_words(s.directory);
  }
  std::string evidence = keep              ? s.corpus.evidence_directory
                         : arguments.sweep ? s.state + "/sweeps"
                                           : s.state + "/evidence";
  // Finding out who runs this costs processes.
  if (!to_run.empty() || keep)
    options->evidence_file = evidence + "/" + s.system + "/" + evidence_name(session.clock.now());
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, note_interrupt);
  auto scheduler = make_scheduler(s, *options);
  auto outcomes = run::run_cells(session.disk, session.clock, *scheduler, s.profile.execution,
                                 planned.cells, *options);
  if (!outcomes) return session.fail(outcomes.error());
  if (keep)
    if (auto done = keep_earlier(session, *outcomes, s.committed, options->evidence_file); !done)
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
  std::vector<run::UnitHistory> histories = histories_after(session, s, *outcomes);
  report_test(
      session, sources,
      {planned, *outcomes, histories, files, promoted, std::move(chosen), options->private_words},
      arguments);
  if (interrupted) session.fail({"interrupted; jobs were cancelled", ""});
}

void run_test(Session& session, const TestArguments& arguments) {
  source::SourceStore sources;
  auto setting = set_up(session, sources, arguments);
  if (!setting) return setting.error().message.empty() ? void() : session.fail(setting.error());
  if (arguments.status) return print_status(session, *setting, arguments);
  auto planned = plan_units(session, *setting, arguments);
  if (!planned) return session.fail(planned.error());
  if (!arguments.unit.empty() && planned->cells.empty())
    return session.fail({base::format("no unit '{}' has anything to run", arguments.unit),
                         "kbuild snippets lists the units"});
  std::string chosen;
  if (arguments.nightly || arguments.sweep) {
    auto words = choose_due(session, *setting, arguments, *planned);
    if (!words) return session.fail(words.error());
    chosen = std::move(*words);
  }
  if (arguments.plan) return print_plan(session, *setting, arguments, *planned, chosen);
  if (setting->executor == "emit") return emit(session, setting->profile, planned->cells);
  run_units(session, sources, *setting, arguments, *planned, std::move(chosen));
}

}  // namespace

void add_test(CLI::App& parent, Session& session) {
  CLI::App* command =
      parent.add_subcommand("test", "run the units of pages here or as Slurm jobs, with evidence");
  auto arguments = std::make_shared<TestArguments>();
  TestArguments& a = *arguments;
  command->add_flag("--plan", a.plan, "say what would be run, and run nothing");
  command->add_flag("--status", a.status,
                    "say what is possible, what runs reached, how much is proved and what units "
                    "cost; run nothing");
  command->add_option("--format", a.format, "table, json, or markdown for a comment")
      ->check(CLI::IsMember({"table", "json", "markdown"}));
  command->add_flag("--allow-execute", a.allow_execute,
                    "allow this machine to run what pages say, as KBUILD_ALLOW_EXECUTE=1 does");
  command->add_flag("--without-walls", a.without_walls,
                    "run units also where this machine cannot keep them from your files");
  command->add_option("--executor", a.executor, "local, apptainer, slurm, emit")
      ->check(CLI::IsMember({"local", "apptainer", "slurm", "emit"}));
  command->add_option("--image", a.image, "for apptainer: a .sif file or a URI");
  command
      ->add_option("--allow-image", a.allowed_images,
                   "an image that the profile of the repository may ask for")
      ->allow_extra_args(false);
  command->add_option("--system", a.system, "profile to run for; without, 'local'");
  command->add_option("--unit", a.unit, "this unit alone");
  command->add_option("--changed-since", a.changed_since,
                      "only units that differ from a git revision");
  CLI::Option* nightly = command->add_flag(
      "--nightly", a.nightly, "only what is expired, changed, failed or never run, oldest first");
  command
      ->add_flag("--sweep", a.sweep,
                 "units with every listed version of their modules, in a table of what breaks")
      ->excludes(nightly);
  command->add_option("--budget", a.budget,
                      "for --nightly and --sweep: 20gpu-min, 30cpu-min,10node-min");
  command->add_option("--pending-limit", a.pending_limit,
                      "how long a job may wait: 90s, 30m, 2h; without, 1h");
  command->add_option("--junit", a.junit, "write JUnit XML to this file");
  command->add_option("--sarif", a.sarif, "write SARIF to this file");
  command->add_option("--json", a.json, "write the records as JSON Lines to this file");
  command->add_flag("--github", a.github, "print GitHub annotations");
  command->add_option("--baseline", a.baseline,
                      "failures in this file do not count; where it is absent, it is written");
  command->add_flag("--keep", a.keep,
                    "keep the evidence where the configuration says, to be committed");
  command->add_flag("--promote", a.promote,
                    "like --keep, and write observed output into the blocks that show it");
  command->callback([&session, arguments] {
    if (!arguments->budget.empty() && !arguments->nightly && !arguments->sweep)
      return session.fail({"--budget is for --nightly and --sweep", "add one of them"});
    run_test(session, *arguments);
  });
}

}  // namespace kbuild::cli
