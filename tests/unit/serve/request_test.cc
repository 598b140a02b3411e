// Requests as bytes: the same in one piece as in many, total on any bytes, and bounded.
#include "serve/http/request.h"

#include <doctest/doctest.h>

#include <random>

#include "serve/http/conditions.h"

using namespace kbuild::serve;

namespace {

/// What comes of bytes that arrive in pieces of a size: a word for each request, and the refusal.
std::string read_all(std::string_view bytes, std::size_t piece) {
  RequestReader reader{Limits{}};
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.add(bytes.substr(at, piece));
    while (auto next = reader.next()) {
      if (const auto* refusal = std::get_if<Refusal>(&*next))
        return out + std::to_string(refusal->status);
      const Request& request = std::get<Request>(*next);
      out += (request.method == Method::head ? "HEAD " : "GET ") + request.target.path + " " +
             request.host + (request.keep_alive ? " keep;" : " close;");
    }
  }
  return out + (reader.has_begun() ? "more" : "");
}

constexpr std::string_view kTwo =
    "GET /a%20b/?q=x+y&lang=fi HTTP/1.1\r\nHost: localhost:8000\r\nAccept: */*\r\n\r\n"
    "HEAD //x/../y HTTP/1.0\r\nHost: b\r\n\r\n";

}  // namespace

TEST_CASE("requests are read alike however they are cut") {
  std::string whole = read_all(kTwo, kTwo.size());
  CHECK(whole == "GET /a b localhost:8000 keep;HEAD /y b close;");
  for (std::size_t piece = 1; piece < kTwo.size(); ++piece) CHECK(read_all(kTwo, piece) == whole);
  CHECK(read_all(kTwo.substr(0, 90), 7).ends_with("more"));
}

TEST_CASE("any bytes are a request, a refusal, or wait for more") {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string bytes(kTwo);
    for (int change = 0; change < 4; ++change) {
      std::size_t at = random() % bytes.size();
      if (random() % 2)
        bytes[at] = static_cast<char>(random());
      else
        bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 20));
    }
    CAPTURE(bytes);
    std::string whole = read_all(bytes, bytes.size());
    CHECK(!whole.empty());
    CHECK(whole.find('\0') == whole.npos);
    // Byte by byte a fault may show later, but the requests are the same.
    std::string slow = read_all(bytes, 1);
    if (slow.ends_with("more")) slow.resize(slow.size() - 4);
    CHECK(whole.starts_with(slow));
  }
}

TEST_CASE("a target is decoded once, and its parts are found") {
  auto target = parse_target("/a%2520b//c/?q=%C3%A4+%2B&q=second&flag&=x");
  REQUIRE(target);
  CHECK(target->path == "/a%20b/c");
  CHECK(target->slash_at_end);
  CHECK(*target->find("q") == "ä +");
  CHECK(target->find("flag")->empty());
  CHECK(!target->find("other"));
}

TEST_CASE("tags and ranges are those of the standard") {
  CHECK(names_tag("\"a\"", "\"a\""));
  CHECK(names_tag("\"b\", W/\"a\"", "\"a\""));
  CHECK(names_tag("*", "\"a\""));
  CHECK(!names_tag("", "\"a\""));
  CHECK(!parse_range("", 10));
  CHECK(!parse_range("bytes=0-1,3-4", 10));
  CHECK(parse_range("bytes=2-", 10)->length == 8);
  CHECK(parse_range("Bytes=-3", 10)->begin == 7);
  CHECK(parse_range("bytes=-30", 10)->length == 10);
  CHECK(parse_range("bytes=10-", 10)->length == 0);
  CHECK(parse_range("bytes=0-", 0)->length == 0);
}
