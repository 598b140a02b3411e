// A page for each unit that was run: its latest run on each system with steps, options, output and
// hardware, and the runs before it. See outputs.h for how it is written.
#include <algorithm>
#include <set>

#include "base/clock.h"
#include "base/format.h"
#include "base/text.h"
#include "build/outputs/outputs.h"
#include "build/stages/compose.h"
#include "site/index.h"

namespace kbuild::build {

namespace {

using base::escape_html;
using base::format;

class UnitPage {
 public:
  UnitPage(const render::Theme& theme, const std::string& language)
      : theme_(theme), language_(language) {}

  /// Records are given by time, the latest of a system last.
  std::string body(const std::vector<const run::RunRecord*>& records,
                   const std::map<std::string, run::Standing>& standing) {
    out_.clear();
    std::set<std::string> shown;
    for (auto at = records.rbegin(); at != records.rend(); ++at)
      if (shown.insert((*at)->system).second) {
        auto found = standing.find((*at)->system);
        write_run(**at, found == standing.end() ? run::Standing::outdated : found->second);
      }
    write_history(records);
    return std::move(out_);
  }

 private:
  std::string word(const std::string& key) const {
    return escape_html(theme_.word(language_, "runs." + key));
  }

  void row(const std::string& key, const std::string& value) {
    if (!value.empty())
      out_ += format("<tr><th>{}</th><td>{}</td></tr>\n", word(key), escape_html(value));
  }
  void code(const std::string& text) {
    out_ += "<pre><code>" + escape_html(text) + "</code></pre>\n";
  }

  void write_run(const run::RunRecord& r, run::Standing standing) {
    std::string state(run::standing_name(standing));
    out_ += format("<h2>{}</h2>\n<p><span class=\"run-badge run-{}\">{}: {}</span></p>\n",
                   escape_html(r.system), state, word("standing." + state),
                   escape_html(run::badge_text(r)));
    out_ += "<table>\n";
    row("verdict", std::string(run::verdict_name(r.verdict)));
    row("reason", r.reason);
    row("date", base::format_time(r.started));
    row("version", r.version);
    row("commit", r.commit.substr(0, 12));
    row("job", r.job + (r.state.empty() ? "" : " " + r.state));
    row("partition", r.partition);
    row("options_written", r.options_written);
    row("options_run", r.options_run);
    row("modules", base::join(r.modules, ", "));
    row("compiler", r.compiler);
    row("node", r.node);
    row("walls", base::join(r.walls, ", "));
    for (const run::GpuRecord& gpu : r.gpus)
      row("gpu", gpu.model + ", " + gpu.memory + ", " + gpu.driver + ", " + gpu.runtime);
    if (r.gpus_asked > 0 && r.gpus.empty()) row("gpu", theme_.word(language_, "runs.no_gpu"));
    // Who wrote a record is not proved by it.
    row("record", r.sha256.empty() ? theme_.word(language_, "runs.no_digest")
                                   : theme_.word(language_, "runs.unsigned",
                                                 {{"digest", r.sha256.substr(0, 12)}}));
    out_ += "</table>\n";
    out_ += format("<h3>{}</h3>\n<ol>\n", word("steps"));
    for (const run::StepRecord& step : r.steps) {
      out_ += format("<li><p>{}</p>\n",
                     escape_html(theme_.word(language_, "runs.step",
                                             {{"line", std::to_string(step.line)},
                                              {"exit", std::to_string(step.exit_code)},
                                              {"seconds", format("{:.1f}", step.seconds)}})));
      code(step.as_written);
      if (!step.as_run.empty()) {
        out_ += format("<p>{}</p>\n", word("as_run"));
        code(step.as_run);
      }
      out_ += "</li>\n";
    }
    out_ += "</ol>\n";
    if (r.output.empty()) return;
    out_ += format("<h3>{}</h3>\n", word("output"));
    code(r.output);
  }

  void write_history(const std::vector<const run::RunRecord*>& records) {
    out_ += format(
        "<h2>{}</h2>\n<table><thead><tr><th>{}</th><th>{}</th><th>{}</th><th>{}</th></tr></"
        "thead><tbody>\n",
        word("history"), word("date"), word("system"), word("verdict"), word("level"));
    for (auto at = records.rbegin(); at != records.rend(); ++at)
      out_ += format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                     base::format_time((*at)->started), escape_html((*at)->system),
                     run::verdict_name((*at)->verdict), run::level_name((*at)->level));
    out_ += "</tbody></table>\n";
  }

  const render::Theme& theme_;
  const std::string& language_;
  std::string out_;
};

/// The badges of a unit by system: the best one if several pages show it.
std::map<std::string, run::Standing> standings(const State& state, const std::string& unit) {
  std::map<std::string, run::Standing> out;
  for (const auto& [key, page] : state.evidence.pages)
    for (const Badge& badge : page.badges) {
      if (badge.unit != unit) continue;
      auto [at, fresh] = out.emplace(state.evidence.records[badge.record].system, badge.standing);
      if (!fresh) at->second = std::min(at->second, badge.standing);
    }
  return out;
}

}  // namespace

void evidence_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out) {
  std::map<std::string, std::set<std::size_t>> units;
  for (const auto& [key, page] : state.evidence.pages)
    for (const Badge& badge : page.badges) units[badge.unit].insert(badge.record);
  for (auto& [unit, shown] : units)
    for (std::size_t i = 0; i < state.evidence.records.size(); ++i)
      if (state.evidence.records[i].unit == unit) shown.insert(i);
  for (const std::string& language : state.languages)
    for (const auto& [unit, shown] : units) {
      std::vector<const run::RunRecord*> records;
      for (std::size_t i : shown) records.push_back(&state.evidence.records[i]);
      std::string url = state.index->language_prefix(language) + runs_url(unit);
      render::PageModel page = empty_page(*state.config, language, url,
                                          theme.word(language, "runs.title", {{"unit", unit}}));
      page.heading_html = escape_html(page.title);
      page.body_html = UnitPage(theme, language).body(records, standings(state, unit));
      add_translations(state, theme, language, runs_url(unit), page);
      out.push_back(
          {url + "index.html", render::render_page(theme, site_model(state, language), page)});
    }
}

}  // namespace kbuild::build
