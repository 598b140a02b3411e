// kbuild build: builds the site; also the default command.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>

#include "base/format.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "cli/summary.h"
#include "diag/baseline.h"
#include "diag/habits.h"
#include "meta/load/cache.h"
#include "run/trust/signature.h"

namespace kbuild::cli {

namespace {

std::string_view fate_text(meta::KeyReport::Fate fate) {
  switch (fate) {
    case meta::KeyReport::Fate::honoured: return "honoured";
    case meta::KeyReport::Fate::replaced: return "replaced";
    case meta::KeyReport::Fate::ignored: return "not honoured";
  }
  return "";
}

void print_keys(const Session& session, const meta::Config& config) {
  for (const meta::KeyReport& key : config.keys)
    session.message(base::format("  {:<40} {}{}{}\n", key.key, fate_text(key.fate),
                                 key.remark.empty() ? "" : ": ", key.remark));
}

/// With --strict, a warning counts as an error.
bool has_warning(const diag::Diagnostics& diagnostics, const diag::Levels& levels) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [&](const diag::Diagnostic& diagnostic) {
                       return levels.of(diagnostic) != diag::Level::style;
                     });
}

/// Findings that are read one by one where they stand; of more, people want the table.
constexpr std::size_t kFew = 8;

void finish(Session& session, const source::SourceStore& sources, const BuildArguments& arguments,
            build::BuildReport report, const Summary& summary) {
  const std::size_t count = report.diagnostics.size();
  if (arguments.strict && has_warning(report.diagnostics, session.levels))
    session.exit_code = kFindings;
  // --quiet is for programs, which read every finding and nothing else.
  const bool few = count <= kFew;
  std::string end;
  if (!session.quiet)
    end = summary_text(report.diagnostics, sources, session.levels, summary,
                       few ? Rows::none : Rows::codes);
  if (few || arguments.all || session.verbose || session.quiet)
    session.report(std::move(report.diagnostics), sources);
  else
    session.judge(report.diagnostics);
  if (session.quiet) return;
  session.message(end);
  session.message(base::format(
      "{} pages in {}: {} read, {} rendered, {} files written, {} removed, {} findings\n",
      report.pages, report.out, report.read, report.rendered, report.written, report.removed,
      count));
}

constexpr std::uint64_t kMaxBaseline = 64u << 20;

/// The file of known findings: the one that was named, else the one beside the configuration.
std::string baseline_path(const BuildArguments& arguments, const std::string& config_path) {
  if (!arguments.baseline.empty()) return arguments.baseline;
  return base::join_path(base::parent_path(config_path), kBaselineName);
}

/// Its text; "" where none is beside the configuration; nullopt after a failure (reported).
std::optional<std::string> read_baseline(Session& session, const BuildArguments& arguments,
                                         const std::string& path) {
  bool is_optional = arguments.baseline.empty() || arguments.update_baseline;
  if (is_optional && session.disk.kind(path) == base::FileKind::absent) return "";
  auto text = session.disk.read(path, kMaxBaseline);
  if (text) return std::move(*text);
  session.fail(text.error());
  return std::nullopt;
}

/// Seconds in which a build of a large site ends.
constexpr double kPatience = 300;

/// Names files in the site that no build made.
void name_kept(const Session& session, const build::BuildReport& report) {
  constexpr std::size_t kNamed = 10;
  if (report.kept.empty()) return;
  std::vector<std::string> named(
      report.kept.begin(),
      report.kept.begin() + static_cast<std::ptrdiff_t>(std::min(kNamed, report.kept.size())));
  if (named.size() < report.kept.size())
    named.push_back(base::format("and {} more", report.kept.size() - named.size()));
  session.message(base::format("kept in '{}', though no build made it: {}\n", report.out,
                               base::join(named, ", ")));
}

}  // namespace

std::optional<std::size_t> set_known_aside(Session& session, const std::string& path,
                                           std::optional<std::string_view> baseline,
                                           const source::SourceStore& sources,
                                           diag::Diagnostics& diagnostics) {
  const std::size_t all = diagnostics.size();
  if (!baseline) {
    auto written = session.disk.write(path, diag::print_baseline(diagnostics, sources));
    if (!written) return session.fail(written.error()), std::nullopt;
    diagnostics = {};
    return all;
  }
  auto rest = diag::subtract_baseline(std::move(diagnostics), *baseline, sources);
  if (!rest) return session.fail(rest.error()), std::nullopt;
  diagnostics = std::move(*rest);
  return all - diagnostics.size();
}

base::LockRequest lock_request(const Session& session, std::string_view command) {
  return {command, kPatience, [&session](const std::string& what) { session.progress(what); }};
}

std::optional<base::FileLock> lock_state(Session& session, std::string_view command) {
  std::string config = meta::find_config(session.disk, session.config);
  // Whoever opens the configuration says what is wrong with it.
  if (session.disk.status(config).kind != base::FileKind::file) return base::FileLock();
  const std::string state = ".kbuild/" + meta::state_key(session.disk, config);
  // It may have come with the sources, and files of any directory would be replaced.
  if (session.disk.kind(state) == base::FileKind::link) {
    session.fail({base::format("'{}' is a symbolic link", state), "delete it"});
    return std::nullopt;
  }
  auto lock = session.disk.lock(state + "/state.lock", lock_request(session, command));
  if (lock) return std::move(*lock);
  session.fail(lock.error());
  return std::nullopt;
}

bool open_site(Session& session, SiteSession& site) {
  auto loaded = meta::recall_config(session.disk, site.sources, session.config,
                                    build::program_digest(session.disk), session.permissions);
  if (!loaded) {
    session.fail(loaded.error());
    return false;
  }
  site.loaded = std::move(*loaded);
  site.options = {session.languages, session.jobs};
  site.options.machine_profiles = machine_profiles(session);
  site.options.signers = run::signers_of_runner(base::current_environment());
  change_levels(session, site.loaded.config.checks);
  return true;
}

void change_levels(Session& session, const std::vector<meta::CheckLevel>& checks) {
  for (const meta::CheckLevel& check : checks)
    if (const diag::CodeInfo* info = diag::find_code(check.code))
      if (auto level = diag::find_level(check.level)) session.levels.changed[info->code] = *level;
}

build::SnippetSource snippet_source(Session& session) {
  return {session.disk, session.config, session.jobs, machine_profiles(session),
          session.permissions};
}

std::vector<std::string> machine_profiles(const Session& session) {
  if (!session.machine.empty()) return {session.machine};
  std::vector<std::string> trees = {"."};
  if (!session.config.empty()) trees.emplace_back(base::parent_path(session.config));
  if (trees.back().empty()) trees.pop_back();
  return run::machine_directories(session.disk, base::current_environment(), trees);
}

diag::Diagnostics drop_silenced(diag::Diagnostics diagnostics,
                                const std::vector<meta::CheckLevel>& checks) {
  diagnostics.erase_if([&](const diag::Diagnostic& diagnostic) {
    for (const meta::CheckLevel& check : checks)
      if (const diag::CodeInfo* info = diag::find_code(check.code))
        if (info->code == diagnostic.code && check.level == "off") return true;
    return false;
  });
  return diagnostics;
}

std::string find_themes(const base::Disk& disk) {
  auto program = disk.real_path("/proc/self/exe");
  std::string directory(base::parent_path(program ? *program : ""));
  std::string installed = base::join_path(directory, "../share/kbuild/themes");
  bool is_installed = disk.status(installed).kind == base::FileKind::directory;
  return is_installed ? installed : base::join_path(directory, "../../themes");
}

void run_build(Session& session, const BuildArguments& arguments) {
  const auto started = std::chrono::steady_clock::now();
  Summary summary;
  auto stop_watch = [&] {
    std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
    summary.seconds = passed.count();
  };
  build::BuildOptions options;
  options.now = options.state.now = base::site_time(session.clock);
  options.state.languages = session.languages;
  options.state.jobs = session.jobs;
  options.state.signers = run::signers_of_runner(base::current_environment());
  options.state.progress = [&](const build::Progress& at) {
    session.stage(at.stage, at.done, at.total);
  };
  options.out = session.out;
  options.themes = find_themes(session.disk);
  options.search = arguments.no_search ? build::Search::without : build::Search::with;
  options.freshness = arguments.clean ? build::Freshness::clean : build::Freshness::incremental;
  options.lock = lock_request(session, arguments.command);
  std::string config_path = meta::find_config(session.disk, session.config);
  auto lock = lock_state(session, arguments.command);
  if (!lock) return;
  summary.baseline = baseline_path(arguments, config_path);
  auto baseline = read_baseline(session, arguments, summary.baseline);
  if (!baseline) return;
  base::Hasher asked;
  asked.add(*baseline);
  asked.add(build::build_request(session.disk, config_path, options));
  for (const auto* allowed : {&session.permissions.read, &session.permissions.environment}) {
    asked.add(allowed->size());
    for (const std::string& name : *allowed) asked.add(name);
  }
  asked.add(static_cast<std::uint64_t>(session.permissions.neighbours));
  const base::Digest request = asked.finish();
  const std::string receipt_path = build::receipt_path(session.disk, config_path);
  bool may_skip = !arguments.clean && !arguments.explain && !arguments.update_baseline &&
                  !session.verbose && !config_path.empty();
  if (may_skip)
    if (auto receipt = build::find_receipt(session.disk, receipt_path, request, options.now,
                                           options.state.snapshots)) {
      source::SourceStore sources;
      build::BuildReport report;
      report.out = receipt->out;
      report.pages = receipt->pages;
      for (const auto& [code, level] : receipt->levels)
        session.levels.changed[{code}] = static_cast<diag::Level>(level);
      report.diagnostics = build::restore_findings(session.disk, sources, receipt->findings);
      summary.known = receipt->known;
      summary.languages = receipt->languages;
      summary.not_honoured = receipt->not_honoured;
      stop_watch();
      return finish(session, sources, arguments, std::move(report), summary);
    }
  session.keep_alive.clear();
  auto site_session = std::make_shared<SiteSession>();
  session.keep_alive.push_back(site_session);
  SiteSession& site = *site_session;
  if (!open_site(session, site)) return;
  const meta::Config& config = site.loaded.config;
  if (session.verbose) print_keys(session, config);
  auto report = build::build_site(session.disk, site.sources, config, options);
  session.end_stages();
  if (!report) return session.fail(report.error());
  session.keep_alive.push_back(std::move(report->remains));
  name_kept(session, *report);
  if (arguments.explain)
    for (const std::string& line : report->explanations) session.message(line + "\n");
  diag::Diagnostics all = std::move(site.loaded.diagnostics);
  for (diag::Diagnostic& diagnostic : report->diagnostics) all.push_back(std::move(diagnostic));
  report->diagnostics =
      diag::gather_habits(drop_silenced(std::move(all), config.checks), site.sources);
  diag::sort(report->diagnostics, site.sources);
  std::optional<std::string_view> old;
  if (!arguments.update_baseline) old = *baseline;
  auto known = set_known_aside(session, summary.baseline, old, site.sources, report->diagnostics);
  if (!known) return;
  report->receipt.known = summary.known = *known;
  report->receipt.languages = summary.languages = config.languages;
  report->receipt.not_honoured = summary.not_honoured = keys_not_honoured(config.keys);
  report->receipt.request = request;
  report->receipt.findings = build::make_cached_findings(report->diagnostics, site.sources);
  for (const auto& [code, level] : session.levels.changed)
    report->receipt.levels.emplace_back(code.number, static_cast<std::uint16_t>(level));
  if (auto saved = build::save_receipt(session.disk, receipt_path, report->receipt); !saved)
    return session.fail(saved.error());
  stop_watch();
  finish(session, site.sources, arguments, std::move(*report), summary);
}

void add_build(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("build", "the site (the default command)");
  auto arguments = std::make_shared<BuildArguments>();
  command->add_flag("--strict", arguments->strict, "warnings fail the build, too");
  command->add_flag("--clean", arguments->clean, "make every file anew");
  command->add_flag("--explain", arguments->explain, "say why each thing was made anew");
  command->add_flag("--no-search", arguments->no_search, "leave the search index out");
  command->add_flag("--all", arguments->all, "print each finding, however many there are");
  command->add_option("--baseline", arguments->baseline,
                      "a file of known findings, which are not reported; without, "
                      "kbuild-baseline.jsonl beside the configuration");
  command->add_flag("--update-baseline", arguments->update_baseline,
                    "write all findings to the baseline");
  command->callback([&session, arguments] { run_build(session, *arguments); });
}

}  // namespace kbuild::cli
