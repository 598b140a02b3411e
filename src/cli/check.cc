// kbuild check: prints all findings without rendering.
#include <CLI/CLI.hpp>
#include <memory>
#include <set>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "build/stages/snippet_pages.h"
#include "cli/changed.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "diag/habits.h"
#include "run/lint/oracle_report.h"
#include "run/lint/shellcheck.h"

namespace kbuild::cli {

namespace {

struct CheckArguments {
  std::string format = "text";
  std::string changed_since;
  std::string baseline;
  bool update_baseline = false;
  bool oracle = false;
  bool shellcheck = false;
};

void print(Session& session, diag::Diagnostics diagnostics, const source::SourceStore& sources,
           const std::string& format) {
  if (format == "text") return session.report(std::move(diagnostics), sources);
  diag::sort(diagnostics, sources);
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    if (session.levels.of(diagnostic) == diag::Level::error) session.exit_code = kFindings;
    if (format == "json")
      session.print(diag::print_json(diagnostic, sources, session.levels) + "\n");
    if (format == "github")
      session.print(diag::print_github(diagnostic, sources, session.levels) + "\n");
  }
  if (format == "sarif") session.print(diag::print_sarif(diagnostics, sources, session.levels));
}

/// Submits the batch scripts to sbatch's test mode and reports how many it agrees on. False if that
/// wasn't possible.
bool add_oracle(Session& session, source::SourceStore& sources, diag::Diagnostics& all) {
  auto corpus = build::load_snippets(snippet_source(session), sources, {});
  if (!corpus) return session.fail(corpus.error()), false;
  std::vector<const snippets::Snippet*> snippets;
  for (const build::SnippetPage& page : corpus->pages)
    for (const snippets::Snippet& snippet : page.snippets) snippets.push_back(&snippet);
  auto report = run::ask_oracle(session.disk, snippets, corpus->systems, session.jobs);
  if (!report) return session.fail(report.error()), false;
  for (diag::Diagnostic& finding : report->findings) all.push_back(std::move(finding));
  for (const snippets::Snippet* snippet : report->only_here)
    session.message(base::format("{}:{}: kbuild refuses this header, sbatch takes it\n",
                                 sources.path(snippet->block.file), snippet->line));
  session.message(base::format(
      "sbatch judged {} batch scripts, {} of them as kbuild does; of {} the header alone\n",
      report->judged, report->agreed, report->header_alone));
  return true;
}

/// Adds what shellcheck says of lines of which nothing is said yet. False if it could not be asked.
bool add_shellcheck(Session& session, source::SourceStore& sources, diag::Diagnostics& all) {
  auto corpus = build::load_snippets(snippet_source(session), sources, {});
  if (!corpus) return session.fail(corpus.error()), false;
  std::vector<const snippets::Snippet*> snippets;
  for (const build::SnippetPage& page : corpus->pages)
    for (const snippets::Snippet& snippet : page.snippets) snippets.push_back(&snippet);
  auto findings = run::ask_shellcheck(sources, snippets);
  if (!findings) return session.fail(findings.error()), false;
  auto place = [&](const diag::Diagnostic& finding) {
    return std::pair(std::string(sources.path(finding.span.file)),
                     sources.line_number(finding.span.file, finding.span.begin));
  };
  std::set<std::pair<std::string, std::uint32_t>> told;
  for (const diag::Diagnostic& finding : all)
    if (diag::code_text(finding.code).starts_with("KB07")) told.insert(place(finding));
  for (diag::Diagnostic& finding : *findings)
    if (!told.contains(place(finding))) all.push_back(std::move(finding));
  return true;
}

/// Removes findings of the baseline, or writes a new one.
bool apply_baseline(Session& session, const CheckArguments& arguments,
                    const source::SourceStore& sources, diag::Diagnostics& all) {
  if (arguments.update_baseline)
    return set_known_aside(session, arguments.baseline, std::nullopt, sources, all).has_value();
  auto text = session.disk.read(arguments.baseline);
  if (!text) return session.fail(text.error()), false;
  return set_known_aside(session, arguments.baseline, *text, sources, all).has_value();
}

void run_check(Session& session, const CheckArguments& arguments) {
  auto lock = lock_state(session, "kbuild check");
  if (!lock) return;
  SiteSession site;
  if (!open_site(session, site)) return;
  const meta::Config& config = site.loaded.config;
  site.options.syntax = check::Syntax::checked;
  auto state = build::make_state(session.disk, site.sources, config, site.options);
  if (!state) return session.fail(state.error());
  if (auto saved = build::save_ledger(session.disk, state->ledger_path, state->ledger); !saved)
    return session.fail(saved.error());
  diag::Diagnostics all = std::move(site.loaded.diagnostics);
  for (diag::Diagnostic& diagnostic : build::findings(session.disk, site.sources, *state))
    all.push_back(std::move(diagnostic));
  if (arguments.oracle && !add_oracle(session, site.sources, all)) return;
  if (arguments.shellcheck && !add_shellcheck(session, site.sources, all)) return;
  all = drop_silenced(std::move(all), config.checks);
  if (!arguments.changed_since.empty()) {
    auto changed = changed_files(session.disk, arguments.changed_since);
    if (!changed) return session.fail(changed.error());
    all.erase_if([&](const diag::Diagnostic& diagnostic) {
      auto real = session.disk.real_path(std::string(site.sources.path(diagnostic.span.file)));
      return !real || !changed->contains(*real);
    });
  }
  all = diag::gather_habits(std::move(all), site.sources);
  if (!arguments.baseline.empty() && !apply_baseline(session, arguments, site.sources, all)) return;
  print(session, std::move(all), site.sources, arguments.format);
}

}  // namespace

void add_check(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("check", "all findings, without a site");
  auto arguments = std::make_shared<CheckArguments>();
  command->add_option("--format", arguments->format, "text, json, sarif, github")
      ->check(CLI::IsMember({"text", "json", "sarif", "github"}));
  command->add_option("--changed-since", arguments->changed_since,
                      "only files changed since a git revision");
  CLI::Option* baseline = command->add_option("--baseline", arguments->baseline,
                                              "a file of known findings, which are not reported");
  command
      ->add_flag("--update-baseline", arguments->update_baseline,
                 "write all findings to the baseline")
      ->needs(baseline);
  command->add_flag("--oracle", arguments->oracle,
                    "put batch scripts before Slurm's own sbatch, too");
  command->add_flag("--shellcheck", arguments->shellcheck, "put shell code before shellcheck, too");
  command->callback([&session, arguments] { run_check(session, *arguments); });
}

}  // namespace kbuild::cli
