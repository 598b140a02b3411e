// Collects the slice of the site that a page shows, and makes the model of its HTML file; see
// compose.h.
#include "build/stages/compose.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "build/stages/run_words.h"
#include "doc/anchors.h"
#include "highlight/highlight.h"
#include "html/address.h"
#include "read/mkdocs/text/options.h"
#include "render/html/html.h"
#include "source/unicode.h"

namespace kbuild::build {

namespace {

using page::LinkFact;
using site::PageId;

std::vector<render::NavEntry> nav_entries(const std::vector<site::NavItem>& items) {
  std::vector<render::NavEntry> out;
  for (const site::NavItem& item : items)
    out.push_back({item.title, item.href, item.current,
                   item.ancestor || (item.current && !item.children.empty()),
                   nav_entries(item.children)});
  return out;
}

/// Headings, each below the nearest one above it that is higher.
std::vector<render::TocEntry> toc_of(const std::vector<page::HeadingFact>& headings,
                                     std::size_t& at, int level) {
  std::vector<render::TocEntry> out;
  while (at < headings.size()) {
    const page::HeadingFact& heading = headings[at];
    if (heading.level < level) break;
    if (heading.level > level && !out.empty()) {
      out.back().children = toc_of(headings, at, heading.level);
      continue;
    }
    ++at;
    out.push_back({heading.id, heading.text, {}});
    level = std::min(level, heading.level);
  }
  return out;
}

/// Levels 2 to 4, or those that toc_depth names.
std::vector<render::TocEntry> toc_of(const page::PageFacts& facts,
                                     const read::mkdocs::Extensions& on) {
  constexpr int kTop = 2, kBottom = 4;
  int top = std::max(kTop, on.toc_top), bottom = on.toc_bottom > 0 ? on.toc_bottom : kBottom;
  std::vector<page::HeadingFact> shown;
  for (const page::HeadingFact& heading : facts.headings)
    if (heading.level >= top && heading.level <= bottom && !heading.id.empty())
      shown.push_back(heading);
  std::size_t at = 0;
  std::vector<render::TocEntry> out;
  while (at < shown.size())
    for (render::TocEntry& entry : toc_of(shown, at, shown[at].level))
      out.push_back(std::move(entry));
  return out;
}

std::vector<render::PageListItem> list_items(const std::vector<site::PageListItem>& items) {
  std::vector<render::PageListItem> out;
  for (const site::PageListItem& item : items)
    out.push_back({item.title, item.href, list_items(item.children)});
  return out;
}

bool same_code(std::string_view a, std::string_view b) {
  return base::trim_right(a) == base::trim_right(b);
}

/// The badges of a block; each is shown once, at the first block with its text.
render::HtmlOptions::CodeNote code_note(const render::Theme& theme, const Slice& slice,
                                        std::string_view code, std::vector<bool>& used) {
  render::HtmlOptions::CodeNote note;
  note.hidden = std::any_of(slice.hidden.begin(), slice.hidden.end(),
                            [&](const std::string& text) { return same_code(text, code); });
  std::string badges;
  for (std::size_t i = 0; i < slice.badges.size(); ++i) {
    const Slice::Badge& badge = slice.badges[i];
    if (used[i] || !same_code(badge.block, code)) continue;
    used[i] = true;
    badges +=
        badge_html(badge.standing, run_word(theme, slice.language, "standing", badge.standing),
                   badge.text, badge.href) +
        "\n";
  }
  if (!badges.empty()) note.html = "<p class=\"kb-runs\">" + badges + "</p>\n";
  return note;
}

std::string body_html(const render::Theme& theme, const Slice& slice, const page::PageFacts& facts,
                      const LoadedPage& loaded, const read::mkdocs::Extensions& on) {
  std::map<LinkFact, const site::ResolvedLink*> links;
  for (std::size_t i = 0; i < facts.links.size() && i < slice.links.size(); ++i)
    links[facts.links[i]] = &slice.links[i];
  auto find = [&](LinkFact::Use use, doc::LinkKind kind, std::string_view target) {
    auto found = links.find({use, kind, std::string(target)});
    return found == links.end() ? nullptr : found->second;
  };
  render::HtmlOptions options;
  options.purpose = render::Purpose::site;
  options.permalinks = on.permalinks;
  // Python-Markdown knows no tabs: the columns of its authors are those of a grid of four.
  if (loaded.dialect == read::Dialect::mkdocs && !on.preserve_tabs) options.tab_columns = 4;
  options.highlight = [](std::string_view code, std::string_view language) {
    return highlight::highlight(code, language);
  };
  options.word = [&](std::string_view key) { return theme.find_word(slice.language, key); };
  options.icon = [&](std::string_view name) { return theme.icon(name); };
  // Untrusted authors link to fewer places; the renderer judges those of trusted ones.
  auto may_lead = [&](const std::string& href) {
    return loaded.trust == read::Trust::trusted ||
           html::is_safe_url(href, html::AddressUse::stranger);
  };
  options.resolve_image = [&](std::string_view source) {
    const site::ResolvedLink* found = find(LinkFact::Use::image, doc::LinkKind::target, source);
    std::string href = found ? found->href : std::string(source);
    return may_lead(href) ? href : std::string();
  };
  options.page_list = [&](std::size_t position) {
    return position < slice.page_lists.size() ? list_items(slice.page_lists[position])
                                              : std::vector<render::PageListItem>();
  };
  options.resolve_object = [&](std::string_view object) {
    const site::ResolvedLink* found = find(LinkFact::Use::object, doc::LinkKind::reference, object);
    return found ? found->href : std::string();
  };
  options.resolve_link = [&](const doc::Link& link) -> render::ResolvedLink {
    const site::ResolvedLink* found = find(LinkFact::Use::link, link.kind, link.target);
    if (!found) found = find(LinkFact::Use::page_list, link.kind, link.target);
    if (!found) {
      found = find(LinkFact::Use::word, link.kind, link.target);
      if (found && found->state == site::LinkState::missing_page) return {"", "", "", true};
    }
    if (!may_lead(found ? found->href : link.target)) return {"", "", "", true};
    if (!found) return {link.target};
    if (found->state == site::LinkState::unlinked) return {"", found->title, "", true};
    bool missing =
        found->state != site::LinkState::found && found->state != site::LinkState::external;
    return {found->href, found->title,
            missing                                     ? "missing"
            : found->state == site::LinkState::external ? "external"
                                                        : ""};
  };
  options.alias_of = [&](std::string_view id) -> std::string_view {
    for (const auto& [own, alias] : slice.aliases)
      if (own == id) return alias;
    return "";
  };
  std::vector<bool> used(slice.badges.size());
  if (!slice.badges.empty() || !slice.hidden.empty())
    options.code_note = [&](const doc::CodeBlock& code) {
      return code_note(theme, slice, code.text, used);
    };
  return render::to_html(loaded.content.document, options);
}

std::string way_to_root(std::string_view url) {
  std::string out;
  for (char c : url)
    if (c == '/') out += "../";
  return out;
}

/// The original of a translation that was committed after it and has other sections or other code:
/// a comparison of dates alone would report every corrected word.
site::NavLink newer_original(const State& state, PageId id) {
  const site::SitePage& page = state.index->pages()[id];
  PageId other = site::original_of(*state.index, id);
  if (other == site::kNoPage) return {};
  const site::SitePage& original = state.index->pages()[other];
  std::string translated = committed_date(state, id), changed = committed_date(state, other);
  if (translated.empty() || changed <= translated) return {};
  auto same_level = [](const page::HeadingFact& a, const page::HeadingFact& b) {
    return a.level == b.level;
  };
  const auto &a = original.facts->headings, &b = page.facts->headings;
  bool alike = std::equal(a.begin(), a.end(), b.begin(), b.end(), same_level) &&
               state.content_of(other).row->code.size() == state.content_of(id).row->code.size();
  if (alike) return {};
  return {original.facts->title, site::relative_url(page.url, original.url)};
}

}  // namespace

std::string committed_date(const State& state, PageId id) {
  const site::SitePage& page = state.index->pages()[id];
  if (page.tree >= state.histories.size()) return "";
  const History& history = state.histories[page.tree];
  auto found = history.dates.find(state.content_of(id).source.file_in_tree);
  return found == history.dates.end() ? "" : found->second;
}

Slice slice_of(const State& state, const render::Theme& theme, PageId page) {
  const site::SitePage& shown = state.index->pages()[page];
  const site::Navigation& navigation = state.navigation(shown.language);
  Slice slice{.tree = shown.tree,
              .path = shown.path,
              .language = shown.language,
              .url = shown.url,
              .listed_title = std::string(navigation.title_of(page)),
              .navigation = navigation.around(page),
              .page_lists = site::shown_lists(*state.index, page),
              .listing = listing_of(state, theme, page),
              .date = state.date_of(page),
              .newer_original = newer_original(state, page),
              .links = state.checked[page].links};
  if (shown.is_fallback()) {
    const site::SitePage& original = state.index->pages()[shown.original];
    slice.original_language = original.language;
    slice.original_url = original.url;
  }
  const std::vector<PageId>& translations = state.index->translations(page);
  for (std::size_t i = 0; i < translations.size(); ++i)
    if (translations[i] != site::kNoPage) {
      const site::SitePage& translation = state.index->pages()[translations[i]];
      slice.translations.push_back(
          {state.languages[i], translation.url, !translation.is_fallback()});
    }
  if (PageId original = site::original_of(*state.index, page); original != site::kNoPage)
    slice.aliases = site::section_aliases(*state.index->pages()[original].facts, *shown.facts);
  auto evidence = state.evidence.pages.find(state.content_of(page).key);
  if (evidence == state.evidence.pages.end()) return slice;
  slice.hidden = evidence->second.hidden;
  std::string prefix = state.index->language_prefix(shown.language);
  for (const Badge& badge : evidence->second.badges) {
    const run::RunRecord& record = state.evidence.records[badge.record];
    slice.badges.push_back({badge.block, std::string(run::standing_name(badge.standing)),
                            run_place(record) + " · " + run_notes(theme, shown.language, record),
                            site::relative_url(shown.url, prefix + runs_url(badge.unit))});
  }
  return slice;
}

render::SiteModel site_model(const State& state, const std::string& language) {
  render::SiteModel site;
  site.name = state.config->site_name.in(language);
  site.url = state.config->site_url;
  site.description = state.config->site_description.in(language);
  const meta::Appearance& appearance = state.config->appearance;
  site.copyright_html = appearance.copyright_html;
  for (const auto& [name, url] : appearance.social) site.social.push_back({name, url});
  auto asset_path = [&](const std::string& path) {
    const site::Asset* asset =
        path.empty() ? nullptr : state.index->find_asset(language, base::normalise_path(path));
    return asset ? asset->url : std::string();
  };
  site.logo_path = asset_path(appearance.logo);
  site.favicon_path = asset_path(appearance.favicon);
  if (!state.evidence.records.empty()) site.views.push_back({"runs.overview", "runs/"});
  if (!state.matrix.cells.empty()) site.views.push_back({"matrix.overview", "matrix/"});
  if (!state.config->repository_url.empty()) site.repository = {"", state.config->repository_url};
  return site;
}

std::string long_date(std::string_view date, const std::string& language) {
  if (date.size() < 10) return "";
  auto year = base::parse_integer(date.substr(0, 4)),
       month = base::parse_integer(date.substr(5, 2)), day = base::parse_integer(date.substr(8, 2));
  if (!year || !month || !day || *month < 1 || *month > 12 || *day < 1 || *day > 31) return "";
  using namespace std::chrono;
  sys_days days = std::chrono::year(static_cast<int>(*year)) / static_cast<int>(*month) /
                  static_cast<int>(*day);
  return source::format_long_date(duration_cast<seconds>(days.time_since_epoch()).count() + 43200,
                                  language);
}

std::string tag_id(const std::string& tag) {
  return "tag-" + doc::make_slug(tag, doc::SlugStyle::python_markdown);
}

std::string tags_url(const meta::Config& config, const std::string& language) {
  return site::language_prefix(config, language) + "tags/";
}

void add_navigation(const State& state, const std::string& language, render::PageModel& page) {
  for (const site::NavNode& node : state.navigation(language).roots()) {
    if (node.page == site::kNoPage) {
      page.nav.push_back({node.title, node.url});
      continue;
    }
    page.nav.push_back(
        {node.title, site::relative_url(page.path, state.index->pages()[node.page].url)});
  }
}

render::PageModel empty_page(const meta::Config& config, const std::string& language,
                             const std::string& url, const std::string& title) {
  render::PageModel model;
  model.language = language;
  model.title = title;
  model.path = url;
  model.base = way_to_root(url);
  model.language_base = model.base + site::language_prefix(config, language);
  return model;
}

void add_translations(const State& state, const render::Theme& theme, const std::string& language,
                      const std::string& place, render::PageModel& page) {
  std::string url = state.index->language_prefix(language) + place;
  for (const std::string& other : state.languages) {
    std::string translation = state.index->language_prefix(other) + place;
    page.translations.push_back({other, theme.word(other, "language." + other),
                                 site::relative_url(url, translation), translation,
                                 other == language, true});
  }
}

render::PageModel compose(const meta::Config& config, const render::Theme& theme,
                          const Slice& slice, const page::PageFacts& facts,
                          const LoadedPage& loaded) {
  const bool fallback = !slice.original_language.empty();
  render::PageModel model = empty_page(config, slice.language, slice.url, facts.title);
  model.description = facts.description;
  if (loaded.trust == read::Trust::untrusted) model.authors = render::PageModel::Authors::untrusted;
  const read::mkdocs::Extensions on =
      read::mkdocs::read_extensions(&config.sources[slice.tree].markdown_extensions);
  model.body_html = body_html(theme, slice, facts, loaded, on);
  // The navigation's words are chosen for the page, a heading's for its section.
  if (model.body_html.find("<h1") == std::string::npos)
    model.heading_html =
        base::escape_html(slice.listed_title.empty() ? facts.title : slice.listed_title);
  model.toc = toc_of(facts, on);
  model.nav = nav_entries(slice.navigation.items);
  for (const site::NavLink& crumb : slice.navigation.breadcrumbs)
    model.breadcrumbs.push_back({crumb.title, crumb.href});
  model.previous = {slice.navigation.previous.title, slice.navigation.previous.href};
  model.next = {slice.navigation.next.title, slice.navigation.next.href};
  for (const Slice::Translation& translation : slice.translations)
    model.translations.push_back(
        {translation.language, theme.word(translation.language, "language." + translation.language),
         site::relative_url(slice.url, translation.url), translation.url,
         translation.language == slice.language, translation.translated});
  std::string tags = site::relative_url(slice.url, tags_url(config, slice.language));
  for (const std::string& tag : facts.tags) model.tags.push_back({tag, tags + "#" + tag_id(tag)});
  if (!slice.listing.groups.empty()) {
    model.body_html += listing_html(slice.listing, slice.url);
    for (render::TocEntry& entry : listing_toc(slice.listing))
      model.toc.push_back(std::move(entry));
  }
  if (has_markdown_copy(slice.path) && !fallback) model.source_href = "index.md";
  const meta::SourceTree& tree = config.sources[slice.tree];
  if (!slice.listing.groups.empty() && !config.site_url.empty() && !fallback &&
      shows(tree, slice.path, "news"))
    model.feed_href = "feed.atom";
  model.updated_date = slice.date;
  model.updated_text = long_date(slice.date, slice.language);
  if (!tree.edit_url.empty()) model.edit_href = tree.edit_url + base::encode_path(slice.path);
  if (!slice.newer_original.href.empty())
    model.notices.push_back({render::NoticeKind::warning,
                             theme.word(slice.language, "notice.stale"),
                             {slice.newer_original.title, slice.newer_original.href}});
  if (fallback) {
    model.body_language = slice.original_language;
    model.canonical_path = slice.original_url;
    model.no_index = true;
    model.notices.push_back(
        {render::NoticeKind::info,
         theme.word(
             slice.language, "notice.fallback",
             {{"language", theme.word(slice.language, "language." + slice.original_language)}}),
         {}});
  }
  return model;
}

}  // namespace kbuild::build
