// Histories of units: flaky or upgraded, slower or noisy, proved when, and what a run costs.
#include "run/unit_history.h"

#include <doctest/doctest.h>

using namespace kbuild;
using namespace kbuild::run;

namespace {

constexpr std::int64_t kDay = 86400, kNow = 100 * kDay;

RunRecord run_of(int day, Verdict verdict, double seconds = 10, std::string module = "amber/22.5") {
  RunRecord record;
  record.unit = "a";
  record.system = "Saimaa";
  record.key = record.digest = "k";
  record.started = day * kDay;
  record.verdict = verdict;
  record.seconds = seconds;
  record.loaded = {{"module", std::move(module), "", true}};
  return record;
}

UnitHistory history_of(const std::vector<RunRecord>& records) {
  auto all = unit_histories(records, kNow);
  REQUIRE(all.size() == 1);
  return all.front();
}

}  // namespace

TEST_CASE("a unit is flaky where it passes and fails at one digest, and nothing else changed") {
  CHECK(history_of({run_of(1, Verdict::pass), run_of(2, Verdict::fail)}).flaky);
  CHECK(history_of({run_of(1, Verdict::fail), run_of(2, Verdict::pass)}).flaky);
  CHECK_FALSE(history_of({run_of(1, Verdict::fail), run_of(2, Verdict::fail)}).flaky);
  CHECK_FALSE(history_of({run_of(1, Verdict::pass), run_of(2, Verdict::infra)}).flaky);
  RunRecord mended = run_of(2, Verdict::pass);
  mended.key = "other";
  CHECK_FALSE(history_of({run_of(1, Verdict::fail), mended}).flaky);
  UnitHistory broken =
      history_of({run_of(1, Verdict::pass), run_of(2, Verdict::fail, 10, "amber/24.0")});
  CHECK_FALSE(broken.flaky);
  CHECK(broken.upgraded == std::vector<std::string>{"amber 22.5 -> 24.0"});
}

TEST_CASE("days since the last proof count from the latest pass") {
  UnitHistory history = history_of(
      {run_of(60, Verdict::pass), run_of(90, Verdict::pass), run_of(99, Verdict::infra)});
  CHECK(history.days_since_proof == 10);
  CHECK(history.last_proof == 90 * kDay);
  CHECK(history.verdict == Verdict::infra);
  CHECK_FALSE(history_of({run_of(60, Verdict::fail)}).days_since_proof.has_value());
  RunRecord changed = run_of(95, Verdict::pass);
  changed.changes.emplace_back();
  CHECK(history_of({run_of(90, Verdict::pass), changed}).days_since_proof == 10);
  CHECK_FALSE(history_of({changed}).days_since_proof.has_value());
}

TEST_CASE("a unit is slower only beyond what it took before") {
  auto passes = [](std::vector<double> seconds) {
    std::vector<RunRecord> records;
    int day = 1;
    for (double s : seconds) records.push_back(run_of(day++, Verdict::pass, s));
    return history_of(records);
  };
  CHECK(passes({10, 11, 10, 20}).slower);
  CHECK(passes({10, 11, 10, 20}).usual_seconds == 10);
  CHECK_FALSE(passes({10, 11, 20}).slower);
  CHECK_FALSE(passes({10, 21, 10, 20}).slower);
  CHECK_FALSE(passes({10, 11, 10, 14}).slower);
  CHECK_FALSE(passes({0.1, 0.1, 0.1, 0.9}).slower);
}

TEST_CASE("a run is expected to take as long as the longest of the latest passes") {
  CHECK(expected_seconds(history_of({run_of(1, Verdict::pass, 7), run_of(2, Verdict::pass, 5),
                                     run_of(3, Verdict::fail, 90)})) == 7);
  CHECK_FALSE(expected_seconds(history_of({run_of(1, Verdict::timeout, 7)})).has_value());
}

TEST_CASE("systems and variants have histories of their own, and skipped units none") {
  RunRecord other = run_of(1, Verdict::fail), skipped = run_of(1, Verdict::skipped);
  other.system = "Päijänne";
  skipped.unit = "b";
  auto all = unit_histories({run_of(1, Verdict::pass), other, skipped}, kNow);
  REQUIRE(all.size() == 2);
  CHECK_FALSE(all[0].flaky);
  CHECK(history_json(all[1]).find("\"last_proof\":null") == std::string::npos);
}
