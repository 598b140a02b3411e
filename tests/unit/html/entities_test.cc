// Character references: by name and number, and the three rules of what ends one.
#include "html/entities.h"

#include <doctest/doctest.h>

using namespace kbuild;
using html::decode_references;
using html::read_reference;
using html::ReferenceRule;

TEST_CASE("references are decoded by name, number and the rule of who reads them") {
  CHECK(decode_references("a &lt; b &amp;&amp; c &#62; d &#x22;", ReferenceRule::strict) ==
        "a < b && c > d \"");
  CHECK(decode_references("&auml;&euro;&nbsp;", ReferenceRule::strict) == "ä€\u00a0");
  CHECK(decode_references("a &lt b", ReferenceRule::strict) == "a &lt b");
  CHECK(decode_references("a &lt b", ReferenceRule::lenient) == "a < b");
  CHECK(decode_references("?a=1&lt=2", ReferenceRule::lenient) == "?a=1&lt=2");
  CHECK(decode_references("&unknown; & &;", ReferenceRule::lenient) == "&unknown; & &;");
  CHECK(decode_references("&#0;&#xD800;", ReferenceRule::strict) == "\ufffd\ufffd");
  CHECK(decode_references("&#150;", ReferenceRule::strict) == "\u2013");
  CHECK(decode_references("&#1;", ReferenceRule::wiki) == "&#1;");
}

TEST_CASE("a reference says how long it is in the source") {
  auto found = read_reference("x &hellip; y", 2, ReferenceRule::strict);
  REQUIRE(found);
  CHECK(found->text == "…");
  CHECK(found->length == 8);
  CHECK(!read_reference("x & y", 2, ReferenceRule::strict));
}
