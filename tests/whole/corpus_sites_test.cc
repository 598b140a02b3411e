// Real guides built as sites: the redirects of a mkdocs.yml land where MkDocs' would, every page of
// the sources stands in the site, and what was written does not grow.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

const std::string kCorpora = test::shared_path("corpora/");

bool have_corpus(const std::string& name) {
  return test::have_shared("corpora/" + name);
}

void build_site(const std::string& config, const std::string& directory) {
  auto done = base::run_process(
      {.arguments = {KBUILD_PROGRAM, "--config", config, "--allow-read", test::shared_path(""),
                     "--out", directory + "/site", "-q", "build", "--no-search"},
       .directory = directory,
       .timeout = 300});
  REQUIRE(done);
  INFO(done->errors);
  REQUIRE(done->exit_code <= 1);
}

/// "old.md" -> "old/": the address of a page as MkDocs makes it.
std::string address(std::string path) {
  path.resize(path.size() - 3);
  if (base::file_name(path) == "index") path = base::parent_path(path);
  return path.empty() ? "" : path + "/";
}

std::string between(const std::string& text, const std::string& before, const std::string& after) {
  std::size_t begin = text.find(before);
  if (begin == text.npos) return "";
  begin += before.size();
  return text.substr(begin, text.find(after, begin) - begin);
}

}  // namespace

TEST_CASE("each redirect of a guide's mkdocs.yml lands on a page and a heading that exist") {
  if (!have_corpus("csc")) return;
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  build_site(kCorpora + "csc/mkdocs.yml", work.path);
  std::string config = *disk->read(kCorpora + "csc/mkdocs.yml");
  bool inside = false;
  int checked = 0, missing = 0;
  for (std::string_view line : base::split_lines(config)) {
    if (line.find("redirect_maps:") != line.npos)
      inside = true;
    else if (inside && !line.empty() && line[0] != ' ')
      break;
    std::string text(line);
    std::size_t colon = text.find("\": \"");
    if (!inside || colon == text.npos || base::trim(line).starts_with('#')) continue;
    std::string from = text.substr(text.find('"') + 1, colon - text.find('"') - 1);
    std::string to = text.substr(colon + 4, text.rfind('"') - colon - 4);
    INFO(from << " -> " << to);
    ++checked;
    auto page = disk->read(work.path + "/site/" + address(from) + "index.html");
    REQUIRE(page);
    std::string target = between(*page, "rel=\"canonical\" href=\"", "\"");
    CHECK(page->find("http-equiv=\"refresh\" content=\"0; url=" + target + "\"") !=
          std::string::npos);
    if (to.find("://") != to.npos) {
      CHECK(target == to);
      continue;
    }
    std::size_t hash = target.find('#'), wanted_hash = to.find('#');
    CHECK((hash == target.npos) == (wanted_hash == to.npos));
    std::string landed = base::join_path(address(from), target.substr(0, hash));
    CHECK(landed + "/" == address(to.substr(0, wanted_hash)));
    auto reached = disk->read(work.path + "/site/" + landed + "/index.html");
    REQUIRE(reached);
    if (hash == target.npos) continue;
    CHECK(target.substr(hash) == to.substr(wanted_hash));
    missing += reached->find("id=\"" + target.substr(hash + 1) + "\"") == std::string::npos;
  }
  CHECK(checked >= 60);
  // One redirect of the guide names a heading that stands on another page.
  CHECK(missing <= 1);
}

TEST_CASE(
    "every Markdown page of a guide without a kbuild.yml of its own becomes a page of the site") {
  if (!have_corpus("cscs")) return;
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  build_site(KBUILD_ROOT "/tests/sites/cscs/kbuild.yml", work.path);
  auto sources = disk->list(kCorpora + "cscs/docs");
  REQUIRE(sources);
  int pages = 0;
  for (const std::string& path : *sources) {
    if (!path.ends_with(".md")) continue;
    INFO(path);
    ++pages;
    CHECK(disk->status(work.path + "/site/" + address(path) + "index.html").kind ==
          base::FileKind::file);
  }
  CHECK(pages > 50);
}
