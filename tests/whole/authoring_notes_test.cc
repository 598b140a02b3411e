// Notes to authors: the general phrases, those that a site's configuration adds, and that a page is
// judged anew where these change.
#include <doctest/doctest.h>

#include <algorithm>

#include "memory_site.h"

using namespace kbuild;

namespace {

std::ptrdiff_t count_notes(const test::MemorySite& site) {
  return std::count_if(site.findings.begin(), site.findings.end(), [](const std::string& finding) {
    return finding.find("KB0910") != finding.npos;
  });
}

}  // namespace

TEST_CASE("a configuration adds phrases of notes to authors to the general ones") {
  const std::string sources = "languages: [en]\nsources:\n- {path: docs, lang: en}\n";
  test::MemorySite site;
  site.disk.files["kbuild.yml"] = sources + "authoring_notes: [Link goes here]\n";
  site.disk.files["docs/index.md"] =
      "# Home\n\nThe Link goes\nhere.\n\nTBD\n\nThe port of httbd is 80, its blink goes here.\n";
  site.build();
  CHECK(count_notes(site) == 2);
  site.disk.files["kbuild.yml"] = sources;
  site.build();
  CHECK(count_notes(site) == 1);
}
