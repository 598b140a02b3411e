// A site of MyST, as Sphinx builds one: tests/sites/myst. Links between pages, labels across both
// markups and values of conf.py are found; tests/compare/site.py compares it with Sphinx itself.
#include <doctest/doctest.h>

#include <algorithm>

#include "base/path.h"
#include "memory_site.h"

using namespace kbuild;

namespace {

constexpr const char* kSite = KBUILD_ROOT "/tests/sites/myst";

void load_site(test::MemorySite& site) {
  auto disk = base::make_real_disk();
  auto files = disk->list(kSite);
  REQUIRE(files);
  for (const std::string& path : *files)
    site.disk.files["src/" + path] = disk->read(base::join_path(kSite, path)).value_or("");
  site.disk.files["kbuild.yml"] = "sources:\n- {path: src, sphinx: src/conf.py}\n";
}

}  // namespace

TEST_CASE("a site of MyST is read as its conf.py says") {
  test::MemorySite site;
  load_site(site);
  // Its pictures are not there, which costs the test nothing.
  for (const char* name :
       {"systems/tunturi.png", "software/logo.png", "software/layers.png", "help/empty.png"})
    site.disk.files[std::string("src/") + name] = "x";
  build::BuildReport report = site.build();
  for (const std::string& finding : site.findings)
    CHECK_MESSAGE(finding.find("[KB02") == finding.npos, finding);
  auto output = site.output();
  CHECK(output["index.html"].find("Welcome to the <strong>Vuori</strong> centre") !=
        std::string::npos);
  CHECK(output["jobs/first/index.html"].find("help@vuori.example") != std::string::npos);
  // A label of a page in the other markup, and a value of the page's own.
  CHECK(output["help/changes/index.html"].find("policies/#fair-use") != std::string::npos);
  CHECK(output["help/changes/index.html"].find("Now 2024.2;") != std::string::npos);
  CHECK(output["help/policies/index.html"].find("systems/storage/#storage") != std::string::npos);
}

TEST_CASE("Markdown of a Sphinx tree without MyST's parser stays Markdown") {
  test::MemorySite site;
  site.disk.files["kbuild.yml"] = "sources:\n- {path: src, sphinx: src/conf.py}\n";
  site.disk.files["src/conf.py"] = "extensions = ['recommonmark']\n";
  site.disk.files["src/index.md"] = "# Home\n\n(label)=\n\nText\n";
  site.build();
  CHECK(site.output()["index.html"].find("(label)=") != std::string::npos);
}
