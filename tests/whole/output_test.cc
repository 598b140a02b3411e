// Where a site may be written: never over files that no build made.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/process.h"
#include "work_directory.h"

using namespace kbuild;

TEST_CASE("a build replaces a site and nothing else") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  REQUIRE(disk->write(work.path + "/kbuild.yml",
                      "languages: [en]\nsources: [{path: docs, lang: en}]\n"));
  REQUIRE(disk->write(work.path + "/docs/index.md", "# Hello\n"));
  auto build_into = [&](const std::string& out) {
    auto done = base::run_process(
        {.arguments = {KBUILD_PROGRAM, "--out", out, "build"}, .directory = work.path});
    REQUIRE(done);
    return done->exit_code;
  };
  SUBCASE("files of somebody else stay, and the build says so") {
    REQUIRE(disk->write(work.path + "/mine/thesis.txt", "years of work"));
    CHECK(build_into("mine") == 2);
    CHECK(disk->read(work.path + "/mine/thesis.txt").value_or("") == "years of work");
  }
  SUBCASE("the sources are no place for a site") {
    CHECK(build_into("docs") == 2);
    CHECK(disk->read(work.path + "/docs/index.md").value_or("") == "# Hello\n");
  }
  SUBCASE("a site whose ledger is gone is replaced, and what no build made stays") {
    CHECK(build_into("public") == 0);
    REQUIRE(disk->remove_tree(work.path + "/.kbuild"));
    REQUIRE(disk->write(work.path + "/public/mine.html", "mine"));
    REQUIRE(disk->write(work.path + "/docs/index.md", "# Good day\n"));
    CHECK(build_into("public") == 0);
    CHECK(disk->status(work.path + "/public/index.html").kind == base::FileKind::file);
    CHECK(disk->read(work.path + "/public/index.html").value_or("").find("Good day") !=
          std::string::npos);
    CHECK(disk->read(work.path + "/public/mine.html").value_or("") == "mine");
  }
}
