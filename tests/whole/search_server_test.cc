// `kbuild serve` over HTTP: the search page as a reader without scripts gets it, the same answers
// as JSON, and pages of another site beside one's own.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "support/service.h"
#include "work_directory.h"

using namespace kbuild;
using base::Json;

namespace {

void write(const std::string& path, const std::string& text) {
  REQUIRE(base::make_real_disk()->write(path, text));
}

/// Two sites side by side, of which the first searches the second as well.
struct Sites {
  test::WorkDirectory work;
  std::string own = work.path + "/own", other = work.path + "/other";

  Sites() {
    write(other + "/kbuild.yml",
          "site: {name: Other}\nlanguages: [en]\nsources:\n  - {path: docs, lang: en}\n");
    write(other + "/docs/index.md", "# Other centre\n\nContainers are built with tykky.\n");
    write(other + "/docs/quota.md", "# Storage\n\nA quota of files.\n");
    run(other, {"build"});
    write(own + "/docs/index.md", "# Home\n\nStart here.\n");
    write(own + "/docs/disk.md",
          "# Disk quotas\n\nEach project has_part a quota on Puhti: `<b>` & more.\n\n## Scratch on "
          "Puhti\n\nA "
          "quota of scratch.\n");
    write(own + "/docs/faq/quota.md", "# Why is my quota full?\n\nLumi has_part another quota.\n");
    write(own + "/docs/pytorch.md",
          "---\nproduct: PyTorch\n---\n# PyTorch\n\n| Version | Module | LUMI |\n|:--|:--|:--|\n"
          "| 2.7.1 | `pytorch/2.7` | X |\n");
    write(own + "/docs-fi/disk.md", "# Levykiintiöt\n\nJokaisella projektilla on kiintiö.\n");
    write(own + "/kbuild.yml",
          "site: {name: Own}\nlanguages: [en, fi]\nsources:\n  - {path: docs, lang: en}\n"
          "  - {path: docs-fi, lang: fi}\nsystems:\n  - {name: LUMI}\n  - {name: Puhti}\n"
          "products:\n  - {name: PyTorch}\nsearch:\n  others:\n    - {name: Other, url: "
          "\"https://other.example\", index: " +
              index_of(other) + "}\n");
  }

  /// Where a site's index is.
  static std::string index_of(const std::string& site) {
    for (const auto& entry : std::filesystem::directory_iterator(site + "/.kbuild"))
      if (std::filesystem::is_directory(entry.path() / "search"))
        return (entry.path() / "search").native();
    FAIL("no index below " << site);
    return {};
  }

  static std::string run(const std::string& site, std::vector<std::string> arguments) {
    // The other site stands beside the own one.
    std::vector<std::string> all = {KBUILD_PROGRAM, "--allow-read", site + "/../other"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    auto outcome = base::run_process({.arguments = all, .directory = site, .timeout = 60});
    REQUIRE(outcome);
    INFO(outcome->errors);
    REQUIRE(outcome->exit_code <= 1);
    return outcome->output;
  }
};

bool has_part(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace

TEST_CASE("the server's search page needs no script, and its API tells the same") {
  Sites sites;
  int port = test::free_port();
  test::Service server(
      {KBUILD_PROGRAM, "--allow-read", sites.other, "serve", "--port", std::to_string(port)},
      sites.own);
  REQUIRE(server.wait_for_port(port, 60));

  SUBCASE("results, filters and the way back to the words as typed") {
    test::Answer page = test::http_get(port, "/search/?q=quota");
    CHECK(page.status == 200);
    CHECK(has_part(page.body, "value=\"quota\""));
    CHECK(has_part(page.body, "<a href=\"../disk/\"><strong"));
    CHECK(has_part(page.body, "&lt;b&gt;"));
    CHECK(has_part(page.body, "<mark>quota</mark>"));
    CHECK(!has_part(page.body, "<noscript>"));
    CHECK(has_part(page.body, "href=\"?q=quota&amp;kind=faq\">Questions (1)</a>"));
    CHECK(has_part(page.body, "href=\"?q=quota&amp;system=Puhti\">Puhti (1)</a>"));
    test::Answer faq = test::http_get(port, "/search/?q=quota&kind=faq");
    CHECK(has_part(faq.body, "Why is my quota full?"));
    CHECK(!has_part(faq.body, "<strong class=\"kb-search-title\">Disk quotas"));
    CHECK(has_part(faq.body, "href=\"?q=quota\" aria-current=\"true\""));
    test::Answer typo = test::http_get(port, "/search/?q=scrathc");
    CHECK(has_part(typo.body, "Showing results for “scratch”"));
    CHECK(has_part(typo.body, "<a href=\"?q=scrathc&amp;literal=1\">"));
    CHECK(has_part(test::http_get(port, "/search/?q=scrathc&literal=1").body,
                   "No results Try fewer"));
    test::Answer hostile =
        test::http_get(port, "/search/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E");
    CHECK(hostile.status == 200);
    CHECK(!has_part(hostile.body, "<script>alert"));
    CHECK(test::http_get(port, "/search/?q=" + std::string(500, 'a')).status == 414);
  }
  SUBCASE("the matrix's answer is above the pages") {
    test::Answer page = test::http_get(port, "/search/?q=pytorch+2.7+lumi");
    CHECK(has_part(page.body,
                   "<ol class=\"kb-search-results\">\n<li class=\"kb-search-answer\"><a "
                   "href=\"../pytorch/"));
    CHECK(has_part(page.body, "<code>module load pytorch/2.7</code></a></li>"));
  }
  SUBCASE("the other language's page, in its own words") {
    test::Answer page = test::http_get(port, "/fi/search/?q=kiintiö");
    CHECK(has_part(page.body, "Levykiintiöt"));
    CHECK(has_part(page.body, "lang=\"fi\""));
  }
  SUBCASE("JSON: answer first, filters, facets, another site's pages under its address") {
    Json answer = Json::parse(test::http_get(port, "/api/search?q=pytorch+2.7+lumi&lang=en").body);
    REQUIRE(!answer["answers"].empty());
    CHECK(answer["answers"][0]["version"] == "2.7.1");
    CHECK(answer["results"][0]["path"] == "pytorch.md");
    CHECK(answer["results"][0]["url"] == "pytorch/");
    Json quota = Json::parse(test::http_get(port, "/api/search?q=quota&lang=en").body);
    CHECK(quota["results"].size() == 3);
    CHECK(quota["facets"]["site"][0]["value"] == "Other");
    CHECK(quota["facets"]["kind"].size() == 2);
    CHECK(Json::parse(test::http_get(port, "/api/search?q=quota&lang=en").body) == quota);
    Json puhti = Json::parse(test::http_get(port, "/api/search?q=quota&lang=en&system=Puhti").body);
    REQUIRE(puhti["results"].size() == 1);
    CHECK(puhti["results"][0]["path"] == "disk.md");
    Json tykky = Json::parse(test::http_get(port, "/api/search?q=tykky&lang=en&site=Other").body);
    REQUIRE(tykky["results"].size() == 1);
    CHECK(tykky["results"][0]["site"] == "Other");
    CHECK(tykky["results"][0]["url"] == "https://other.example/");
    Json across =
        Json::parse(test::http_get(port, "/api/search?q=levykiintiöt&lang=fi&target=en").body);
    REQUIRE(!across["results"].empty());
    CHECK(across["results"][0]["path"] == "disk.md");
    CHECK(has_part(test::http_get(port, "/search/?q=tykky").body,
                   "data-site=\"Other\"><a href=\"https://other.example/\""));
  }
}

TEST_CASE("the command line searches other sites, explains scores and lists what nobody finds") {
  Sites sites;
  std::string found = Sites::run(sites.own, {"search", "tykky"});
  CHECK(has_part(found, "Other: https://other.example/"));
  CHECK(has_part(Sites::run(sites.own, {"search", "--site", "Other", "quota"}), "Storage"));
  CHECK(has_part(Sites::run(sites.own, {"search", "scrathc"}),
                 "showing results for 'scratch' instead of 'scrathc'"));
  CHECK(has_part(Sites::run(sites.own, {"search", "--literal", "scrathc"}), "nothing found"));
  CHECK(
      has_part(Sites::run(sites.own, {"search", "--lang", "fi", "--target", "en", "levykiintiöt"}),
               "(en/disk.md)"));
  std::string why = Sites::run(sites.own, {"search", "--why", "quotas"});
  CHECK(has_part(why, "0.95 stem: quotas quota"));
  CHECK(has_part(why, "sections "));
  write(sites.own + "/queries.jsonl",
        "{\"id\": 1, \"query\": \"quota\", \"lang\": \"en\"}\n{\"id\": 2, \"query\": "
        "\"levykiintiöt\", \"lang\": \"fi\"}\n");
  CHECK(Sites::run(sites.own, {"search", "--batch", "queries.jsonl", "--unreached"}) ==
        "en/index.md\nen/pytorch.md\n");
}
