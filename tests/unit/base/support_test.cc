// What other tests stand on: ratchets fail where a score falls or disappears, the measure of growth
// tells linear work from quadratic, and one helper says what is skipped.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/path.h"
#include "support/growth.h"
#include "support/ratchet.h"

using namespace kbuild::test;

namespace {

const Scores kBest = {{"a/F1", 90.0}, {"a/precision", 80.0}, {"b/F1", 70.0}};

/// Work that the compiler cannot leave out.
void work_steps(std::size_t steps) {
  volatile std::size_t sum = 0;
  for (std::size_t i = 0; i < steps; ++i) sum = sum + i;
}

}  // namespace

TEST_CASE("ratchets: scores at their best, and as good as before when rounded, hold") {
  auto held =
      hold_scores(kBest, "a/", {{"a/F1", 89.95}, {"a/precision", 99.0}}, RatchetUpdate::none);
  CHECK(held.faults.empty());
  CHECK(held.ratchets == kBest);
}

TEST_CASE("ratchets: a score that fell is a fault") {
  auto held =
      hold_scores(kBest, "a/", {{"a/F1", 89.9}, {"a/precision", 80.0}}, RatchetUpdate::none);
  REQUIRE(held.faults.size() == 1);
  CHECK(held.faults[0].starts_with("a/F1 fell to 89.9"));
}

TEST_CASE("ratchets: a score that is no longer measured is a fault, of its group alone") {
  auto held = hold_scores(kBest, "a/", {{"a/F1", 90.0}}, RatchetUpdate::none);
  CHECK(held.faults == std::vector<std::string>{"a/precision is no longer measured"});
  held = hold_scores(kBest, "b/", {}, RatchetUpdate::none);
  CHECK(held.faults == std::vector<std::string>{"b/F1 is no longer measured"});
}

TEST_CASE("ratchets: a score without a ratchet, or of another group, is a fault") {
  auto held = hold_scores(kBest, "b/", {{"b/F1", 70.0}, {"b/new", 0.0}, {"a/F1", 90.0}},
                          RatchetUpdate::none);
  CHECK(held.faults == std::vector<std::string>{"a/F1 is not of the group 'b/'",
                                                "b/new is measured and has no ratchet"});
}

TEST_CASE("ratchets: an update raises, and lowers nothing") {
  Scores now = {{"a/F1", 95.04}, {"a/precision", 60.0}, {"a/new", 12.34}};
  auto held = hold_scores(kBest, "a/", now, RatchetUpdate::raise);
  REQUIRE(held.faults.size() == 1);
  CHECK(held.faults[0].starts_with("a/precision fell"));
  CHECK(held.ratchets ==
        Scores{{"a/F1", 95.0}, {"a/new", 12.3}, {"a/precision", 80.0}, {"b/F1", 70.0}});
  held = hold_scores(kBest, "a/", {{"a/F1", 90.0}}, RatchetUpdate::raise);
  CHECK(held.faults == std::vector<std::string>{"a/precision is no longer measured"});
  CHECK(held.ratchets == kBest);
}

TEST_CASE("ratchets: an update that may lower records what fell and forgets what is gone") {
  auto held = hold_scores(kBest, "a/", {{"a/F1", 50.0}}, RatchetUpdate::lower);
  CHECK(held.faults.empty());
  CHECK(held.ratchets == Scores{{"a/F1", 50.0}, {"b/F1", 70.0}});
}

TEST_CASE("ratchets: one that no group holds is found") {
  CHECK(unheld_ratchets(kBest, {"a/", "b/"}).empty());
  CHECK(unheld_ratchets(kBest, {"a/", "c/"}) == std::vector<std::string>{"b/F1"});
}

TEST_CASE("growth: linear work passes and quadratic work does not") {
  // Large enough to take longer than what is too short to compare, on a machine ten times as fast.
  CHECK(grows_linearly(100'000'000, work_steps));
  auto square = [](std::size_t size) { work_steps(size * size); };
  CHECK_FALSE(grows_linearly(4000, square));
}

TEST_CASE("growth: an input that costs far more than others of its size is an outlier") {
  Costs costs;
  for (int i = 0; i < 100; ++i) costs.add("usual", 10'000, 0.03);
  costs.add("large", 1'000'000, 3.0);
  CHECK(costs.outliers(10).empty());
  costs.add("slow", 10'000, 3.0);
  REQUIRE(costs.outliers(10).size() == 1);
  CHECK(costs.outliers(10)[0].starts_with("slow costs "));
}

TEST_CASE("skips: no test says so but by the helper, whose lines ./dev test collects") {
  auto disk = kbuild::base::make_real_disk();
  auto files = disk->list(KBUILD_ROOT "/tests");
  REQUIRE(files);
  int read = 0;
  for (const std::string& path : *files) {
    std::string_view suffix = kbuild::base::extension(path);
    if ((suffix != ".cc" && suffix != ".h") || path == "support/skip.cc") continue;
    std::string text = disk->read(KBUILD_ROOT "/tests/" + path).value();
    ++read;
    for (const char* words : {"SKIPPED", "skipped:"}) {
      INFO(path << ": " << words);
      CHECK(text.find(std::string("(\"") + words) == std::string::npos);
    }
  }
  CHECK(read > 100);
}
