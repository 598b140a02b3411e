// Configurations that strangers write: what they may read of the machine, and where they may write
// and lead.
#include <cstdlib>
#include <filesystem>

#include "program_site.h"

using namespace kbuild;
using test::contains;
using test::ProgramSite;

namespace {

constexpr const char* kSecret = "kb-secret-4711";

struct Reader {
  const char* name;
  const char* configuration;
};

/// The project lies in "repo", what it must not read beside it in "private".
constexpr Reader kReaders[] = {
    {"a source", "sources: [{path: ../private, lang: en}]\n"},
    {"a source by an absolute path", "sources: [{path: /etc, lang: en}]\n"},
    {"snippets", "sources: [{path: docs, lang: en, snippets: [../private]}]\n"},
    {"an inventory",
     "sources: [{path: docs, lang: en}]\ninventories: [{name: x, url: 'https://x.org/', file: "
     "../private/objects.inv}]\n"},
    {"a list",
     "sources: [{path: docs, lang: en}]\nsystems: [{name: LUMI, installed: "
     "../private/list.txt}]\n"},
    {"profiles", "sources: [{path: docs, lang: en}]\nsnippets: {systems: ../private}\n"},
    {"evidence", "sources: [{path: docs, lang: en}]\nsnippets: {evidence: ../private}\n"},
    {"annotations",
     "sources: [{path: docs, lang: en}]\nsnippets: {annotations: ../private/notes.yml}\n"},
    {"a theme", "sources: [{path: docs, lang: en}]\ntheme: ../private\n"},
    {"a mkdocs.yml", "sources: [{path: docs, lang: en, mkdocs: ../private/mkdocs.yml}]\n"},
    {"a conf.py", "sources: [{path: docs, lang: en, sphinx: ../private/conf.py}]\n"},
    {"a search index",
     "sources: [{path: docs, lang: en}]\nsearch: {others: [{name: x, url: "
     "'https://x.org/', index: ../private}]}\n"},
    {"the checkout's own data", "sources: [{path: docs, lang: en, snippets: [.git]}]\n"},
    {"a link", "sources: [{path: link, lang: en}]\n"},
};

void make_site(ProgramSite& site, const std::string& configuration) {
  site.write("repo/.git/config", "token = " + std::string(kSecret) + "\n");
  site.write("repo/docs/index.md", "# Guide\n\n--8<-- \"secret.txt\"\n\n--8<-- \"config\"\n");
  site.write("private/secret.txt", std::string(kSecret) + "\n");
  site.write("private/index.md", "# Private\n\n" + std::string(kSecret) + "\n");
  site.write("private/mkdocs.yml", "site_name: " + std::string(kSecret) + "\ndocs_dir: .\n");
  site.write("private/conf.py", "project = '" + std::string(kSecret) + "'\n");
  site.write("private/notes.yml", "[]\n");
  site.write("private/list.txt", "pytorch/2.7.1\n");
  std::filesystem::create_directory_symlink("../private", site.work.path + "/repo/link");
  site.write("repo/kbuild.yml", configuration);
}

}  // namespace

TEST_CASE("a configuration reads nothing outside of its repository") {
  for (const Reader& reader : kReaders) {
    CAPTURE(reader.name);
    ProgramSite site;
    make_site(site, reader.configuration);
    base::ProcessOutcome built =
        site.run({"--config", "repo/kbuild.yml", "--out", "site", "-q", "build", "--no-search"});
    CHECK(built.exit_code == 2);
    CHECK(contains(built.errors, "--allow-read"));
    CHECK_FALSE(contains(built.errors, kSecret));
    CHECK_FALSE(site.has("site"));
  }
}

TEST_CASE("decisions about claims are neither read nor written through a link") {
  ProgramSite site;
  make_site(site, kReaders[0].configuration);
  site.write("repo/kbuild.yml", "sources: [{path: docs, lang: en}]\nsystems: [{name: LUMI}]\n");
  site.write("repo/docs/index.md", "# Guide\n\nPyTorch 2.7.1 is available on LUMI.\n");
  site.write("private/claims.yml", "# " + std::string(kSecret) + "\n");
  std::filesystem::create_symlink("../private/claims.yml", site.work.path + "/repo/claims.yml");
  for (std::vector<std::string> command : {std::vector<std::string>{"build", "--no-search"},
                                           {"matrix", "review", "--decide", "none"}}) {
    command.insert(command.begin(), {"--config", "repo/kbuild.yml", "-q"});
    base::ProcessOutcome refused = site.run(command);
    CHECK(refused.exit_code == 2);
    CHECK(contains(refused.errors, "file of decisions"));
    CHECK(contains(refused.errors, "--allow-read " + site.work.path + "/private "));
    CHECK_FALSE(contains(refused.errors, kSecret));
  }
  CHECK(site.read("private/claims.yml") == "# " + std::string(kSecret) + "\n");
}

TEST_CASE("what the command line names is read") {
  ProgramSite site;
  make_site(site, kReaders[0].configuration);
  std::string said = site.build({"--config", "repo/kbuild.yml", "--allow-read", "private"});
  CHECK(said == "");
  CHECK(contains(site.read("site/index.html"), kSecret));
  // Leave that is taken back holds for a build that has nothing else to do, too.
  base::ProcessOutcome again =
      site.run({"--config", "repo/kbuild.yml", "--out", "site", "-q", "build", "--no-search"});
  CHECK(again.exit_code == 2);
}

TEST_CASE("a test site that the command line names reads beside its repository") {
  ProgramSite site;
  make_site(site, "sources: [{path: docs, lang: en}]\n");
  site.write("private/.ssh/index.md", "# Key\n");
  auto build = [&](const std::string& path, std::vector<std::string> environment) {
    site.write("repo/tests/site/kbuild.yml", "sources: [{path: " + path + ", lang: en}]\n");
    std::vector<std::string> words = std::move(environment);
    words.insert(words.begin(), "env");
    words.insert(words.end(), {KBUILD_PROGRAM, "--config", "repo/tests/site/kbuild.yml", "--out",
                               "site", "-q", "build", "--no-search"});
    auto outcome =
        base::run_process({.arguments = words, .directory = site.work.path, .timeout = 60});
    REQUIRE(outcome);
    return outcome->exit_code;
  };
  const std::string beside = "../../../private", home = "HOME=" + site.work.path;
  CHECK(build(beside, {}) <= 1);
  CHECK(contains(site.read("site/index.html"), kSecret));
  CHECK(build(beside + "/.ssh", {}) == 2);
  CHECK(build("../../../../../../../../etc", {}) == 2);
  CHECK(build(beside, {home}) == 2);
  CHECK(build(beside, {home + "/repo"}) == 2);
  CHECK(build(beside, {"GITHUB_EVENT_NAME=pull_request"}) == 2);
  CHECK(build(beside, {"CI_MERGE_REQUEST_IID=1"}) == 2);
}

TEST_CASE("a directory that becomes a link after a build is looked at anew") {
  ProgramSite site;
  make_site(site, "sources: [{path: docs, lang: en, snippets: [parts]}]\n");
  site.write("repo/parts/secret.txt", "harmless\n");
  site.build({"--config", "repo/kbuild.yml"});
  CHECK(contains(site.read("site/index.html"), "harmless"));
  std::filesystem::remove_all(site.work.path + "/repo/parts");
  std::filesystem::create_directory_symlink("../private", site.work.path + "/repo/parts");
  base::ProcessOutcome built =
      site.run({"--config", "repo/kbuild.yml", "--out", "site", "-q", "build", "--no-search"});
  CHECK(built.exit_code == 2);
  CHECK_FALSE(contains(site.read("site/index.html"), kSecret));
}

TEST_CASE("a mkdocs.yml inherits from, includes and appends nothing from outside") {
  for (const char* text :
       {"INHERIT: ../private/mkdocs.yml\n", "docs_dir: ../private\n",
        "markdown_extensions: [{pymdownx.snippets: {base_path: [../private]}}]\n",
        "markdown_extensions: [{pymdownx.snippets: {base_path: [.], auto_append: "
        "[../private/secret.txt]}}]\n",
        "plugins: [{macros: {include_yaml: [../private/mkdocs.yml]}}]\n",
        "plugins: [{macros: {include_dir: ../private}}]\n",
        "plugins: [{table-reader: {data_path: ../private}}]\n"}) {
    CAPTURE(text);
    ProgramSite site;
    make_site(site, "");
    site.write("repo/mkdocs.yml", std::string("site_name: x\n") + text);
    base::ProcessOutcome built =
        site.run({"--config", "repo/mkdocs.yml", "--out", "site", "-q", "build", "--no-search"});
    CHECK(built.exit_code == 2);
    CHECK(contains(built.errors, "--allow-read"));
    CHECK_FALSE(site.has("site"));
  }
}

TEST_CASE("pages include nothing of the checkout's own data") {
  ProgramSite site;
  make_site(site, "sources: [{path: docs, lang: en, snippets: [.]}]\n");
  site.write("repo/docs/index.md", "# Guide\n\n--8<-- \".git/config\"\n");
  site.write("repo/docs/page.rst", "Page\n====\n\n.. include:: /.git/config\n");
  std::string said = site.build({"--config", "repo/kbuild.yml"});
  CHECK(contains(said, "KB0102"));
  CHECK_FALSE(contains(site.read("site/index.html"), kSecret));
  CHECK_FALSE(contains(site.read("site/page/index.html"), kSecret));
}

TEST_CASE("a link among the pages leads to nothing hidden and nothing outside") {
  ProgramSite site;
  make_site(site, "sources: [{path: ., lang: en, exclude: [private/**]}]\n");
  for (auto [name, target] : {std::pair("own.md", ".git/config"),
                              {"own.png", ".git/config"},
                              {"out.md", "../private/index.md"},
                              {"chain.md", "own.md"}})
    std::filesystem::create_symlink(target, site.work.path + "/repo/" + name);
  site.build({"--config", "repo/kbuild.yml"});
  CHECK(site.has("site/docs/index.html"));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(site.work.path + "/site"))
    if (entry.is_regular_file())
      CHECK_FALSE(contains(*site.disk->read(entry.path().native()), kSecret));
}

TEST_CASE("without a repository a configuration reads its own directory") {
  ProgramSite site;
  make_site(site, "");
  std::filesystem::remove_all(site.work.path + "/repo/.git");
  site.write("repo/kbuild.yml", "sources: [{path: docs, lang: en}]\n");
  site.build({"--config", "repo/kbuild.yml"});
  CHECK(site.has("site/index.html"));
  site.write("repo/kbuild.yml", "sources: [{path: ../private, lang: en}]\n");
  CHECK(site.run({"--config", "repo/kbuild.yml", "-q", "build"}).exit_code == 2);
}

TEST_CASE("a variable of the environment is read by leave alone") {
  ::setenv("KB_TEST_TOKEN", kSecret, 1);
  ProgramSite site;
  site.write("docs/index.md", "# Guide\n\nThe value is {{ tok }}.\n");
  site.write("mkdocs.yml",
             "site_name: x\nplugins: [macros]\nextra: {tok: !ENV [KB_TEST_TOKEN, plain], ci: !ENV "
             "[KB_TEST_TOKEN, false]}\n");
  std::string said = site.build();
  CHECK(contains(said, "KB0921"));
  CHECK(said.find("KB0921") == said.rfind("KB0921"));
  CHECK(contains(said, "--allow-env KB_TEST_TOKEN"));
  CHECK(contains(site.read("site/index.html"), "The value is plain."));
  said = site.build({"--allow-env", "KB_TEST_TOKEN"});
  CHECK_FALSE(contains(said, "KB0921"));
  CHECK(contains(site.read("site/index.html"), kSecret));
  site.build();
  CHECK(contains(site.read("site/index.html"), "The value is plain."));
  ::unsetenv("KB_TEST_TOKEN");
}

TEST_CASE("redirects and mounts stay in the site") {
  ProgramSite site;
  site.write("docs/index.md", "# Guide\n");
  site.write("mkdocs.yml",
             "site_name: x\nplugins: [{redirects: {redirect_maps: {'../../../victim/home.md': "
             "index.md, 'a/../../victim.md': index.md}}}]\n");
  CHECK(contains(site.build(), "KB0920"));
  CHECK_FALSE(site.has("../victim"));
  CHECK_FALSE(site.has("victim"));
  std::filesystem::remove(site.work.path + "/mkdocs.yml");
  site.write("kbuild.yml", "sources: [{path: docs, lang: en, mount: ../../outside}]\n");
  CHECK(contains(site.build(), "KB0920"));
  site.write("kbuild.yml", "sources: [{path: docs, lang: en, mount: \"a\\nb\"}]\n");
  CHECK(contains(site.build(), "KB0920"));
  CHECK_FALSE(site.has("site/a\nb"));
  for (const char* language : {"../../outside", "a/b", "..", "a\\nb"}) {
    site.write("kbuild.yml", std::string("languages: [en, \"") + language +
                                 "\"]\nsources: [{path: docs, lang: en}]\n");
    CHECK(site.run({"--out", "site", "-q", "build"}).exit_code == 2);
  }
  CHECK_FALSE(site.has("../outside"));
  CHECK_FALSE(site.has("outside"));
}
