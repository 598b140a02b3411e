// Pages that ask to be left out of the search, from the first build on or later.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/process.h"
#include "search/index/index.h"
#include "work_directory.h"

using namespace kbuild;

TEST_CASE("a page that excludes itself is in no index, and leaves the one it is in") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), KBUILD_PROGRAM);
    auto done = base::run_process({.arguments = std::move(arguments), .directory = work.path});
    REQUIRE(done);
    REQUIRE(done->exit_code == 0);
    return done->output;
  };
  auto write = [&](const std::string& path, const std::string& text) {
    REQUIRE(disk->write(work.path + "/" + path, text));
  };
  const std::string excluded = "---\nsearch: {exclude: true}\n---\n# Quota\n\nTape and zebras.\n";
  write("kbuild.yml", "languages: [en]\nsources: [{path: docs, lang: en}]\n");
  write("docs/index.md", "# Manual\n\nSee [quota](quota.md) and [queues](queues.md).\n");
  write("docs/quota.md", "# Quota\n\nDisk and zebras.\n");
  write("docs/queues.md", excluded);
  run({"build"});
  CHECK(run({"search", "zebras"}).find("quota") != std::string::npos);
  CHECK(run({"search", "zebras"}).find("queues") == std::string::npos);
  write("docs/quota.md", excluded);
  run({"build"});
  CHECK(run({"search", "zebras"}).find("quota") == std::string::npos);
  auto real = base::run_process(
      {.arguments = {"sh", "-c", "ls -d .kbuild/*/search"}, .directory = work.path});
  REQUIRE(real);
  auto index =
      search::Index::open(work.path + "/" + real->output.substr(0, real->output.find('\n')));
  REQUIRE(index);
  CHECK(index->languages() == std::vector<std::string>{"en"});
  CHECK(index->pages().size() == 1);
}
