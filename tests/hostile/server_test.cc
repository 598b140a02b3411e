// Requests that lie to the server: malformed, smuggled, disguised or sent by pages of others. Each
// is refused or read in the one harmless way, by an answer that a browser takes for nothing else.
#include <doctest/doctest.h>

#include <filesystem>
#include <optional>
#include <vector>

#include "base/disk.h"
#include "support/service.h"
#include "whole/served_site.h"
#include "whole/work_directory.h"

using namespace kbuild;

namespace {

constexpr std::string_view kOwn = "Host: 127.0.0.1\r\nConnection: close\r\n\r\n";

/// A site with a page, a picture and links that leave it, served with short deadlines.
struct HostileSite {
  test::WorkDirectory work;
  std::string site = work.path + "/site";
  std::optional<test::ServedDirectory> served;

  explicit HostileSite(serve::Limits limits = {}) {
    auto disk = base::make_real_disk();
    for (const auto& [path, text] : std::initializer_list<std::pair<std::string, std::string>>{
             {"/site/index.html", "<title>home</title>"},
             {"/site/404.html", "<title>missing</title>"},
             {"/site/kbuild/index.html", "<title>k</title>"},
             {"/site/kbuild/index.md", "# K <script>alert(1)</script>\n"},
             {"/site/search/index.html", "<title>search</title>"},
             {"/site/picture.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"},
             {"/site/assets/style.4f0c9d21.css", "a {}"},
             {"/site/evil.example/index.html", "<title>e</title>"},
             {"/outside/secret.txt", "secret"}})
      REQUIRE(disk->write(work.path + path, text));
    std::filesystem::create_symlink(work.path + "/outside", site + "/out");
    std::filesystem::create_symlink(work.path + "/outside/secret.txt", site + "/file.html");
    std::filesystem::create_symlink("index.md", site + "/kbuild/alias.html");
    serve::ServerOptions options{.directory = site};
    options.search = [](const serve::SearchRequest& request) {
      return "[\"" + request.text + "\"]";
    };
    options.search_page = [](const serve::SearchRequest& request, const std::string&,
                             std::string html) { return html + request.text; };
    options.limits = limits;
    served.emplace(std::move(options));
  }

  std::string answer(std::string_view bytes) const {
    return test::answer_to(served->port(), bytes);
  }
  std::string get(const std::string& target, std::string_view headers = "") const {
    return answer("GET " + target + " HTTP/1.1\r\n" + std::string(headers) + std::string(kOwn));
  }
};

/// 0 where there is no answer.
int status_of(std::string_view answer) {
  return answer.starts_with("HTTP/1.1 ") ? std::stoi(std::string(answer.substr(9, 3))) : 0;
}

/// The value of a header, or "".
std::string header(std::string_view answer, const std::string& name) {
  std::string_view head = answer.substr(0, answer.find("\r\n\r\n"));
  std::size_t at = head.find("\r\n" + name + ": ");
  if (at == head.npos) return "";
  at += name.size() + 4;
  return std::string(head.substr(at, head.find("\r\n", at) - at));
}

std::string body_of(std::string_view answer) {
  std::size_t at = answer.find("\r\n\r\n");
  return at == answer.npos ? "" : std::string(answer.substr(at + 4));
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("every answer carries the headers that keep a browser from misreading it") {
  HostileSite site;
  std::string tag = header(site.get("/"), "ETag");
  REQUIRE(!tag.empty());
  for (const std::string& answer :
       {site.get("/"), site.get("/picture.svg"), site.get("/nothing"), site.get("/kbuild"),
        site.get("/%00"), site.get("/api/search?q=x"), site.get("/api/reload.js"),
        site.get("/", "If-None-Match: " + tag + "\r\n"), site.get("/search/?q=x"),
        site.get("/picture.svg", "Range: bytes=0-1\r\n"),
        site.get("/picture.svg", "Range: bytes=900-\r\n"),
        site.answer("POST / HTTP/1.1\r\n" + std::string(kOwn)),
        site.answer("HEAD /api/reload HTTP/1.1\r\n" + std::string(kOwn)),
        site.answer("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), site.answer("x\r\n\r\n")}) {
    CAPTURE(answer);
    CHECK(status_of(answer) >= 200);
    CHECK(header(answer, "X-Content-Type-Options") == "nosniff");
    CHECK(header(answer, "Referrer-Policy") == "same-origin");
    CHECK(header(answer, "Cross-Origin-Resource-Policy") == "same-origin");
    // No foreign page may show it in a frame; a page of the site may.
    std::string policy = header(answer, "Content-Security-Policy");
    CHECK(count(policy, "frame-ancestors 'none'") + count(policy, "frame-ancestors 'self'") == 1);
    CHECK(!header(answer, "Cache-Control").empty());
  }
  CHECK(status_of(site.get("/", "If-None-Match: \"x\", W/" + tag + "\r\n")) == 304);
  for (const char* target : {"/nothing.txt/", "/api/search?q=x", "/picture.svg"})
    CHECK(header(site.get(target), "Content-Security-Policy").find("script") == std::string::npos);
  CHECK(header(site.get("/picture.svg"), "Content-Security-Policy")
            .starts_with("default-src 'none'"));
  CHECK(header(site.get("/assets/style.4f0c9d21.css"), "Cache-Control").find("immutable") !=
        std::string::npos);
}

TEST_CASE("a path is typed by the file that is sent, and hides no control character") {
  HostileSite site;
  CHECK(status_of(site.get("/index.html%00.txt")) == 400);
  CHECK(status_of(site.get("/kbuild/index.md%00.html")) == 400);
  for (const std::string& target :
       std::vector<std::string>{"/%0d%0aX:y", "/a%7f", "/%1b[31m", "/?q=%00", "/?q=a%0ab", "/%",
                                "/%zz", "/%4", "/a?b=%g1", "/%ff%fe", "/?q=%c3", "/a#b", "a",
                                "http://127.0.0.1/", "*", "//", "/\x01"}) {
    CAPTURE(target);
    int status = status_of(site.get(target));
    CAPTURE(status);
    CHECK((status == 400 || (target == "//" && status == 200)));
  }
  std::string alias = site.get("/kbuild/alias.html");
  CHECK(header(alias, "Content-Type") == "text/markdown; charset=utf-8");
  CHECK(alias.find("reload.js") == alias.npos);
  CHECK(body_of(site.get("/")) ==
        "<title>home</title><script src=\"/api/reload.js\" defer></script>\n");
}

TEST_CASE("no path and no link leaves the site") {
  HostileSite site;
  for (const char* target :
       {"/../outside/secret.txt", "/%2e%2e/outside/secret.txt",
        "/kbuild/..%2f..%2foutside/secret.txt", "/out/secret.txt", "/file.html",
        "/..%5coutside%5csecret.txt", "/%252e%252e/outside/secret.txt",
        "/kbuild/../../outside/secret.txt", "//outside/secret.txt", "/out/"}) {
    CAPTURE(target);
    std::string answer = site.get(target);
    CHECK(status_of(answer) == 404);
    CHECK(answer.find("secret") == answer.npos);
  }
}

TEST_CASE("a redirect stays on this server") {
  HostileSite site;
  CHECK(header(site.get("/kbuild"), "Location") == "/kbuild/");
  CHECK(header(site.get("/kbuild?a=b&c"), "Location") == "/kbuild/?a=b&c");
  for (const char* target :
       {"//evil.example", "/%2fevil.example", "/%2fevil.example%2f..%2fkbuild",
        "/%5cevil.example%2f..%2fkbuild", "///evil.example//", "//kbuild", "/%2e", "/a/.."}) {
    CAPTURE(target);
    std::string answer = site.get(target);
    std::string location = header(answer, "Location");
    CHECK((status_of(answer) == 301 || status_of(answer) == 200));
    CHECK(!location.starts_with("//"));
    CHECK(!location.starts_with("/\\"));
    CHECK((location.empty() || location.starts_with("/")));
  }
}

TEST_CASE("only this machine's names and this server's own pages are answered") {
  HostileSite site;
  std::string port = std::to_string(site.served->port());
  auto from = [&](const std::string& host, const std::string& target, const std::string& more) {
    return status_of(
        site.answer("GET " + target + " HTTP/1.1\r\nConnection: close\r\n" + host + more + "\r\n"));
  };
  for (const std::string& name :
       std::vector<std::string>{"localhost", "127.0.0.1", "[::1]", "LocalHost"}) {
    CHECK(from("Host: " + name + "\r\n", "/", "") == 200);
    CHECK(from("Host: " + name + ":" + port + "\r\n", "/api/search?q=x", "") == 200);
  }
  for (const std::string& name : std::vector<std::string>{
           "evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost:x", "[::1", "",
           "localhost@evil.example", "0.0.0.0", "[::1].evil.example", "localhost:80:80"})
    CHECK_MESSAGE(from("Host: " + name + "\r\n", "/", "") == 421, name);
  CHECK(from("", "/", "") == 400);
  CHECK(from("Host: localhost\r\nHost: evil.example\r\n", "/", "") == 400);
  const std::string own = "Host: localhost:9\r\n";
  for (const char* api : {"/api/search?q=x", "/api/reload.js", "/api/reload"}) {
    CAPTURE(api);
    CHECK(from(own, api, "Origin: http://evil.example\r\n") == 403);
    CHECK(from(own, api, "Origin: http://localhost:10\r\n") == 403);
    CHECK(from(own, api, "Origin: null\r\n") == 403);
    CHECK(from(own, api, "Sec-Fetch-Site: cross-site\r\n") == 403);
    CHECK(from(own, api, "Sec-Fetch-Site: same-site\r\n") == 403);
  }
  CHECK(from(own, "/api/search?q=x",
             "Origin: http://localhost:9\r\nSec-Fetch-Site: same-origin\r\n") == 200);
}

TEST_CASE("what two programs might read differently is refused, and nothing behind it is read") {
  HostileSite site;
  const std::string line = "GET / HTTP/1.1\r\nHost: localhost\r\n";
  const std::string second = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
  for (const std::string& request :
       {line + "Content-Length: 5\r\nContent-Length: 40\r\n\r\nhello" + second,
        line + "Content-Length: 5, 5\r\n\r\nhello" + second,
        line + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + second,
        line + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + second,
        line + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + second,
        line + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + second,
        line + "Transfer-Encoding: chunked\r\n\r\nzz\r\n" + second,
        line + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + second,
        line + "Content-Length: 5\r\n\r\nhello" + second,
        line + "Content-Length: +5\r\n\r\nhello" + second,
        line + "Content-Length: -1\r\n\r\n" + second,
        line + "Content-Length: 0x5\r\n\r\nhello" + second,
        line + "Content-Length : 5\r\n\r\nhello" + second,
        line + "Content-Length: 99999999999999999999999\r\n\r\n" + second,
        line + "X\r\n\r\n" + second,
        line + ": x\r\n\r\n" + second,
        line + "X: a\rb\r\n\r\n" + second,
        "GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n" + second,
        "GET /\tHTTP/1.1\r\nHost: localhost\r\n\r\n" + second,
        "GET /\r\n\r\n" + second,
        "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n" + second,
        "GET / HTTP/1.2\r\nHost: localhost\r\n\r\n" + second,
        "GET / HTTP/1.1\nHost: localhost\n\n" + second,
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + second,
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello" + second,
        "BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n" + second,
        "CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n" + second,
        "TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n" + second,
        std::string("\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03", 11) + std::string(200, 'x') +
            "\r\n\r\n" + second,
        line + std::string("X: a\0b\r\n\r\n", 10) + second}) {
    CAPTURE(request);
    std::string answer = site.answer(request);
    CHECK(status_of(answer) >= 400);
    CHECK(count(answer, "HTTP/1.1 ") == 1);
    CHECK(header(answer, "Connection") == "close");
  }
}

TEST_CASE(
    "requests in one packet are answered in their order, and bytes one by one are one request") {
  HostileSite site;
  std::string many;
  for (int i = 0; i < 200; ++i)
    many += "GET /picture.svg?" + std::to_string(i) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  std::string answers = site.answer(many + "HEAD / HTTP/1.1\r\n" + std::string(kOwn));
  CHECK(count(answers, "HTTP/1.1 200 OK") == 201);
  CHECK(count(answers, "<svg") == 200);
  CHECK(count(answers, "<title>") == 0);
  test::RawConnection slow(site.served->port());
  for (char c : "GET / HTTP/1.1\r\n" + std::string(kOwn)) REQUIRE(slow.send(std::string(1, c)));
  CHECK(status_of(slow.receive(5000)) == 200);
  test::RawConnection half(site.served->port());
  REQUIRE(half.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  half.end_sending();
  CHECK(status_of(half.receive(5000)) == 200);
  CHECK(half.is_closed_within(0));
}

TEST_CASE("a head has a size, a number of headers and a deadline, whatever trickles in") {
  serve::Limits limits;
  limits.head_time = std::chrono::milliseconds(600);
  limits.idle_time = std::chrono::milliseconds(600);
  HostileSite site(limits);
  CHECK(status_of(site.answer("GET /" + std::string(40'000, 'a'))) == 414);
  CHECK(status_of(site.answer("GET / HTTP/1.1\r\nHost: localhost\r\nX: " +
                              std::string(40'000, 'a'))) == 431);
  std::string headers;
  for (int i = 0; i < 101; ++i) headers += "X: y\r\n";
  CHECK(status_of(site.get("/", headers)) == 431);
  CHECK(status_of(site.get("/search/?q=" + std::string(401, 'a'))) == 414);
  CHECK(status_of(site.get("/api/search?q=" + std::string(401, 'a'))) == 414);
  // A byte now and then does not prolong the time of a head.
  test::RawConnection trickle(site.served->port()), silent(site.served->port());
  (void)trickle.send("GET / HTTP/1.1\r\nX: ");
  bool closed = false;
  for (int i = 0; i < 100 && !closed; ++i) {
    (void)trickle.send("x");
    closed = trickle.is_closed_within(100);
  }
  CHECK(closed);
  CHECK(silent.is_closed_within(10'000));
  // One that asks nothing more is let go as well.
  test::RawConnection kept(site.served->port());
  REQUIRE(kept.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  CHECK(status_of(kept.receive_until("</script>", 5000)) == 200);
  CHECK(kept.is_closed_within(10'000));
}

TEST_CASE("a reader that takes nothing of a long answer is let go") {
  serve::Limits limits;
  limits.write_time = std::chrono::milliseconds(600);
  HostileSite site(limits);
  constexpr std::size_t kSize = 64 << 20;
  REQUIRE(base::make_real_disk()->write(site.site + "/long.pdf", std::string(kSize, 'x')));
  test::RawConnection reader(site.served->port());
  REQUIRE(reader.send("GET /long.pdf HTTP/1.1\r\n" + std::string(kOwn)));
  std::this_thread::sleep_for(std::chrono::seconds(2));
  std::string some = reader.receive(10'000);
  CHECK(status_of(some) == 200);
  CHECK(some.size() < kSize);
  CHECK(body_of(site.get("/long.pdf")).size() == kSize);
}

TEST_CASE("one range is sent, several are the whole file") {
  HostileSite site;
  std::string whole = body_of(site.get("/picture.svg"));
  struct Row {
    const char* range;
    int status;
    std::string body;
  };
  for (const Row& row : {Row{"bytes=0-3", 206, whole.substr(0, 4)},
                         {"bytes=4-", 206, whole.substr(4)},
                         {"bytes=-3", 206, whole.substr(whole.size() - 3)},
                         {"bytes=0-99999", 206, whole},
                         {"bytes=0-,0-", 200, whole},
                         {"bytes=9-2", 200, whole},
                         {"bytes=a-b", 200, whole},
                         {"bytes=-", 200, whole},
                         {"bytes=18446744073709551615-", 200, whole},
                         {"lines=1-2", 200, whole}}) {
    CAPTURE(row.range);
    std::string answer = site.get("/picture.svg", "Range: " + std::string(row.range) + "\r\n");
    CHECK(status_of(answer) == row.status);
    CHECK(body_of(answer) == row.body);
  }
  CHECK(status_of(site.get("/picture.svg", "Range: bytes=9999-\r\n")) == 416);
  CHECK(status_of(site.get("/picture.svg", "Range: bytes=-0\r\n")) == 416);
  CHECK(status_of(site.get("/picture.svg", "If-Range: \"old\"\r\nRange: bytes=0-3\r\n")) == 200);
  CHECK(status_of(site.get("/", "Range: bytes=0-3\r\n")) == 200);
}

TEST_CASE("pages that wait are told of a reload; past their number the oldest is let go") {
  serve::Limits limits;
  limits.streams = 2;
  HostileSite site(limits);
  std::vector<test::RawConnection> waiting;
  for (int i = 0; i < 3; ++i) {
    waiting.emplace_back(site.served->port());
    REQUIRE(waiting.back().send("GET /api/reload HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    CHECK(waiting.back().receive_until(": alive", 5000).find("text/event-stream") !=
          std::string::npos);
  }
  CHECK(waiting[0].is_closed_within(5000));
  site.served->server().reload();
  for (int i : {1, 2})
    CHECK(waiting[static_cast<std::size_t>(i)]
              .receive_until("event: reload\n", 5000)
              .find("event: reload\n") != std::string::npos);
}

TEST_CASE("a full server makes room for the next reader by the connection that is idle longest") {
  serve::Limits limits;
  limits.connections = 8;
  limits.connections_of_address = 6;
  HostileSite site(limits);
  std::vector<test::RawConnection> idle;
  for (int i = 0; i < 40; ++i) {
    idle.emplace_back(site.served->port());
    (void)idle.back().send("GET /");
  }
  CHECK(status_of(site.get("/")) == 200);
  CHECK(idle.front().is_closed_within(5000));
  // Nor do those who ask for much and take nothing.
  REQUIRE(base::make_real_disk()->write(site.site + "/long.pdf", std::string(64 << 20, 'x')));
  std::vector<test::RawConnection> slow;
  for (int i = 0; i < 20; ++i) {
    slow.emplace_back(site.served->port());
    (void)slow.back().send("GET /long.pdf HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  CHECK(status_of(site.get("/")) == 200);
}

TEST_CASE("a server stops at whatever moment it is told to") {
  test::WorkDirectory work;
  std::vector<std::jthread> threads;
  // Deadlines are looked at each 200 ms.
  for (int i = 0; i < 40; ++i)
    threads.emplace_back([&, i] {
      test::ServedDirectory served(work.path);
      std::this_thread::sleep_for(std::chrono::microseconds(198'000 + 100 * i));
    });
}

TEST_CASE("a search that fails or waits behind too many is answered as such") {
  serve::Limits limits;
  limits.waiting_searches = 0;
  HostileSite site(limits);
  CHECK(status_of(site.get("/api/search?q=x")) == 503);
  CHECK(header(site.get("/search/?q=x"), "Retry-After") == "1");
  CHECK(status_of(site.get("/")) == 200);
}
