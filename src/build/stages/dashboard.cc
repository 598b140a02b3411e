// Counts badges and records; see dashboard.h.
#include "build/stages/dashboard.h"

#include <algorithm>
#include <set>

namespace kbuild::build {

namespace {

constexpr std::int64_t kDay = 86400, kWeek = 7 * kDay;
/// The epoch was a Thursday.
constexpr std::int64_t kToMonday = 3 * kDay;

std::vector<WeekOfRuns> weeks_of(const std::vector<run::RunRecord>& records, std::int64_t now) {
  constexpr std::int64_t kShown = 12;
  auto number = [](std::int64_t time) { return (time + kToMonday) / kWeek; };
  if (records.empty()) return {};
  std::int64_t last = std::max(number(now), number(records.back().started));
  std::int64_t first = std::max(number(records.front().started), last - kShown + 1);
  std::vector<WeekOfRuns> weeks;
  for (std::int64_t week = first; week <= last; ++week)
    weeks.push_back({week * kWeek - kToMonday, 0, 0, 0});
  for (const run::RunRecord& record : records) {
    std::int64_t week = number(record.started);
    if (week < first) continue;
    WeekOfRuns& row = weeks[static_cast<std::size_t>(week - first)];
    if (record.verdict == run::Verdict::pass)
      ++row.passed;
    else if (run::is_failure(record.verdict))
      ++row.failed;
    else
      ++row.other;
  }
  return weeks;
}

}  // namespace

Dashboard make_dashboard(const Evidence& evidence, const std::vector<std::string>& pages,
                         std::int64_t now) {
  Dashboard out;
  using UnitName = std::pair<std::string, std::string>;
  std::map<UnitName, std::optional<run::Standing>> best_of;
  std::map<std::string, std::map<UnitName, run::Standing>> by_system;
  std::map<run::UnitPlace, UnitStanding> rows;
  for (const std::string& key : pages) {
    auto found = evidence.pages.find(key);
    if (found == evidence.pages.end() || found->second.units.empty()) continue;
    std::map<UnitName, std::optional<run::Standing>> on_page;
    for (const auto& [unit, variant] : found->second.units) on_page[{unit, variant}];
    for (const Badge& badge : found->second.badges) {
      const run::RunRecord& record = evidence.records[badge.record];
      UnitName name{badge.unit, badge.variant};
      std::optional<run::Standing>& best = on_page[name];
      best = std::min(best.value_or(badge.standing), badge.standing);
      auto [at, fresh] = by_system[record.system].emplace(name, badge.standing);
      if (!fresh) at->second = std::min(at->second, badge.standing);
      UnitStanding& row = rows[run::place_of(record)];
      row.standing = badge.standing;
      row.record = badge.record;
    }
    PageStandings page{key, {}};
    for (const auto& [name, best] : on_page) {
      best ? page.units.add(*best) : void(++page.units.never_run);
      std::optional<run::Standing>& whole = best_of[name];
      if (best) whole = std::min(whole.value_or(*best), *best);
    }
    out.pages.push_back(std::move(page));
  }
  for (const auto& [name, best] : best_of)
    best ? out.units.add(*best) : void(++out.units.never_run);
  for (run::UnitHistory& history : run::unit_histories(evidence.records, now)) {
    auto row = rows.find(history.place);
    if (row != rows.end()) row->second.history = std::move(history);
  }
  std::map<std::string, std::int64_t> proofs;
  for (auto& [place, row] : rows) {
    std::int64_t& latest = proofs[place.system];
    latest = std::max(latest, row.history.last_proof);
    out.rows.push_back(std::move(row));
  }
  std::stable_sort(
      out.rows.begin(), out.rows.end(), [](const UnitStanding& a, const UnitStanding& b) {
        return (a.standing == run::Standing::failed) > (b.standing == run::Standing::failed);
      });
  for (const auto& [system, units] : by_system) {
    SystemStandings row{system, {}, proofs[system]};
    for (const auto& [name, standing] : units) row.units.add(standing);
    out.systems.push_back(std::move(row));
  }
  out.weeks = weeks_of(evidence.records, now);
  return out;
}

}  // namespace kbuild::build
