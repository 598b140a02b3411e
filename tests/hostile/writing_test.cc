// What a configuration, a file name, a directory of somebody else's, another process or a damaged
// file can do to the site that is written: never a file outside of it, never one lost that no build
// made, never a mixed site, and what was damaged is made again.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>

#include "base/disk.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "whole/work_directory.h"

using namespace kbuild;
namespace fs = std::filesystem;

namespace {

constexpr const char* kSiteConfiguration =
    "site: {name: Test, url: 'https://example.org/'}\nlanguages: [en]\n"
    "sources: [{path: docs, lang: en}]\n";

/// A project in the directory "project" of a directory of its own, so that what leaves it shows.
struct WritingProject {
  test::WorkDirectory work;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();

  WritingProject() {
    write("kbuild.yml", kSiteConfiguration);
    write("docs/index.md", "# Start\n\nWords of the first page, with an [other](other.md).\n");
    write("docs/other.md", "# Other\n\nThe second page tells of partitions.\n");
  }
  std::string path(const std::string& name) const { return work.path + "/project/" + name; }
  void write(const std::string& name, const std::string& text) {
    REQUIRE(disk->write(path(name), text));
  }
  std::string read(const std::string& name) const { return disk->read(path(name)).value_or(""); }
  bool has(const std::string& name) const {
    return disk->kind(path(name)) != base::FileKind::absent;
  }

  base::ProcessOutcome run(std::vector<std::string> arguments, const std::string& in = "") const {
    arguments.insert(arguments.begin(), KBUILD_PROGRAM);
    auto outcome = base::run_process(
        {.arguments = std::move(arguments), .directory = path(in), .timeout = 120});
    REQUIRE(outcome.has_value());
    INFO(outcome->errors);
    CHECK(outcome->exit_code != 3);
    return *outcome;
  }
  base::ProcessOutcome build(const std::string& out = "site") const {
    return run({"-q", "--out", out, "build"});
  }
  /// The state directory, below .kbuild.
  std::string state() const {
    for (const auto& entry : fs::directory_iterator(path(".kbuild"))) return entry.path().native();
    return "";
  }
  /// The paths directly in the directory, hidden ones included.
  std::vector<std::string> names(const std::string& directory) const {
    std::vector<std::string> out;
    auto entries = disk->entries(path(directory));
    REQUIRE(entries);
    for (const base::DirectoryEntry& entry : *entries) out.push_back(entry.name);
    return out;
  }
};

/// All files below a directory, hidden ones included, with their content.
std::map<std::string, std::string> everything(const std::string& root) {
  std::map<std::string, std::string> out;
  auto disk = base::make_real_disk();
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.is_regular_file() && !entry.is_symlink())
      out[entry.path().lexically_relative(root).native()] =
          disk->read(entry.path().native()).value_or("");
  return out;
}

/// What stands outside the project's own site and state.
std::map<std::string, std::string> outside(const WritingProject& project) {
  std::map<std::string, std::string> out = everything(project.work.path);
  std::erase_if(out, [](const auto& file) {
    return file.first.starts_with("project/site/") || file.first.starts_with("project/.site.") ||
           file.first.starts_with("project/.kbuild/");
  });
  return out;
}

}  // namespace

TEST_CASE("redirects of a mkdocs.yml write nothing outside of the site") {
  WritingProject project;
  REQUIRE(project.disk->remove(project.path("kbuild.yml")));
  std::string victim = project.work.path + "/victim/home/index.html";
  REQUIRE(project.disk->write(victim, "mine"));
  project.write("mkdocs.yml",
                "site_name: Test\nplugins:\n- redirects:\n    redirect_maps:\n"
                "      '../../victim/home.md': index.md\n      '/absolute.md': index.md\n"
                "      \"zero\\0byte.md\": index.md\n      'good.md': other.md\n");
  auto before = outside(project);
  auto built = project.build();
  CHECK(built.exit_code == 1);
  CHECK(built.errors.find("mkdocs.yml:5:7: error: '../../victim/home.md' leads out of the site") !=
        std::string::npos);
  CHECK(outside(project) == before);
  CHECK(project.has("site/good/index.html"));
}

TEST_CASE("a mount writes nothing outside of the site") {
  for (const char* mount : {"../../outside", "/outside", "a/../../outside", ".."}) {
    CAPTURE(mount);
    WritingProject project;
    project.write("kbuild.yml", base::format("languages: [en]\nsources:\n- {{path: docs, lang: en, "
                                             "mount: '{}'}}\n",
                                             mount));
    auto before = outside(project);
    auto built = project.build();
    CHECK(built.exit_code == 1);
    CHECK(built.errors.find("kbuild.yml:3:") != std::string::npos);
    CHECK(built.errors.find("leads out of the site") != std::string::npos);
    CHECK(outside(project) == before);
    CHECK(project.has("site/other/index.html"));
  }
}

TEST_CASE("a language writes nothing outside of the site") {
  for (const char* language : {"../../outside", "/tmp", "..", "e/n"}) {
    CAPTURE(language);
    WritingProject project;
    project.write("kbuild.yml", base::format("languages: [en, '{0}']\nsources:\n- {{path: docs, "
                                             "lang: en}}\n- {{path: docs, lang: '{0}'}}\n",
                                             language));
    auto before = outside(project);
    CHECK(project.build().exit_code == 2);
    CHECK(outside(project) == before);
  }
}

TEST_CASE("whatever a file of the sources is called, it stays in the site") {
  WritingProject project;
  for (const char* name : {"docs/line\nfeed.md", "docs/..hidden.md", "docs/a b/%2e%2e%2f.md",
                           "docs/...md", "docs/\x01\x7f.md", "docs/image\n.png", "docs/-rf.md",
                           "docs/.kbuild-site.md", "docs/\xff\xfe.md"})
    project.write(name, "# A page\n");
  project.write("docs/front.md",
                "---\ntitle: ../../x\ntranslation_of: ../../../../up.md\nversions:\n"
                "- {product: ../../../p, version: ../../v}\ntags: [../../tag]\n"
                "product: ../../../q\nredirect: ../../../../etc\n---\n\n# ../../heading\n\n"
                "<!-- kb: unit=../../../unit -->\n```bash title=\"../../file\"\necho\n```\n");
  auto before = outside(project);
  for (int i = 0; i < 2; ++i) {
    auto built = project.build();
    INFO(built.errors);
    CHECK(built.exit_code <= 1);
    CHECK(outside(project) == before);
  }
  // A name with a control character has no place in a site.
  CHECK_FALSE(project.has("site/line\nfeed/index.html"));
  CHECK(project.has("site/a b/%2e%2e%2f/index.html"));
  REQUIRE(project.disk->remove(project.path("docs/a b/%2e%2e%2f.md")));
  CHECK(project.build().exit_code <= 1);
  CHECK_FALSE(project.has("site/a b/%2e%2e%2f/index.html"));
}

TEST_CASE("whatever products, systems, tags and units are called, their pages stay in the site") {
  WritingProject project;
  std::string names, text = "# Software\n\n| Software | Version |\n|--|--|\n";
  for (const char* name :
       {"../../outside", "/etc", "..", "日本", "a/b", ".kbuild-site", "%2e%2e"}) {
    names += base::format("- {{name: '{}'}}\n", name);
    text += base::format("| {} | 2.7.1 |\n", name);
    project.write(base::format("docs/of{}.md", base::digest(name).hex()),
                  base::format("---\nproduct: '{0}'\nversions: [{{version: 2.7.1, system: '{0}', "
                               "status: default}}]\ntags: ['{0}']\n---\n\n# About\n\n"
                               "<!-- kb: unit={0} -->\n```bash\necho\n```\n",
                               name));
  }
  project.write("docs/software.md", text);
  project.write("kbuild.yml",
                std::string(kSiteConfiguration) + "products:\n" + names + "systems:\n" + names);
  auto before = outside(project);
  auto built = project.build();
  INFO(built.errors);
  CHECK(built.exit_code <= 1);
  CHECK(outside(project) == before);
  // A name without a letter of an address has a page, too.
  std::size_t pages = 0;
  for (const auto& [path, content] : everything(project.path("site/matrix")))
    if (path.ends_with("/index.html")) ++pages;
  CHECK(pages >= 4);
}

TEST_CASE("a checkout for a branch of pages keeps its repository and its own files") {
  WritingProject project;
  project.write("../pages/.git/HEAD", "ref: refs/heads/gh-pages\n");
  project.write("../pages/.git/objects/aa/bb", "an object");
  for (int i = 0; i < 4; ++i) {
    CAPTURE(i);
    project.write("docs/index.md", base::format("# Start {}\n", i));
    auto built = project.build("../pages");
    INFO(built.errors);
    CHECK(built.exit_code == 0);
    CHECK(project.read("../pages/.git/HEAD") == "ref: refs/heads/gh-pages\n");
    CHECK(project.read("../pages/.git/objects/aa/bb") == "an object");
    CHECK(project.read("../pages/index.html").find(base::format("Start {}", i)) !=
          std::string::npos);
    CHECK_FALSE(project.has("../.pages.old/.git"));
    // Named once, or again where the state was lost.
    CHECK((built.errors.find(".git") != std::string::npos) == (i == 0 || i == 3));
    if (i == 1) {
      project.write("../pages/CNAME", "docs.example.org\n");
      project.write("../pages/other/notes.txt", "mine");
      REQUIRE(project.disk->write(project.path("../pages/.nojekyll"), ""));
      REQUIRE(::symlink("/etc", project.path("../pages/link").c_str()) == 0);
    }
    // Without the state, the site's own list tells what is of a build.
    if (i == 2) REQUIRE(project.disk->remove_tree(project.path(".kbuild")));
    if (i < 2) continue;
    CHECK(project.read("../pages/CNAME") == "docs.example.org\n");
    CHECK(project.read("../pages/other/notes.txt") == "mine");
    CHECK(project.has("../pages/.nojekyll"));
    CHECK(project.disk->kind(project.path("../pages/link")) == base::FileKind::link);
    CHECK((built.errors.find("CNAME") != std::string::npos) == (i == 2 || i == 3));
  }
}

TEST_CASE("a directory of somebody else is refused and left as it is, hidden files included") {
  for (const char* file : {".ssh/id_rsa", ".env", "thesis.txt", "a/b/c", "404.html"}) {
    CAPTURE(file);
    WritingProject project;
    project.write(base::format("mine/{}", file), "years of work");
    project.write("mine/assets/own.css", "mine");
    auto before = everything(project.path("mine"));
    auto built = project.build("mine");
    CHECK(built.exit_code == 2);
    CHECK(built.errors.find("no build made") != std::string::npos);
    CHECK(everything(project.path("mine")) == before);
  }
  WritingProject project;
  fs::create_directories(project.path("empty"));
  CHECK(project.build("empty").exit_code == 0);
  CHECK(project.has("empty/index.html"));
}

TEST_CASE("what stands where a page is to be stops the build, and the old site stays") {
  WritingProject project;
  REQUIRE(project.build().exit_code == 0);
  project.write("site/new/notes.txt", "mine");
  auto before = everything(project.path("site"));
  project.write("docs/new.md", "# New\n");
  auto built = project.build();
  CHECK(built.exit_code == 2);
  CHECK(built.errors.find("site/new' was not made by a build") != std::string::npos);
  CHECK(everything(project.path("site")) == before);
  CHECK(project.names("") ==
        std::vector<std::string>{".kbuild", ".site.lock", "docs", "kbuild.yml", "site"});
  fs::rename(project.path("site/new"), project.path("notes"));
  CHECK(project.build().exit_code == 0);
  CHECK(project.has("site/new/index.html"));
}

TEST_CASE("a site is put in no place that the build reads, and in no link") {
  WritingProject project;
  project.write(
      "conf/kbuild.yml",
      "languages: [en]\nsources: [{path: ../docs, lang: en}]\nsnippets: {systems: sys}\n");
  project.write("conf/sys/a.yaml", "name: A\n");
  fs::create_directories(project.path("real"));
  REQUIRE(::symlink("real", project.path("link").c_str()) == 0);
  REQUIRE(::symlink("nowhere", project.path("dangling").c_str()) == 0);
  project.write("file", "mine");
  auto before = everything(project.path("docs"));
  for (const char* out : {".", "..", "/", "docs", "docs/site", "docs/a/b", ".kbuild", "conf",
                          "conf/sys", "link", "link/", "dangling", "file", "docs/../docs/x"}) {
    CAPTURE(out);
    auto built = project.run({"-q", "--config", "conf/kbuild.yml", "--out", out, "build"});
    INFO(built.errors);
    CHECK(built.exit_code == 2);
    CHECK(built.errors.find("hint:") != std::string::npos);
    CHECK(everything(project.path("docs")) == before);
    CHECK(project.disk->kind(project.path("link")) == base::FileKind::link);
    CHECK(project.names("real").empty());
    CHECK(project.read("file") == "mine");
  }
  // The state lies in the site's directory when that is above it.
  CHECK(project.run({"-q", "--out", project.work.path, "build"}).exit_code == 2);
  auto at_home = base::run_process({.arguments = {"env", "HOME=" + project.path("home"),
                                                  KBUILD_PROGRAM, "--out", "home", "build"},
                                    .directory = project.path(""),
                                    .timeout = 60});
  REQUIRE(at_home);
  CHECK(at_home->exit_code == 2);
  // A source that leaves the site out may hold it.
  project.write("kbuild.yml",
                "languages: [en]\nsources: [{path: ., lang: en, include: ['docs/**'], "
                "exclude: ['site/**']}]\n");
  for (int i = 0; i < 2; ++i) CHECK(project.build().exit_code == 0);
  CHECK_FALSE(project.has("site/site"));
}

TEST_CASE("a configuration puts its site below the working directory") {
  WritingProject project;
  test::WorkDirectory elsewhere;
  REQUIRE(::symlink(elsewhere.path.c_str(), project.path("leads").c_str()) == 0);
  for (const std::string& out :
       {std::string("../site"), elsewhere.path + "/site", std::string("leads/site")}) {
    CAPTURE(out);
    project.write("kbuild.yml",
                  "languages: [en]\nsources: [{path: docs, lang: en}]\nout: " + out + "\n");
    auto built = project.run({"-q", "build"});
    CHECK(built.exit_code == 2);
    CHECK(built.errors.find("--out") != std::string::npos);
    CHECK(fs::is_empty(elsewhere.path));
  }
  CHECK(project.run({"-q", "--out", elsewhere.path + "/site", "build"}).exit_code == 0);
  CHECK(fs::exists(elsewhere.path + "/site/index.html"));
}

TEST_CASE("what dead builds left goes, and other people's files in it come back") {
  WritingProject project;
  REQUIRE(project.build().exit_code == 0);
  project.write("site/CNAME", "docs.example.org\n");
  // As if killed between the exchange and the move of CNAME.
  fs::rename(project.path("site"), project.path(".site.0123456789abcdef.new"));
  REQUIRE(project.disk->remove_tree(project.path(".kbuild")));
  project.write("docs/index.md", "# Second\n");
  REQUIRE(project.build("elsewhere").exit_code == 0);
  fs::rename(project.path("elsewhere"), project.path("site"));
  // A stage that was never finished, of this form and of an older one.
  project.write(".site.fedcba9876543210.new/index.html", "half");
  project.write(".site.new/index.html", "half");
  project.write(".site.notes/mine.txt", "mine");
  CHECK(project.build().exit_code == 0);
  CHECK(project.read("site/CNAME") == "docs.example.org\n");
  CHECK(project.read("site/index.html").find("Second") != std::string::npos);
  for (const std::string& name : project.names("")) CHECK_FALSE(name.ends_with(".new"));
  CHECK(project.read(".site.notes/mine.txt") == "mine");
}

TEST_CASE("directories next to the site that came with the sources write nothing elsewhere") {
  WritingProject project;
  REQUIRE(project.build().exit_code == 0);
  const std::string home = project.work.path + "/home";
  fs::create_directories(home);
  // A stage whose foreign file would move through a link in the site.
  const std::string stage = project.path(".site.0123456789abcdef.new");
  fs::copy(project.path("site"), stage, fs::copy_options::recursive);
  REQUIRE(project.disk->write(stage + "/other/authorized_keys", "key"));
  REQUIRE(project.disk->remove_tree(project.path("site/other")));
  REQUIRE(::symlink(home.c_str(), project.path("site/other").c_str()) == 0);
  project.write("docs/index.md", "# Again\n");
  CHECK(project.build().exit_code == 2);
  CHECK(fs::is_empty(home));
  // Locks and the state as links.
  for (const char* link : {".site.lock", ".kbuild", "lock"}) {
    CAPTURE(link);
    WritingProject other;
    REQUIRE(other.build().exit_code == 0);
    other.write("docs/index.md", "# Again\n");
    REQUIRE(other.disk->write(other.path("victim"), "mine"));
    std::string place = other.path(link), target = other.path("victim");
    if (std::string_view(link) == ".kbuild") {
      place = other.state();
      target = other.path("victims");
      REQUIRE(other.disk->write(target + "/config", "mine"));
    }
    if (std::string_view(link) == "lock") place = other.state() + "/state.lock";
    REQUIRE(other.disk->remove_tree(place));
    REQUIRE(::symlink(target.c_str(), place.c_str()) == 0);
    CHECK(other.build().exit_code == 2);
    CHECK(other.read("victim") == "mine");
    CHECK((!other.has("victims") || other.read("victims/config") == "mine"));
  }
}

TEST_CASE("files of the site that somebody removed are made again") {
  WritingProject project;
  REQUIRE(project.build().exit_code == 0);
  auto whole = everything(project.path("site"));
  auto edit = [&](const std::string& word) {
    project.write("docs/index.md", "# Start\n\n" + word + "\n");
    REQUIRE(project.build().exit_code == 0);
    bool same = project.read("site/other/index.html") == whole["other/index.html"];
    CHECK(same);
  };
  REQUIRE(project.disk->remove(project.path("site/other/index.html")));
  edit("one");
  edit("two");
  // Likewise of the spare, which the next build makes the site.
  edit("three");
  REQUIRE(project.has(".site.old/other/index.html"));
  REQUIRE(project.disk->remove(project.path(".site.old/other/index.html")));
  edit("four");
}

TEST_CASE("a damaged search index is made again by a build") {
  using Damage = std::function<void(const fs::path&)>;
  auto flip = [](const fs::path& file) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    std::string bytes(fs::file_size(file), '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    for (std::size_t i = 0; i < bytes.size(); i += 97) bytes[i] ^= 0x55;
    stream.seekp(0);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  };
  auto empty = [](const fs::path& file) { fs::resize_file(file, 0); };
  auto remove = [](const fs::path& file) { fs::remove(file); };
  for (const Damage& damage : {Damage(flip), Damage(empty), Damage(remove)})
    for (const char* name : {"iamglass", "postlist.glass", "docdata.glass"}) {
      WritingProject project;
      REQUIRE(project.build().exit_code == 0);
      fs::path file = project.state() + "/search/" + name;
      CAPTURE(file.native());
      if (!fs::exists(file)) continue;
      damage(file);
      CHECK(project.build().exit_code == 0);
      auto found = project.run({"search", "partitions"});
      INFO(found.errors);
      CHECK(found.exit_code == 0);
      CHECK(found.output.find("en/other.md") != std::string::npos);
      // And by a search itself.
      damage(project.state() + "/search/" + name);
      found = project.run({"search", "partitions"});
      CHECK(found.exit_code == 0);
      CHECK(found.output.find("en/other.md") != std::string::npos);
    }
}

TEST_CASE("whatever file of the state is damaged, a build gives the same site") {
  WritingProject project;
  project.write("docs/product.md", "# PyTorch\n\nPyTorch 2.7.1 is installed on LUMI.\n");
  REQUIRE(project.build().exit_code == 0);
  project.write("docs/index.md", "# Start anew\n");
  REQUIRE(project.build().exit_code == 0);
  auto whole = everything(project.path("site"));
  std::vector<std::string> files;
  for (const auto& [name, content] : everything(project.state()))
    if (name.find("lock") == name.npos) files.push_back(name);
  CHECK(files.size() > 5);
  for (const std::string& name : files)
    for (int way = 0; way < 4; ++way) {
      CAPTURE(name);
      CAPTURE(way);
      const std::string file = project.state() + "/" + name;
      std::string bytes = project.disk->read(file).value_or("");
      if (way == 0) bytes.clear();
      if (way == 1) bytes.resize(bytes.size() / 2);
      if (way == 2 && !bytes.empty()) bytes[bytes.size() / 2] ^= 0x20;
      if (way == 3) bytes += "more";
      REQUIRE(project.disk->write(file, bytes));
      CHECK(project.build().exit_code == 0);
      auto now = everything(project.path("site"));
      for (const auto& [path, content] : whole)
        CHECK_MESSAGE((path == "matrix.xml" || now[path] == content), path);
      CHECK(now.size() == whole.size());
    }
}
