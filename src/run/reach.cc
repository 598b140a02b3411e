// Matches records with cells, and counts; see reach.h.
#include "run/reach.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "base/text.h"

namespace kbuild::run {

namespace {

/// Whether the record is of this page or of a translation: their paths end alike.
bool is_of_page(const RunRecord& record, std::string_view path) {
  return record.page == path || record.page.ends_with("/" + std::string(path));
}

}  // namespace

std::size_t Standings::total() const {
  return std::accumulate(of.begin(), of.end(), never_run);
}

int Share::percent() const {
  std::size_t all = units.total();
  return all ? static_cast<int>(100 * units.count(Standing::proved) / all) : 0;
}

std::string_view possible_name(Level level) {
  switch (level) {
    case Level::none: return "none";
    case Level::parsed: return "parse";
    case Level::linted: return "lint";
    case Level::compiled: return "compile";
    case Level::ran_cpu: return "cpu";
    case Level::ran_job: return "job";
    case Level::ran_gpu: return "gpu";
  }
  return {};
}

Level static_level(const snippets::Snippet& s, const SyntaxVerdict& verdict) {
  if (verdict.state != Parsed::good) return Level::none;
  if (base::is_any_of(s.language, {"c", "cpp"})) return Level::compiled;
  bool has_rules = base::is_any_of(s.language, {"bash", "console", "python", "cmake"});
  return has_rules ? Level::linted : Level::parsed;
}

Level possible_level(const Cell& cell) {
  if (!cell.obstacles.empty()) return Level::linted;
  if (cell.gpus > 0) return Level::ran_gpu;
  return cell.options_written.empty() ? Level::ran_cpu : Level::ran_job;
}

std::vector<Reached> find_reached(const Cell& cell, const std::vector<RunRecord>& records,
                                  std::string_view path, std::int64_t now, int days) {
  std::map<std::string, std::size_t> by_system;
  for (bool same_text : {false, true})
    for (std::size_t i = 0; i < records.size(); ++i) {
      const RunRecord& record = records[i];
      bool same =
          record.digest == cell.digest && (!cell.of_several || record.version == cell.version);
      bool named =
          record.unit == cell.unit && record.variant == cell.variant && is_of_page(record, path);
      if (same_text ? same : named) by_system[record.system] = i;
    }
  std::vector<Reached> out;
  for (const auto& [system, i] : by_system) {
    const RunRecord& record = records[i];
    out.push_back({system, record.level, standing_of(record, cell.digest, now, days),
                   record.started, record.job, i});
  }
  return out;
}

UnitStatus status_of(const Cell& cell, const std::vector<RunRecord>& records, std::string_view path,
                     std::int64_t now, int days) {
  return {cell.page,
          cell.line,
          cell.unit,
          cell.variant,
          cell.only_for,
          possible_level(cell),
          find_reached(cell, records, path, now, days)};
}

std::vector<Share> count_shares(const std::vector<UnitStatus>& units) {
  std::set<std::string> systems;
  for (const UnitStatus& unit : units)
    for (const Reached& reached : unit.reached) systems.insert(reached.system);
  if (systems.empty()) systems.insert("");
  std::vector<Share> out;
  for (const std::string& system : systems) {
    Share all{system, "", {}};
    std::map<std::string, Share> pages;
    for (const UnitStatus& unit : units) {
      bool elsewhere = !system.empty() && !unit.system.empty() && system != "local" &&
                       !base::equals_ignoring_case(unit.system, system);
      auto reached = std::find_if(unit.reached.begin(), unit.reached.end(),
                                  [&](const Reached& r) { return r.system == system; });
      if (elsewhere && reached == unit.reached.end()) continue;
      Share& page = pages.try_emplace(unit.page, Share{system, unit.page, {}}).first->second;
      for (Share* share : {&all, &page}) {
        if (reached == unit.reached.end())
          ++share->units.never_run;
        else
          share->units.add(reached->standing);
      }
    }
    out.push_back(std::move(all));
    for (auto& [name, page] : pages) out.push_back(std::move(page));
  }
  return out;
}

}  // namespace kbuild::run
