// A page for each unit that was run: its latest run on each system with steps, options, what was
// loaded, hardware and output, and the runs before it. See outputs.h for how it is written.
#include <algorithm>
#include <set>

#include "base/clock.h"
#include "base/format.h"
#include "base/text.h"
#include "build/outputs/outputs.h"
#include "build/stages/compose.h"
#include "build/stages/run_words.h"
#include "doc/anchors.h"
#include "highlight/highlight.h"
#include "render/html/terminal.h"
#include "site/index.h"

namespace kbuild::build {

namespace {

using base::escape_html;
using base::format;

/// "2026-11-20 12:34", to the minute and without a place to break.
std::string time_html(std::int64_t seconds) {
  std::string stamp = base::format_time(seconds);
  std::string shown = stamp.substr(0, 16);
  shown[10] = ' ';
  return format("<time class=\"kb-time\" datetime=\"{}\">{}</time>", stamp, shown);
}

/// One section about a unit's latest run on a system.
class RunSection {
 public:
  RunSection(const render::Theme& theme, const std::string& language)
      : theme_(theme), language_(language) {}

  std::string html(const run::RunRecord& record, run::Standing standing, const std::string& id) {
    out_.clear();
    std::string state(run::standing_name(standing));
    out_ += format(
        "<h2 id=\"{}\">{}</h2>\n<p class=\"kb-runs\">{}</p>\n", id, escape_html(record.system),
        badge_html(state, value("standing", state),
                   run_place(record) + " · " + run_notes(theme_, language_, record), ""));
    write_facts(record);
    write_steps(record);
    if (!record.output.empty())
      out_ += format("<h3>{}</h3>\n<pre class=\"kb-terminal\"><code>{}</code></pre>\n",
                     word("output"), render::terminal_html(record.output));
    return std::move(out_);
  }

 private:
  std::string word(const std::string& key, const render::Arguments& arguments = {}) const {
    return escape_html(theme_.word(language_, "runs." + key, arguments));
  }
  std::string value(const std::string& vocabulary, std::string_view name) const {
    return run_word(theme_, language_, vocabulary, name);
  }

  /// A row of HTML; nothing where there is none.
  void row(const std::string& key, const std::string& html) {
    if (!html.empty())
      out_ += format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", word(key), html);
  }
  void text_row(const std::string& key, const std::string& text) { row(key, escape_html(text)); }
  void list_row(const std::string& key, const std::vector<std::string>& items) {
    if (items.size() < 2) return row(key, items.empty() ? "" : items.front());
    row(key, "<ul><li>" + base::join(items, "</li><li>") + "</li></ul>");
  }

  void write_facts(const run::RunRecord& r) {
    out_ += "<div class=\"table-scroll\"><table class=\"kb-run-facts\"><tbody>\n";
    text_row("verdict", value("verdict", run::verdict_name(r.verdict)));
    text_row("reason", r.reason);
    text_row("level", value("level", run::level_name(r.level)));
    row("date", time_html(r.started) + " " + word("seconds", {{"seconds", duration(r.seconds)}}));
    text_row("version", run::proved_version(r));
    write_environment(r);
    list_row("changes", changes(r));
    list_row("differences", differences(r));
    text_row("options_written", r.options_written);
    text_row("options_run", r.options_run);
    text_row("commit", r.commit.substr(0, 12));
    text_row("job", r.job + (r.state.empty() ? "" : " " + r.state));
    text_row("partition", r.partition);
    text_row("node", r.node);
    text_row("walls", base::join(r.walls, ", "));
    text_row("record", r.sha256.empty() ? theme_.word(language_, "runs.no_digest")
                                        : "SHA-256 " + r.sha256.substr(0, 12));
    text_row("signature", signature_words(theme_, language_, r));
    out_ += "</tbody></table></div>\n";
  }

  /// What the tools told, and where they told nothing, that the page's names are its own.
  void write_environment(const run::RunRecord& r) {
    std::vector<std::string> loaded, gpus;
    for (const run::LoadedSoftware& one : r.loaded) {
      std::string text = value("loaded", one.kind) + ": " + one.name;
      if (!one.version.empty()) text += " " + one.version;
      if (!one.at_end) text += ", " + theme_.word(language_, "runs.unloaded");
      loaded.push_back(escape_html(text));
    }
    if (loaded.empty() && !r.modules.empty()) loaded.push_back(word("nothing_loaded"));
    list_row("loaded", loaded);
    text_row("modules", base::join(r.modules, ", "));
    text_row("compiler", r.compiler);
    for (const run::GpuRecord& gpu : r.gpus) {
      std::vector<std::string> parts = {gpu.model, gpu.memory, gpu.driver, gpu.runtime};
      std::erase(parts, "");
      gpus.push_back(escape_html(base::join(parts, ", ")));
    }
    if (r.gpus_asked > 0 && r.gpus.empty()) gpus.push_back(word("no_gpu"));
    list_row("gpu", gpus);
  }

  std::vector<std::string> changes(const run::RunRecord& r) const {
    std::vector<std::string> out;
    for (const run::ChangedCommand& change : r.changes) {
      std::string text = escape_html(value("changed", change.kind)) + ": <code>" +
                         escape_html(change.as_written) + "</code>";
      if (!change.as_run.empty()) text += " → <code>" + escape_html(change.as_run) + "</code>";
      if (!change.why.empty()) text += " (" + escape_html(change.why) + ")";
      out.push_back(std::move(text));
    }
    return out;
  }

  std::vector<std::string> differences(const run::RunRecord& r) const {
    std::vector<std::string> out;
    for (const run::OutputDifference& difference : r.differences)
      out.push_back(word("at_line", {{"line", std::to_string(difference.line)}}) + ": " +
                    escape_html(difference.text));
    return out;
  }

  void write_steps(const run::RunRecord& r) {
    if (r.steps.empty()) return;
    out_ += format("<h3>{}</h3>\n<ol class=\"kb-run-steps\">\n", word("steps"));
    auto code = [&](const std::string& text) {
      out_ += "<div class=\"highlight\"><pre><code>" + highlight::highlight(text, "bash") +
              "</code></pre></div>\n";
    };
    for (const run::StepRecord& step : r.steps) {
      out_ += format("<li><p>{}</p>\n", word("step", {{"line", std::to_string(step.line)},
                                                      {"exit", std::to_string(step.exit_code)},
                                                      {"seconds", duration(step.seconds)}}));
      code(step.as_written);
      if (!step.as_run.empty()) {
        out_ += format("<p>{}</p>\n", word("as_run"));
        code(step.as_run);
      }
      out_ += "</li>\n";
    }
    out_ += "</ol>\n";
  }

  static std::string duration(double seconds) {
    return seconds < 10 ? format("{:.1f}", seconds) : format("{:.0f}", seconds);
  }

  const render::Theme& theme_;
  const std::string& language_;
  std::string out_;
};

/// Records of a unit, by time, with what the badges say of the latest of each system, and the page
/// in the language that shows it.
struct RunUnit {
  std::vector<const run::RunRecord*> records;
  std::map<std::string, run::Standing> standing;
  site::PageId page = site::kNoPage;
};

class UnitPages {
 public:
  UnitPages(const State& state, const render::Theme& theme, const std::string& language)
      : state_(state), theme_(theme), language_(language) {}

  void write(std::vector<OutputFile>& out) const {
    for (const auto& [unit, shown] : units()) {
      std::string url = state_.index->language_prefix(language_) + runs_url(unit);
      render::PageModel page = empty_page(*state_.config, language_, url,
                                          theme_.word(language_, "runs.title", {{"unit", unit}}));
      page.heading_html = escape_html(page.title);
      page.breadcrumbs.push_back({theme_.word(language_, "runs.overview"), "../"});
      add_navigation(state_, language_, page);
      add_translations(state_, theme_, language_, runs_url(unit), page);
      fill(shown, page);
      out.push_back(
          {url + "index.html", render::render_page(theme_, site_model(state_, language_), page)});
    }
  }

 private:
  std::string word(const std::string& key) const {
    return escape_html(theme_.word(language_, "runs." + key));
  }

  std::map<std::string, RunUnit> units() const {
    std::map<std::string, std::set<std::size_t>> shown;
    std::map<std::string, RunUnit> out;
    for (site::PageId id = 0; id < state_.index->pages().size(); ++id) {
      auto found = state_.evidence.pages.find(state_.content_of(id).key);
      if (found == state_.evidence.pages.end()) continue;
      for (const Badge& badge : found->second.badges) {
        RunUnit& unit = out[badge.unit];
        shown[badge.unit].insert(badge.record);
        if (state_.index->pages()[id].language == language_) unit.page = id;
        // The best one if several pages show it.
        auto [at, fresh] =
            unit.standing.emplace(state_.evidence.records[badge.record].system, badge.standing);
        if (!fresh) at->second = std::min(at->second, badge.standing);
      }
    }
    for (auto& [name, unit] : out) {
      for (std::size_t i = 0; i < state_.evidence.records.size(); ++i)
        if (state_.evidence.records[i].unit == name) shown[name].insert(i);
      for (std::size_t i : shown[name]) unit.records.push_back(&state_.evidence.records[i]);
    }
    return out;
  }

  void fill(const RunUnit& unit, render::PageModel& page) const {
    if (unit.page != site::kNoPage) {
      const site::SitePage& from = state_.index->pages()[unit.page];
      page.body_html += format("<p>{} <a href=\"{}\">{}</a></p>\n", word("of_page"),
                               escape_html(site::relative_url(page.path, from.url)),
                               escape_html(from.facts->title));
    }
    std::set<std::string> shown;
    for (auto at = unit.records.rbegin(); at != unit.records.rend(); ++at) {
      const run::RunRecord& record = **at;
      if (!shown.insert(record.system).second) continue;
      auto found = unit.standing.find(record.system);
      std::string id = "run-" + doc::make_slug(record.system, doc::SlugStyle::python_markdown);
      page.toc.push_back({id, record.system, {}});
      page.body_html +=
          RunSection(theme_, language_)
              .html(record, found == unit.standing.end() ? run::Standing::outdated : found->second,
                    id);
    }
    page.toc.push_back({"history", theme_.word(language_, "runs.history"), {}});
    write_history(unit, page.body_html);
  }

  void write_history(const RunUnit& unit, std::string& out) const {
    out += format(
        "<h2 id=\"history\">{}</h2>\n<div class=\"table-scroll\"><table><thead><tr>"
        "<th>{}</th><th>{}</th><th>{}</th><th>{}</th><th>{}</th><th>{}</th></tr></thead><tbody>\n",
        word("history"), word("date"), word("system"), word("verdict"), word("level"),
        word("duration"), word("signature"));
    for (auto at = unit.records.rbegin(); at != unit.records.rend(); ++at) {
      const run::RunRecord& r = **at;
      out += format(
          "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.0f} s</td><td>{}</td></tr>\n",
          time_html(r.started), escape_html(r.system),
          escape_html(run_word(theme_, language_, "verdict", run::verdict_name(r.verdict))),
          escape_html(run_word(theme_, language_, "level", run::level_name(r.level))), r.seconds,
          escape_html(signature_words(theme_, language_, r)));
    }
    out += "</tbody></table></div>\n";
  }

  const State& state_;
  const render::Theme& theme_;
  const std::string& language_;
};

}  // namespace

void evidence_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out) {
  for (const std::string& language : state.languages) UnitPages(state, theme, language).write(out);
}

}  // namespace kbuild::build
