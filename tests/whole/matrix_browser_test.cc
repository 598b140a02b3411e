// The page of a product in a real Chromium, by keyboard: filter a system, sort, open a cell, follow
// it to the page that says so, and come back to the same view.
#include <doctest/doctest.h>

#include <optional>

#include "base/disk.h"
#include "served_site.h"
#include "support/browser.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

constexpr std::string_view kPage = R"md(---
title: Example
product: Example
---

# Example

Example is software.

## Versions

| Version | Module | LUMI | Puhti |
|:--|:--|:--|:--|
| 2.10.0 | `example/2.10` | - | X |
| 2.9.1 | `example/2.9` | default | X |
| 2.1.0 | `example/2.1` | (x) | |

Modules marked with "(x)" are deprecated.
)md";

/// What a page says of four versions in four ways, each far below its heading.
std::string spread_page() {
  std::string filler;
  for (int i = 0; i < 60; ++i) filler += "Nothing is said here of any version.\n\n";
  return "---\ntitle: Spread\nproduct: Spread\n---\n\n# Spread\n\n## Table\n\n" + filler +
         "| Version | Puhti |\n|:--|:--|\n| 3.4.0 | X |\n\n" + filler + "## List\n\n" + filler +
         "The following versions are available:\n\n- LUMI: 3.3.0\n\n" + filler + "## Prose\n\n" +
         filler + "On LUMI the old Spread 3.2.0 is still available.\n\n" + filler + "## Code\n\n" +
         filler + "On Mahti:\n\n```bash\nmodule load spread/3.1.0\n```\n\n" + filler;
}

/// A sentence makes a cell only once a maintainer has accepted it.
constexpr std::string_view kDecisions = R"yaml(decisions:
  - page: "spread.md"
    section: "Spread > Prose"
    decide: accept
    claims:
      - {text: "On LUMI the old Spread 3.2.0 is still available."}
)yaml";

/// A small site, served on a free port.
struct Served {
  test::WorkDirectory work;
  std::optional<test::ServedDirectory> server;
  std::string address;

  Served() {
    auto disk = base::make_real_disk();
    REQUIRE(disk->write(
        work.path + "/kbuild.yml",
        "site: {name: Site}\nlanguages: [en]\nsources:\n  - {path: docs, lang: en}\n"
        "systems:\n  - {name: LUMI}\n  - {name: Puhti}\n  - {name: Mahti}\nproducts:\n  - {name: "
        "Example}\n  - {name: Spread}\n"));
    REQUIRE(disk->write(work.path + "/docs/example.md", kPage));
    REQUIRE(disk->write(work.path + "/docs/index.md", "# Home\n\n[Example](example.md)\n"));
    REQUIRE(disk->write(work.path + "/docs/spread.md", spread_page()));
    REQUIRE(disk->write(work.path + "/claims.yml", kDecisions));
    test::build_site(work.path);
    server.emplace(work.path + "/site");
    address = server->address;
  }
};

constexpr const char* kEnter = "\xee\x80\x87";

}  // namespace

TEST_CASE("a product's page in Chromium: filter, sort, open a cell, follow it, come back") {
  auto browser = test::Browser::start();
  if (!browser) return;
  Served site;
  browser->open(site.address + "matrix/example/");
  auto rows = [&] {
    return browser->script(
        "return [...document.querySelectorAll('.kb-matrix-table tbody tr')].filter(r => "
        "!r.hidden).map(r => r.cells[0].textContent.trim()).join(' ')");
  };
  auto columns = [&] {
    return browser->script(
        "return [...document.querySelectorAll('.kb-matrix-table thead th')].filter(c => "
        "!c.hidden).map(c => c.textContent.trim()).join(' ')");
  };
  CHECK(rows() == "2.10.0 2.9.1 2.1.0");
  CHECK(columns() == "Version LUMI Puhti");

  // The first letters of an option choose it.
  browser->type("select[name=column]", "LUMI");
  CHECK(
      browser->wait_for("[...document.querySelectorAll('.kb-matrix-table thead th')].filter(c => "
                        "!c.hidden).length === 2"));
  CHECK(columns() == "Version LUMI");

  // Versions sort as versions.
  browser->type("thead th:first-child .kb-sort", kEnter);
  CHECK(rows() == "2.1.0 2.9.1 2.10.0");
  CHECK(browser->script("return document.querySelector('thead th').getAttribute('aria-sort')") ==
        "ascending");
  browser->type("thead th:nth-child(2) .kb-sort", kEnter);
  CHECK(rows() == "2.9.1 2.1.0 2.10.0");

  browser->type("td[data-status=default] .kb-cell", kEnter);
  CHECK(browser->wait_for("document.querySelector('.kb-source:popover-open') !== null"));
  std::string told =
      browser->script("return document.querySelector('.kb-source:popover-open').textContent");
  for (std::string_view part : {"2.9.1", "LUMI", "module load example/2.9", "line 15"})
    CHECK_MESSAGE(told.find(part) != told.npos, part << " in " << told);
  browser->screenshot("matrix-cell");

  browser->type(".kb-source:popover-open a", kEnter);
  CHECK(browser->wait_for(
      "location.pathname.endsWith('/example/') && !location.pathname.includes('matrix') && "
      "document.readyState === 'complete'"));
  CHECK(browser->script("return location.hash") == "#versions");
  CHECK(browser->script("return document.getElementById('versions') !== null") == true);

  browser->script("history.back()");
  CHECK(browser->wait_for(
      "location.pathname.endsWith('/matrix/example/') && document.readyState === 'complete'"));
  CHECK(
      browser->wait_for("[...document.querySelectorAll('.kb-matrix-table thead th')].filter(c => "
                        "!c.hidden).length === 2"));
  CHECK(columns() == "Version LUMI");
  for (const std::string& error : browser->console_errors()) FAIL_CHECK(error);
}

TEST_CASE("every claim of a product's page leads to the words that make it") {
  auto browser = test::Browser::start();
  if (!browser) return;
  Served site;
  struct Claimed {
    std::string_view version, words;
  };
  for (auto [version, words] :
       {Claimed{"3.4.0", "3.4.0"}, Claimed{"3.3.0", "LUMI: 3.3.0"},
        Claimed{"3.2.0", "Spread 3.2.0 is still"}, Claimed{"3.1.0", "spread/3.1.0"}}) {
    browser->open(site.address + "matrix/spread/");
    std::string link =
        "[...document.querySelectorAll('.kb-source')].find(s => "
        "s.textContent.includes('" +
        std::string(version) + "')).querySelector('a')";
    std::string address = browser->script("return " + link + ".href");
    CHECK(address.find(":~:text=") != std::string::npos);
    browser->open(address);
    // The heading is far above; the words are in sight.
    CHECK(browser->wait_for("scrollY > 1000 || document.readyState !== 'complete'"));
    std::string in_sight =
        "[...document.querySelectorAll('main td, main li, main p, main code')].some(e => { const r "
        "= "
        "e.getBoundingClientRect(); return e.textContent.replace(/\\s+/g, ' ').includes('" +
        std::string(words) + "') && r.height > 0 && r.top >= 0 && r.bottom <= innerHeight; })";
    CHECK_MESSAGE(browser->wait_for(in_sight), version << " by " << address);
  }
  for (const std::string& error : browser->console_errors()) FAIL_CHECK(error);
}
