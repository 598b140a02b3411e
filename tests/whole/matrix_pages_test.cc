// What the site's pages of the matrix show of cells that name no version: a row of their own where
// no version is known of the system, and in the overview nothing that hides one.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/text.h"
#include "served_site.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

/// The rows of the page's table as text: titles of rows and words of cells.
std::string table_text(const test::WorkDirectory& work, const std::string& page) {
  auto html = base::make_real_disk()->read(work.path + "/site/matrix/" + page + "index.html");
  REQUIRE(html);
  std::string_view text = *html;
  text = text.substr(text.find("<tbody"));
  text = text.substr(0, text.find("</tbody>"));
  std::string out;
  bool tag = false;
  for (char c : text) {
    if (c == '<') out += ' ';
    tag = c == '<' || (tag && c != '>');
    if (!tag && c != '>') out += c;
  }
  return std::string(base::trim(base::collapse_spaces(out)));
}

}  // namespace

TEST_CASE("pages of the matrix show cells without a version where no version is known") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  REQUIRE(disk->write(work.path + "/kbuild.yml",
                      "site: {name: Site}\nlanguages: [en]\nsources:\n  - {path: docs, lang: en}\n"
                      "systems:\n  - {name: LUMI}\n  - {name: Puhti}\n"));
  REQUIRE(disk->write(work.path + "/docs/index.md",
                      "---\nproduct: Example\ncatalog: {name: Example, available_on: [LUMI, Puhti]}"
                      "\nversions:\n  - {version: 2.7.1, system: LUMI, status: limited}\n---\n\n"
                      "# Example\n"));
  REQUIRE(disk->write(work.path + "/docs/helper.md",
                      "# Helper\n\nOn Puhti:\n\n```bash\nmodule load helper\n```\n"));
  test::build_site(work.path);
  CHECK(table_text(work, "example/") ==
        "Version not named · Not mentioned Available , Declared "
        "2.7.1 Limited , Declared · Not mentioned");
  CHECK(table_text(work, "helper/") == "Version not named Available");
  CHECK(table_text(work, "") ==
        "Example 2.7.1 , Limited , Declared Available , Declared "
        "Helper · Not mentioned Available");
}
