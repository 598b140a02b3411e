// The overview of all runs: what is proved by system and page, how each unit stands, how it went
// week by week, and whose word the evidence is. Plain tables. See outputs.h for how it is written.
#include "base/clock.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "build/outputs/outputs.h"
#include "build/stages/compose.h"
#include "build/stages/dashboard.h"
#include "build/stages/run_words.h"
#include "site/index.h"

namespace kbuild::build {

namespace {

using base::escape_html;
using base::format;
using run::Standing;

std::string percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? "" : format("{} %", (100 * part + whole / 2) / whole);
}

class DashboardPage {
 public:
  DashboardPage(const State& state, const render::Theme& theme, const std::string& language)
      : state_(state), theme_(theme), language_(language) {
    std::vector<std::string> keys;
    for (site::PageId id = 0; id < state.index->pages().size(); ++id) {
      const site::SitePage& page = state.index->pages()[id];
      if (page.language != language) continue;
      keys.push_back(state.content_of(id).key);
      page_of_.emplace(keys.back(), id);
    }
    board_ = make_dashboard(state.evidence, keys, state.now);
  }

  OutputFile file() {
    std::string url = state_.index->language_prefix(language_) + "runs/";
    render::PageModel page = empty_page(*state_.config, language_, url, text("overview"));
    page.heading_html = escape_html(page.title);
    add_navigation(state_, language_, page);
    add_translations(state_, theme_, language_, "runs/", page);
    url_ = url;
    out_ +=
        format("<p>{}</p>\n",
               word("summary", {{"proved", std::to_string(board_.units.count(Standing::proved))},
                                {"total", std::to_string(board_.units.total())},
                                {"date", long_date(base::format_date(state_.now), language_)}}));
    write_legend();
    if (!board_.systems.empty()) section("systems", [&] { write_systems(); });
    if (!board_.pages.empty()) section("pages", [&] { write_pages(); });
    if (!board_.rows.empty()) section("units", [&] { write_units(); });
    section("weeks", [&] { write_weeks(); });
    section("files", [&] { write_files(); });
    page.body_html = std::move(out_);
    return {url + "index.html", render::render_page(theme_, site_model(state_, language_), page)};
  }

 private:
  std::string text(const std::string& key, const render::Arguments& arguments = {}) const {
    return theme_.word(language_, "runs." + key, arguments);
  }
  std::string word(const std::string& key, const render::Arguments& arguments = {}) const {
    return escape_html(text(key, arguments));
  }
  std::string standing_word(Standing standing) const {
    return run_word(theme_, language_, "standing", run::standing_name(standing));
  }

  template <class Write>
  void section(const std::string& id, const Write& write) {
    std::string title = text("by." + id);
    out_ += format("<h2 id=\"{}\">{}</h2>\n", id, escape_html(title));
    write();
  }

  void begin_table(const std::vector<std::string>& heads) {
    out_ += "<div class=\"table-scroll\"><table class=\"kb-dashboard\"><thead><tr>";
    for (const std::string& head : heads) out_ += "<th scope=\"col\">" + head + "</th>";
    out_ += "</tr></thead><tbody>\n";
  }
  void end_table() { out_ += "</tbody></table></div>\n"; }
  void cells(const std::vector<std::string>& row) {
    out_ += "<tr><th scope=\"row\">" + row.front() + "</th>";
    for (std::size_t i = 1; i < row.size(); ++i) out_ += "<td>" + row[i] + "</td>";
    out_ += "</tr>\n";
  }

  void write_legend() {
    out_ += "<dl class=\"kb-run-legend\">\n";
    for (Standing standing : run::kStandings) {
      std::string name(run::standing_name(standing));
      out_ += format("<dt>{}</dt><dd>{}</dd>\n", badge_html(name, standing_word(standing), "", ""),
                     word("means." + name));
    }
    out_ += "</dl>\n";
  }

  /// Heads and cells of how many units stand how.
  std::vector<std::string> standing_heads() const {
    std::vector<std::string> out = {word("share")};
    for (Standing standing : run::kStandings) out.push_back(escape_html(standing_word(standing)));
    return out;
  }
  std::vector<std::string> standing_cells(const run::Standings& units) const {
    std::vector<std::string> out = {percent(units.count(Standing::proved), units.total())};
    for (Standing standing : run::kStandings) {
      std::size_t count = units.count(standing);
      out.push_back(count == 0 ? std::string("0")
                               : badge_html(std::string(run::standing_name(standing)),
                                            std::to_string(count), "", ""));
    }
    return out;
  }

  /// "2026-11-20 (4 days)"
  std::string age(std::int64_t proof) const {
    if (proof == 0) return word("never");
    long long days = std::max<std::int64_t>(0, state_.now - proof) / 86400;
    return format("<time class=\"kb-time\" datetime=\"{0}\">{0}</time> ({1})",
                  base::format_date(proof), word("days", {{"days", std::to_string(days)}}));
  }

  void write_systems() {
    std::vector<std::string> heads = {word("system")}, more = standing_heads();
    heads.insert(heads.end(), more.begin(), more.end());
    heads.push_back(word("last_proof"));
    begin_table(heads);
    for (const SystemStandings& row : board_.systems) {
      std::vector<std::string> line = {escape_html(row.system)}, counts = standing_cells(row.units);
      line.insert(line.end(), counts.begin(), counts.end());
      line.push_back(age(row.last_proof));
      cells(line);
    }
    end_table();
  }

  void write_pages() {
    std::vector<std::string> heads = {word("page")}, more = standing_heads();
    heads.insert(heads.end(), more.begin(), more.end());
    heads.push_back(word("never_run"));
    begin_table(heads);
    for (const PageStandings& row : board_.pages) {
      const site::SitePage& page = state_.index->pages()[page_of_.at(row.key)];
      std::vector<std::string> line = {format("<a href=\"{}\">{}</a>",
                                              escape_html(site::relative_url(url_, page.url)),
                                              escape_html(page.facts->title))};
      std::vector<std::string> counts = standing_cells(row.units);
      line.insert(line.end(), counts.begin(), counts.end());
      line.push_back(std::to_string(row.units.never_run));
      cells(line);
    }
    end_table();
  }

  /// Why it did not pass, and what its history says: flaky, slower, upgraded.
  std::string remarks(const run::RunRecord& record, const run::UnitHistory& history) const {
    std::vector<std::string> out;
    if (record.verdict != run::Verdict::pass && !record.reason.empty())
      out.push_back(escape_html(record.reason));
    if (history.flaky)
      out.push_back(word("flaky", {{"passes", std::to_string(history.passes)},
                                   {"runs", std::to_string(history.passes + history.failures)}}));
    if (history.slower)
      out.push_back(word("slower", {{"seconds", format("{:.0f}", history.seconds)},
                                    {"usual", format("{:.0f}", history.usual_seconds)}}));
    if (!history.upgraded.empty())
      out.push_back(word("upgraded", {{"modules", base::join(history.upgraded, ", ")}}));
    return base::join(out, "; ");
  }

  void write_units() {
    begin_table({word("unit"), word("system"), word("state"), word("last_proof"), word("duration"),
                 word("remarks")});
    for (const UnitStanding& row : board_.rows) {
      const run::RunRecord& record = state_.evidence.records[row.record];
      const std::string& variant = record.variant;
      std::string name =
          format("<a href=\"{}\">{}</a>",
                 escape_html(site::relative_url(
                     url_, state_.index->language_prefix(language_) + runs_url(record.unit))),
                 escape_html(record.unit + (variant.empty() ? "" : " (" + variant + ")")));
      std::string state = badge_html(std::string(run::standing_name(row.standing)),
                                     standing_word(row.standing), "", "");
      cells({name, escape_html(record.system),
             state + " " + escape_html(run_notes(theme_, language_, record)),
             age(row.history.last_proof),
             record.steps.empty() ? "" : format("{:.0f} s", record.seconds),
             remarks(record, row.history)});
    }
    end_table();
  }

  void write_weeks() {
    begin_table({word("week"), word("passed"), word("failed"), word("not_judged"), word("share")});
    for (const WeekOfRuns& week : board_.weeks) {
      std::size_t judged = week.passed + week.failed;
      std::string share = judged == 0
                              ? std::string()
                              : format("<meter min=\"0\" max=\"{}\" value=\"{}\"></meter> {}",
                                       judged, week.passed, percent(week.passed, judged));
      cells({base::format_date(week.begin), std::to_string(week.passed),
             std::to_string(week.failed), std::to_string(week.other), share});
    }
    end_table();
  }

  void write_files() {
    begin_table({word("file"), word("records"), word("signature")});
    const std::string root = state_.evidence_directory() + "/";
    for (const run::EvidenceFileState& file : state_.evidence.read.files) {
      std::string name = file.path.starts_with(root) ? file.path.substr(root.size())
                                                     : std::string(base::file_name(file.path));
      const run::Signature& signature = file.signature;
      std::string seal = signature.state == run::SignatureState::valid
                             ? word("signed", {{"signer", signature.signer}})
                         : signature.state == run::SignatureState::stranger
                             ? word("signed_by_stranger", {{"key", signature.signer}})
                         : signature.state == run::SignatureState::unchecked
                             ? word("signature_unchecked")
                             : word("unsigned");
      cells({escape_html(name), std::to_string(file.records), seal});
    }
    end_table();
  }

  const State& state_;
  const render::Theme& theme_;
  const std::string& language_;
  std::map<std::string, site::PageId> page_of_;
  Dashboard board_;
  std::string url_, out_;
};

}  // namespace

void dashboard_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out) {
  if (state.evidence.records.empty()) return;
  for (const std::string& language : state.languages) {
    std::string url = state.index->language_prefix(language) + "runs/";
    if (state.index->find_url(url) != site::kNoPage) continue;
    out.push_back(DashboardPage(state, theme, language).file());
  }
}

}  // namespace kbuild::build
