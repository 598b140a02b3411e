// Navigation by files of directories, as three plugins of MkDocs have them.
#include <doctest/doctest.h>

#include "meta/config.h"
#include "meta/load/load.h"

using namespace kbuild;

namespace {

struct Site {
  base::MemoryDisk disk;

  Site(const std::string& configuration, std::initializer_list<const char*> pages) {
    (void)disk.write("mkdocs.yml", configuration);
    for (const char* page : pages) (void)disk.write(std::string("docs/") + page, "# Page\n");
  }
  /// "Title=page" or "Title(children)", one after the other.
  std::string navigation() {
    source::SourceStore sources;
    auto loaded = meta::load_config(disk, sources, "mkdocs.yml");
    if (!loaded) return loaded.error().message;
    return print(loaded->config.sources[0].navigation);
  }

 private:
  static std::string print(const std::vector<meta::NavigationEntry>& entries) {
    std::string out;
    for (const meta::NavigationEntry& entry : entries) {
      out += (out.empty() ? "" : " ") + entry.title;
      out += entry.children.empty() ? "=" + entry.target : "(" + print(entry.children) + ")";
    }
    return out;
  }
};

}  // namespace

TEST_CASE("without a plugin the tree lays itself out") {
  Site site("site_name: x\n", {"index.md", "a/b.md"});
  CHECK(site.navigation().empty());
}

TEST_CASE("awesome-pages: title, order, rest, groups and hidden directories") {
  Site site("site_name: x\nplugins: [search, awesome-pages]\n",
            {"index.md", "zeta.md", "alpha.md", "guide/index.md", "guide/run.md", "guide/build.md",
             "guide/more/deep.md", "secret/x.md", "data-moving/scp.md"});
  CHECK(site.navigation() ==
        "=index.md =alpha.md =zeta.md Data moving(=data-moving/scp.md) "
        "Guide(=guide/index.md =guide/build.md =guide/run.md More(=guide/more/deep.md)) "
        "Secret(=secret/x.md)");
  (void)site.disk.write("docs/.pages",
                        "nav:\n  - Start: index.md\n  - guide\n  - Elsewhere: https://example.org\n"
                        "  - Group:\n    - zeta.md\n  - ...\n");
  (void)site.disk.write("docs/guide/.pages", "title: The guide\nnav: [run.md, ..., index.md]\n");
  (void)site.disk.write("docs/secret/.pages", "hide: true\n");
  CHECK(site.navigation() ==
        "Start=index.md The guide(=guide/run.md =guide/build.md More(=guide/more/deep.md) "
        "=guide/index.md) Elsewhere=https://example.org Group(=zeta.md) =alpha.md "
        "Data moving(=data-moving/scp.md)");
  (void)site.disk.write("docs/.pages", "nav: [guide, '... | *eta.md', gone.md]\n");
  (void)site.disk.write("docs/guide/.pages", "order: desc\n");
  CHECK(site.navigation() ==
        "Guide(More(=guide/more/deep.md) =guide/run.md =guide/build.md =guide/index.md) =zeta.md "
        "=gone.md");
  (void)site.disk.write("docs/.pages", "nav: {a: [\n");
  CHECK(site.navigation().starts_with("docs/.pages:"));
}

TEST_CASE("awesome-pages fills in the navigation of the configuration") {
  Site site(
      "site_name: x\nplugins: [awesome-pages: {filename: .order}]\nexclude_docs: drafts/\n"
      "nav:\n  - index.md\n  - Manual: guide\n  - ...\n",
      {"index.md", "guide/run.md", "about.md", "drafts/x.md"});
  CHECK(site.navigation() == "=index.md Manual(=guide/run.md) =about.md");
}

TEST_CASE("awesome-nav: patterns, and what no pattern took") {
  Site site("site_name: x\nplugins: [awesome-nav]\n",
            {"index.md", "faq.md", "news/2024.md", "news/2025.md", "guide/run.md"});
  (void)site.disk.write("docs/.nav.yml",
                        "append_unmatched: true\nnav:\n  - index.md\n  - News:\n    - news/*.md\n");
  CHECK(site.navigation() ==
        "=index.md News(=news/2024.md =news/2025.md) =faq.md Guide(=guide/run.md)");
}

TEST_CASE("literate-nav: nested lists, directories and patterns") {
  Site site("site_name: x\nplugins: [literate-nav]\n",
            {"index.md", "SUMMARY.md", "guide/SUMMARY.md", "guide/run.md", "guide/build.md",
             "ref/a.md", "ref/b.md"});
  (void)site.disk.write("docs/SUMMARY.md",
                        "# Contents\n\n* [Home](index.md)\n* [Guide](guide/)\n* Reference\n"
                        "    * [First](ref/a.md)\n    * ref/*.md\n* [Out](https://example.org)\n");
  (void)site.disk.write("docs/guide/SUMMARY.md", "- [Run it](run.md)\n");
  CHECK(site.navigation() ==
        "Home=index.md Guide(Run it=guide/run.md) Reference(First=ref/a.md =ref/b.md) "
        "Out=https://example.org");
}

TEST_CASE("the plugin exclude leaves files out") {
  Site site(
      "site_name: x\nplugins:\n  - exclude:\n      glob: ['tools/*', '*.tmp.md']\n"
      "  - awesome-pages\n",
      {"index.md", "tools/a.md", "tools/deep/b.md", "x.tmp.md", "guide/y.tmp.md", "guide/z.md"});
  CHECK(site.navigation() == "=index.md Guide(=guide/z.md)");
}

TEST_CASE("a section may be a mapping") {
  Site site(
      "site_name: x\nnav:\n  - index.md\n  - Policies:\n      Use: use.md\n      Data: data.md\n",
      {"index.md", "use.md", "data.md"});
  CHECK(site.navigation() == "=index.md Policies(Use=use.md Data=data.md)");
}

TEST_CASE("titles written as HTML are plain text, without the names of icons") {
  Site site(
      "site_name: x\nnav:\n"
      "  - <span class='a'><span class=\"material-symbols nav-icon\">home</span>Start</span>: "
      "index.md\n"
      "  - Q &amp; A <b>now</b>: use.md\n  - 1 < 2: data.md\n",
      {"index.md", "use.md", "data.md"});
  CHECK(site.navigation() == "Start=index.md Q & A now=use.md 1 < 2=data.md");
}

TEST_CASE("what the validation of MkDocs ignores is no finding") {
  base::MemoryDisk disk;
  (void)disk.write("docs/index.md", "# Page\n");
  auto checks = [&](const std::string& keys) {
    (void)disk.write("mkdocs.yml", "site_name: x\nvalidation:\n" + keys);
    source::SourceStore sources;
    std::string out;
    auto loaded = meta::load_config(disk, sources, "mkdocs.yml");
    for (const meta::CheckLevel& check : loaded->config.checks)
      out += check.code + " " + check.level + ";";
    return out;
  };
  CHECK(checks("  links:\n    not_found: ignore\n    anchors: info\n") ==
        "KB0201 off;KB0202 style;");
  CHECK(checks("  nav:\n    not_found: ignore\n    omitted_files: ignore\n") == "KB0207 off;");
  CHECK(checks("  anchors: ignore\n  not_found: warn\n") == "KB0202 off;");
}

TEST_CASE("a repository of a known host can be edited unless the configuration says otherwise") {
  base::MemoryDisk disk;
  (void)disk.write("docs/index.md", "# Page\n");
  auto edit_url = [&](const std::string& keys) {
    (void)disk.write("mkdocs.yml", "site_name: x\n" + keys);
    source::SourceStore sources;
    return meta::load_config(disk, sources, "mkdocs.yml")->config.sources[0].edit_url;
  };
  CHECK(edit_url("repo_url: https://github.com/a/b\n") ==
        "https://github.com/a/b/edit/master/docs/");
  CHECK(edit_url("repo_url: https://git.example.org/a/b\n").empty());
  CHECK(edit_url("repo_url: https://github.com/a/b\nedit_uri: ''\n").empty());
  CHECK(edit_url("repo_url: https://github.com/a/b\nedit_uri: blob/main/docs/\n") ==
        "https://github.com/a/b/blob/main/docs/");
}

TEST_CASE("directories that name themselves or each other end") {
  Site site("site_name: x\nplugins: [awesome-pages]\n", {"index.md", "a/x.md", "b/y.md"});
  (void)site.disk.write("docs/.pages", "nav: [., .., a, ../a, /etc/passwd, null]\n");
  (void)site.disk.write("docs/a/.pages", "nav: [., ../a, ../b, ...]\n");
  (void)site.disk.write("docs/b/.pages", "nav: [../a, ../b, ...]\n");
  CHECK(site.navigation() == "=. =.. A(B(=b/y.md) =a/x.md) =../a =/etc/passwd");
}
