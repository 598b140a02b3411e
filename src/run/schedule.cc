// Bundles cells and words their waiting; see schedule.h.
#include "run/schedule.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace kbuild::run {

std::string shared_options(const Cell& cell) {
  std::vector<std::string> same = cell.options_run;
  std::erase_if(same, [](const std::string& option) { return option.starts_with("--time="); });
  return base::join(same, " ");
}

std::vector<std::vector<std::size_t>> bundle_cells(const std::vector<Cell>& cells,
                                                   const std::vector<std::size_t>& to_run,
                                                   const BundleLimits& limits) {
  struct Open {
    std::size_t bundle;
    long long seconds;
  };
  std::map<std::string, Open> open;
  std::vector<std::vector<std::size_t>> bundles;
  for (std::size_t i : to_run) {
    const Cell& cell = cells[i];
    bool short_one = cell.seconds <= limits.cell_seconds && cell.nodes == 1;
    std::string key = shared_options(cell);
    auto at = short_one ? open.find(key) : open.end();
    if (at != open.end() && bundles[at->second.bundle].size() < limits.cells &&
        at->second.seconds + cell.seconds <= limits.job_seconds) {
      bundles[at->second.bundle].push_back(i);
      at->second.seconds += cell.seconds;
      continue;
    }
    bundles.push_back({i});
    if (short_one) open[key] = {bundles.size() - 1, cell.seconds};
  }
  return bundles;
}

std::string waiting_words(const std::map<std::string, JobStatus>& statuses) {
  std::map<std::string, std::size_t> reasons;
  std::size_t jobs = 0;
  for (const auto& [id, status] : statuses) {
    if (status.phase != JobPhase::pending) continue;
    bool none = status.reason.empty() || status.reason == "None";
    ++reasons[none ? "no reason yet" : status.reason];
    ++jobs;
  }
  if (jobs == 0) return {};
  std::vector<std::string> words;
  for (const auto& [reason, count] : reasons)
    words.push_back(reasons.size() == 1 ? reason : base::format("{} ({})", reason, count));
  return base::format("waiting: {} job{}, {}", jobs, jobs == 1 ? "" : "s", base::join(words, ", "));
}

}  // namespace kbuild::run
