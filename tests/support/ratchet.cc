// See ratchet.h. Ratchets have one decimal, so a score may lie half a step below its own.
#include "support/ratchet.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"

namespace kbuild::test {

namespace {

constexpr double kTolerance = 0.051;

double rounded(double score) {
  return std::round(score * 10) / 10;
}

}  // namespace

HeldScores hold_scores(Scores ratchets, std::string_view group, const Scores& scores,
                       RatchetUpdate update) {
  HeldScores held;
  for (auto it = ratchets.begin(); it != ratchets.end();) {
    bool gone = it->first.starts_with(group) && !scores.contains(it->first);
    if (gone && update != RatchetUpdate::lower)
      held.faults.push_back(base::format("{} is no longer measured", it->first));
    it = gone && update == RatchetUpdate::lower ? ratchets.erase(it) : std::next(it);
  }
  for (const auto& [name, score] : scores) {
    if (!name.starts_with(group)) {
      held.faults.push_back(base::format("{} is not of the group '{}'", name, group));
      continue;
    }
    auto ratchet = ratchets.find(name);
    bool known = ratchet != ratchets.end();
    if (known && score < ratchet->second - kTolerance) {
      if (update == RatchetUpdate::lower)
        ratchet->second = rounded(score);
      else
        held.faults.push_back(base::format("{} fell to {} from {}", name, std::to_string(score),
                                           std::to_string(ratchet->second)));
    } else if (update != RatchetUpdate::none) {
      double best = known ? ratchet->second : 0;
      ratchets[name] = std::max(best, rounded(score));
    } else if (!known) {
      held.faults.push_back(base::format("{} is measured and has no ratchet", name));
    }
  }
  held.ratchets = std::move(ratchets);
  return held;
}

std::vector<std::string> unheld_ratchets(const Scores& ratchets,
                                         const std::vector<std::string>& groups) {
  std::vector<std::string> unheld;
  for (const auto& [name, best] : ratchets)
    if (std::none_of(groups.begin(), groups.end(),
                     [&](const std::string& group) { return name.starts_with(group); }))
      unheld.push_back(name);
  return unheld;
}

}  // namespace kbuild::test
