// Descriptions of the site for other programs in XML: sitemaps, an Atom feed for each page of news,
// and the description by which a browser offers the site's search. All need absolute addresses: a
// site without a configured URL has none of them.
#include "base/format.h"
#include "base/percent.h"
#include "base/text.h"
#include "build/outputs/outputs.h"
#include "build/stages/listings.h"
#include "xml/write.h"

namespace kbuild::build {

namespace {

using base::format;
using FeedFiles = std::vector<OutputFile>;

constexpr std::size_t kFeedEntries = 30;

/// A page that search engines may list: of a built language, with a text of its own in it.
bool is_listed(const State& state, const site::SitePage& page) {
  return !page.is_fallback() && state.builds(page.language);
}

/// The years of a page of news that have pages of their own.
std::vector<xml::SitemapEntry> archive_entries(const State& state, const render::Theme& theme,
                                               site::PageId id) {
  std::vector<xml::SitemapEntry> entries;
  for (const ListingGroup& year : archived_news(state, theme, id)) {
    std::string url = archive_url(state.index->pages()[id], year);
    if (state.index->find_url(url) == site::kNoPage)
      entries.push_back({state.config->site_url + base::encode_path(url), "", {}});
  }
  return entries;
}

xml::SitemapEntry sitemap_entry(const State& state, site::PageId id) {
  const std::string& root = state.config->site_url;
  const site::SitePage& page = state.index->pages()[id];
  xml::SitemapEntry entry{root + base::encode_path(page.url), state.date_of(id), {}};
  for (site::PageId translation : state.index->translations(id))
    if (translation != site::kNoPage && is_listed(state, state.index->pages()[translation]))
      entry.alternates.emplace_back(
          state.index->pages()[translation].language,
          root + base::encode_path(state.index->pages()[translation].url));
  return entry;
}

}  // namespace

/// One sitemap a language, and where there are several an index of them.
void sitemap_files(const State& state, const render::Theme& theme, FeedFiles& out) {
  const std::string& root = state.config->site_url;
  if (root.empty()) return;
  std::vector<std::string> maps;
  for (const std::string& language : state.languages) {
    std::vector<xml::SitemapEntry> entries;
    for (site::PageId id = 0; id < state.index->pages().size(); ++id) {
      const site::SitePage& page = state.index->pages()[id];
      if (page.language != language || !is_listed(state, page)) continue;
      entries.push_back(sitemap_entry(state, id));
      for (xml::SitemapEntry& entry : archive_entries(state, theme, id))
        entries.push_back(std::move(entry));
    }
    maps.push_back(state.languages.size() == 1 ? "sitemap.xml"
                                               : format("sitemap-{}.xml", language));
    out.push_back({maps.back(), xml::write_sitemap(entries)});
  }
  if (maps.size() > 1) {
    for (std::string& map : maps) map = root + map;
    out.push_back({"sitemap.xml", xml::write_sitemap_index(maps)});
  }
  out.push_back({"robots.txt", format("User-agent: *\nAllow: /\nSitemap: {}sitemap.xml\n", root)});
}

void news_feeds(const State& state, const render::Theme& theme, FeedFiles& out) {
  const std::string& root = state.config->site_url;
  if (root.empty()) return;
  for (site::PageId id = 0; id < state.index->pages().size(); ++id) {
    const site::SitePage& page = state.index->pages()[id];
    const meta::SourceTree& tree = state.config->sources[page.tree];
    if (!is_listed(state, page) || !shows(tree, page.path, "news")) continue;
    xml::AtomFeed feed;
    feed.title = state.config->site_name.in(page.language) + ": " + page.facts->title;
    feed.link = root + base::encode_path(page.url);
    feed.self = feed.link + "feed.atom";
    feed.author = state.config->site_name.in(page.language);
    feed.language = page.language;
    for (const ListingGroup& group : whole_listing_of(state, theme, id).groups)
      for (const ListingEntry& entry : group.entries) {
        if (feed.entries.size() == kFeedEntries) break;
        // RFC 3339 knows no month without a day: such news counts from the month's first.
        std::string day = entry.date.ends_with("-00") ? entry.date.substr(0, 8) + "01" : entry.date;
        feed.entries.push_back({root + base::encode_path(entry.url) + entry.anchor, entry.title,
                                day + "T00:00:00Z", entry.note, ""});
      }
    if (feed.entries.empty()) continue;
    feed.updated = feed.entries.front().updated;
    out.push_back({page.url + "feed.atom", xml::write_atom(feed)});
  }
}

/// OpenSearch 1.1: a search box of the browser for each language.
void search_descriptions(const State& state, const render::Theme& theme, FeedFiles& out) {
  const std::string& root = state.config->site_url;
  if (root.empty()) return;
  for (const std::string& language : state.languages) {
    std::string prefix = state.index->language_prefix(language);
    std::string name = state.config->site_name.in(language);
    out.push_back(
        {prefix + "opensearch.xml",
         format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n"
                "  <ShortName>{}</ShortName>\n  <Description>{}</Description>\n"
                "  <InputEncoding>UTF-8</InputEncoding>\n  <Language>{}</Language>\n"
                "  <Url type=\"text/html\" template=\"{}{}search/?q={{searchTerms}}\"/>\n"
                "</OpenSearchDescription>\n",
                base::escape_html(name.substr(0, name.size() > 16 ? name.find(' ') : name.npos)),
                base::escape_html(name + ": " + theme.word(language, "search.title")), language,
                base::escape_html(root), prefix)});
  }
}

}  // namespace kbuild::build
