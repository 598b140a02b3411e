// Files made of the whole site, and their table; see outputs.h.
#include "build/outputs/outputs.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "base/format.h"
#include "base/hash.h"
#include "base/jobs.h"
#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "build/stages/compose.h"
#include "html/address.h"

namespace kbuild::build {

namespace {

using base::format;
using Files = std::vector<OutputFile>;

void theme_assets(const State&, const render::Theme& theme, Files& out) {
  for (const render::Asset& asset : theme.assets()) out.push_back({asset.path, asset.content});
}

/// The page of all tags, if any page has one and no page of the sources has its address.
void tag_pages(const State& state, const render::Theme& theme, Files& out) {
  for (const std::string& language : state.languages) {
    std::string url = tags_url(*state.config, language);
    Listing listing = tag_listing(state, language);
    if (listing.groups.empty() || state.index->find_url(url) != site::kNoPage) continue;
    render::PageModel model =
        empty_page(*state.config, language, url, theme.word(language, "tags"));
    model.heading_html = base::escape_html(model.title);
    model.body_html = listing_html(listing, url);
    model.toc = listing_toc(listing);
    out.push_back(
        {url + "index.html", render::render_page(theme, site_model(state, language), model)});
  }
}

/// A page for each year of news that is too old for the page of news itself.
void news_archives(const State& state, const render::Theme& theme, Files& out) {
  for (site::PageId id = 0; id < state.index->pages().size(); ++id) {
    const site::SitePage& page = state.index->pages()[id];
    if (!state.builds(page.language)) continue;
    for (ListingGroup& year : archived_news(state, theme, id)) {
      std::string url = archive_url(page, year);
      if (state.index->find_url(url) != site::kNoPage) continue;
      render::PageModel model =
          empty_page(*state.config, page.language, url, page.facts->title + " " + year.title);
      model.heading_html = base::escape_html(model.title);
      model.breadcrumbs.push_back({page.facts->title, site::relative_url(url, page.url)});
      model.no_index = page.is_fallback();
      year.title.clear();
      model.body_html = listing_html({{std::move(year)}}, url);
      out.push_back({url + "index.html",
                     render::render_page(theme, site_model(state, page.language), model)});
    }
  }
}

void add_links(const State& state, const std::vector<site::NavNode>& nodes, const std::string& url,
               std::string& html, int depth) {
  constexpr int kLevels = 2;
  html += "<ul>\n";
  for (const site::NavNode& node : nodes) {
    std::string href = node.page == site::kNoPage
                           ? node.url
                           : site::relative_url(url, state.index->pages()[node.page].url);
    std::string title = base::escape_html(node.title);
    html +=
        "<li>" +
        (href.empty() ? title : format("<a href=\"{}\">{}</a>", base::escape_html(href), title));
    if (!node.children.empty() && depth < kLevels)
      add_links(state, node.children, url, html, depth + 1);
    html += "</li>\n";
  }
  html += "</ul>\n";
}

/// The first page of a language whose sources have none: what its navigation begins with.
void root_pages(const State& state, const render::Theme& theme, Files& out) {
  for (const std::string& language : state.languages) {
    std::string url = state.index->language_prefix(language);
    auto is_here = [&](const site::Asset& asset) { return asset.url == url + "index.html"; };
    const auto& assets = state.index->assets();
    if (state.index->find_url(url) != site::kNoPage ||
        std::any_of(assets.begin(), assets.end(), is_here))
      continue;
    render::PageModel model =
        empty_page(*state.config, language, url, state.config->site_name.in(language));
    model.heading_html = base::escape_html(model.title);
    add_links(state, state.navigation(language).roots(), url, model.body_html, 1);
    add_translations(state, theme, language, "", model);
    out.push_back(
        {url + "index.html", render::render_page(theme, site_model(state, language), model)});
  }
}

void not_found_page(const State& state, const render::Theme& theme, Files& out) {
  const std::string& language = state.languages.front();
  render::PageModel model =
      empty_page(*state.config, language, "", theme.word(language, "missing.title"));
  // Served for any missing address, so its own links can't be relative to it.
  if (!state.config->site_url.empty()) model.base = model.language_base = state.config->site_url;
  model.body_html = render::render_not_found(theme, language, model.language_base);
  model.no_index = model.wide = true;
  out.push_back({"404.html", render::render_page(theme, site_model(state, language), model)});
}

void search_pages(const State& state, const render::Theme& theme, Files& out) {
  for (const std::string& language : state.languages) {
    std::string url = state.index->language_prefix(language) + "search/";
    if (state.index->find_url(url) != site::kNoPage) continue;
    render::PageModel model =
        empty_page(*state.config, language, url, theme.word(language, "search.title"));
    model.body_html = render::render_search(theme, language);
    model.no_index = model.wide = true;
    out.push_back(
        {url + "index.html", render::render_page(theme, site_model(state, language), model)});
  }
}

/// The old address works without a server's help; the anchor of the old address is kept by the
/// script, of the new one by the redirect.
std::string redirect_page(const std::string& target) {
  constexpr std::string_view script =
      "var t=document.querySelector('link').getAttribute('href'),h=location.hash;"
      "location.replace(t.indexOf('#')<0?t+h:t)";
  return format(
      "<!doctype html>\n<html><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
      "'sha256-{2}'; base-uri 'none'; form-action 'none'\"><title>Redirect</title>\n"
      "<link rel=\"canonical\" href=\"{0}\"><meta name=\"robots\" content=\"noindex\">\n"
      "<script>{1}</script>\n"
      "<meta http-equiv=\"refresh\" content=\"0; url={0}\"></head>\n"
      "<body><a href=\"{0}\">{0}</a></body></html>\n",
      base::escape_html(target), script, base::sha256_base64(script));
}

/// Whether a redirect leads out of the site's own sources.
bool is_address(std::string_view target) {
  return target.find("://") != target.npos || target.starts_with("//");
}

void redirects(const State& state, const render::Theme&, Files& out) {
  for (const meta::SourceTree& tree : state.config->sources) {
    if (!state.builds(tree.language)) continue;
    for (const meta::Redirect& redirect : tree.redirects) {
      std::string stem = base::join_path(tree.mount, redirect.from);
      if (stem.ends_with(".md")) stem.resize(stem.size() - 3);
      if (base::file_name(stem) == "index") stem = std::string(base::parent_path(stem));
      std::string url = state.index->language_prefix(tree.language) + stem + "/";
      if (state.index->find_url(url) != site::kNoPage) continue;
      std::string target = base::encode_url(redirect.to);
      if (!html::is_safe_url(redirect.to, html::AddressUse::web)) continue;
      if (!is_address(redirect.to)) {
        target = redirect.to;
        std::size_t hash = target.find('#');
        std::string path = base::join_path(tree.mount, target.substr(0, hash));
        site::PageId page = state.index->find_path(tree.language, path);
        if (page == site::kNoPage) continue;
        target = site::relative_url(url, state.index->pages()[page].url) +
                 (hash == target.npos ? "" : base::encode_url(target.substr(hash)));
      }
      out.push_back({url + "index.html", redirect_page(target)});
    }
  }
  for (const site::SiteRedirect& redirect : state.index->redirects()) {
    bool built = std::find(state.languages.begin(), state.languages.end(), redirect.language) !=
                 state.languages.end();
    if (!built || redirect.target == site::kNoPage ||
        state.index->find_url(redirect.url) != site::kNoPage)
      continue;
    std::string target =
        site::relative_url(redirect.url, state.index->pages()[redirect.target].url);
    out.push_back(
        {redirect.url + "index.html", redirect_page(target + base::encode_url(redirect.fragment))});
  }
}

/// What other projects can refer to, one file a language: pages, labels that authors wrote, terms
/// and objects. A name that several pages have leads nowhere for sure and is left out.
void inventories(const State& state, const render::Theme&, Files& out) {
  for (const std::string& language : state.languages) {
    std::string prefix = state.index->language_prefix(language);
    std::vector<site::InventoryEntry> entries;
    std::map<std::string, std::size_t> uses;
    for (const site::SitePage& page : state.index->pages()) {
      if (page.language != language || page.is_fallback()) continue;
      std::string url = base::encode_path(page.url.substr(prefix.size()));
      std::string path = base::join_path(state.config->sources[page.tree].mount, page.path);
      path.resize(path.size() - base::extension(path).size());
      entries.push_back({path, "std:doc", url, page.facts->title});
      for (const page::LabelFact& label : page.facts->labels) {
        if (label.id.empty() || label.name.empty()) continue;
        std::string role = label.role.empty() ? "std:label" : label.role;
        ++uses[role + '\n' + label.name];
        entries.push_back({label.name, role, url + "#" + base::encode_url(label.id),
                           label.title.empty() ? page.facts->title : label.title});
      }
    }
    std::erase_if(entries, [&](const site::InventoryEntry& entry) {
      auto found = uses.find(entry.role + '\n' + entry.name);
      return entry.role != "std:doc" && found != uses.end() && found->second > 1;
    });
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      return std::tie(a.role, a.name) < std::tie(b.role, b.name);
    });
    out.push_back({prefix + "objects.inv",
                   site::write_inventory(state.config->site_name.in(language), "", entries)});
  }
}

using MakeFiles = void (*)(const State&, const render::Theme&, Files&);

constexpr MakeFiles kOutputs[] = {
    theme_assets,  sitemap_files,   news_feeds,      search_descriptions,
    outline_files, catalogue_files, tag_pages,       news_archives,
    root_pages,    not_found_page,  search_pages,    redirects,
    inventories,   evidence_files,  dashboard_files, answer_files,
};

}  // namespace

Files site_files(const State& state, const render::Theme& theme) {
  std::vector<Files> made(std::size(kOutputs));
  base::for_each_index(made.size(), state.jobs,
                       [&](std::size_t i) { kOutputs[i](state, theme, made[i]); });
  Files out;
  for (Files& files : made) std::move(files.begin(), files.end(), std::back_inserter(out));
  return out;
}

}  // namespace kbuild::build
