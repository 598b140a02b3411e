// Turns a page's data into the values of templates/page.html.
#include "render/page.h"

#include <algorithm>

#include "base/json.h"
#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "html/active_content.h"
#include "html/address.h"
#include "render/policy.h"

namespace kbuild::render {

namespace {

constexpr int kMaxNavigationDepth = 12;

void fill_nav(TemplateValues& values, const std::vector<NavEntry>& entries, int depth) {
  std::vector<TemplateValues>& items = values.list("ITEM");
  for (const NavEntry& entry : entries) {
    TemplateValues item;
    item.text("TITLE", entry.title);
    if (entry.current) item.show("CURRENT");
    bool has_children = !entry.children.empty() && depth < kMaxNavigationDepth;
    // The template writes it as it is, since ctemplate takes a mail address for a script.
    item.show(entry.href.empty() ? "GROUP" : "LINK")
        .text("HREF", html::is_safe_url(entry.href, html::AddressUse::link)
                          ? base::encode_url(entry.href)
                          : "#");
    if (has_children) {
      item.show("PARENT");
      if (entry.open || entry.current || entry.href.empty())
        fill_nav(item.include("CHILDREN", "nav.html"), entry.children, depth + 1);
    }
    items.push_back(std::move(item));
  }
}

void fill_toc(TemplateValues& values, const std::vector<TocEntry>& entries, int depth) {
  std::vector<TemplateValues>& items = values.list("ITEM");
  for (const TocEntry& entry : entries) {
    TemplateValues item;
    item.text("TITLE", entry.title).text("ID", entry.id);
    if (!entry.children.empty() && depth < kMaxNavigationDepth)
      fill_toc(item.include("CHILDREN", "toc.html"), entry.children, depth + 1);
    items.push_back(std::move(item));
  }
}

void fill_links(std::vector<TemplateValues>& list, const std::vector<PageLink>& links) {
  for (const PageLink& link : links) {
    list.emplace_back().text("TITLE", link.title).text("HREF", link.href);
  }
}

void fill_link(TemplateValues& values, const std::string& section, const PageLink& link) {
  if (link.href.empty()) return;
  values.list(section).emplace_back().text("TITLE", link.title).text("HREF", link.href);
}

// The first letters of the first two words of a name, for a site without a logo.
std::string monogram(const std::string& name) {
  std::string out;
  std::vector<std::string_view> words = base::split_words(name);
  for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 2); ++i)
    out += words[i].substr(0, base::decode_utf8(words[i], 0).length);
  return out;
}

// A page's relative link as a path from the site's root; directories end in '/'.
std::string path_from_root(const std::string& page_path, const std::string& href) {
  std::string path = base::join_path(page_path, href);
  if (path == "." || !base::stays_inside(path)) return "";
  return href.ends_with('/') ? path + '/' : path;
}

// Breadcrumbs for search engines (schema.org BreadcrumbList), with absolute addresses.
std::string linked_data(const SiteModel& site, const PageModel& page) {
  if (site.url.empty() || page.breadcrumbs.empty()) return "";
  std::string items;
  std::size_t position = 0;
  auto add = [&](const std::string& name, const std::string& path) {
    if (position > 0) items += ',';
    items += "{\"@type\":\"ListItem\",\"position\":" + std::to_string(++position) +
             ",\"name\":" + base::dump_line(name) +
             ",\"item\":" + base::dump_line(site.url + path) + '}';
  };
  const std::string path = base::encode_path(page.path);
  for (const PageLink& crumb : page.breadcrumbs) add(crumb.title, path_from_root(path, crumb.href));
  add(page.title, path);
  std::string data =
      R"({"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[)" + items +
      "]}";
  // "</script>" inside a string would end the element.
  return base::replace_all(data, "<", "\\u003c");
}

/// Of everything that is written into the page as HTML; of untrusted authors only the styles, which
/// the sanitiser has left.
html::ActiveContent active_content(const SiteModel& site, const PageModel& page) {
  html::ActiveContent body;
  html::add_active_content(page.body_html, body);
  html::ActiveContent out;
  if (page.authors == PageModel::Authors::trusted)
    out = std::move(body);
  else
    out.styles = std::move(body.styles);
  for (const std::string* part : {&page.head_html, &site.copyright_html, &site.announcement_html})
    html::add_active_content(*part, out);
  // The page of missing addresses names the site's files by their whole address.
  if (std::string host = html::origin_of(page.base); !host.empty()) {
    out.script_hosts.insert(host);
    out.style_hosts.insert(host);
    out.media_hosts.insert(host);
  }
  for (const ExtraFile& file : page.scripts)
    if (std::string host = html::origin_of(file.href); !host.empty()) out.script_hosts.insert(host);
  for (const ExtraFile& file : page.styles)
    if (std::string host = html::origin_of(file.href); !host.empty()) out.style_hosts.insert(host);
  return out;
}

void fill_head(TemplateValues& values, const Theme& theme, const SiteModel& site,
               const PageModel& page) {
  values.text("LANGUAGE", page.language).text("TITLE", page.title).text("SITE", site.name);
  if (page.title != site.name && !page.title.empty()) values.show("HAS_TITLE");
  values.optional("DESCRIPTION", page.description.empty() ? site.description : page.description);
  if (!site.url.empty()) {
    const std::string& canonical = page.canonical_path.empty() ? page.path : page.canonical_path;
    values.optional("CANONICAL", site.url + base::encode_path(canonical));
    std::vector<TemplateValues>& alternates = values.list("ALTERNATE");
    std::size_t translated = 0;
    for (const Translation& translation : page.translations)
      translated += translation.translated ? 1 : 0;
    for (const Translation& translation : page.translations)
      if (translation.translated && translated > 1)
        alternates.emplace_back()
            .text("LANGUAGE", translation.language)
            .text("HREF", site.url + base::encode_path(translation.path));
    if (!alternates.empty())
      alternates.emplace_back()
          .text("LANGUAGE", "x-default")
          .text("HREF", site.url + base::encode_path(page.translations.front().path));
  }
  values.optional("LINKED_DATA", linked_data(site, page));
  if (page.no_index) values.show("NO_INDEX");
  values.text("BASE", page.base).text("LANGUAGE_BASE", page.language_base);
  values.text("POLICY", content_policy(active_content(site, page)));
  if (std::string scheme = theme.asset_path("scheme.js"); !scheme.empty())
    values.optional("SCHEME_SCRIPT", page.base + scheme);
  values.text("STYLE", page.base + theme.asset_path("style.css"));
  values.text("SCRIPT", page.base + theme.asset_path("theme.js"));
  std::string search_script = theme.asset_path("search.js");
  if (!search_script.empty() && !site.search_path.empty())
    values.optional("SEARCH_SCRIPT", page.base + search_script);
  values.text("SEARCH_ENGINE", page.base + theme.asset_path("search-engine.js"));
  values.text("FAVICON",
              page.base + (site.favicon_path.empty() ? theme.asset_path("favicon.svg")
                                                     : base::encode_path(site.favicon_path)));
  values.optional("FEED", page.feed_href);
  if (!site.url.empty() && !site.search_path.empty())
    values.optional("OPENSEARCH", page.language_base + "opensearch.xml");
  for (const ExtraFile& file : page.styles)
    values.list("EXTRA_STYLE").emplace_back().text("HREF", file.href);
  for (const ExtraFile& file : page.scripts) {
    TemplateValues script;
    script.text("HREF", file.href);
    if (file.type == "module") script.show("MODULE");
    values.list("EXTRA_SCRIPT").push_back(std::move(script));
  }
  values.text("HEAD_HTML", page.head_html);
}

void fill_header(TemplateValues& values, const SiteModel& site, const PageModel& page) {
  values.text("HOME", page.language_base);
  values.text("MONOGRAM", monogram(site.name));
  if (!site.logo_path.empty())
    values.optional("LOGO", page.base + base::encode_path(site.logo_path));
  if (site.logo_path.empty()) values.show("NO_LOGO");
  if (!site.search_path.empty()) values.optional("SEARCH", page.language_base + site.search_path);
  values.optional("ANNOUNCEMENT", site.announcement_html);
  if (page.translations.size() > 1) {
    values.show("HAS_LANGUAGES");
    std::vector<TemplateValues>& languages = values.list("LANGUAGES");
    for (const Translation& translation : page.translations) {
      TemplateValues entry;
      entry.text("CODE", translation.language)
          .text("LABEL", translation.label)
          .text("HREF", translation.href);
      entry.show(translation.current ? "CURRENT" : "OTHER");
      languages.push_back(std::move(entry));
    }
  }
  fill_link(values, "REPOSITORY", site.repository);
}

void fill_navigation(TemplateValues& values, const Theme& theme, const SiteModel& site,
                     const PageModel& page) {
  if (page.nav.empty()) return;
  values.show("HAS_NAV");
  fill_nav(values.include("NAV", "nav.html"), page.nav, 0);
  if (site.views.empty()) return;
  values.show("HAS_VIEWS");
  std::vector<TemplateValues>& views = values.list("VIEW");
  for (const PageLink& view : site.views) {
    TemplateValues entry;
    entry.text("TITLE", theme.word(page.language, view.title))
        .text("HREF", page.language_base + view.href);
    if (page.base + page.path == page.language_base + view.href) entry.show("CURRENT");
    views.push_back(std::move(entry));
  }
}

void fill_main(TemplateValues& values, const PageModel& page) {
  values.show(page.wide ? "WIDE" : "NARROW");
  if (!page.toc.empty() && !page.wide) {
    values.show("HAS_TOC");
    fill_toc(values.include("TOC", "toc.html"), page.toc, 0);
  }
  if (!page.breadcrumbs.empty()) {
    values.show("HAS_CRUMBS");
    fill_links(values.list("CRUMB"), page.breadcrumbs);
  }
  for (const Notice& notice : page.notices) {
    TemplateValues entry;
    entry.text("KIND", notice.kind == NoticeKind::warning ? "warning" : "info")
        .text("TEXT", notice.text);
    fill_link(entry, "LINK", notice.link);
    values.lists.emplace_back("NOTICE", std::vector<TemplateValues>());
    values.lists.back().second.push_back(std::move(entry));
  }
  if (!page.badges.empty()) {
    values.show("HAS_BADGES");
    std::vector<TemplateValues>& badges = values.list("BADGE");
    for (const Badge& badge : page.badges) {
      TemplateValues entry;
      entry.text("KIND", badge.kind).text("TEXT", badge.text);
      if (badge.href.empty())
        entry.show("PLAIN");
      else
        entry.optional("HREF", badge.href);
      badges.push_back(std::move(entry));
    }
  }
  values.optional("BODY_LANGUAGE",
                  page.body_language == page.language ? std::string() : page.body_language);
  values.optional("HEADING", page.heading_html);
  values.text("BODY", page.body_html);
}

void fill_footer(TemplateValues& values, const SiteModel& site, const PageModel& page) {
  if (!page.tags.empty()) {
    values.show("HAS_TAGS");
    fill_links(values.list("TAG"), page.tags);
  }
  values.optional("EDIT", page.edit_href)
      .optional("HISTORY", page.history_href)
      .optional("SOURCE", page.source_href);
  values.optional("UPDATED", page.updated_text).text("UPDATED_DATE", page.updated_date);
  if (!page.edit_href.empty() || !page.history_href.empty() || !page.source_href.empty() ||
      !page.updated_text.empty())
    values.show("HAS_FACTS");
  fill_link(values, "PREVIOUS", page.previous);
  fill_link(values, "NEXT", page.next);
  if (!page.previous.href.empty() || !page.next.href.empty()) values.show("HAS_NEIGHBOURS");
  values.optional("COPYRIGHT", site.copyright_html);
  fill_links(values.list("SOCIAL"), site.social);
}

}  // namespace

std::string render_page(const Theme& theme, const SiteModel& site, const PageModel& page) {
  TemplateValues values;
  fill_head(values, theme, site, page);
  fill_header(values, site, page);
  fill_navigation(values, theme, site, page);
  fill_main(values, page);
  fill_footer(values, site, page);
  return theme.expand(page.language, "page.html", values);
}

std::string render_not_found(const Theme& theme, const std::string& language,
                             const std::string& home_href) {
  TemplateValues values;
  values.text("HOME", home_href);
  return theme.expand(language, "not-found.html", values);
}

std::string render_search(const Theme& theme, const std::string& language) {
  return theme.expand(language, "search.html", {});
}

}  // namespace kbuild::render
