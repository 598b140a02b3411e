// Templates, themes and whole pages, on a small theme in memory and on the default one.
#include "render/theme.h"

#include <doctest/doctest.h>

#include <set>
#include <stdexcept>

#include "base/text.h"
#include "render/matrix_view.h"
#include "render/page.h"

using namespace kbuild;
using render::TemplateSet;
using render::TemplateValues;
using render::Theme;

namespace {

void add_small_theme(base::MemoryDisk& disk) {
  disk.files["t/templates/page.html"] = "<p>{{@greeting}} {{NAME}}</p>";
  disk.files["t/i18n/en.yaml"] =
      "greeting: Hello\nonly: <English>\ncount: \"{n, plural, one {# page} other {# pages}}\"\n";
  disk.files["t/i18n/fi.yaml"] = "greeting: Hei\n";
  disk.files["t/assets/style.css"] = "p{}";
  disk.files["t/icons.yaml"] = "check: M1 1\ndone: check\nloop: loop\n";
}

const Theme& default_theme() {
  static const Theme theme = [] {
    auto disk = base::make_real_disk();
    auto loaded = Theme::load(*disk, KBUILD_ROOT "/themes/default");
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return std::move(*loaded);
  }();
  return theme;
}

render::PageModel small_page() {
  render::PageModel page;
  page.language = "en";
  page.title = "PyTorch <2>";
  page.path = "apps/pytorch/";
  page.base = "../../";
  page.language_base = "../../";
  page.body_html = "<h1>PyTorch</h1>";
  return page;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace

TEST_CASE("templates escape for the place where a text stands") {
  auto set = TemplateSet::parse(
      {{"a", "<a href=\"{{URL}}\" title=\"{{TEXT}}\">{{TEXT}}</a>{{HTML:none}}"}});
  REQUIRE(set);
  TemplateValues values;
  values.text("URL", "javascript:alert(1)").text("TEXT", "<b> & \"q\"").text("HTML", "<i>x</i>");
  CHECK(set->expand("a", values) ==
        "<a href=\"#\" title=\"&lt;b&gt; &amp; &quot;q&quot;\">&lt;b&gt; &amp; "
        "&quot;q&quot;</a><i>x</i>");
  CHECK(set->expand("absent", values) == "");
}

TEST_CASE("templates repeat lists, show sections and hold each other") {
  auto set = TemplateSet::parse(
      {{"tree", "<ul>{{#ITEM}}<li>{{TITLE}}{{#MARK}}!{{/MARK}}{{>CHILDREN}}</li>{{/ITEM}}</ul>"}});
  REQUIRE(set);
  TemplateValues values;
  TemplateValues item;
  item.text("TITLE", "a").show("MARK");
  item.include("CHILDREN", "tree").list("ITEM").emplace_back().text("TITLE", "b");
  values.list("ITEM").push_back(std::move(item));
  CHECK(set->expand("tree", values) == "<ul><li>a!<ul><li>b</li></ul></li></ul>");
}

TEST_CASE("templates leave out what nests too deep") {
  auto set = TemplateSet::parse({{"level", "x{{>BELOW}}"}});
  REQUIRE(set);
  TemplateValues values;
  TemplateValues* level = &values;
  for (int i = 0; i < 100; ++i) level = &level->include("BELOW", "level");
  CHECK(set->expand("level", values) == std::string(42, 'x'));
}

TEST_CASE("a theme speaks each language and falls back to English") {
  base::MemoryDisk disk;
  add_small_theme(disk);
  auto theme = Theme::load(disk, "t");
  REQUIRE(theme);
  CHECK(theme->languages() == std::vector<std::string>{"en", "fi"});
  CHECK(theme->word("fi", "greeting") == "Hei");
  CHECK(theme->word("fi-FI", "greeting") == "Hei");
  CHECK(theme->word("sv", "greeting") == "Hello");
  CHECK(theme->word("fi", "only") == "<English>");
  CHECK(theme->word("fi", "nothing") == "nothing");
  CHECK(theme->find_word("fi", "nothing") == "");
  CHECK(theme->word("en", "count", {{"n", "1"}}) == "1 page");
  CHECK(theme->word("en", "count", {{"n", "3"}}) == "3 pages");
  TemplateValues values;
  values.text("NAME", "x");
  CHECK(theme->expand("fi", "page.html", values) == "<p>Hei x</p>");
  CHECK(theme->expand("sv", "page.html", values) == "<p>Hello x</p>");
}

TEST_CASE("assets are named after their content, icons by any of their names") {
  base::MemoryDisk disk;
  add_small_theme(disk);
  auto theme = Theme::load(disk, "t");
  REQUIRE(theme);
  std::string path = theme->asset_path("style.css");
  CHECK(path.starts_with("assets/style."));
  CHECK(path.ends_with(".css"));
  CHECK(theme->asset_path("none.css") == "");
  CHECK(contains(theme->icon("material-check-circle-outline"), "d=\"M1 1\""));
  CHECK(theme->icon("done") == theme->icon("octicons-check-16"));
  CHECK(theme->icon("material-check-decagram") == theme->icon("check"));
  CHECK(theme->icon("fontawesome-solid-square-check") == theme->icon("check"));
  CHECK(theme->icon("loop") == "");
  CHECK(theme->icon("material-nonesuch") == "");
  disk.files["t/assets/style.css"] = "p{color:red}";
  auto changed = Theme::load(disk, "t");
  REQUIRE(changed);
  CHECK(changed->asset_path("style.css") != path);
  CHECK(changed->digest() != theme->digest());
}

TEST_CASE("the parts of a script are published as one") {
  base::MemoryDisk disk;
  add_small_theme(disk);
  disk.files["t/assets/search.js/20-b.js"] = "b(a);\n";
  disk.files["t/assets/search.js/10-a.js"] = "const a = 1;\n";
  auto theme = Theme::load(disk, "t");
  REQUIRE(theme);
  std::string path = theme->asset_path("search.js");
  CHECK(path.starts_with("assets/search."));
  CHECK(theme->asset_path("10-a.js") == "");
  for (const auto& asset : theme->assets())
    if (asset.path == path)
      CHECK(asset.content == "(() => {\n\"use strict\";\nconst a = 1;\nb(a);\n})();\n");
  disk.files["t/assets/search.js/20-b.js"] = "c(a);\n";
  auto changed = Theme::load(disk, "t");
  REQUIRE(changed);
  CHECK(changed->digest() != theme->digest());
}

TEST_CASE("what is no theme says what it lacks") {
  base::MemoryDisk disk;
  add_small_theme(disk);
  disk.files["t/templates/page.html"] = "{{@unknown}}";
  auto theme = Theme::load(disk, "t");
  REQUIRE_FALSE(theme);
  CHECK(contains(theme.error().message, "no word for 'unknown'"));
  disk.files.erase("t/templates/page.html");
  CHECK_FALSE(Theme::load(disk, "t"));
  disk.files["t/templates/page.html"] = "<p>{{#OPEN}}</p>";
  CHECK_FALSE(Theme::load(disk, "t"));
}

TEST_CASE("the default theme says in Finnish and French all that it says in English") {
  const Theme& theme = default_theme();
  CHECK(theme.word("fi", "search.count", {{"count", "1"}}) == "1 tulos");
  auto disk = base::make_real_disk();
  auto keys = [&](const char* language) {
    std::set<std::string> found;
    auto text = disk->read(std::string(KBUILD_ROOT "/themes/default/i18n/") + language + ".yaml");
    REQUIRE(text);
    for (std::string_view line : base::split_lines(*text))
      if (!line.starts_with('#')) found.emplace(line.substr(0, line.find(':')));
    return found;
  };
  for (const char* language : {"fi", "fr"}) {
    CAPTURE(language);
    std::set<std::string> translated = keys(language);
    REQUIRE(translated.size() > 50);
    for (const std::string& key : keys("en")) CHECK_MESSAGE(translated.count(key) == 1, key);
  }
  CHECK(theme.word("fr", "search.count", {{"count", "2"}}) == "2 résultats");
  for (const char* name : {"style.css", "theme.js", "favicon.svg"})
    CHECK(theme.asset_path(name) != "");
}

TEST_CASE("a page has its landmarks, its way to the root and its other language") {
  render::SiteModel site{"Docs", "https://docs.example.org/"};
  render::PageModel page = small_page();
  page.translations = {{"en", "English", "./", "apps/pytorch/", true, true},
                       {"fi", "Suomi", "../../fi/apps/pytorch/", "fi/apps/pytorch/", false, true}};
  page.breadcrumbs = {{"Docs", "../../"}, {"</script>", "../"}};
  page.toc = {{"a", "A", {{"b", "B"}}}};
  page.nav = {{"Apps", "../", false, true, {{"PyTorch", "./", true}}},
              {"Data", "../../data/", false, false, {{"x", "y"}}}};
  std::string html = render::render_page(default_theme(), site, page);
  CHECK(html.starts_with("<!doctype html><html lang=\"en\">"));
  CHECK(contains(html, "<title>PyTorch &lt;2&gt; \xc2\xb7 Docs</title>"));
  CHECK(contains(html, "<link rel=\"canonical\" href=\"https://docs.example.org/apps/pytorch/\">"));
  CHECK(contains(html, "hreflang=\"fi\" href=\"https://docs.example.org/fi/apps/pytorch/\""));
  CHECK(contains(html, "hreflang=\"x-default\" href=\"https://docs.example.org/apps/pytorch/\""));
  CHECK(contains(html, "href=\"../../" + default_theme().asset_path("style.css") + "\""));
  CHECK(contains(html, "<article class=\"kb-article\"><h1>PyTorch</h1></article>"));
  CHECK(contains(html, "<a href=\"./\" aria-current=\"page\">PyTorch</a>"));
  CHECK(contains(html, "<a href=\"../../fi/apps/pytorch/\" lang=\"fi\" hreflang=\"fi\">"));
  CHECK(contains(html, "<li><a href=\"#a\">A</a><ul><li><a href=\"#b\">B</a></li></ul></li>"));
  // Closed branches of the navigation are left out.
  CHECK(contains(html, ">Data</a></li>"));
  // No text of a page ends the script that holds its breadcrumbs.
  CHECK(contains(html, "\\u003c/script>"));
  CHECK(contains(html, "\"item\":\"https://docs.example.org/apps/\""));
  for (const char* part : {"<header", "<main", "<nav", "<footer", "kb-skip"})
    CHECK_MESSAGE(contains(html, part), part);
  CHECK_FALSE(contains(html, "noindex"));
  CHECK(render::render_page(default_theme(), site, page) == html);
}

TEST_CASE("a page without optional parts has no traces of them") {
  std::string html = render::render_page(default_theme(), {"Docs", ""}, small_page());
  for (const char* part :
       {"canonical", "hreflang", "kb-toc-title", "kb-nav\"", "kb-crumbs", "kb-notice", "kb-badges",
        "kb-tags", "kb-facts", "kb-neighbours", "ld+json", "{{"})
    CHECK_MESSAGE(!contains(html, part), part);
}

TEST_CASE("a translation that is missing is said and kept from search engines' alternates") {
  render::PageModel page = small_page();
  page.language = "fi";
  page.body_language = "en";
  page.notices = {
      {render::NoticeKind::info, "Ei k\xc3\xa4\xc3\xa4nnetty", {"Alkuper\xc3\xa4inen", "../en/"}}};
  page.translations = {{"en", "English", "../en/", "en/", false, true},
                       {"fi", "Suomi", "./", "fi/", true, false}};
  page.canonical_path = "en/";
  std::string html = render::render_page(default_theme(), {"Docs", "https://x.org/"}, page);
  CHECK(contains(html, "<article class=\"kb-article\" lang=\"en\">"));
  CHECK(contains(html, "Ei k\xc3\xa4\xc3\xa4nnetty <a href=\"../en/\">"));
  CHECK(contains(html, "rel=\"canonical\" href=\"https://x.org/en/\""));
  CHECK_FALSE(contains(html, "rel=\"alternate\""));
}

TEST_CASE("a matrix view opens each cell's claims and escapes what pages say") {
  render::MatrixModel matrix;
  matrix.language = "en";
  matrix.title = "PyTorch";
  matrix.row_kind = "Version";
  matrix.columns = {{"Puhti"}, {"LUMI"}};
  render::MatrixCell cell;
  cell.status = "default";
  cell.state = "proved";
  cell.load = "module load pytorch/2.7";
  cell.claims = {{"default",
                  "2.7 <default>",
                  {"PyTorch", "../apps/pytorch/#available"},
                  42,
                  "en",
                  "2026-02-05"}};
  cell.runs = {{"pytorch#1", "2026-02-05", "", true}};
  matrix.rows = {{{"2.7"}, {cell, {}}}};
  std::string html = render::render_matrix(default_theme(), matrix);
  CHECK(contains(html, "popovertarget=\"cell-1\""));
  CHECK(contains(html, "id=\"cell-1\" popover"));
  CHECK(contains(html, "2.7 &lt;default&gt;"));
  CHECK(contains(html, "<a href=\"../apps/pytorch/#available\">PyTorch</a>, line 42"));
  CHECK(contains(html, "Not mentioned"));
  CHECK(contains(html, "Proved by a run"));
  CHECK(contains(html, "<option value=\"default\">Default</option>"));
  CHECK_FALSE(contains(html, "name=\"language\""));
}
