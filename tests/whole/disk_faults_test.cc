// A disk that is full, or that fails at one call, at every call of a small build in turn: the site
// is the old or the new one, whole; a build that failed says so; and the next one, without a fault,
// gives the bytes of a clean one, its search index included.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>

#include "base/text.h"
#include "build/build.h"
#include "build/outputs/site_contents.h"
#include "build/stages/search_stage.h"
#include "meta/load/load.h"
#include "search/query/query.h"
#include "support/faulty_disk.h"
#include "work_directory.h"

using namespace kbuild;
namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

namespace {

/// A project in the working directory for as long as it lives.
class SmallSite {
 public:
  SmallSite() : before_(fs::current_path()) {
    fs::current_path(work_.path);
    write("kbuild.yml", "languages: [en]\nsources: [{path: docs, lang: en}]\nout: site\n");
    write_pages("old");
  }
  ~SmallSite() { fs::current_path(before_); }
  SmallSite(const SmallSite&) = delete;
  SmallSite& operator=(const SmallSite&) = delete;

  void write_pages(const std::string& word) {
    write("docs/index.md", "# Start\n\nSee [one](a/one.md). The word is " + word + ".\n");
    write("docs/a/one.md", "# One of " + word + "\n\nA page.\n");
    write("docs/a/" + word + ".md", "# Only " + word + "\n\nA page.\n");
    write("docs/a/" + word + ".png", word);
    fs::remove(word == "old" ? "docs/a/new.md" : "docs/a/old.md");
    fs::remove(word == "old" ? "docs/a/new.png" : "docs/a/old.png");
  }

  /// Nothing where it succeeded, else what it says.
  std::string build(base::Disk& disk, const std::string& out = "site") {
    source::SourceStore sources;
    auto loaded = meta::load_config(disk, sources, "");
    REQUIRE_MESSAGE(loaded, loaded.error().message);
    build::BuildOptions options;
    options.out = out;
    options.themes = KBUILD_ROOT "/themes";
    options.state.jobs = 2;
    auto report = build::build_site(disk, sources, loaded->config, options);
    return report ? "" : report.error().message;
  }

  /// All files of a site with its own list; empty where there is none.
  Files site(const std::string& out = "site") {
    Files files;
    if (!fs::exists(out)) return files;
    for (const auto& entry : fs::recursive_directory_iterator(out))
      if (entry.is_regular_file())
        files[entry.path().lexically_relative(out).native()] =
            real->read(entry.path().native()).value();
    return files;
  }

  /// The files that a build leaves between two builds, the site's and the sources' left out.
  bool is_tidy() {
    for (const auto& entry : fs::directory_iterator("."))
      if (std::string name = entry.path().filename(); name.ends_with(".new")) return false;
    return true;
  }

  std::size_t find_in_index(const std::string& word) {
    std::string state;
    for (const auto& entry : fs::directory_iterator(".kbuild")) state = entry.path().native();
    auto index = search::Index::open(state + "/search");
    if (!index) return 1000;
    search::Query query;
    query.text = word;
    query.language = "en";
    query.spelling = search::Spelling::literal;
    return search::search(*index, query).pages.size();
  }

  void forget() {
    for (const char* path : {".kbuild", "site", ".site.old"}) fs::remove_all(path);
  }

  std::unique_ptr<base::Disk> real = base::make_real_disk();

 private:
  void write(const std::string& path, const std::string& text) { REQUIRE(real->write(path, text)); }

  test::WorkDirectory work_;
  fs::path before_;
};

std::string site_difference(const Files& a, const Files& b) {
  for (const auto& [path, content] : a)
    if (auto found = b.find(path); found == b.end() || found->second != content) return path;
  for (const auto& [path, content] : b)
    if (!a.contains(path)) return path;
  return "";
}

}  // namespace

TEST_CASE(
    "a disk that fails at any call of a build leaves a whole site, and the next one mends it") {
  SmallSite work;
  REQUIRE(work.build(*work.real) == "");
  const Files old_site = work.site();
  work.forget();
  work.write_pages("new");
  REQUIRE(work.build(*work.real) == "");
  const Files new_site = work.site();
  REQUIRE(site_difference(old_site, new_site) != "");
  for (test::Fault fault : {test::Fault::full, test::Fault::once}) {
    // The first build, a change that the index has to follow, and one more, which uses the spare.
    for (int builds = 0; builds < 3; ++builds) {
      // Far apart in a first build, whose many calls are of few kinds; every one of a change.
      const int step = builds == 0 ? 7 : 1;
      for (int at = 0;; at += step) {
        CAPTURE(builds);
        CAPTURE(at);
        work.forget();
        for (int i = 0; i < builds; ++i) {
          work.write_pages((builds - i) % 2 == 0 ? "new" : "old");
          REQUIRE(work.build(*work.real) == "");
        }
        work.write_pages("new");
        test::FaultyDisk disk(*work.real, fault, at);
        std::string said = work.build(disk);
        Files left = work.site();
        bool is_old = builds == 0 ? left.empty() : site_difference(left, old_site) == "";
        bool is_new = site_difference(left, new_site) == "";
        CHECK_MESSAGE((is_old || is_new), said, "; ", site_difference(left, new_site));
        if (said.empty()) CHECK(is_new);
        if (fault == test::Fault::full) CHECK(work.is_tidy());
        CHECK(work.build(*work.real) == "");
        CHECK(site_difference(work.site(), new_site) == "");
        CHECK(work.is_tidy());
        CHECK(work.find_in_index("new") == 3);
        CHECK(work.find_in_index("old") == 0);
        if (disk.calls() <= at) break;
      }
    }
  }
}
