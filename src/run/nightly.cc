// Chooses the units of a night; see nightly.h.
#include "run/nightly.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/clock.h"
#include "base/format.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

constexpr std::array<std::string_view, 5> kDueNames = {"never run", "changed", "upgraded", "failed",
                                                       "expired"};

/// A module of the pass that the list has in other versions alone.
std::optional<std::string> missing_module(const RunRecord& pass,
                                          const std::set<std::string, std::less<>>& modules) {
  for (const LoadedSoftware& one : pass.loaded) {
    std::size_t slash = one.name.rfind('/');
    if (one.kind != "module" || slash == std::string::npos || modules.contains(one.name)) continue;
    std::string_view name = std::string_view(one.name).substr(0, slash + 1);
    auto other = modules.lower_bound(name);
    if (other != modules.end() && other->starts_with(name)) return one.name;
  }
  return std::nullopt;
}

/// nullopt where the cell's proof counts.
std::optional<std::pair<Due, std::string>> why_due(const NightRequest& request, const Cell& cell) {
  auto latest = request.latest.find(cell.key);
  if (latest == request.latest.end()) {
    bool known = request.histories.contains(place_of(cell));
    return std::pair(known ? Due::changed : Due::never_run, std::string{});
  }
  const RunRecord& record = latest->second;
  bool old = request.now - record.started > std::int64_t{request.expiry_days} * 86400;
  switch (record.verdict) {
    case Verdict::pass:
    case Verdict::stale:
    case Verdict::xfail:
      if (old) return std::pair(Due::expired, "run on " + base::format_date(record.started));
      if (auto gone = missing_module(record, request.modules))
        return std::pair(Due::upgraded, *gone + " is no longer installed");
      return std::nullopt;
    case Verdict::skipped:
    case Verdict::never_run: return std::pair(Due::never_run, std::string{});
    default: return std::pair(Due::failed, record.reason);
  }
}

std::string title_of(const Cell& cell) {
  return cell.variant.empty() ? cell.unit : cell.unit + " (" + cell.variant + ")";
}

std::string line_of(const DueCell& due, const Cell& cell) {
  std::string why(due_name(due.why));
  if (!due.detail.empty()) why += ": " + base::collapse_spaces(due.detail);
  return base::format("{} on {}: {}; {:.0f} s{}", base::collapse_spaces(title_of(cell)),
                      cell.system, why, due.cost.seconds,
                      due.cost.measured ? "" : " at most, as it never passed");
}

}  // namespace

std::string_view due_name(Due due) {
  return kDueNames[static_cast<std::size_t>(due)];
}

Night choose_night(const NightRequest& request) {
  Night night;
  std::vector<DueCell> due;
  for (std::size_t i = 0; i < request.cells.size(); ++i) {
    const Cell& cell = request.cells[i];
    if (!cell.obstacles.empty()) {
      ++night.unable;
      continue;
    }
    auto why = why_due(request, cell);
    if (!why) {
      ++night.proved;
      continue;
    }
    auto history = request.histories.find(place_of(cell));
    due.push_back({i, why->first, std::move(why->second),
                   history == request.histories.end() ? 0 : history->second.last_run,
                   cost_of(cell, request.histories)});
  }
  std::stable_sort(due.begin(), due.end(),
                   [](const DueCell& a, const DueCell& b) { return a.last_run < b.last_run; });
  std::set<std::string_view> keys;
  for (DueCell& one : due) {
    // Cells that execute the same are run once.
    Minutes with = night.cost;
    if (!keys.contains(request.cells[one.cell].key)) with += one.cost.minutes;
    bool fits = request.budget.fits(with);
    if (fits) {
      night.cost = with;
      keys.insert(request.cells[one.cell].key);
    }
    (fits ? night.chosen : night.left).push_back(std::move(one));
  }
  return night;
}

std::string night_words(const Night& night, const std::vector<Cell>& cells,
                        const MinuteBudget& budget) {
  std::string out;
  for (const DueCell& one : night.chosen) out += "run: " + line_of(one, cells[one.cell]) + "\n";
  for (const DueCell& one : night.left) {
    bool ever = budget.fits(one.cost.minutes);
    out += base::format("{}: {}, {}\n", ever ? "left for another night" : "beyond the whole budget",
                        line_of(one, cells[one.cell]), minute_words(one.cost.minutes));
  }
  return out + base::format("{} of {} due units fit: {}; {} are proved, {} cannot be run\n",
                            night.chosen.size(), night.chosen.size() + night.left.size(),
                            minute_words(night.cost, budget), night.proved, night.unable);
}

}  // namespace kbuild::run
