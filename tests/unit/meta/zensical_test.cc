// A zensical.toml gives what the same settings of a mkdocs.yml give.
#include <doctest/doctest.h>

#include "meta/toml.h"

#include "base/disk.h"
#include "meta/load/load.h"

using namespace kbuild;

namespace {

constexpr const char* kZensical = R"([project]
site_name = "Guide"
site_url = "https://guide.example/"
docs_dir = "pages"
nav = [
  { "Home" = "index.md" },
  { "Jobs" = [ "jobs/first.md", { "Second" = "jobs/second.md" } ] },
]

[project.theme]
language = "fi"

[project.markdown_extensions.toc]
permalink = true
[project.markdown_extensions.pymdownx.details]
[project.markdown_extensions.pymdownx.snippets]
base_path = ["parts"]
)";
constexpr const char* kMkdocs = R"(site_name: Guide
site_url: https://guide.example/
docs_dir: pages
nav:
  - Home: index.md
  - Jobs:
    - jobs/first.md
    - Second: jobs/second.md
theme: {language: fi}
markdown_extensions:
  - toc: {permalink: true}
  - pymdownx.details
  - pymdownx.snippets: {base_path: [parts]}
)";

meta::Config load(base::MemoryDisk& disk, source::SourceStore& sources, const std::string& path) {
  disk.files["pages/index.md"] = "# Home\n";
  auto loaded = meta::load_config(disk, sources, path);
  REQUIRE_MESSAGE(loaded, loaded.error().message);
  return loaded->config;
}

}  // namespace

TEST_CASE("zensical.toml is read like mkdocs.yml") {
  base::MemoryDisk first, second;
  first.files["zensical.toml"] = kZensical;
  second.files["mkdocs.yml"] = kMkdocs;
  source::SourceStore sources;
  meta::Config toml = load(first, sources, ""), yaml = load(second, sources, "");
  CHECK(toml.site_name.values == yaml.site_name.values);
  CHECK(toml.site_url == yaml.site_url);
  REQUIRE(toml.sources.size() == 1);
  const meta::SourceTree &a = toml.sources[0], &b = yaml.sources[0];
  CHECK(a.path == b.path);
  CHECK(a.language == "fi");
  CHECK(a.dialect == "mkdocs");
  CHECK(a.snippet_paths == b.snippet_paths);
  REQUIRE(a.navigation.size() == 2);
  CHECK(a.navigation[1].title == "Jobs");
  REQUIRE(a.markdown_extensions.items.size() == 3);
  CHECK(a.markdown_extensions.items[1].members[0].key.scalar == "pymdownx.details");
}

TEST_CASE("a faulty zensical.toml names its place") {
  base::MemoryDisk disk;
  disk.files["zensical.toml"] = "[project]\nsite_name = \n";
  source::SourceStore sources;
  auto loaded = meta::load_config(disk, sources, "");
  REQUIRE_FALSE(loaded);
  CHECK(loaded.error().message.starts_with("zensical.toml:2:13: not valid TOML"));
}

TEST_CASE("mkdocs.yml comes before zensical.toml, and that before conf.py") {
  base::MemoryDisk disk;
  disk.files["conf.py"] = "project = 'x'\n";
  CHECK(meta::find_config(disk, "") == "conf.py");
  disk.files["zensical.toml"] = kZensical;
  CHECK(meta::find_config(disk, "") == "zensical.toml");
  disk.files["mkdocs.yml"] = kMkdocs;
  CHECK(meta::find_config(disk, "") == "mkdocs.yml");
}

TEST_CASE("letters outside ASCII stand in strings and comments of zensical.toml alone") {
  source::SourceStore sources;
  auto parse = [&](std::string text) {
    return meta::parse_toml(sources, sources.add("zensical.toml", std::move(text)));
  };
  meta::ParsedYaml good = parse(
      "# \u00e4\n[project]\nsite_name = \"\u00e4\\\"\u00e4\"\nlong = \"\"\"\n\u00e4\"\"\"\"\n"
      "\"n\u00e4me\" = '\u00e4'\nfolded = \"\"\"b\\\n \u00e4\"\"\"\ntilde = \"~c3\\u007e\"\n");
  CHECK_FALSE(good.error.has_value());
  CHECK(good.value["project"]["site_name"].text() == "\u00e4\"\u00e4");
  CHECK(good.value["project"]["folded"].text() == "b\u00e4");
  CHECK(good.value["project"]["tilde"].text() == "~c3~");
  meta::ParsedYaml bad = parse("[project]\nn\u00e4me = 1\n");
  REQUIRE(bad.error.has_value());
  CHECK(bad.error_span.begin == 11);
}

TEST_CASE("a zensical.toml that its library takes for impossible is faulty") {
  for (const char* text : {"[%roject]\n", "[[ =]]\n", "[project]\n[project.%x]\na = 0\n",
                           "nav = [6%\"\xc3\xa4\"]\n", "a = \"\xff\"\n"}) {
    CAPTURE(text);
    source::SourceStore sources;
    CHECK(meta::parse_toml(sources, sources.add("zensical.toml", text)).error.has_value());
  }
}
