// Configurations: kbuild.yml, mkdocs.yml, and what is said about their keys.
#include "meta/config.h"

#include <doctest/doctest.h>

#include "base/json.h"
#include "diag/print.h"
#include "meta/load/load.h"

using namespace kbuild;

namespace {

struct Loaded {
  base::MemoryDisk disk;
  source::SourceStore sources;
  base::Result<meta::LoadedConfig> result = base::fail("not loaded");
  std::string diagnostics() {
    std::string out;
    for (const diag::Diagnostic& diagnostic : result->diagnostics)
      out += diag::print_text(diagnostic, sources, diag::Colour::never);
    return out;
  }
  void load(const std::string& path) { result = meta::load_config(disk, sources, path); }
};

}  // namespace

TEST_CASE("a kbuild.yml with two trees") {
  Loaded loaded;
  loaded.disk.files["kbuild.yml"] =
      "site:\n  name: {en: Guide, fi: Opas}\nlanguages: [en, fi]\n"
      "sources:\n- {path: docs, lang: en, system: LUMI}\n- {path: docs-fi, lang: fi}\n";
  loaded.disk.files["docs/a.md"] = loaded.disk.files["docs-fi/a.md"] = "x";
  loaded.load("");
  REQUIRE(loaded.result);
  const meta::Config& config = loaded.result->config;
  CHECK(loaded.diagnostics() == "");
  CHECK(config.site_name.in("fi") == "Opas");
  CHECK(config.site_name.in("sv") == "Guide");
  REQUIRE(config.sources.size() == 2);
  CHECK(config.sources[0].system == "LUMI");
  CHECK(config.sources[1].path == "docs-fi");
}

TEST_CASE("lists of what is installed, and terms of languages that the site has") {
  Loaded loaded;
  loaded.disk.files["site/kbuild.yml"] =
      "languages: [en, fi]\nsources:\n- {path: docs, lang: en}\n"
      "systems:\n- {name: LUMI, installed: [lists/lumi.txt, more.json], max_age: 30}\n"
      "terms:\n- {en: partition, fi: osio}\n- {en: queue, fii: jono}\n";
  loaded.disk.files["site/docs/a.md"] = "x";
  loaded.load("site/kbuild.yml");
  REQUIRE(loaded.result);
  const meta::Config& config = loaded.result->config;
  REQUIRE(config.names.systems.size() == 1);
  CHECK(config.names.systems[0].installed ==
        std::vector<std::string>{"site/lists/lumi.txt", "site/more.json"});
  CHECK(config.names.systems[0].max_age == 30);
  REQUIRE(config.terms.size() == 2);
  CHECK(config.terms[0] == meta::Term{{"en", "partition"}, {"fi", "osio"}});
  CHECK(loaded.diagnostics().find("site/kbuild.yml:8:15: error: unknown key 'terms[].fii'") !=
        std::string::npos);
}

TEST_CASE("unknown keys and wrong types are errors at their place") {
  Loaded loaded;
  loaded.disk.files["kbuild.yml"] =
      "langages: [en]\nsources:\n- {path: docs, lagn: en}\nsnippets: {execute: maybe}\n";
  loaded.disk.files["docs/a.md"] = "x";
  loaded.load("kbuild.yml");
  REQUIRE(loaded.result);
  std::string text = loaded.diagnostics();
  CHECK(text.find("kbuild.yml:1:1: error: unknown key 'langages'") != text.npos);
  CHECK(text.find("did you mean 'languages'?") != text.npos);
  CHECK(text.find("kbuild.yml:3:16: error: unknown key 'sources[].lagn'") != text.npos);
  CHECK(text.find("'snippets.execute' must be true or false") != text.npos);
}

TEST_CASE("a value of a wrong type is named with the type that its key has") {
  struct Wrong {
    const char* line;
    const char* key;
    const char* type;
  };
  const Wrong rows[] = {
      {"out: [a]", "out", "a text"},
      {"site: {name: [a]}", "site.name", "a text, or a text per language"},
      {"site: Guide", "site", "a mapping"},
      {"languages: {en: x}", "languages", "a list of texts"},
      {"systems: Puhti", "systems", "a list of mappings"},
      {"terms: [partition]", "terms", "a list of mappings of names to texts"},
      {"snippets: {expiry: 0}", "snippets.expiry", "a number of days from 1 to 3650"},
      {"systems: [{name: LUMI, max_age: old}]", "systems[].max_age",
       "a number of days from 1 to 3650"},
      {"snippets: {expiry: soon}", "snippets.expiry", "a number of days from 1 to 3650"},
      {"checks: [{code: KB9999, level: off}]", "checks[].code",
       "the number or name of a diagnostic"},
      {"checks: [{code: KB0201, level: loud}]", "checks[].level", "off, style, warning or error"},
  };
  for (const Wrong& wrong : rows) {
    CAPTURE(std::string(wrong.line));
    Loaded loaded;
    loaded.disk.files["docs/a.md"] = "x";
    loaded.disk.files["kbuild.yml"] =
        std::string("sources: [{path: docs, lang: en}]\n") + wrong.line + "\n";
    loaded.load("kbuild.yml");
    REQUIRE(loaded.result);
    REQUIRE(loaded.result->diagnostics.size() == 1);
    const diag::Diagnostic& found = loaded.result->diagnostics[0];
    CHECK(diag::code_text(found.code) == "KB0902");
    CHECK(loaded.sources.begin(found.span).line == 2);
    CHECK(found.arguments == std::vector<std::string>{wrong.key, wrong.type});
  }
}

TEST_CASE(
    "a plain mkdocs.yml: inheritance, variables, navigation, redirects and keys not honoured") {
  Loaded loaded;
  loaded.disk.files["base.yml"] = "site_name: Base\ntheme: {name: material, language: fi}\n";
  loaded.disk.files["mkdocs.yml"] =
      "INHERIT: base.yml\nsite_url: !ENV [KBUILD_TEST_UNSET, 'https://x.org']\nrepo_url: "
      "https://git/x\n"
      "edit_uri: edit/main/docs/\nhooks: [a.py]\nnav:\n- index.md\n- Apps:\n  - apps/index.md\n  - "
      "PyTorch: apps/p.md\n"
      "- Out: https://out.org\nplugins:\n- search\n- redirects:\n    redirect_maps: {old.md: "
      "apps/p.md#x}\n- mystery\n"
      "markdown_extensions:\n- pymdownx.snippets: {base_path: parts, auto_append: [g.md]}\n";
  loaded.disk.files["docs/index.md"] = "x";
  loaded.load("mkdocs.yml");
  REQUIRE(loaded.result);
  const meta::Config& config = loaded.result->config;
  CHECK(config.site_name.in("en") == "Base");
  CHECK(config.site_url == "https://x.org/");
  CHECK(config.languages == std::vector<std::string>{"fi"});
  const meta::SourceTree& tree = config.sources.at(0);
  REQUIRE(tree.navigation.size() == 3);
  CHECK(tree.navigation[1].children[1].target == "apps/p.md");
  CHECK(tree.redirects.at(0).to == "apps/p.md#x");
  CHECK(tree.snippet_paths == std::vector<std::string>{"parts"});
  CHECK(tree.edit_url == "https://git/x/edit/main/docs/");
  std::string text = loaded.diagnostics();
  CHECK(text.find("'hooks' is not honoured") != text.npos);
  CHECK(text.find("'plugins.mystery' is not honoured: unknown to kbuild") != text.npos);
  CHECK(text.find("plugins.search") == text.npos);
}

TEST_CASE("a mkdocs.yml with places of its own for snippets and editing, and Material's plugins") {
  auto edit_url = [](const std::string& lines) {
    Loaded loaded;
    loaded.disk.files["mkdocs.yml"] = "site_name: X\n" + lines;
    loaded.disk.files["docs/index.md"] = "x";
    loaded.load("mkdocs.yml");
    REQUIRE(loaded.result);
    CHECK(loaded.diagnostics() == "");
    return loaded.result->config.sources.at(0).edit_url;
  };
  CHECK(edit_url("edit_uri: https://git/x/edit/docs\n") == "https://git/x/edit/docs/");
  CHECK(edit_url("repo_url: https://git/x/\nedit_uri: '?at=docs/'\n") == "https://git/x/?at=docs/");
  CHECK(edit_url("repo_url: https://git/x\nedit_uri_template: 'edit?file={path}'\n") ==
        "https://git/x/edit?file=");
  CHECK(edit_url("edit_uri: edit/docs\n") == "");
  CHECK(edit_url("plugins: [material/search, material/tags]\n") == "");

  Loaded loaded;
  loaded.disk.files["guide/mkdocs.yml"] =
      "plugins: [material/social]\nmarkdown_extensions:\n- pymdownx.snippets:\n"
      "    base_path: [!relative $config_dir/parts, !relative $docs_dir, more]\n";
  loaded.disk.files["guide/docs/index.md"] = "x";
  loaded.load("guide/mkdocs.yml");
  REQUIRE(loaded.result);
  CHECK(loaded.result->config.sources.at(0).snippet_paths ==
        std::vector<std::string>{"guide/parts", "guide/docs", "guide/more"});
  CHECK(loaded.diagnostics().find("'plugins.material/social' is not honoured: no pictures") !=
        std::string::npos);
}

TEST_CASE("what the environment lacks is an error with a hint") {
  Loaded loaded;
  loaded.load("");
  CHECK_FALSE(loaded.result);
  loaded.disk.files["kbuild.yml"] = "sources:\n- {path: nowhere}\n";
  loaded.load("kbuild.yml");
  CHECK_FALSE(loaded.result);
  loaded.disk.files["kbuild.yml"] = "a: [";
  loaded.load("kbuild.yml");
  REQUIRE_FALSE(loaded.result);
  CHECK(loaded.result.error().message.starts_with("kbuild.yml:1:"));
  loaded.disk.files["kbuild.yml"] = "site: {name: Guide}\n";
  loaded.load("kbuild.yml");
  REQUIRE_FALSE(loaded.result);
  CHECK(loaded.result.error().message == "kbuild.yml names no sources");
  loaded.disk.files["docs/a.md"] = "x";
  loaded.disk.files["kbuild.yml"] = "languages: [fi]\nsources: [{path: docs, lang: en}]\n";
  loaded.load("kbuild.yml");
  REQUIRE_FALSE(loaded.result);
  CHECK(loaded.result.error().message ==
        "source 'docs' is in 'en', which 'languages' does not name");
}

TEST_CASE("globs") {
  CHECK(meta::matches_glob("*.md", "a.md"));
  CHECK_FALSE(meta::matches_glob("*.md", "a/b.md"));
  CHECK(meta::matches_glob("**/*.md", "a/b.md"));
  CHECK(meta::matches_glob("**/*.md", "b.md"));
  CHECK(meta::matches_glob("a/**", "a/b/c"));
  CHECK(meta::matches_glob("00?_*.txt", "001_x.txt"));
  CHECK_FALSE(meta::matches_glob("a", "ab"));
}

TEST_CASE("the schema of the configuration is JSON that names every key") {
  auto schema = base::Json::parse(meta::config_schema());
  CHECK(schema["properties"]["sources"]["items"]["properties"].contains("system"));
  CHECK(schema["additionalProperties"] == false);
}
