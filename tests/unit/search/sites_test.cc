// Several sites' indexes searched as one: from directories, and from a server of Xapian's.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

#include "base/process.h"
#include "small_index.h"
#include "support/service.h"
#include "support/skip.h"

using namespace kbuild;
using test::SmallIndex;
using test::top;

namespace {

using Pages = std::vector<std::vector<search::SearchDocument>>;

Pages own_pages() {
  return {{top("en", "disk.md", "Disk quotas", "Each project has a quota on Puhti.")},
          {top("en", "jobs.md", "Batch jobs", "How a batch job is written.")},
          {top("fi", "disk.md", "Levykiintiöt", "Jokaisella projektilla on kiintiö.")}};
}
Pages other_pages() {
  return {{top("en", "disk.md", "Storage", "A quota of files, and quotas of bytes.")},
          {top("en", "containers.md", "Containers", "Containers are built with tykky.")},
          {top("en", "harbour.md", "Harbour", "There is a lighthouse.")},
          {top("fi", "kontit.md", "Kontit", "Säiliöt rakennetaan sekä kokeillaan solmuissa.")},
          {top("fi", "siirto.md", "Tiedonsiirrot", "Tiedostot kopioidaan.")}};
}

/// The pages of both sites, as "site:path", best first.
std::vector<std::string> places(const search::Results& results) {
  std::vector<std::string> out;
  for (const search::PageResult& page : results.pages)
    out.push_back((page.site.empty() ? "own" : page.site) + ":" + page.path);
  return out;
}

void check_both(const SmallIndex& both) {
  auto quota = places(both.ask("quota"));
  std::sort(quota.begin(), quota.end());
  CHECK(quota == std::vector<std::string>{"Other:disk.md", "own:disk.md"});
  auto tykky = both.ask("tykky");
  REQUIRE(tykky.pages.size() == 1);
  CHECK(tykky.pages[0].site == "Other");
  CHECK(tykky.pages[0].url == "https://other.example/containers/");
  CHECK(tykky.pages[0].sections[0].excerpt.text.find("tykky") != std::string::npos);
  REQUIRE(tykky.facets.sites.size() == 1);
  CHECK(tykky.facets.sites[0].first == "Other");
  // Forms, spelling and beginnings of the other site's words.
  CHECK(places(both.ask("container")) == std::vector<std::string>{"Other:containers.md"});
  CHECK(places(both.ask("tykkyy")) == std::vector<std::string>{"Other:containers.md"});
  CHECK(places(both.ask("contai")) == std::vector<std::string>{"Other:containers.md"});
  CHECK(places(both.ask("solmu", "fi")) == std::vector<std::string>{"Other:kontit.md"});
  if (search::have_voikko())
    CHECK(places(both.ask("siirto", "fi")) == std::vector<std::string>{"Other:siirto.md"});
  search::Query query;
  query.text = "quota";
  query.language = "en";
  query.site = "Other";
  CHECK(places(search::search(*both.index, query)) == std::vector<std::string>{"Other:disk.md"});
  CHECK(both.index->failure().empty());
}

}  // namespace

TEST_CASE("two directories are searched as one") {
  SmallIndex other(other_pages());
  SmallIndex both(own_pages(), {{"Other", "https://other.example/", other.path + "/index"}});
  CHECK(both.index->unreachable().empty());
  check_both(both);
}

TEST_CASE("a site that is not there is left out, and said to be") {
  SmallIndex both(own_pages(), {{"Gone", "https://gone.example/", "/nowhere/at/all"},
                                {"Odd", "https://odd.example/", "xapian://nowhere"}});
  REQUIRE(both.index->unreachable().size() == 2);
  CHECK(both.index->unreachable()[0].first == "Gone");
  CHECK(both.first("quota") == "disk.md");
}

TEST_CASE("a server is searched as a directory is, and may go away") {
  if (!test::can_run(!base::find_program("xapian-tcpsrv").empty(), "xapian-tools is not installed"))
    return;
  SmallIndex other(other_pages());
  int port = test::free_port();
  auto server = std::make_unique<test::Service>(
      std::vector<std::string>{"xapian-tcpsrv", "--interface", "127.0.0.1", "--port",
                               std::to_string(port), "--quiet", other.path + "/index"},
      other.path);
  REQUIRE(server->wait_for_port(port, 10));
  std::string place = "xapian://127.0.0.1:" + std::to_string(port);
  SmallIndex both(own_pages(), {{"Other", "https://other.example/", place}});
  CHECK(both.index->unreachable().empty());
  check_both(both);
  server.reset();
  // What is known of the other site's pages is found without their texts, and the index says that
  // it failed.
  CHECK(places(both.ask("lighthouse")) == std::vector<std::string>{"Other:harbour.md"});
  CHECK(!both.index->failure().empty());
  auto again =
      search::Index::open(both.path + "/index", {{"Other", "https://other.example/", place}});
  REQUIRE(again);
  CHECK(again->unreachable().size() == 1);
  search::Query query;
  query.text = "batch";
  query.language = "en";
  CHECK(places(search::search(*again, query)) == std::vector<std::string>{"own:jobs.md"});
}
