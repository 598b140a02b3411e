// Releases by the scheme of one product.
#include "vocabulary/schemes.h"

#include <doctest/doctest.h>

using namespace kbuild::vocabulary;

namespace {

std::string release(std::string_view text, Capitals capitals = Capitals::needed) {
  return match_scheme(text, 0, capitals).release;
}

}  // namespace

TEST_CASE("releases are read by the schemes of products") {
  struct Row {
    std::string_view text, release;
  };
  for (Row row : {Row{"29Sep2021", "29Sep2021"},
                  {"2Aug23", "2Aug23"},
                  {"r2024b", "R2024b"},
                  {"2021R2", "2021R2"},
                  {"2021r2", "2021r2"},
                  {"16-C.01", "16.C.01"},
                  {"16.C.01 and more", "16.C.01"},
                  {"09 E.01", "09.E.01"},
                  {"5.4.4 pl2", "5.4.4pl2"}}) {
    CAPTURE(row.text);
    CHECK(release(row.text) == row.release);
  }
}

TEST_CASE("what only looks like a scheme is none") {
  for (std::string_view text :
       {"129Sep2021", "29Sep1021", "29Sept2021", "R2024", "R2024bc", "2021R", "1921R2", "16-c.01",
        "16-C.1", "16-C.011", "5 pl2", "5.4.4 plan", "release", ""}) {
    CAPTURE(text);
    CHECK(release(text) == "");
    CHECK(match_scheme(text, 0).end == 0);
  }
}

TEST_CASE("a query may have small letters") {
  CHECK(release("16-c.01", Capitals::ignored) == "16.C.01");
  CHECK(release("29sep2021", Capitals::ignored) == "29sep2021");
}

TEST_CASE("the version of a product's module is read by the product's own scheme") {
  CHECK(release_by_module_scheme("Gaussian", "g16_c.02") == "16.C.02");
  CHECK(release_by_module_scheme("Gaussian", "g16_RevC.02") == "16.C.02");
  CHECK(release_by_module_scheme("Gaussian", "g09.d01") == "09.D.01");
  CHECK(release_by_module_scheme("Gaussian", "g16-avx2") == "16");
  CHECK(release_by_module_scheme("Gaussian", "g16") == "16");
  CHECK(release_by_module_scheme("Gaussian", "g161") == "");
  CHECK(release_by_module_scheme("GROMACS", "g16") == "");
}
