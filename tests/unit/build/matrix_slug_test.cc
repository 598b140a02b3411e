// Products and systems have addresses of their own.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "build/outputs/outputs.h"

using namespace kbuild;

TEST_CASE("other names have other addresses") {
  std::set<std::string> slugs;
  const std::vector<std::string> names = {
      "C",          "C++",   "C#",    "gtk",   "gtk+",    "gtk+3",  "Open Babel",
      "open-babel", "R_env", "R env", "R-env", "Node.js", "Nodejs", "ä",
      "ö",          "++",    ".",     "..",    "a/b",     "a--b",   "a b"};
  for (const std::string& name : names) {
    std::string slug = build::matrix_slug(name);
    CHECK_MESSAGE(slugs.insert(slug).second, name << ": " << slug);
    CHECK(slug.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == slug.npos);
    CHECK(!slug.empty());
  }
  CHECK(build::matrix_slug("PyTorch") == "pytorch");
  CHECK(build::matrix_slug("Quantum ESPRESSO") == "quantum_espresso");
  CHECK(build::matrix_slug("Roihu-CPU") == "roihu-cpu");
}
