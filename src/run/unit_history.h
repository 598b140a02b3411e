// What the evidence tells of units over time: when each was proved last, whether it passes and
// fails at one digest, whether it got slower, what it costs. The latest runs are given as data, for
// `kbuild test --status`, the order and budget of nightly runs, and the site's dashboard.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/evidence.h"

namespace kbuild::run {

/// A unit on a system. The variant holds the version where the unit is run with several.
struct UnitPlace {
  std::string unit;
  std::string variant;
  std::string system;

  auto operator<=>(const UnitPlace&) const = default;
};
UnitPlace place_of(const RunRecord& record);

struct PastRun {
  /// Seconds since the epoch.
  std::int64_t started = 0;
  Verdict verdict = Verdict::never_run;
  double seconds = 0;
};

/// One unit on one system, by all its records.
struct UnitHistory {
  UnitPlace place;
  std::string page;
  std::uint32_t line = 0;
  /// Of the latest run; `key` and `digest` as in RunRecord.
  std::string key;
  std::string digest;
  Verdict verdict = Verdict::never_run;
  std::string reason;
  std::int64_t last_run = 0;
  /// Begin of the latest pass of all its commands as written; 0: there was none.
  std::int64_t last_proof = 0;
  /// Whole days since then.
  std::optional<long long> days_since_proof;
  /// Runs that execute what the latest did, in the same environment, among the last 20: how many
  /// passed and how many failed. Faults of the machine count as neither.
  std::size_t passes = 0;
  std::size_t failures = 0;
  /// Both happened.
  bool flaky = false;
  /// The latest run passed, but took more than half again as long as passes before it, and longer
  /// than any of them; told from the fourth pass of the same text on.
  bool slower = false;
  double seconds = 0;
  /// Median of the passes before the latest run; 0 without any.
  double usual_seconds = 0;
  /// "amber 22.5 -> 24.0": what the latest run had loaded in another version than the pass before
  /// it.
  std::vector<std::string> upgraded;
  /// The latest 20, oldest first.
  std::vector<PastRun> runs;
};

/// One row for each unit and system, sorted by them. `records` are sorted by time.
std::vector<UnitHistory> unit_histories(const std::vector<RunRecord>& records, std::int64_t now);

/// Seconds that a run of the unit is expected to take: the longest of its latest five passes;
/// nullopt where it never passed.
std::optional<double> expected_seconds(const UnitHistory& history);

/// One line of JSON, without its end; times as in evidence.
std::string history_json(const UnitHistory& history);

}  // namespace kbuild::run
