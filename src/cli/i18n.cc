// kbuild i18n: lists missing and differing translations. How two texts are compared is
// i18n/translation.h's.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/format.h"
#include "base/jobs.h"
#include "base/json.h"
#include "build/ledger/history.h"
#include "build/stages/compose.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "i18n/translation.h"
#include "snippets/snippet.h"

namespace kbuild::cli {

namespace {

using base::Json;
using site::PageId;

struct PageRow {
  std::string key;
  std::string original;
  std::string translation;
  /// "translated", "differs", "stale", "missing" or "orphan".
  std::string state;
  std::vector<std::string> differences;
  /// Blocks of the original that changed after the translation was committed.
  std::vector<i18n::ChangedBlock> stale;
};

struct I18nArguments {
  std::string format = "table";
};

/// Input of comparisons: the site is read once, pairs are compared on threads.
struct Comparison {
  Session& session;
  SiteSession& site;
  const build::State& state;
  const std::vector<meta::Term>& terms;
};

std::size_t count_snippets(const build::CorpusPage& page) {
  std::vector<snippets::Snippet> snippets;
  base::from_archive(page.row->snippets, snippets);
  return snippets.size();
}

std::vector<std::string> compare_counts(const build::State& state, PageId original,
                                        PageId translation) {
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

/// Reports different positions of the two in the navigations of their languages.
std::string compare_places(const std::map<PageId, std::string>& originals, PageId original,
                           const std::map<PageId, std::string>& translations, PageId translation) {
  auto a = originals.find(original);
  auto b = translations.find(translation);
  if (a == originals.end() && b == translations.end()) return "";
  if (b == translations.end()) return "navigation: only the original is in it";
  if (a == originals.end()) return "navigation: only the translation is in it";
  auto shown = [](const std::string& key) { return key.empty() ? "the top" : key; };
  return a->second == b->second
             ? ""
             : base::format("navigation: below {} and {}", shown(a->second), shown(b->second));
}

struct PageText {
  std::size_t table_rows = 0;
  std::string text;
};

std::optional<PageText> text_of(const Comparison& comparison, PageId id) {
  auto loaded = build::load_page(comparison.session.disk, comparison.site.sources,
                                 comparison.site.loaded.config, comparison.state.content_of(id));
  if (!loaded) return std::nullopt;
  const doc::Document& document = loaded->content.document;
  return PageText{i18n::count_table_rows(document),
                  comparison.terms.empty() ? std::string() : i18n::prose_of(document)};
}

/// Adds to a row the differences between the texts of the two pages.
void compare_texts(const Comparison& comparison, PageId original, PageId translation,
                   i18n::TermFinder& original_terms, i18n::TermFinder& translated_terms,
                   PageRow& row) {
  auto a = text_of(comparison, original), b = text_of(comparison, translation);
  if (!a || !b) return;
  if (a->table_rows != b->table_rows)
    row.differences.push_back(
        base::format("rows of tables: {} and {}", a->table_rows, b->table_rows));
  if (comparison.terms.empty()) return;
  const std::string& from = comparison.state.index->pages()[original].language;
  const std::string& to = comparison.state.index->pages()[translation].language;
  std::vector<std::size_t> translated = translated_terms.find(b->text);
  for (std::size_t i : original_terms.find(a->text)) {
    const meta::Term& term = comparison.terms[i];
    if (term.contains(to) && std::find(translated.begin(), translated.end(), i) == translated.end())
      row.differences.push_back(
          base::format("terms: '{}' is not '{}' here", term.at(from), term.at(to)));
  }
}

/// The blocks that changed in the original since the translation was last committed.
std::vector<i18n::ChangedBlock> stale_blocks(const Comparison& comparison, PageId original,
                                             PageId translation) {
  const build::State& state = comparison.state;
  std::string changed = build::committed_date(state, original),
              translated = build::committed_date(state, translation);
  if (changed.empty() || translated.empty() || changed < translated) return {};
  const std::string& file = state.content_of(original).source.file;
  auto before = i18n::text_when_committed(file, state.content_of(translation).source.file);
  auto now = comparison.session.disk.read(file);
  return before && now ? i18n::changed_blocks(*now, *before) : std::vector<i18n::ChangedBlock>();
}

/// The rows of one language compared with the default one.
std::vector<PageRow> rows_of(const Comparison& comparison, std::size_t language) {
  const build::State& state = comparison.state;
  std::vector<std::pair<std::size_t, std::pair<PageId, PageId>>> pairs;
  auto originals = i18n::pages_above(*state.index, state.navigations[0]);
  auto translations = i18n::pages_above(*state.index, state.navigations[language]);
  std::vector<PageRow> rows;
  const auto& pages = state.index->pages();
  for (PageId id = 0; id < pages.size(); ++id) {
    if (pages[id].is_fallback()) continue;
    PageId translation = state.index->translations(id)[language];
    bool has_translation = translation != site::kNoPage && !pages[translation].is_fallback();
    if (pages[id].language == state.languages[language]) {
      PageId original = state.index->translations(id)[0];
      if (original == site::kNoPage || pages[original].is_fallback())
        rows.push_back({pages[id].key, "", pages[id].path, "orphan", {}});
    } else if (pages[id].language == state.languages[0]) {
      PageRow row{pages[id].key,
                  pages[id].path,
                  has_translation ? pages[translation].path : "",
                  has_translation ? "translated" : "missing",
                  {}};
      if (has_translation) {
        row.differences = compare_counts(state, id, translation);
        if (std::string place = compare_places(originals, id, translations, translation);
            !place.empty())
          row.differences.push_back(std::move(place));
        pairs.push_back({rows.size(), {id, translation}});
      }
      rows.push_back(std::move(row));
    }
  }
  constexpr std::size_t kChunk = 16;
  base::for_each_index(
      (pairs.size() + kChunk - 1) / kChunk, comparison.session.jobs, [&](std::size_t chunk) {
        i18n::TermFinder original_terms(comparison.terms, state.languages[0]);
        i18n::TermFinder translated_terms(comparison.terms, state.languages[language]);
        for (std::size_t i = chunk * kChunk; i < std::min(pairs.size(), (chunk + 1) * kChunk);
             ++i) {
          PageRow& row = rows[pairs[i].first];
          auto [original, translation] = pairs[i].second;
          compare_texts(comparison, original, translation, original_terms, translated_terms, row);
          row.stale = stale_blocks(comparison, original, translation);
          if (!row.differences.empty()) row.state = "differs";
          if (!row.stale.empty()) row.state = "stale";
        }
      });
  return rows;
}

void print_rows(Session& session, const std::string& language, const std::vector<PageRow>& rows) {
  std::map<std::string, int> counts;
  for (const PageRow& row : rows) ++counts[row.state];
  session.print(
      base::format("{}: {} translated, {} differ, {} stale, {} missing, {} without an original\n",
                   language, counts["translated"] + counts["differs"] + counts["stale"],
                   counts["differs"], counts["stale"], counts["missing"], counts["orphan"]));
  for (const PageRow& row : rows) {
    if (row.state == "translated") continue;
    std::string notes;
    for (const std::string& note : row.differences) notes += (notes.empty() ? "" : "; ") + note;
    session.print(base::format("  {:<10} {}{}\n", row.state,
                               row.original.empty() ? row.translation : row.original,
                               notes.empty() ? "" : " (" + notes + ")"));
    for (const i18n::ChangedBlock& block : row.stale)
      session.print(base::format("             line {}: {}\n", block.line, block.begin));
  }
}

void run_i18n(Session& session, const I18nArguments& arguments) {
  SiteSession site;
  if (!open_site(session, site)) return;
  auto state = build::make_state(session.disk, site.sources, site.loaded.config, site.options);
  if (!state) return session.fail(state.error());
  Comparison comparison{session, site, *state, site.loaded.config.terms};
  std::vector<std::pair<std::string, build::FileStamp>> watched;
  for (std::size_t i = 0; i < site.loaded.config.sources.size(); ++i)
    state->histories.push_back(build::read_history(session.disk, site.loaded.config.sources[i].path,
                                                   base::format("{}/dates.{}", state->directory, i),
                                                   watched));
  Json all = Json::array();
  for (std::size_t i = 1; i < state->languages.size(); ++i) {
    std::vector<PageRow> rows = rows_of(comparison, i);
    if (arguments.format == "table") print_rows(session, state->languages[i], rows);
    for (const PageRow& row : rows) {
      Json stale = Json::array();
      for (const i18n::ChangedBlock& block : row.stale)
        stale.push_back({{"line", block.line}, {"begin", block.begin}});
      all.push_back({{"language", state->languages[i]},
                     {"key", row.key},
                     {"original", row.original},
                     {"translation", row.translation},
                     {"state", row.state},
                     {"differences", row.differences},
                     {"stale", stale}});
    }
  }
  if (arguments.format == "json") session.print(all.dump(2) + "\n");
}

}  // namespace

void add_i18n(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("i18n", "translations: missing, and where they differ");
  auto arguments = std::make_shared<I18nArguments>();
  command->add_option("--format", arguments->format, "table, json")
      ->check(CLI::IsMember({"table", "json"}));
  command->callback([&session, arguments] { run_i18n(session, *arguments); });
}

}  // namespace kbuild::cli
