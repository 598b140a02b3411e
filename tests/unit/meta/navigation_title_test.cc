// Titles of navigation entries as plain text.
#include "meta/mkdocs/navigation_title.h"

#include <doctest/doctest.h>

using kbuild::meta::plain_title;

TEST_CASE("a title in the navigation loses tags and icons and keeps its characters") {
  CHECK(plain_title("Software") == "Software");
  CHECK(plain_title("<b>Jobs</b> &amp; queues") == "Jobs & queues");
  CHECK(plain_title("Caf&eacute; &lt;1&gt; &hellip;") == "Café <1> …");
  CHECK(plain_title("<span class=\"icon\">home</span>&nbsp;Home") == "Home");
  CHECK(plain_title("a < b") == "a < b");
}
