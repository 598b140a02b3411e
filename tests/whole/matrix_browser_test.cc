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
        "systems:\n  - {name: LUMI}\n  - {name: Puhti}\nproducts:\n  - {name: Example}\n"));
    REQUIRE(disk->write(work.path + "/docs/example.md", kPage));
    REQUIRE(disk->write(work.path + "/docs/index.md", "# Home\n\n[Example](example.md)\n"));
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
      "location.pathname.endsWith('/example/') && !location.pathname.includes('matrix')"));
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
