// Languages of one docs_dir, as the plugin i18n of MkDocs has them.
#include <doctest/doctest.h>

#include "meta/config.h"
#include "meta/load/load.h"

using namespace kbuild;

namespace {

meta::Config load(base::MemoryDisk& disk, const std::string& configuration) {
  (void)disk.write("mkdocs.yml", configuration);
  source::SourceStore sources;
  auto loaded = meta::load_config(disk, sources, "mkdocs.yml");
  REQUIRE(loaded);
  CHECK(loaded->diagnostics.empty());
  return std::move(loaded->config);
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a suffix names the language of a page") {
  base::MemoryDisk disk;
  for (const char* page : {"index.md", "index.fi.md", "guide/run.md"})
    (void)disk.write(std::string("docs/") + page, "# Page\n");
  meta::Config config = load(disk,
                             "site_name: Guide\nplugins:\n- i18n:\n    languages:\n"
                             "    - {locale: fi, name: Suomi, site_name: Opas,"
                             " nav_translations: {Start: Alku, Work: Työ}}\n"
                             "    - {locale: sv, build: false}\n"
                             "    - {locale: en, default: true}\n"
                             "nav: [{Start: index.md}, {Work: [guide/run.md]}]\n");
  CHECK(config.languages == Texts{"en", "fi"});
  CHECK(config.site_name.in("fi") == "Opas");
  CHECK(config.site_name.in("en") == "Guide");
  REQUIRE(config.sources.size() == 2);
  CHECK(config.sources[0].exclude == Texts{"**/*.fi.md"});
  CHECK(config.sources[0].navigation[0].title == "Start");
  CHECK(config.sources[1].path == "docs");
  CHECK(config.sources[1].include == Texts{"**/*.fi.md"});
  REQUIRE(config.sources[1].navigation.size() == 2);
  CHECK(config.sources[1].navigation[0].title == "Alku");
  CHECK(config.sources[1].navigation[0].target == "index.fi.md");
  CHECK(config.sources[1].navigation[1].title == "Työ");
  CHECK(config.sources[1].navigation[1].children.at(0).target == "guide/run.md");
}

TEST_CASE("a directory for each language, and what they share") {
  base::MemoryDisk disk;
  for (const char* page : {"en/index.md", "fi/index.md", "shared/logo.svg"})
    (void)disk.write(std::string("docs/") + page, "x");
  meta::Config config = load(disk,
                             "repo_url: https://github.com/x/y\nplugins:\n- awesome-pages\n"
                             "- i18n: {docs_structure: folder, default_language: en,"
                             " languages: {fi: Suomi, de: Deutsch, en: English}}\n");
  CHECK(config.languages == Texts{"en", "fi"});
  REQUIRE(config.sources.size() == 3);
  CHECK(config.sources[0].path == "docs/en");
  CHECK(config.sources[0].navigation.at(0).target == "index.md");
  CHECK(config.sources[1].path == "docs/fi");
  CHECK(config.sources[1].edit_url == "https://github.com/x/y/edit/master/docs/fi/");
  CHECK(config.sources[2].path == "docs");
  CHECK(config.sources[2].exclude == Texts{"en/**", "fi/**", "de/**"});
}

TEST_CASE("one language alone changes nothing") {
  base::MemoryDisk disk;
  (void)disk.write("docs/index.md", "x");
  meta::Config config = load(disk, "plugins: [{i18n: {languages: [{locale: fi}]}}]\n");
  CHECK(config.languages == Texts{"en"});
  CHECK(config.sources.size() == 1);
}
