// A whole page: plain data in, HTML out. What is on the page is decided by the caller; how it
// looks, by the theme. The same data gives the same bytes.
#pragma once

#include <string>
#include <vector>

#include "render/theme.h"

namespace kbuild::render {

// Every `href` is as written in the page: relative to it, or absolute for other sites.

struct NavEntry {
  std::string title;
  /// Empty for a group that has no page.
  std::string href = {};
  /// The page shown.
  bool current = false;
  /// An ancestor of the page shown: its children are open.
  bool open = false;
  std::vector<NavEntry> children = {};
};

struct TocEntry {
  std::string id;
  std::string title;
  std::vector<TocEntry> children = {};
};

struct PageLink {
  std::string title;
  std::string href;
};

/// The page in a language of the site, this one included.
struct Translation {
  /// "fi"
  std::string language;
  /// In its own language: "Suomi".
  std::string label;
  std::string href;
  /// From the site's root, for hreflang; the same as `href` except for the path to it.
  std::string path;
  bool current = false;
  /// False where the page shows the original's text: it is no alternate for search engines.
  bool translated = true;
};

enum class NoticeKind : std::uint8_t { info, warning };
/// A sentence above the article: a missing or stale translation, an archived page.
struct Notice {
  NoticeKind kind = NoticeKind::info;
  std::string text;
  /// What to do about it; may be empty.
  PageLink link = {};
};

/// A small mark next to the breadcrumbs: "checked on LUMI, 2026-11-20".
struct Badge {
  /// "proved", "refuted", "stale", "unproven", "note".
  std::string kind;
  std::string text;
  std::string href = {};
};

/// A style sheet or script of the site's own.
struct ExtraFile {
  std::string href;
  /// "module" for a module script, else empty.
  std::string type = {};
};

/// Data shared by all pages of a site in one language.
struct SiteModel {
  std::string name;
  /// With a closing '/', or empty where it is not known: then no canonical address is written.
  std::string url;
  std::string description = {};
  std::string copyright_html = {};
  std::string announcement_html = {};
  /// From the root of this language's tree; the page's `base` is put before it. May be empty.
  std::string search_path = "search/";
  /// Below `base`; empty: a letter mark made of the name, and the theme's icon.
  std::string logo_path = {};
  std::string favicon_path = {};
  PageLink repository = {};
  std::vector<PageLink> social = {};
  /// Pages that kbuild makes of the whole site, shown below the navigation: the key of a word, and
  /// the place below the root of the page's language.
  std::vector<PageLink> views = {};
};

struct PageModel {
  /// "en"
  std::string language;
  /// Plain text, for <title> and the breadcrumbs.
  std::string title;
  std::string description = {};
  /// From the site's root, without a '/' in front: "apps/pytorch/", "fi/apps/pytorch/".
  std::string path;
  /// The path of the page that search engines are to show; empty: `path`.
  std::string canonical_path = {};
  /// The way to the site's root: "../../", "" or "./".
  std::string base;
  /// The way to the root of this language: "../../fi/".
  std::string language_base;
  /// The body's language where it is not the page's.
  std::string body_language = {};
  std::string body_html;
  /// Set where the body has no heading of level 1: this one is shown above it. HTML.
  std::string heading_html = {};
  std::vector<TocEntry> toc = {};
  std::vector<NavEntry> nav = {};
  /// From the language's front page to the parent.
  std::vector<PageLink> breadcrumbs = {};
  PageLink previous = {};
  PageLink next = {};
  std::vector<Translation> translations = {};
  std::vector<Notice> notices = {};
  std::vector<Badge> badges = {};
  std::vector<PageLink> tags = {};
  std::string edit_href = {};
  std::string history_href = {};
  std::string source_href = {};
  /// An Atom feed of the page's news.
  std::string feed_href = {};
  /// As shown ("20 November 2026") and as data ("2026-11-20").
  std::string updated_text = {};
  std::string updated_date = {};
  std::vector<ExtraFile> styles = {};
  std::vector<ExtraFile> scripts = {};
  /// Written into <head> as it is.
  std::string head_html = {};
  /// Whose text the body is: that of untrusted authors may run, embed and send nothing.
  enum class Authors : std::uint8_t { trusted, untrusted } authors = Authors::trusted;
  /// The body takes the columns of navigation and contents: front pages, matrix views. Navigation
  /// opens by its button.
  bool wide = false;
  /// Kept out of search engines: 404, search, fallback pages.
  bool no_index = false;
};

template <class Archive>
void describe(Archive& a, PageLink& x) {
  a(x.title, x.href);
}
template <class Archive>
void describe(Archive& a, Translation& x) {
  a(x.language, x.label, x.href, x.path, x.current, x.translated);
}
template <class Archive>
void describe(Archive& a, SiteModel& x) {
  a(x.name, x.url, x.description, x.copyright_html, x.announcement_html, x.search_path, x.logo_path,
    x.favicon_path, x.repository, x.social, x.views);
}

std::string render_page(const Theme& theme, const SiteModel& site, const PageModel& page);

/// Bodies of pages without a source, for a PageModel's `body_html`.
std::string render_not_found(const Theme& theme, const std::string& language,
                             const std::string& home_href);
std::string render_search(const Theme& theme, const std::string& language);

}  // namespace kbuild::render
