// Dates of pages from a history that the test makes: the last commit that changed a file, kept
// until HEAD moves, and none where git can't tell.
#include <doctest/doctest.h>

#include "base/process.h"
#include "build/ledger/history.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

class Repository {
 public:
  Repository() { git({"init", "-q", "-b", "main"}); }

  void write(const std::string& path, const std::string& text) {
    REQUIRE(disk->write(work.path + "/" + path, text));
  }

  void commit(const std::string& date) {
    git({"add", "-A"});
    git({"-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", "x"},
        date + "T12:00:00 +0000");
  }

  void git(std::vector<std::string> words, const std::string& date = "",
           const std::string& in = "") {
    std::vector<std::string> all = {"git", "-C", in.empty() ? work.path : in};
    all.insert(all.end(), words.begin(), words.end());
    auto environment = base::current_environment();
    environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
    if (!date.empty()) environment["GIT_COMMITTER_DATE"] = environment["GIT_AUTHOR_DATE"] = date;
    auto done = base::run_process(
        {.arguments = all, .inherit_environment = false, .environment = environment});
    REQUIRE(done);
    INFO(done->errors);
    REQUIRE(done->exit_code == 0);
  }

  build::History read() {
    watched.clear();
    return build::read_history(*disk, work.path + "/docs", work.path + "/state/dates", watched);
  }

  test::WorkDirectory work;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();
  std::vector<std::pair<std::string, build::FileStamp>> watched;
};

}  // namespace

TEST_CASE("a page bears the date of the last commit that changed it") {
  Repository repository;
  repository.write("docs/old.md", "old");
  repository.write("docs/ä/new.md", "one");
  repository.write("beside.md", "x");
  repository.commit("2024-02-29");
  repository.write("docs/ä/new.md", "two");
  repository.commit("2025-06-01");
  build::History history = repository.read();
  CHECK(history.dates ==
        std::map<std::string, std::string>{{"old.md", "2024-02-29"}, {"ä/new.md", "2025-06-01"}});

  SUBCASE("it is read again when HEAD moves, and only then") {
    auto kept = repository.disk->status(repository.work.path + "/state/dates");
    CHECK(repository.read().dates == history.dates);
    CHECK(repository.disk->status(repository.work.path + "/state/dates").changed == kept.changed);
    repository.git({"mv", "docs/old.md", "docs/moved.md"});
    repository.commit("2026-01-01");
    repository.git({"pack-refs", "--all"});
    history = repository.read();
    CHECK(history.dates["moved.md"] == "2026-01-01");
    CHECK(history.dates["ä/new.md"] == "2025-06-01");
    CHECK_FALSE(repository.watched.empty());
  }
  SUBCASE("a page without a commit has none") {
    repository.write("docs/fresh.md", "x");
    CHECK_FALSE(repository.read().dates.contains("fresh.md"));
  }
  SUBCASE("a work tree of its own shares the history") {
    std::string tree = repository.work.path + "/tree";
    repository.git({"worktree", "add", "-q", tree});
    auto there = build::read_history(*repository.disk, tree + "/docs",
                                     repository.work.path + "/state/other", repository.watched);
    CHECK(there.dates == history.dates);
  }
  SUBCASE("a shallow clone has no dates, because they would be wrong") {
    std::string clone = repository.work.path + "/clone";
    repository.git({"clone", "-q", "--depth", "1", "file://" + repository.work.path, clone});
    auto there = build::read_history(*repository.disk, clone + "/docs",
                                     repository.work.path + "/state/other", repository.watched);
    CHECK(there.dates.empty());
  }
}

TEST_CASE("outside a repository there are no dates") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  REQUIRE(disk->write(work.path + "/docs/a.md", "x"));
  std::vector<std::pair<std::string, build::FileStamp>> watched;
  CHECK(build::read_history(*disk, work.path + "/docs", work.path + "/state/dates", watched)
            .dates.empty());
}

TEST_CASE("a translation whose original got another outline later says so") {
  Repository repository;
  repository.write("kbuild.yml",
                   "languages: [en, fi]\n"
                   "sources: [{path: en, lang: en}, {path: fi, lang: fi}]\n");
  repository.write("en/index.md", "# Home\n\n## Jobs\n");
  repository.write("fi/index.md", "# Alku\n\n## Työt\n");
  repository.commit("2024-02-29");
  auto has_notice = [&] {
    auto done = base::run_process({.arguments = {KBUILD_PROGRAM, "--out", "public", "build"},
                                   .directory = repository.work.path});
    REQUIRE(done);
    auto html = repository.disk->read(repository.work.path + "/public/fi/index.html");
    REQUIRE(html);
    return html->find("kb-notice-warning") != html->npos;
  };
  CHECK_FALSE(has_notice());
  repository.write("en/index.md", "# Home\n\n## Jobs\n\nA word.\n");
  repository.commit("2025-01-01");
  CHECK_FALSE(has_notice());
  repository.write("en/index.md", "# Home\n\n## Jobs\n\n## Limits\n");
  repository.commit("2025-01-02");
  CHECK(has_notice());
  repository.write("fi/index.md", "# Alku\n\n## Työt\n\n## Rajat\n");
  repository.commit("2025-01-03");
  CHECK_FALSE(has_notice());
}
