// Files below a directory: links that stay are followed, those that leave and what is no file are
// refused, and a change makes another version.
#include "base/open_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>

using namespace kbuild;

TEST_CASE("only files below a directory are opened") {
  std::string pattern = (std::filesystem::temp_directory_path() / "kbuild-open-XXXXXX").native();
  std::string root = ::mkdtemp(pattern.data());
  auto disk = base::make_real_disk();
  REQUIRE(disk->write(root + "/site/a/b.txt", "0123456789"));
  REQUIRE(disk->write(root + "/secret.txt", "secret"));
  std::filesystem::create_symlink("a/b.txt", root + "/site/inside");
  std::filesystem::create_symlink("../secret.txt", root + "/site/outside");
  std::filesystem::create_symlink("loop", root + "/site/loop");
  REQUIRE(::mkfifo((root + "/site/pipe").c_str(), 0600) == 0);
  auto open = [&](std::string_view path) {
    return base::OpenFile::open_below(root + "/site", path);
  };

  auto file = open("a/b.txt");
  REQUIRE(file);
  CHECK(file->kind() == base::FileKind::file);
  CHECK(file->size() == 10);
  std::string text = "x";
  REQUIRE(file->read(3, 4, text));
  CHECK(text == "x3456");
  REQUIRE(file->read(8, 100, text));
  CHECK(text == "x345689");
  CHECK(open("inside")->real_path().ends_with("/site/a/b.txt"));
  CHECK(open("")->kind() == base::FileKind::directory);
  for (std::string_view path :
       {std::string_view("outside"), std::string_view("../secret.txt"),
        std::string_view("../site2"), std::string_view("pipe"), std::string_view("loop"),
        std::string_view("a/none"), std::string_view("a/b.txt\0.html", 13)})
    CHECK_MESSAGE(!open(path), path);
  REQUIRE(disk->write(root + "/site/a/b.txt", "9876543210"));
  CHECK(open("a/b.txt")->version() != file->version());
  // What was opened is still what it was.
  REQUIRE(file->read(0, 2, text));
  CHECK(text == "x34568901");
  std::filesystem::remove_all(root);
}
