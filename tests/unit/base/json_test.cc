// Writing JSON: escapes, and bytes that are not UTF-8.
#include "base/json.h"

#include <doctest/doctest.h>

#include <string>

namespace kbuild::base {

TEST_CASE("a line of JSON is written as the library writes it") {
  Json every;
  std::string all;
  for (int byte = 0; byte < 256; ++byte) {
    std::string one(1, static_cast<char>(byte));
    every.push_back(one);
    every.push_back("before " + one + one + " behind");
    all += one;
  }
  const Json values[] = {
      every,
      all,
      all.substr(0, 128),
      nullptr,
      true,
      -17,
      18446744073709551615u,
      0.1,
      1e300,
      "",
      "plain",
      "Pääte \u20ac \U0001f600",
      // Too long, a half of a pair, cut.
      "\xc0\xaf",
      "\xed\xa0\x80",
      "caf\xc3",
      Json::array(),
      Json::object(),
      Json::array({Json::array(), Json::object(), 1, {{"a\"b", {1, 2}}, {"c", nullptr}}}),
      {{"z", 1}, {"a", {{"deep", {"er", {{"and", "deeper"}}}}}}, {all.substr(1, 40), "key"}},
  };
  for (const Json& value : values)
    CHECK(dump_line(value) == value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace kbuild::base
