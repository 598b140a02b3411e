// kbuild i18n: which pages have translations, and where the two say different things.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/format.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "page/snippet.h"

namespace kbuild::cli {

namespace {

using base::Json;
using site::PageId;

struct Row {
  std::string key;
  std::string original;
  std::string translation;
  /// "translated", "differs", "missing" or "orphan".
  std::string state;
  std::vector<std::string> differences;
};

std::size_t count_snippets(const build::CorpusPage& page) {
  std::vector<page::Snippet> snippets;
  base::from_archive(page.row->snippets, snippets);
  return snippets.size();
}

std::vector<std::string> compare(const build::State& state, PageId original, PageId translation) {
  const page::PageFacts& a = *state.index->pages()[original].facts;
  const page::PageFacts& b = *state.index->pages()[translation].facts;
  std::vector<std::string> out;
  auto differ = [&](std::string_view what, std::size_t x, std::size_t y) {
    if (x != y) out.push_back(base::format("{}: {} and {}", what, x, y));
  };
  differ("headings", a.headings.size(), b.headings.size());
  differ("code blocks", count_snippets(state.content_of(original)),
         count_snippets(state.content_of(translation)));
  differ(
      "images",
      static_cast<std::size_t>(
          std::count_if(a.links.begin(), a.links.end(),
                        [](const auto& link) { return link.use == page::LinkFact::Use::image; })),
      static_cast<std::size_t>(std::count_if(b.links.begin(), b.links.end(), [](const auto& link) {
        return link.use == page::LinkFact::Use::image;
      })));
  return out;
}

/// Of the pages of one language against the default one.
std::vector<Row> rows_of(const build::State& state, std::size_t language) {
  std::vector<Row> rows;
  const auto& pages = state.index->pages();
  for (PageId id = 0; id < pages.size(); ++id) {
    if (pages[id].is_fallback()) continue;
    PageId twin = state.index->translations(id)[language];
    bool has_twin = twin != site::kNoPage && !pages[twin].is_fallback();
    if (pages[id].language == state.languages[language]) {
      PageId original = state.index->translations(id)[0];
      if (original == site::kNoPage || pages[original].is_fallback())
        rows.push_back({pages[id].key, "", pages[id].path, "orphan", {}});
    } else if (pages[id].language == state.languages[0]) {
      Row row{pages[id].key,
              pages[id].path,
              has_twin ? pages[twin].path : "",
              has_twin ? "translated" : "missing",
              {}};
      if (has_twin) row.differences = compare(state, id, twin);
      if (!row.differences.empty()) row.state = "differs";
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

void print_table(Session& session, const std::string& language, const std::vector<Row>& rows) {
  std::map<std::string, int> counts;
  for (const Row& row : rows) ++counts[row.state];
  session.print(base::format("{}: {} translated, {} differ, {} missing, {} without an original\n",
                             language, counts["translated"] + counts["differs"], counts["differs"],
                             counts["missing"], counts["orphan"]));
  for (const Row& row : rows) {
    if (row.state == "translated") continue;
    std::string notes;
    for (const std::string& note : row.differences) notes += (notes.empty() ? "" : "; ") + note;
    session.print(base::format("  {:<10} {}{}\n", row.state,
                               row.original.empty() ? row.translation : row.original,
                               notes.empty() ? "" : " (" + notes + ")"));
  }
}

void run_i18n(Session& session, const std::string& format) {
  SiteSession site;
  if (!open_site(session, site)) return;
  auto state = build::make_state(session.disk, site.sources, site.loaded.config, site.options);
  if (!state) return session.fail(state.error());
  Json all = Json::array();
  for (std::size_t i = 1; i < state->languages.size(); ++i) {
    std::vector<Row> rows = rows_of(*state, i);
    if (format == "table") print_table(session, state->languages[i], rows);
    for (const Row& row : rows)
      all.push_back({{"language", state->languages[i]},
                     {"key", row.key},
                     {"original", row.original},
                     {"translation", row.translation},
                     {"state", row.state},
                     {"differences", row.differences}});
  }
  if (format == "json") session.print(all.dump(2) + "\n");
}

}  // namespace

void add_i18n(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("i18n", "translations: missing, and where they differ");
  auto format = std::make_shared<std::string>("table");
  command->add_option("--format", *format, "table, json")->check(CLI::IsMember({"table", "json"}));
  command->callback([&session, format] { run_i18n(session, *format); });
}

}  // namespace kbuild::cli
