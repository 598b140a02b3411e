// Claims of lists: how products, versions and systems are named, what is offered, and where each
// claim stands.
#include "matrix/installed.h"

#include <doctest/doctest.h>

namespace kbuild {

namespace {

std::vector<claims::Claim> installed(std::string_view text, const meta::Names& names = {},
                                     std::string_view system = "Zork") {
  auto list = inventory::read_inventory("list.txt", text);
  REQUIRE(list);
  return matrix::claims_of(*list, "list.txt", text, system, names);
}

std::string shown(const std::vector<claims::Claim>& claims) {
  std::string out;
  for (const claims::Claim& each : claims)
    out += each.product + " " + each.version + " " + each.system + " " +
           std::string(claims::status_text(each.status)) + " " + each.module + " " +
           std::to_string(each.line) + (each.hidden ? " hidden; " : "; ");
  return out;
}

}  // namespace

TEST_CASE("claims of lists") {
  CHECK(shown(installed("/apps/modules:\nGCC/\nGCC/12.3.0\n"
                        "lang/PyTorch/2.1.2-foss-2023a(default)\nfrob/develop\nplain\n"
                        "frob/.0.1\n")) ==
        "GCC 12.3.0 Zork available GCC/12.3.0 3; "
        "PyTorch 2.1.2 Zork default lang/PyTorch/2.1.2-foss-2023a 4; "
        "frob develop Zork available frob/develop 5; plain  Zork available plain 6; "
        "frob 0.1 Zork available frob/.0.1 7 hidden; ");
  // Only a whole name is that of a known product.
  CHECK(shown(installed("scipy/1.11\nSciPy-bundle/2023.07\npytorch-tests/1.0\n")) ==
        "SciPy 1.11 Zork available scipy/1.11 1; "
        "SciPy-bundle 2023.07 Zork available SciPy-bundle/2023.07 2; "
        "pytorch-tests 1.0 Zork available pytorch-tests/1.0 3; ");
  std::string versions;
  for (const claims::Claim& each :
       installed("a/7.0.10-35\na/2019_update5\na/1.8.0_241\na/2Aug2023_update2-foss-2023a-kokkos\n"
                 "a/v2212\na/r2023b\na/2022.4+plumed\na/2.14-nosmp\na/3.12-26.01\na/2.10.0a0\n"))
    versions += each.version + " ";
  CHECK(versions ==
        "7.0.10-35 2019_update5 1.8.0_241 2Aug2023_update2 2212 r2023b 2022.4 2.14 3.12-26.01 "
        "2.10.0a0 ");
  meta::Names names;
  names.products = {{"Frobnicator", {"frob"}}};
  names.systems = {{"Zorkan", {"zork"}}};
  CHECK(shown(installed("frob/1.0\n", names)) == "Frobnicator 1.0 Zorkan available frob/1.0 1; ");
  // A list that names its system keeps it.
  std::vector<claims::Claim> own =
      installed("system: Vega\ndate: 2026-11-20\nsoftware: {Frob: [1.0]}\n");
  CHECK(shown(own) == "Frob 1.0 Vega available  3; ");
  CHECK(own[0].date == "2026-11-20");
  CHECK(own[0].basis == claims::Basis::installed);
}

TEST_CASE("a claim of a list stands at its entry") {
  std::vector<claims::Claim> lines = installed("/apps:\nfrob/1.0(default)\n");
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].excerpt == "frob/1.0(default)");
  CHECK(lines[0].place.begin == 7);
  CHECK(lines[0].place.end == 15);
  std::string filler(300, ' ');
  std::vector<claims::Claim> json =
      installed("[" + filler + R"({"name":"frob","version":"1"}])" + filler);
  REQUIRE(json.size() == 1);
  CHECK(json[0].excerpt.size() <= 200);
  CHECK(json[0].excerpt.find("frob") != std::string::npos);
}

}  // namespace kbuild
