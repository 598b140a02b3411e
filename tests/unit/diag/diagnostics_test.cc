// Lists of findings: that of a page is bounded, and counts what it leaves out.
#include <doctest/doctest.h>

#include "diag/diagnostic.h"

using namespace kbuild;
using namespace diag::literals;

namespace {

diag::Diagnostic finding(std::uint32_t at) {
  return {"KB0005"_code, {{1}, at, at + 1}, {}};
}

}  // namespace

TEST_CASE("a list of a page keeps the first thousand findings and counts the others") {
  diag::Diagnostics page = diag::Diagnostics::for_page(), site;
  for (std::uint32_t at = 0; at < 1'500; ++at) {
    page.push_back(finding(at));
    site.push_back(finding(at));
  }
  CHECK(site.size() == 1'500);
  REQUIRE(page.size() == diag::kMaxPageFindings + 1);
  CHECK(page.back().code == "KB0008"_code);
  CHECK(page.back().span.begin == 1'000);
  CHECK(page.back().arguments[0] == "500");

  diag::Diagnostics both = diag::Diagnostics::for_page();
  both.push_back(finding(0));
  both.append(page);
  CHECK(both.size() == diag::kMaxPageFindings + 1);
  CHECK(both.back().arguments[0] == "501");
  both.append(page);
  CHECK(both.back().arguments[0] == "2001");
}
