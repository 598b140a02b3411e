// The same sources give the same site, byte for byte: in another directory, at another time, with
// another number of threads.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/clock.h"
#include "base/disk.h"
#include "base/process.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

void build_in(const std::string& directory, const char* threads,
              const std::vector<std::string>& environment) {
  std::vector<std::string> command = {"/usr/bin/env"};
  command.insert(command.end(), environment.begin(), environment.end());
  command.insert(command.end(),
                 {KBUILD_PROGRAM, "--jobs", threads, "--out", "site", "-q", "build"});
  auto built = base::run_process({.arguments = command, .directory = directory, .timeout = 120});
  REQUIRE(built);
  INFO(built->errors);
  REQUIRE(built->exit_code <= 1);
}

/// Copies our own sources into a directory of that name and builds them, under these settings of
/// the environment.
std::string build_copy(const std::string& directory, const char* threads,
                       const std::vector<std::string>& environment) {
  std::filesystem::create_directories(directory);
  for (const char* part : {"content", "snippets", "kbuild.yml"})
    std::filesystem::copy(std::string(KBUILD_ROOT "/") + part, directory + "/" + part,
                          std::filesystem::copy_options::recursive);
  build_in(directory, threads, environment);
  return directory + "/site";
}

void compare(const std::string& a, const std::string& b) {
  auto disk = base::make_real_disk();
  auto files = disk->list(a);
  REQUIRE(files);
  CHECK(files->size() > 500);
  auto others = disk->list(b);
  REQUIRE(others);
  CHECK(*files == *others);
  for (const std::string& file : *files)
    if (*disk->read(a + "/" + file) != *disk->read(b + "/" + file)) FAIL_CHECK(file);
}

}  // namespace

TEST_CASE("two builds give the same bytes wherever and whenever they run") {
  test::WorkDirectory work;
  std::string first = build_copy(work.path + "/one", "1", {});
  // A second later, so that what shows the time would differ.
  ::sleep(1);
  compare(first, build_copy(work.path + "/another/place", "2", {"TZ=Asia/Tokyo", "LC_ALL=C"}));
}

TEST_CASE("SOURCE_DATE_EPOCH is the present of a site") {
  auto fixed = base::make_fixed_clock(7);
  CHECK(base::site_time(*fixed) == 7);
  for (const char* odd : {"", "soon", "-1", "0"}) {
    ::setenv("SOURCE_DATE_EPOCH", odd, 1);
    CHECK(base::site_time(*fixed) == 7);
  }
  ::setenv("SOURCE_DATE_EPOCH", "1000000000", 1);
  CHECK(base::site_time(*fixed) == 1000000000);
  ::unsetenv("SOURCE_DATE_EPOCH");

  // The feed dates what changed in the matrix by the build that saw it.
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  REQUIRE(disk->write(work.path + "/kbuild.yml",
                      "site: {name: x, url: 'https://x.org/'}\nsources: [{path: docs, lang: en}]\n"
                      "systems: [{name: Puhti}]\n"));
  auto feed = [&](const char* version, const char* time) {
    REQUIRE(disk->write(
        work.path + "/docs/index.md",
        std::string("# PyTorch\n\n| Version | Puhti |\n|:--|:--|\n| ") + version + " | X |\n"));
    build_in(work.path, "1", {std::string("SOURCE_DATE_EPOCH=") + time});
    return disk->read(work.path + "/site/matrix.xml").value_or("");
  };
  std::string first = feed("2.6.0", "1000000000");
  CHECK(first.find("<feed") != first.npos);
  CHECK(first.find("<entry>") == first.npos);
  std::string second = feed("2.7.1", "1100000000");
  CHECK(second.find("2004-11-09T11:33:20Z") != second.npos);
}
