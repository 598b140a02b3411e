// What all evidence together says.
#include "build/stages/dashboard.h"

#include <doctest/doctest.h>

using namespace kbuild;
using run::Standing;

namespace {

constexpr std::int64_t kDay = 86400;
/// Friday, 2026-11-20.
constexpr std::int64_t kNow = 1'795'132'800 + 12 * 3600;

run::RunRecord record(const std::string& unit, const std::string& system, std::int64_t started,
                      run::Verdict verdict) {
  run::RunRecord r;
  r.unit = unit;
  r.system = system;
  r.started = started;
  r.verdict = verdict;
  r.key = unit + system;
  return r;
}

build::Badge badge(const std::string& unit, Standing standing, std::size_t index) {
  return {"echo", unit, "", standing, index};
}

/// Two units on one page, one of them on a second page as well, and a third that never ran.
build::Evidence evidence() {
  build::Evidence out;
  out.records = {record("a", "Mahti", kNow - 20 * kDay, run::Verdict::pass),
                 record("b", "Mahti", kNow - 2 * kDay, run::Verdict::fail),
                 record("a", "LUMI", kNow - kDay, run::Verdict::pass)};
  build::PageEvidence one, two;
  one.units = {{"a", ""}, {"b", ""}, {"c", ""}};
  one.badges = {badge("a", Standing::outdated, 0), badge("b", Standing::failed, 1),
                badge("a", Standing::proved, 2)};
  two.units = {{"a", ""}};
  two.badges = {badge("a", Standing::proved, 2)};
  out.pages = {{"one", one}, {"two", two}};
  return out;
}

}  // namespace

TEST_CASE("units count once each, by the best that is known of them") {
  build::Dashboard board = build::make_dashboard(evidence(), {"one", "two", "absent"}, kNow);
  CHECK(board.units.count(Standing::proved) == 1);
  CHECK(board.units.count(Standing::failed) == 1);
  CHECK(board.units.never_run == 1);
  CHECK(board.units.total() == 3);
  REQUIRE(board.pages.size() == 2);
  CHECK(board.pages[0].units.total() == 3);
  CHECK(board.pages[1].units.count(Standing::proved) == 1);
  CHECK(board.pages[1].units.total() == 1);
}

TEST_CASE("a system counts what was run there, with the day of its last proof") {
  build::Dashboard board = build::make_dashboard(evidence(), {"one", "two"}, kNow);
  REQUIRE(board.systems.size() == 2);
  CHECK(board.systems[0].system == "LUMI");
  CHECK(board.systems[0].units.count(Standing::proved) == 1);
  CHECK(board.systems[0].last_proof == kNow - kDay);
  CHECK(board.systems[1].units.count(Standing::outdated) == 1);
  CHECK(board.systems[1].units.count(Standing::failed) == 1);
  REQUIRE(board.rows.size() == 3);
  CHECK(board.rows[0].history.place.unit == "b");
  CHECK(board.rows[0].standing == Standing::failed);
}

TEST_CASE("weeks follow each other without gaps, from a Monday on") {
  build::Dashboard board = build::make_dashboard(evidence(), {"one"}, kNow);
  REQUIRE(board.weeks.size() == 4);
  CHECK(board.weeks.front().begin % kDay == 0);
  CHECK((board.weeks.front().begin / kDay + 3) % 7 == 0);
  CHECK(board.weeks.front().passed == 1);
  CHECK(board.weeks[1].passed + board.weeks[1].failed + board.weeks[1].other == 0);
  CHECK(board.weeks.back().passed == 1);
  CHECK(board.weeks.back().failed == 1);
  CHECK(build::make_dashboard({}, {"one"}, kNow).weeks.empty());
}
