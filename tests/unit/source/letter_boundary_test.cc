// Where texts are cut.
#include "source/letter_boundary.h"

#include <doctest/doctest.h>

using kbuild::source::letter_boundary;

TEST_CASE("a text is cut where a letter begins") {
  CHECK(letter_boundary("aä", 1) == 1);
  CHECK(letter_boundary("aä", 2) == 1);
  CHECK(letter_boundary("aä", 3) == 3);
  CHECK(letter_boundary("aä", 9) == 3);
  CHECK(letter_boundary("🎉", 3) == 0);
  CHECK(letter_boundary("\x80\x80", 1) == 0);
  CHECK(letter_boundary("", 0) == 0);
}
