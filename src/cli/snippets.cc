// kbuild snippets: classifies, groups and checks the code blocks of pages without running them.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "base/format.h"
#include "base/jobs.h"
#include "base/json.h"
#include "base/text.h"
#include "build/stages/snippet_pages.h"
#include "build/stages/unit_evidence.h"
#include "cli/commands.h"
#include "cli/label_table.h"
#include "cli/site_session.h"
#include "cli/status.h"
#include "diag/habits.h"
#include "run/lint/lint.h"

namespace kbuild::cli {

namespace {

struct SnippetsArguments {
  std::vector<std::string> files;
  std::string format = "table";
};

/// How far a block got: by parsers, compilers and, where `run` is set, a run of its unit.
struct State {
  run::Level possible = run::Level::none;
  std::vector<std::string> reasons;
  run::Level level = run::Level::none;
  std::optional<run::Reached> run;
};

/// "ran-job (2026-11-20, job 12, Mahti)"
std::string reached_text(const State& state) {
  std::string out(run::level_name(state.level));
  if (!state.run) return out;
  std::string job = state.run->job.empty() ? "" : "job " + state.run->job + ", ";
  return out + base::format(" ({}, {}{}, {})", base::format_date(state.run->started), job,
                            state.run->system, run::standing_name(state.run->standing));
}

void print_row(const Session& session, const build::SnippetPage& page, const snippets::Snippet& s,
               const run::Unit& unit, const State& state) {
  base::Json row;
  row["file"] = page.path;
  row["line"] = s.line;
  row["language"] = s.language;
  row["declared"] = s.declared;
  row["role"] = std::string(snippets::role_name(s.role));
  if (!s.file_name.empty()) row["file_name"] = s.file_name;
  row["unit"] = unit.id;
  if (!s.system.empty()) row["system"] = s.system;
  if (!s.version.empty()) row["version"] = s.version;
  row["heading"] = snippets::heading_path(s.headings);
  row["digest"] = snippets::text_digest(s.text).substr(0, 12);
  row["level"] = std::string(run::level_name(state.level));
  if (state.run)
    row["reached"] = {{"system", state.run->system},
                      {"date", base::format_date(state.run->started)},
                      {"job", state.run->job},
                      {"standing", std::string(run::standing_name(state.run->standing))}};
  row["possible"] = std::string(run::possible_name(state.possible));
  row["reasons"] = state.reasons;
  session.print(base::dump_line(row) + "\n");
}

void print_table_row(const Session& session, const build::SnippetPage& page,
                     const snippets::Snippet& s, const run::Unit& unit, const State& state) {
  std::string language = s.declared.empty() || s.declared == s.language
                             ? s.language
                             : base::format("{} ({})", s.language, s.declared);
  session.print(base::format("{}:{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", page.path, s.line, language,
                             snippets::role_name(s.role), s.file_name.empty() ? "-" : s.file_name,
                             unit.id, reached_text(state), run::possible_name(state.possible),
                             base::join(state.reasons, "; ")));
}

/// The static findings about a page's blocks.
struct Judgement {
  run::UnitTable table;
  run::SyntaxReport syntax;
  std::vector<State> states;
  diag::Diagnostics found;
};

/// The best that runs of a block's unit reached with its text as it is now.
void add_runs(const build::SnippetCorpus& corpus, const build::SnippetPage& page,
              const std::vector<run::RunRecord>& records, std::int64_t now, Judgement& judged) {
  if (records.empty()) return;
  std::map<std::string, run::Reached> best;
  for (const run::Cell& cell :
       build::local_cells(page.path, page.snippets, judged.table, corpus.systems, corpus.matrix))
    for (run::Reached& reached :
         run::find_reached(cell, records, page.key, now, corpus.expiry_days)) {
      if (records[reached.record].digest != cell.digest) continue;
      auto [at, fresh] = best.emplace(cell.unit, reached);
      bool better = std::pair(reached.level, reached.started) >
                    std::pair(at->second.level, at->second.started);
      if (!fresh && better) at->second = std::move(reached);
    }
  for (std::size_t i = 0; i < page.snippets.size(); ++i) {
    auto at = best.find(judged.table.units[judged.table.unit_of[i]].id);
    // What is only shown was not run.
    bool part = run::has_output(page.snippets[i]) || !page.snippets[i].file_name.empty();
    if (at == best.end() || !part || at->second.level <= judged.states[i].level) continue;
    judged.states[i].level = at->second.level;
    judged.states[i].run = at->second;
  }
}

Judgement judge(const source::SourceStore& sources, const build::SnippetCorpus& corpus,
                const build::SnippetPage& page) {
  Judgement out;
  out.table = run::group_units(page.snippets, page.key, page.linked);
  out.syntax = run::check_syntax(page.snippets, run::local_compilers(corpus.systems), 1);
  run::LintInput input{sources, page.snippets, out.table, out.syntax, corpus.systems};
  std::vector<run::Assessment> possible = run::assess(input);
  for (std::size_t i = 0; i < page.snippets.size(); ++i)
    out.states.push_back({possible[i].level,
                          std::move(possible[i].reasons),
                          run::static_level(page.snippets[i], out.syntax.verdicts[i]),
                          {}});
  out.found = run::lint_snippets(input);
  return out;
}

void run_snippets(Session& session, const SnippetsArguments& arguments) {
  source::SourceStore sources;
  auto corpus = build::load_snippets(snippet_source(session), sources, arguments.files);
  if (!corpus) return session.fail(corpus.error());
  change_levels(session, corpus->checks);
  std::vector<run::RunRecord> records;
  if (!corpus->key.empty()) {
    auto read = read_records(session, *corpus);
    if (!read) return session.fail(read.error());
    records = std::move(*read);
  }
  std::int64_t now = session.clock.now();
  std::vector<Judgement> judgements(corpus->pages.size());
  base::for_each_index(corpus->pages.size(), session.jobs, [&](std::size_t i) {
    judgements[i] = judge(sources, *corpus, corpus->pages[i]);
    add_runs(*corpus, corpus->pages[i], records, now, judgements[i]);
  });
  diag::Diagnostics diagnostics = drop_silenced(std::move(corpus->diagnostics), corpus->checks);
  std::vector<std::string> unable;
  std::size_t blocks = 0, units = 0;
  auto print = arguments.format == "jsonl" ? print_row : print_table_row;
  LabelTable labels;
  for (std::size_t p = 0; p < judgements.size(); ++p) {
    const build::SnippetPage& page = corpus->pages[p];
    Judgement& judged = judgements[p];
    for (std::size_t i = 0; i < page.snippets.size(); ++i) {
      const State& state = judged.states[i];
      if (arguments.format == "labels")
        labels.add(page.snippets[i].declared, state.level, state.possible);
      else
        print(session, page, page.snippets[i], judged.table.units[judged.table.unit_of[i]], state);
    }
    std::move(judged.found.begin(), judged.found.end(), std::back_inserter(diagnostics));
    for (const std::string& reason : judged.syntax.unable)
      if (std::find(unable.begin(), unable.end(), reason) == unable.end()) unable.push_back(reason);
    blocks += page.snippets.size();
    units += judged.table.units.size();
  }
  if (arguments.format == "labels") session.print(labels.markdown());
  session.report(diag::gather_habits(std::move(diagnostics), sources), sources);
  for (const std::string& reason : unable)
    session.message(base::format("kbuild: {}; its blocks were not parsed\n", reason));
  if (arguments.format == "table" && !session.quiet)
    session.message(
        base::format("{} blocks in {} units on {} pages\n", blocks, units, corpus->pages.size()));
}

}  // namespace

void add_snippets(CLI::App& parent, Session& session) {
  CLI::App* command =
      parent.add_subcommand("snippets", "the code blocks of pages: classified, grouped, judged");
  auto arguments = std::make_shared<SnippetsArguments>();
  command->add_option("--from", arguments->files,
                      "pages to read; without, those of the configuration");
  command->add_option("--format", arguments->format, "table, jsonl, labels")
      ->check(CLI::IsMember({"table", "jsonl", "labels"}));
  command->callback([&session, arguments] { run_snippets(session, *arguments); });
}

}  // namespace kbuild::cli
