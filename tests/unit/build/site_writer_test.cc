// The gate for writing: which paths it takes, what a site's list holds, and what becomes of files
// that are on no list.
#include "build/outputs/site_writer.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>

#include "whole/work_directory.h"

namespace kbuild::build {
namespace {

using namespace std::literals;

SiteWriter open_writer(base::Disk& disk, const std::string& out) {
  auto found = find_site(disk, out, {});
  REQUIRE_MESSAGE(found, found.error().message);
  auto writer = SiteWriter::open(disk, out, std::move(*found), nullptr);
  REQUIRE(writer);
  return std::move(*writer);
}

/// Makes a site of the given files, all new.
base::Result<void> write_site(base::Disk& disk, const std::string& out,
                              const std::vector<std::string>& paths) {
  SiteWriter writer = open_writer(disk, out);
  for (const std::string& path : paths)
    if (auto done = writer.put(path, "of " + path); !done) return done;
  return writer.commit(paths);
}

TEST_CASE("no path that leaves the site is written, whoever asks") {
  base::MemoryDisk disk;
  disk.files["from.txt"] = "x";
  SiteWriter writer = open_writer(disk, "sites/one");
  for (std::string path : {"../x", "a/../../x", "a/../x", "/x", "//x", "", ".", "..", "./x", "a//x",
                           "a/", "a/./x", "../one/x", ".kbuild-site"}) {
    CAPTURE(path);
    CHECK_FALSE(writer.put(path, "x"));
    CHECK_FALSE(writer.copy("from.txt", path));
  }
  CHECK_FALSE(writer.put("a\0/../../x"s, "x"));
  CHECK_FALSE(writer.put("a\0.html"s, "x"));
  CHECK(disk.files.size() == 1);
  CHECK(writer.put("..a/b../...", "x"));
  for (const auto& [path, content] : disk.files)
    CHECK((path == "from.txt" || path.starts_with("sites/.one.")));
}

TEST_CASE("a list comes back as it was written, and a damaged one not at all") {
  const std::vector<std::string> paths = {"%41.html", "a\nb/\r\x7f.html", "index.html", "ä/ö.md"};
  const std::string text = marker_text(paths);
  auto read = parse_marker(text);
  REQUIRE(read);
  CHECK(*read == paths);
  CHECK(parse_marker(marker_text({})).value().empty());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] ^= 1;
    CHECK_FALSE(parse_marker(changed));
    CHECK_FALSE(parse_marker(text.substr(0, i)));
  }
  CHECK_FALSE(parse_marker(marker_text({"../x"})));
  CHECK_FALSE(parse_marker(marker_text({"a", "/etc/passwd"})));
}

TEST_CASE("what is on no list moves on from site to site") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  const std::string out = work.path + "/site";
  REQUIRE(write_site(*disk, out, {"a/index.html", "index.html"}));
  REQUIRE(disk->write(out + "/a/mine.txt", "mine"));
  REQUIRE(disk->write(out + "/.git/HEAD", "ref"));
  REQUIRE(disk->write(out + "/own/deep/file", "mine"));
  std::filesystem::create_directory(out + "/empty");
  REQUIRE(::symlink("/etc", (out + "/link").c_str()) == 0);
  auto contents = inspect_site(*disk, out);
  REQUIRE(contents);
  CHECK(contents->foreign ==
        std::vector<std::string>{".git", "a/mine.txt", "empty", "link", "own"});
  // The directory of one of them has no page any more.
  REQUIRE(write_site(*disk, out, {"b.html", "index.html"}));
  contents = inspect_site(*disk, out);
  CHECK(contents->manifest == std::vector<std::string>{"b.html", "index.html"});
  CHECK(contents->missing.empty());
  CHECK(contents->foreign == std::vector<std::string>{".git", "a", "empty", "link", "own"});
  CHECK(disk->read(out + "/a/mine.txt").value_or("") == "mine");
  CHECK(disk->kind(out + "/a/index.html") == base::FileKind::absent);
  CHECK(disk->kind(work.path + "/.site.old/own") == base::FileKind::absent);
  // Nothing is written through the link, nor in the place of a file or a directory.
  for (const char* path : {"link/index.html", "link", "own", "own/deep", "a/mine.txt",
                           "a/mine.txt/index.html", ".git/HEAD"}) {
    CAPTURE(path);
    CHECK_FALSE(write_site(*disk, out, {path}));
    CHECK(disk->read(out + "/b.html").value_or("") == "of b.html");
  }
  CHECK(std::distance(std::filesystem::directory_iterator(work.path),
                      std::filesystem::directory_iterator()) <= 2);
}

TEST_CASE("a link that somebody put into the spare is not written through") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  const std::string out = work.path + "/site", spare = work.path + "/.site.old";
  REQUIRE(disk->write(work.path + "/victim/index.html", "mine"));
  for (int i = 0; i < 2; ++i) REQUIRE(write_site(*disk, out, {"a/index.html"}));
  REQUIRE(disk->remove_tree(spare + "/a"));
  REQUIRE(::symlink((work.path + "/victim").c_str(), (spare + "/a").c_str()) == 0);
  CHECK_FALSE(find_site(*disk, out, {}));
  CHECK(disk->read(work.path + "/victim/index.html").value_or("") == "mine");
  CHECK(disk->read(out + "/a/index.html").value_or("") == "of a/index.html");
}

}  // namespace
}  // namespace kbuild::build
