// kbuild check: all findings, nothing rendered.
#include <CLI/CLI.hpp>
#include <memory>
#include <set>

#include "base/format.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/site_session.h"

namespace kbuild::cli {

namespace {

struct Arguments {
  std::string format = "text";
  std::string changed_since;
};

/// Files that differ from a git revision, as absolute paths.
base::Result<std::set<std::string>> changed_files(const base::Disk& disk, const std::string& revision) {
  base::Command command{{"git", "diff", "--name-only", "--relative", "-z", revision, "--"}};
  auto run = base::run_process(command);
  if (!run) return tl::unexpected(run.error());
  if (run->exit_code != 0)
    return base::fail(base::format("git knows no revision '{}' here", revision), std::string(base::trim(run->errors)));
  std::set<std::string> out;
  for (std::string_view path : base::split(run->output, '\0'))
    if (auto real = disk.real_path(std::string(path)); real && !path.empty()) out.insert(*real);
  return out;
}

void print(Session& session, diag::Diagnostics diagnostics, const source::SourceStore& sources,
           const std::string& format) {
  if (format == "text") return session.report(std::move(diagnostics), sources);
  diag::sort(diagnostics, sources);
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    const diag::CodeInfo* info = diag::find_code(diagnostic.code);
    if (!info || info->level == diag::Level::error) session.exit_code = kFindings;
    if (format == "json") session.print(diag::print_json(diagnostic, sources) + "\n");
    if (format == "github") session.print(diag::print_github(diagnostic, sources) + "\n");
  }
  if (format == "sarif") session.print(diag::print_sarif(diagnostics, sources));
}

void run_check(Session& session, const Arguments& arguments) {
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
  all = apply_levels(std::move(all), config);
  if (!arguments.changed_since.empty()) {
    auto changed = changed_files(session.disk, arguments.changed_since);
    if (!changed) return session.fail(changed.error());
    std::erase_if(all, [&](const diag::Diagnostic& diagnostic) {
      auto real = session.disk.real_path(std::string(site.sources.path(diagnostic.span.file)));
      return !real || !changed->contains(*real);
    });
  }
  print(session, std::move(all), site.sources, arguments.format);
}

}  // namespace

void add_check(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("check", "all findings, without a site");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("--format", arguments->format, "text, json, sarif, github")
      ->check(CLI::IsMember({"text", "json", "sarif", "github"}));
  command->add_option("--changed-since", arguments->changed_since, "only files changed since a git revision");
  command->callback([&session, arguments] { run_check(session, *arguments); });
}

}  // namespace kbuild::cli
