// Two real Sphinx trees as sites: every reference inside them is found or reported with its reason,
// and the page lists give the navigation. The counts were explained one by one; they may only
// change with a reason.
#include <doctest/doctest.h>

#include <map>

#include "base/disk.h"
#include "base/format.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "memory_site.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

base::ProcessOutcome run_kbuild(const std::string& site, const std::string& directory,
                                std::vector<std::string> arguments) {
  std::vector<std::string> all = {KBUILD_PROGRAM, "--config",
                                  base::format("{}/tests/sites/{}/kbuild.yml", KBUILD_ROOT, site),
                                  "--allow-read", test::shared_path("")};
  all.insert(all.end(), arguments.begin(), arguments.end());
  auto outcome = base::run_process(
      {.arguments = all, .directory = directory, .timeout = 300, .output_limit = 64u << 20});
  REQUIRE(outcome);
  return std::move(*outcome);
}

/// How often each finding about references stands in the output of `check --format json`.
std::map<std::string, int> references(const std::string& site) {
  test::WorkDirectory work;
  std::map<std::string, int> counts;
  base::ProcessOutcome checked = run_kbuild(site, work.path, {"check", "--format", "json"});
  REQUIRE(checked.exit_code <= 1);
  for (std::string_view line : base::split_lines(checked.output)) {
    if (base::trim(line).empty()) continue;
    std::string code = base::Json::parse(line)["code"];
    // 02xx links and references, 032x to 034x what the reader itself could not resolve.
    if (code.starts_with("KB02") || code == "KB0321" || code == "KB0323" || code == "KB0340" ||
        code == "KB0344")
      ++counts[code];
  }
  return counts;
}

}  // namespace

TEST_CASE("a Sphinx tree with its root page") {
  if (!test::have_shared("corpora")) return;
  // A link without a scheme ("re3data.org"); images and downloads, and included code, that were
  // left out of the copy. Every :ref:, :doc: and entry of a toctree is found.
  std::map<std::string, int> expected = {{"KB0201", 1}, {"KB0204", 21}, {"KB0344", 25}};
  CHECK(references("uit") == expected);
}

TEST_CASE("a Sphinx tree without its root page, its images and its examples") {
  if (!test::have_shared("corpora")) return;
  // 41 links to pages that were left out (/rse, /help, /training, /about, /news, the root), two
  // placeholders, one path of a file system, one page that is no more; three labels of pages left
  // out (chat, garage, scicomp-garage); images and examples left out; pieces that other pages
  // include, which no list names.
  std::map<std::string, int> expected = {
      {"KB0201", 45}, {"KB0203", 12}, {"KB0204", 87}, {"KB0206", 53}, {"KB0344", 74}};
  CHECK(references("aalto") == expected);
}

TEST_CASE("of a Sphinx tree only what pages refer to and its static files are published") {
  test::MemorySite site;
  site.disk.files["kbuild.yml"] = "site: {name: S}\nsources:\n- {path: src, sphinx: src/conf.py}\n";
  site.disk.files["src/conf.py"] = "token = 'secret'\nhtml_static_path = ['_static']\n";
  site.disk.files["src/index.rst"] = "Home\n====\n\n.. image:: a.png\n\n:download:`job.sh`\n";
  for (const char* name : {"a.png", "b.png", "job.sh", "_static/own.css", "Makefile"})
    site.disk.files[std::string("src/") + name] = "x";
  site.build();
  auto output = site.output();
  for (const char* name : {"a.png", "job.sh", "_static/own.css", "objects.inv"})
    CHECK(output.contains(name));
  for (const char* name : {"conf.py", "b.png", "Makefile"}) CHECK_FALSE(output.contains(name));
}

TEST_CASE("page lists give the navigation, and objects.inv is what Python reads") {
  if (!test::have_shared("corpora")) return;
  test::WorkDirectory work;
  REQUIRE(run_kbuild("uit", work.path, {"--out", work.path + "/site", "build", "--no-search"})
              .exit_code <= 1);
  auto disk = base::make_real_disk();
  auto page = disk->read(work.path + "/site/account/login/index.html");
  REQUIRE(page);
  CHECK(page->find("rel=\"prev\"") != page->npos);
  CHECK(page->find("rel=\"next\"") != page->npos);
  // Every entry leads to a page of the site that has the anchor.
  constexpr const char* kScript = R"(
import sys, zlib, pathlib
root = pathlib.Path(sys.argv[1])
head, body = (root / 'objects.inv').read_bytes().split(b'zlib.\n', 1)
assert head.startswith(b'# Sphinx inventory version 2\n# Project: HPC-UiT'), head
count = 0
for line in zlib.decompress(body).decode().splitlines():
    words = line.split(' ')
    at = next(i for i in range(1, len(words)) if words[i] in ('std:doc', 'std:label', 'std:term'))
    name, uri = ' '.join(words[:at]), words[at + 2]
    if uri.endswith('$'): uri = uri[:-1] + name
    path, _, anchor = uri.partition('#')
    html = (root / path / 'index.html').read_text()
    assert not anchor or 'id="%s"' % anchor in html, line
    count += 1
print(count)
)";
  auto checked =
      base::run_process({.arguments = {"/usr/bin/python3", "-c", kScript, work.path + "/site"},
                         .directory = work.path,
                         .timeout = 60});
  REQUIRE(checked);
  INFO(checked->errors);
  CHECK(checked->exit_code == 0);
  CHECK(base::parse_integer(base::trim(checked->output)).value_or(0) > 62);
}

TEST_CASE("an inventory that is not here is told of once for its project") {
  test::MemorySite site;
  REQUIRE(site.disk.write("kbuild.yml",
                          "sources: [{path: docs, lang: en}]\n"
                          "inventories: [{name: slurm, url: https://slurm.example.org/},\n"
                          "  {name: lmod, url: https://lmod.example.org/}]\n"));
  REQUIRE(
      site.disk.write("docs/index.rst", "A\n=\n\n:ref:`slurm:a` :ref:`slurm:b` :ref:`search`\n"));
  REQUIRE(site.disk.write("docs/b.rst", "B\n=\n\n:ref:`slurm:c` :doc:`lmod:d` :doc:`index`\n"));
  site.build();
  std::string all;
  for (const std::string& finding : site.findings) all += finding;
  CHECK(all.find("'slurm' lead to its first page, as its inventory is not here; this one and 2 "
                 "more [KB0349]") != all.npos);
  CHECK(all.find("'lmod' lead to its first page, as its inventory is not here; this one and 0 "
                 "more [KB0349]") != all.npos);
  CHECK(all.find("KB0209") == all.npos);
  CHECK(all.find("KB0203") == all.npos);
}
