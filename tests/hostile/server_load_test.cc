// Many at once, and much from one: open pages, slow connections and requests that ask for more than
// they cost leave `kbuild serve` small, and ready for the next reader.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "base/disk.h"
#include "support/service.h"
#include "support/skip.h"
#include "whole/work_directory.h"

using namespace kbuild;

namespace {

/// `kbuild serve` on a site with a page and a file of 3 MB.
struct Served {
  test::WorkDirectory work;
  int port = test::free_port();
  std::optional<test::Service> service;

  Served() {
    auto disk = base::make_real_disk();
    REQUIRE(disk->write(work.path + "/kbuild.yml",
                        "site: {name: T}\nlanguages: [en]\nsources: [{path: docs, lang: en}]\n"));
    REQUIRE(disk->write(work.path + "/docs/index.md", "# Home\n\n[Long](long.pdf)\n"));
    REQUIRE(disk->write(work.path + "/docs/long.pdf", std::string(3 << 20, 'x')));
    std::vector<std::string> arguments = {KBUILD_PROGRAM, "--out",  "site",
                                          "serve",        "--port", std::to_string(port)};
    service.emplace(arguments, work.path);
    REQUIRE(service->wait_for_port(port, 60));
    REQUIRE(answers());
  }

  bool answers() const { return test::http_get(port, "/").status == 200; }
};

/// What many requests may leave in memory.
constexpr long kSlackKib = 32 << 10;

/// Open files are counted: the test holds one for each connection.
bool can_open(rlim_t files) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur < files) {
    limit.rlim_cur = std::min(files, limit.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  return test::can_run(limit.rlim_cur >= files, "fewer open files are allowed than it takes");
}

}  // namespace

TEST_CASE("a thousand ranges, a hundred times, cost no memory") {
  Served site;
  std::string ranges = "bytes=0-";
  for (int i = 0; i < 1000; ++i) ranges += ",0-";
  long before = site.service->resident_kib();
  REQUIRE(before > 0);
  std::vector<test::RawConnection> readers;
  for (int i = 0; i < 100; ++i) {
    readers.emplace_back(site.port);
    REQUIRE(readers.back().send("GET /long.pdf HTTP/1.1\r\nHost: localhost\r\nRange: " + ranges +
                                "\r\n\r\n"));
  }
  CHECK(readers.front().receive_until("\r\n\r\n", 10'000).find("Content-Length: 3145728\r\n") !=
        std::string::npos);
  CHECK(site.answers());
  CHECK(site.service->resident_kib() < before + kSlackKib);
}

TEST_CASE("headers without end are refused before they cost memory") {
  Served site;
  long before = site.service->resident_kib();
  std::string headers;
  for (int i = 0; i < 10'000; ++i) headers += "X: y\r\n";
  for (const std::string& piece : {headers, std::string(60'000, 'x')}) {
    test::RawConnection reader(site.port);
    (void)reader.send("GET / HTTP/1.1\r\nHost: localhost\r\n");
    // 24 MB at most: the other side does not take them.
    int sent = 0;
    while (sent < 400 && reader.send(piece)) ++sent;
    CHECK(sent < 400);
    CHECK(site.service->resident_kib() < before + kSlackKib);
  }
  CHECK(site.answers());
}

TEST_CASE("64 open pages and 500 slow connections do not keep the next reader waiting") {
  if (!can_open(2048)) return;
  Served site;
  long before = site.service->resident_kib();
  std::vector<test::RawConnection> pages, slow;
  for (int i = 0; i < 64; ++i) {
    pages.emplace_back(site.port);
    REQUIRE(pages.back().send("GET /api/reload HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  }
  for (int i = 0; i < 500; ++i) {
    slow.emplace_back(site.port);
    REQUIRE(slow.back().send("GET / HTTP/1.1\r\nHo"));
  }
  for (int i = 0; i < 20; ++i) {
    for (test::RawConnection& one : slow) (void)one.send("o");
    CHECK(site.answers());
    CHECK(test::http_get(site.port, "/api/search?q=home").status == 200);
  }
  // The pages are still told.
  REQUIRE(base::make_real_disk()->write(site.work.path + "/docs/index.md", "# Home again\n"));
  for (test::RawConnection& page : {std::ref(pages.front()), std::ref(pages.back())})
    CHECK(page.receive_until("event: reload\n", 30'000).find("event: reload\n") !=
          std::string::npos);
  CHECK(site.service->resident_kib() < before + kSlackKib);
}

TEST_CASE("more connections than the server holds do not shut it") {
  if (!can_open(4096)) return;
  Served site;
  std::vector<test::RawConnection> many;
  for (int i = 0; i < 2000; ++i) many.emplace_back(site.port);
  CHECK(site.answers());
  CHECK(many.front().is_closed_within(5000));
}
