// The search box of a small site in a real Chromium as narrow as a phone: a combobox by keyboard
// and by touch, with filters, spelling, recent searches and help where nothing is found.
#include <doctest/doctest.h>

#include <optional>

#include "base/disk.h"
#include "served_site.h"
#include "support/browser.h"
#include "work_directory.h"

using namespace kbuild;
using BoxJson = nlohmann::json;

namespace {

constexpr const char* kDown = "\uE015";
constexpr const char* kUp = "\uE013";
constexpr const char* kEnterKey = "\uE007";
constexpr const char* kEscape = "\uE00C";

struct ServedBox {
  test::WorkDirectory work;
  std::optional<test::ServedDirectory> server;
  std::string address;

  ServedBox() {
    auto disk = base::make_real_disk();
    auto write = [&](const std::string& path, const std::string& text) {
      REQUIRE(disk->write(work.path + "/" + path, text));
    };
    write("kbuild.yml",
          "site: {name: Site}\nlanguages: [en, fi]\nsources:\n  - {path: en, lang: en}\n"
          "  - {path: fi, lang: fi}\nsystems:\n  - {name: LUMI}\n  - {name: Puhti}\nproducts:\n"
          "  - {name: PyTorch}\n  - {name: Tykky}\n  - {name: GROMACS}\n");
    write("en/index.md", "# Home\n\nStart here.\n");
    write("en/disk.md",
          "# Disk quotas\n\nEach project has a quota.\n\n## Quota on Puhti\n\nMuch.\n\n"
          "## Quota on LUMI\n\nMore.\n");
    write("en/faq/quota.md", "# Why is my quota full?\n\nLook at Puhti.\n");
    write("en/pytorch.md", "# PyTorch\n\nPyTorch fills a quota.\n");
    write("en/tykky.md", "# Tykky\n\nTykky fills no quota.\n");
    write("en/gromacs.md",
          "---\nproduct: GROMACS\n---\n# GROMACS\n\n| Version | Module | LUMI |\n|:--|:--|:--|\n"
          "| 2024.3 | `gromacs/2024.3` | X |\n");
    write("fi/index.md", "# Etusivu\n\nTästä alkaa.\n");
    write("fi/disk.md", "# Levyjen quota\n\nJokaisella on quota.\n");
    test::build_site(work.path);
    server.emplace(work.path + "/site");
    address = server->address;
  }
};

class Box {
 public:
  explicit Box(test::Browser& browser) : browser_(browser) {}
  void type(const std::string& text) { browser_.type("#kb-search-input", text); }
  void ask(const std::string& text) {
    browser_.script(
        "const i = document.querySelector('#kb-search-input'); i.value = ''; i.focus()");
    type(text);
    CHECK(browser_.wait_for("document.querySelector('.kb-search-status').textContent.trim()"));
  }
  BoxJson input(const std::string& attribute) {
    return browser_.script("return document.querySelector('#kb-search-input').getAttribute('" +
                           attribute + "')");
  }
  /// Texts of the elements of the panel that match.
  std::vector<std::string> texts(const std::string& selector) {
    return browser_.script("return [...document.querySelectorAll('.kb-search-panel " + selector +
                           "')].map(e => e.textContent.trim())");
  }

 private:
  test::Browser& browser_;
};

}  // namespace

TEST_CASE("the search box on a phone: roles, keys, filters, spelling, recent searches, help") {
  auto browser = test::Browser::start({.width = 500, .height = 800});
  if (!browser) return;
  ServedBox site;
  browser->open(site.address);
  Box box(*browser);
  CHECK(box.input("role") == "combobox");
  CHECK(box.input("aria-expanded") == "false");
  CHECK(box.input("aria-controls") == "kb-search-list");
  CHECK(browser->script("return document.getElementById('kb-search-list').getAttribute('role')") ==
        "listbox");

  box.ask("quota");
  REQUIRE(browser->wait_for("document.querySelector('[role=option]')"));
  CHECK(box.input("aria-expanded") == "true");
  CHECK(box.texts(".kb-search-status").at(0) == "4 results");
  CHECK(browser->script("return document.querySelector('.kb-search-status').getAttribute("
                        "'aria-live')") == "polite");
  // It fits the screen, and a finger hits an option.
  CHECK(browser->script("const r = document.querySelector('.kb-search-panel')"
                        ".getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth && "
                        "document.documentElement.scrollWidth <= innerWidth") == true);
  CHECK(browser->script("return [...document.querySelectorAll('[role=option]')].every(o => "
                        "o.getBoundingClientRect().height >= 24)") == true);
  browser->screenshot("search-phone");

  box.type(kDown);
  CHECK(box.input("aria-activedescendant") == "kb-search-option-0");
  box.type(kDown);
  CHECK(box.input("aria-activedescendant") == "kb-search-option-1");
  box.type(kUp);
  box.type(kUp);
  CHECK(box.input("aria-activedescendant").is_null());
  box.type(kEscape);
  CHECK(box.input("aria-expanded") == "false");
  box.type(kDown);
  CHECK(browser->wait_for("!document.querySelector('.kb-search-panel').hidden"));

  // Filters, the pressed one again to take it back.
  browser->click("[data-key='kind=faq']");
  CHECK(
      browser->wait_for("document.querySelector('.kb-search-status').textContent.startsWith("
                        "'One result')"));
  CHECK(box.texts("[aria-pressed=true]") == std::vector<std::string>{"Questions (1)"});
  browser->click("[data-key='kind=faq']");
  CHECK(
      browser->wait_for("document.querySelector('.kb-search-status').textContent.startsWith('4')"));
  browser->click("[data-key='system=LUMI']");
  CHECK(
      browser->wait_for("document.querySelector('.kb-search-status').textContent.startsWith("
                        "'One result')"));
  browser->click("[data-key='system=LUMI']");
  browser->click("[data-key='product=PyTorch']");
  CHECK(browser->wait_for("document.querySelector('.kb-search-title')?.textContent === 'PyTorch'"));
  browser->click("[data-key='product=PyTorch']");
  browser->click("[data-key='target=fi']");
  CHECK(browser->wait_for(
      "document.querySelector('.kb-search-title')?.textContent === 'Levyjen quota'"));
  browser->click("[data-key='target=fi']");

  // A spelling is corrected, and can be taken back.
  box.ask("qouta");
  CHECK(browser->wait_for(
      "document.querySelector('.kb-search-status').textContent.includes('quota')"));
  browser->click(".kb-search-status button");
  CHECK(
      browser->wait_for("document.querySelector('.kb-search-status').textContent.startsWith("
                        "'No results')"));
  CHECK(box.texts(".kb-search-status").at(0).find("Try fewer") != std::string::npos);

  // What was opened is remembered, here and nowhere else.
  box.ask("pytorch");
  REQUIRE(
      browser->wait_for("document.querySelector('.kb-search-title')?.textContent === 'PyTorch'"));
  box.type(kDown);
  box.type(kEnterKey);
  REQUIRE(browser->wait_for("location.pathname.endsWith('/pytorch/')"));
  browser->click("#kb-search-input");
  CHECK(
      browser->wait_for("document.querySelector('.kb-search-recent')?.textContent === 'pytorch'"));
  browser->click(".kb-search-recent");
  CHECK(browser->wait_for("document.querySelector('.kb-search-title')?.textContent === 'PyTorch'"));
  for (const std::string& error : browser->console_errors()) FAIL_CHECK(error);
}

TEST_CASE("the search page shows the matrix's answer above the pages") {
  auto browser = test::Browser::start({.width = 500, .height = 800});
  if (!browser) return;
  ServedBox site;
  browser->open(site.address + "search/?q=gromacs+2024+lumi");
  REQUIRE(browser->wait_for("document.querySelector('.kb-search-results .kb-search-answer')"));
  CHECK(browser->script("const li = document.querySelector('.kb-search-results').children; return "
                        "li.length > 1 && li[0].className === 'kb-search-answer'") == true);
  std::string says = browser->script(
      "return document.querySelector('.kb-search-results .kb-search-answer a')"
      ".textContent");
  CHECK(says.find("GROMACS 2024.3 on LUMI") == 0);
  CHECK(browser->script("return document.querySelector('.kb-search-answer code').textContent") ==
        "module load gromacs/2024.3");
  CHECK(browser->script("return document.querySelectorAll('[data-search-page] .kb-search-facets "
                        "button').length > 0") == true);
  CHECK(browser->script("return document.querySelector('.kb-search-results .kb-search-answer a')"
                        ".pathname.endsWith('/gromacs/')") == true);
  // A product alone asks for its page.
  browser->open(site.address + "search/?q=gromacs");
  REQUIRE(browser->wait_for("document.querySelector('.kb-search-results .kb-search-title')"));
  CHECK(browser->script("return document.querySelector('.kb-search-answer')").is_null());
  for (const std::string& error : browser->console_errors()) FAIL_CHECK(error);
}
