// Our own site in a real Chromium: language switch, tabs, search from the box, the matrix, dark
// mode, and no error in the console. KBUILD_SCREENSHOTS=<directory> keeps pictures of what the
// tests saw.
#include <doctest/doctest.h>

#include <optional>

#include "base/process.h"
#include "served_site.h"
#include "support/browser.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

/// The project's own content, built once for all tests of this file and served on a free port.
struct ServedSite {
  test::WorkDirectory work;
  std::optional<test::ServedDirectory> server;
  std::string address;

  ServedSite() {
    auto built = base::run_process(
        {.arguments = {KBUILD_PROGRAM, "--config", KBUILD_ROOT "/kbuild.yml", "--lang", "fi,en",
                       "--out", work.path + "/site", "-q", "build"},
         .directory = work.path,
         .timeout = 120});
    REQUIRE(built);
    INFO(built->errors);
    REQUIRE(built->exit_code == 0);
    CHECK(built->errors == "");
    server.emplace(work.path + "/site");
    address = server->address;
  }
};

void check_console(test::Browser& browser) {
  for (const std::string& error : browser.console_errors()) FAIL_CHECK(error);
}

}  // namespace

TEST_CASE("the built site in Chromium") {
  auto browser = test::Browser::start();
  if (!browser) return;
  ServedSite site;

  SUBCASE("the language switch leads to the same page in the other language") {
    browser->open(site.address + "pytorch/csc/");
    browser->screenshot("page");
    CHECK(browser->script("return document.documentElement.lang") == "en");
    CHECK(browser->script("return document.querySelector('link[hreflang=fi]') !== null") == true);
    std::string href =
        browser->script("return document.querySelector('a[hreflang=fi], a[lang=fi]').href");
    CHECK(href.find("/fi/pytorch/csc/") != href.npos);
    browser->open(href);
    CHECK(browser->script("return document.documentElement.lang") == "fi");
    CHECK(browser->script("return document.querySelector('h1').textContent.includes('CSC:llä')") ==
          true);
    check_console(*browser);
  }

  SUBCASE("choosing a label in one tab set chooses it in all") {
    browser->open(site.address + "pytorch/csc/");
    CHECK(browser->wait_for("document.querySelectorAll('[role=tab]').length >= 4"));
    browser->script(
        "[...document.querySelectorAll('[role=tab]')].find(t => t.textContent.trim() === "
        "'Four GPUs').click()");
    CHECK(
        browser->wait_for("[...document.querySelectorAll('[role=tab][aria-selected=true]')]"
                          ".filter(t => t.textContent.trim() === 'Four GPUs').length === 2"));
    browser->screenshot("tabs");
    check_console(*browser);
  }

  SUBCASE("a cell of the matrix opens what is said and leads to the page that says it") {
    browser->open(site.address + "matrix/pytorch/");
    browser->screenshot("matrix");
    CHECK(browser->script("return document.querySelectorAll('table tbody tr').length >= 8") ==
          true);
    CHECK(browser->script("return document.body.textContent.includes('module load pytorch/2.7')") ==
          true);
    std::string href =
        browser->script("return document.querySelector('a[href*=\"pytorch/csc\"]').href");
    browser->open(href);
    CHECK(browser->script("return location.hash") == "#available");
    CHECK(browser->script("return document.getElementById('available') !== null") == true);
    check_console(*browser);
  }

  SUBCASE("the search box answers") {
    browser->open(site.address);
    browser->click("#kb-search-input");
    browser->type("#kb-search-input", "pytorch 2.7 lumi");
    CHECK(browser->wait_for(
        "document.querySelector('#kb-search-panel') && "
        "document.querySelector('#kb-search-panel').textContent.includes('PyTorch at CSC')"));
    CHECK(
        browser->wait_for("[...document.querySelectorAll('.kb-search-answer')].some(a => "
                          "a.textContent.includes('PyTorch 2.7.1 on LUMI') && "
                          "a.textContent.includes('pytorch/2.7'))"));
    browser->screenshot("search");
    check_console(*browser);
  }
}

TEST_CASE("the built site in the dark and on a phone") {
  auto browser = test::Browser::start({.width = 500, .height = 800, .dark = true});
  if (!browser) return;
  ServedSite site;
  browser->open(site.address + "pytorch/csc/");
  browser->screenshot("phone-dark");
  CHECK(browser->script("return document.documentElement.scrollWidth <= window.innerWidth") ==
        true);
  // A dark page has a background darker than its text.
  CHECK(browser->script(
            "const rgb = c => c.match(/[\\d.]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);"
            "const s = getComputedStyle(document.body);"
            "return matchMedia('(prefers-color-scheme: dark)').matches === false || "
            "rgb(s.backgroundColor) < rgb(s.color)") == true);
  check_console(*browser);
}

TEST_CASE("the built site on a narrow phone has nothing beside the screen") {
  constexpr int kWidth = 360;
  auto browser = test::Browser::start({.width = kWidth, .height = 640});
  if (!browser) return;
  ServedSite site;
  for (const char* page : {"", "pytorch/csc/", "fi/pytorch/csc/", "matrix/", "search/",
                           "kbuild/commands/", "kbuild/configuration/"}) {
    CAPTURE(page);
    browser->open(site.address + page);
    CHECK(browser->script("return innerWidth") == kWidth);
    CHECK(browser->script("return document.documentElement.scrollWidth") == kWidth);
    // What sticks out must at least have a scroll bar of its own.
    CHECK(browser->script(
              "const lost = [...document.querySelectorAll('main *')].filter(e => {"
              "  if (e.getBoundingClientRect().right <= innerWidth + 1) return false;"
              "  for (let a = e; a; a = a.parentElement)"
              "    if (getComputedStyle(a).overflowX !== 'visible') return false;"
              "  return e.getClientRects().length > 0; });"
              "return lost.slice(0, 3).map(e => e.outerHTML.slice(0, 80)).join('; ')") == "");
  }
  browser->screenshot("narrow");
  check_console(*browser);
}
