// git on checkouts of every form, and on those that name what is not theirs.
#include "tools/git.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "base/disk.h"
#include "base/text.h"
#include "tools/tool.h"

using namespace kbuild;
using namespace kbuild::tools;

namespace {

struct Repositories {
  Repositories() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kbuild-git-XXXXXX").native();
    root = std::filesystem::canonical(::mkdtemp(pattern.data())).native();
    REQUIRE(disk->write(root + "/main/docs/page.md", "text"));
    git("main", {"init", "-q", "-b", "main"});
    git("main", {"add", "-A"});
    git("main", {"commit", "-q", "-m", "first"});
  }
  ~Repositories() { std::filesystem::remove_all(root); }

  void git(const std::string& in, std::vector<std::string> words) const {
    std::vector<std::string> all = {"git",         "-C", root + "/" + in,           "-c",
                                    "user.name=A", "-c", "user.email=a@example.org"};
    all.insert(all.end(), words.begin(), words.end());
    auto done = base::run_process({.arguments = all});
    REQUIRE(done.has_value());
    INFO(done->errors);
    REQUIRE(done->exit_code == 0);
  }
  std::string log(const std::string& in) const {
    auto done = run_git({.directory = root + "/" + in, .words = {"log", "--format=%s", "--", "."}});
    if (!done) return done.error().message;
    return std::string(base::trim(done->output + done->errors));
  }

  std::string root;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();
};

}  // namespace

TEST_CASE("checkouts, worktrees, submodules and clones that borrow objects are read") {
  Repositories at;
  CHECK(at.log("main") == "first");
  CHECK(at.log("main/docs") == "first");
  at.git("main", {"worktree", "add", "-q", at.root + "/tree"});
  CHECK(at.log("tree/docs") == "first");
  at.git("", {"clone", "-q", "--shared", at.root + "/main", at.root + "/shared"});
  CHECK(at.log("shared") == "first");
  at.git("", {"init", "-q", "-b", "main", at.root + "/super"});
  at.git("super", {"-c", "protocol.file.allow=always", "submodule", "--quiet", "add",
                   at.root + "/main", "part"});
  CHECK(at.log("super/part/docs") == "first");
  at.git("main", {"pack-refs", "--all"});
  at.git("main", {"gc", "-q"});
  CHECK(at.log("main") == "first");
}

TEST_CASE("a directory that points to somebody else's repository is no checkout") {
  Repositories at;
  REQUIRE(at.disk->write(at.root + "/liar/.git", "gitdir: ../main/.git\n"));
  CHECK_FALSE(find_checkout(at.root + "/liar").has_value());
  at.git("", {"init", "-q", at.root + "/other"});
  REQUIRE(at.disk->write(at.root + "/other/.git/commondir", at.root + "/main/.git\n"));
  CHECK_FALSE(find_checkout(at.root + "/other").has_value());
  CHECK(at.log("liar").find("no checkout") != std::string::npos);
}

TEST_CASE("only programs of the table are tools") {
  CHECK(find_tool("bash").starts_with("/"));
  CHECK(find_tool("rm").empty());
  CHECK(find_tool("./bash").empty());
  CHECK(find_tool("/bin/bash").empty());
}
