// The two disks behave alike; processes are bounded.
#include "base/disk.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/jobs.h"
#include "base/process.h"
#include "support/skip.h"

using namespace kbuild::base;

namespace {

/// A directory of its own under the system's temporary one, removed at the end.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kbuild-disk-XXXXXX").native();
    path = ::mkdtemp(pattern.data());
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path); }
  std::string path;
};

void exercise(Disk& disk, const std::string& root) {
  REQUIRE(disk.write(root + "/a/b.txt", "one"));
  REQUIRE(disk.write(root + "/a/.hidden", "x"));
  REQUIRE(disk.write(root + "/z.txt", "three"));
  CHECK(*disk.read(root + "/a/b.txt") == "one");
  CHECK(*disk.list(root) == std::vector<std::string>{"a/b.txt", "z.txt"});
  CHECK(disk.status(root + "/a").kind == FileKind::directory);
  CHECK(disk.status(root + "/a/b.txt").size == 3);
  CHECK(disk.status(root + "/none").kind == FileKind::absent);
  CHECK_FALSE(disk.read(root + "/none"));
  CHECK_FALSE(disk.read(root + "/z.txt", 2));
  REQUIRE(disk.append(root + "/z.txt", "!"));
  CHECK(*disk.read(root + "/z.txt") == "three!");
  REQUIRE(disk.copy(root + "/z.txt", root + "/c/copy.txt"));
  REQUIRE(disk.link(root + "/z.txt", root + "/d/link.txt"));
  CHECK(*disk.read(root + "/d/link.txt") == "three!");
  // A file that was thought to be new is replaced, and what shares its content stays.
  for (const char* content : {"new", "newer"}) {
    REQUIRE(disk.write(root + "/e/f.txt", content, Target::is_new));
    CHECK(*disk.read(root + "/e/f.txt") == content);
  }
  REQUIRE(disk.copy(root + "/e/f.txt", root + "/d/link.txt", Target::is_new));
  CHECK(*disk.read(root + "/d/link.txt") == "newer");
  CHECK(*disk.read(root + "/z.txt") == "three!");
  REQUIRE(disk.remove_tree(root + "/e"));
  REQUIRE(disk.exchange(root + "/c", root + "/d"));
  CHECK(*disk.list(root + "/c") == std::vector<std::string>{"link.txt"});
  CHECK(*disk.list(root + "/d") == std::vector<std::string>{"copy.txt"});
  REQUIRE(disk.remove_tree(root + "/c"));
  CHECK(disk.status(root + "/c").kind == FileKind::absent);
}

}  // namespace

TEST_CASE("the disk in memory and the machine's disk behave alike") {
  MemoryDisk memory;
  exercise(memory, "root");
  TemporaryDirectory directory;
  exercise(*make_real_disk(), directory.path);
}

TEST_CASE("a listing leaves out links that leave its root") {
  TemporaryDirectory directory;
  auto disk = make_real_disk();
  REQUIRE(disk->write(directory.path + "/outside.txt", "secret"));
  REQUIRE(disk->write(directory.path + "/root/inside.txt", "x"));
  REQUIRE(::symlink("../outside.txt", (directory.path + "/root/leak.txt").c_str()) == 0);
  REQUIRE(::symlink("inside.txt", (directory.path + "/root/link.txt").c_str()) == 0);
  CHECK(*disk->list(directory.path + "/root") ==
        std::vector<std::string>{"inside.txt", "link.txt"});
}

TEST_CASE("a file is copied from one file system to another") {
  std::error_code none;
  if (!kbuild::test::can_run(std::filesystem::is_directory("/dev/shm", none), "/dev/shm is absent"))
    return;
  auto disk = make_real_disk();
  TemporaryDirectory here;
  std::string pattern = "/dev/shm/kbuild-disk-XXXXXX";
  if (!kbuild::test::can_run(::mkdtemp(pattern.data()), "/dev/shm is not writable")) return;
  const std::string text(100'000, 'x');
  REQUIRE(disk->write(here.path + "/a", text));
  CHECK(disk->copy(here.path + "/a", pattern + "/deep/b"));
  CHECK(disk->read(pattern + "/deep/b").value_or("") == text);
  CHECK(disk->link(here.path + "/a", pattern + "/c"));
  CHECK(disk->read(pattern + "/c").value_or("") == text);
  std::filesystem::remove_all(pattern);
}

TEST_CASE("a process is given its input and its outcome is told") {
  auto cat = run_process({.arguments = {"cat"}, .input = std::string(1 << 20, 'x')});
  REQUIRE(cat);
  CHECK(cat->output.size() == 1 << 20);
  auto failing = run_process({.arguments = {"sh", "-c", "echo oops >&2; exit 3"}});
  REQUIRE(failing);
  CHECK(failing->exit_code == 3);
  CHECK(failing->errors == "oops\n");
  CHECK_FALSE(run_process({.arguments = {"no-such-program-here"}}));
}

TEST_CASE("a process that outlives its time is killed with its children") {
  auto slow = run_process({.arguments = {"sh", "-c", "sleep 600 & sleep 600"}, .timeout = 0.2});
  REQUIRE(slow);
  CHECK(slow->timed_out);
  // Neither sleep was waited for.
  CHECK(slow->seconds < 600);
}

TEST_CASE("output past its limit is dropped") {
  auto loud = run_process({.arguments = {"sh", "-c", "yes | head -c 100000"}, .output_limit = 10});
  REQUIRE(loud);
  CHECK(loud->output.size() == 10);
  CHECK(loud->output_truncated);
  CHECK(loud->exit_code == 0);
}

TEST_CASE("a parallel loop runs each index once and passes an exception on") {
  std::vector<int> seen(1000);
  for_each_index(seen.size(), 4, [&](std::size_t i) { ++seen[i]; });
  CHECK(seen == std::vector<int>(1000, 1));
  CHECK_THROWS_AS(for_each_index(10, 2,
                                 [](std::size_t i) {
                                   if (i == 5) throw 1;
                                 }),
                  int);
}
