// Folds records into histories of units; see unit_history.h.
#include "run/unit_history.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/clock.h"
#include "base/format.h"
#include "base/json.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

constexpr std::size_t kRunsKept = 20;
constexpr std::size_t kRunsOfCost = 5;
/// Fewer passes do not show what is usual.
constexpr std::size_t kPassesBeforeSlower = 3;
constexpr double kSlowerFactor = 1.5;
/// Differences below are noise of the machine.
constexpr double kSlowerSeconds = 2;
constexpr std::int64_t kDay = 86400;

using Records = std::vector<const RunRecord*>;

/// "module amber/22.5", "product PyTorch 2.7": what was loaded, sorted.
std::vector<std::string> loaded_words(const RunRecord& record) {
  std::vector<std::string> words;
  for (const LoadedSoftware& one : record.loaded)
    words.push_back(one.kind + " " + one.name + " " + one.version);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

/// What a unit found around it: an upgrade between a pass and a failure is no flakiness.
bool same_environment(const RunRecord& a, const RunRecord& b) {
  return a.key == b.key && a.compiler == b.compiler && loaded_words(a) == loaded_words(b);
}

/// "amber", "22.5" of "amber/22.5"; the version of a product is told beside its name.
std::pair<std::string, std::string> name_and_version(const LoadedSoftware& one) {
  std::size_t slash = one.kind == "module" ? one.name.rfind('/') : std::string::npos;
  if (slash == std::string::npos) return {one.name, one.version};
  return {one.name.substr(0, slash), one.name.substr(slash + 1)};
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// What both runs loaded, in another version.
std::vector<std::string> upgrades(const RunRecord& before, const RunRecord& after) {
  std::vector<std::string> out;
  auto had = [&](const LoadedSoftware& one) {
    return std::any_of(before.loaded.begin(), before.loaded.end(), [&](const LoadedSoftware& then) {
      return then.kind == one.kind && name_and_version(then) == name_and_version(one);
    });
  };
  for (const LoadedSoftware& now : after.loaded) {
    if (had(now)) continue;
    auto [name, version] = name_and_version(now);
    for (const LoadedSoftware& then : before.loaded) {
      auto [old_name, old_version] = name_and_version(then);
      if (then.kind == now.kind && old_name == name && !version.empty() && !old_version.empty())
        out.push_back(base::format("{} {} -> {}", name, old_version, version));
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void count_outcomes(const Records& records, UnitHistory& history) {
  std::span<const RunRecord* const> recent(records);
  if (recent.size() > kRunsKept) recent = recent.last(kRunsKept);
  for (const RunRecord* record : recent) {
    history.runs.push_back({record->started, record->verdict, record->seconds});
    if (!same_environment(*record, *records.back())) continue;
    history.passes += record->verdict == Verdict::pass;
    history.failures += is_failure(record->verdict);
  }
  history.flaky = history.passes > 0 && history.failures > 0;
}

void compare_seconds(const Records& records, UnitHistory& history) {
  const RunRecord& latest = *records.back();
  std::vector<double> before;
  for (const RunRecord* record : records)
    if (record != &latest && record->verdict == Verdict::pass && record->digest == latest.digest)
      before.push_back(record->seconds);
  if (before.size() > kRunsKept) before.erase(before.begin(), before.end() - kRunsKept);
  history.seconds = latest.seconds;
  history.usual_seconds = median(before);
  history.slower = latest.verdict == Verdict::pass && before.size() >= kPassesBeforeSlower &&
                   latest.seconds > history.usual_seconds * kSlowerFactor &&
                   latest.seconds > history.usual_seconds + kSlowerSeconds &&
                   latest.seconds > *std::max_element(before.begin(), before.end());
}

UnitHistory fold(const UnitPlace& place, const Records& records, std::int64_t now) {
  const RunRecord& latest = *records.back();
  UnitHistory out;
  out.place = place;
  out.page = latest.page;
  out.line = latest.line;
  out.key = latest.key;
  out.digest = latest.digest;
  out.verdict = latest.verdict;
  out.reason = latest.reason;
  out.last_run = latest.started;
  bool compared = false;
  for (auto record = records.rbegin(); record != records.rend(); ++record) {
    if ((*record)->verdict != Verdict::pass) continue;
    if (out.last_proof == 0 && (*record)->changes.empty()) {
      out.last_proof = (*record)->started;
      out.days_since_proof = std::max<std::int64_t>(now - out.last_proof, 0) / kDay;
    }
    if (*record != &latest && !compared) {
      out.upgraded = upgrades(**record, latest);
      compared = true;
    }
    if (compared && out.last_proof != 0) break;
  }
  count_outcomes(records, out);
  compare_seconds(records, out);
  return out;
}

}  // namespace

UnitPlace place_of(const RunRecord& record) {
  return {record.unit, record.variant, record.system};
}

std::vector<UnitHistory> unit_histories(const std::vector<RunRecord>& records, std::int64_t now) {
  std::map<UnitPlace, Records> by_place;
  for (const RunRecord& record : records)
    if (record.verdict != Verdict::skipped && record.verdict != Verdict::never_run)
      by_place[place_of(record)].push_back(&record);
  std::vector<UnitHistory> out;
  for (const auto& [place, own] : by_place) out.push_back(fold(place, own, now));
  return out;
}

std::optional<double> expected_seconds(const UnitHistory& history) {
  std::optional<double> longest;
  std::size_t seen = 0;
  for (auto run = history.runs.rbegin(); run != history.runs.rend() && seen < kRunsOfCost; ++run) {
    if (run->verdict != Verdict::pass) continue;
    longest = std::max(longest.value_or(0), run->seconds);
    ++seen;
  }
  return longest;
}

std::string history_json(const UnitHistory& h) {
  base::Json out = {{"unit", h.place.unit},     {"variant", h.place.variant},
                    {"system", h.place.system}, {"page", h.page},
                    {"line", h.line},           {"verdict", std::string(verdict_name(h.verdict))},
                    {"reason", h.reason},       {"last_run", base::format_time(h.last_run)},
                    {"last_proof", nullptr},    {"days_since_proof", nullptr},
                    {"passes", h.passes},       {"failures", h.failures},
                    {"flaky", h.flaky},         {"slower", h.slower},
                    {"seconds", h.seconds},     {"usual_seconds", h.usual_seconds},
                    {"upgraded", h.upgraded},   {"runs", base::Json::array()}};
  if (h.days_since_proof) {
    out["last_proof"] = base::format_time(h.last_proof);
    out["days_since_proof"] = *h.days_since_proof;
  }
  for (const PastRun& run : h.runs)
    out["runs"].push_back({{"started", base::format_time(run.started)},
                           {"verdict", std::string(verdict_name(run.verdict))},
                           {"seconds", run.seconds}});
  return base::dump_line(out);
}

}  // namespace kbuild::run
