// The budget of a page: what it gives, and that it says once that it is spent.
#include "read/budget.h"

#include <doctest/doctest.h>

using namespace kbuild;
using read::Budget;

namespace {

const source::Span kPlace{{1}, 2, 3};

}  // namespace

TEST_CASE("a budget gives what it has, and then says no") {
  diag::Diagnostics found;
  Budget budget(found);
  for (std::size_t i = 0; i < read::kMaxIncludedFiles; ++i) REQUIRE(budget.take_file(10, kPlace));
  CHECK(budget.can_take_files());
  CHECK(found.empty());
  CHECK_FALSE(budget.take_file(0, kPlace));
  CHECK_FALSE(budget.can_take_files());
  for (std::size_t i = 0; i < read::kMaxSteps; ++i) REQUIRE(budget.take_step(kPlace));
  CHECK_FALSE(budget.take_step(kPlace));
  CHECK(budget.take_text(read::kMaxExpandedBytes, kPlace));
  CHECK_FALSE(budget.take_text(1, kPlace));
  REQUIRE(found.size() == 1);
  CHECK(found[0].span == kPlace);
  CHECK(found[0].arguments[0] == "1,000 included files");
}

TEST_CASE("a file that is too large takes nothing, and ends the search for files") {
  diag::Diagnostics found;
  Budget budget(found);
  CHECK(budget.take_file(read::kMaxIncludedBytes, kPlace));
  CHECK_FALSE(budget.take_file(static_cast<std::size_t>(-1), kPlace));
  CHECK_FALSE(budget.take_file(0, kPlace));
  CHECK(found.size() == 1);
}
