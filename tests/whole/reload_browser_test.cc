// A page that `kbuild serve` shows is loaded anew when the site changes: by a script of the
// server's own, within a policy that allows no other, and by one stream for all frames and tabs.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "served_site.h"
#include "support/browser.h"
#include "work_directory.h"

using namespace kbuild;

TEST_CASE("open pages reload when the site changes, more of them than connections") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  auto write = [&](const std::string& title) {
    REQUIRE(disk->write(work.path + "/index.html",
                        "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\""
                        "default-src 'none'; script-src 'self'; connect-src 'self'\"><title>" +
                            title + "</title><p>x</p>"));
  };
  write("before");
  test::ServedDirectory served(work.path);
  auto browser = test::Browser::start();
  if (!browser) return;
  // Chromium opens six connections to a server; each tab of its own would hold one for its reloads.
  browser->open(served.address);
  for (int i = 0; i < 8; ++i) browser->open_tab(served.address + "?" + std::to_string(i));
  CHECK(browser->wait_for("document.title === 'before'"));
  write("after");
  for (int i = 0; i < 20; ++i) {
    served.server().reload();
    if (browser->wait_for("document.title === 'after'")) break;
  }
  CHECK(browser->wait_for("document.title === 'after'"));
  CHECK(browser->console_errors().empty());
}
