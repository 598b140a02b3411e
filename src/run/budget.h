// What runs cost, and what a run may cost: minutes of GPUs, processors and nodes. A unit that
// passed before costs what it took then, another one its time limit.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "run/plan.h"
#include "run/unit_history.h"

namespace kbuild::run {

struct Minutes {
  double gpu = 0;
  double cpu = 0;
  double node = 0;

  Minutes& operator+=(const Minutes& other);
};

/// Bounds; nullopt: none.
struct MinuteBudget {
  std::optional<double> gpu;
  std::optional<double> cpu;
  std::optional<double> node;

  bool fits(const Minutes& used) const;
};

/// Reads "20gpu-min", "30cpu-min,2.5node-min". Errors say what is expected.
base::Result<MinuteBudget> parse_budget(std::string_view text);

struct Cost {
  double seconds = 0;
  /// From earlier passes; else the limit of the unit.
  bool measured = false;
  Minutes minutes;
};

using Histories = std::map<UnitPlace, UnitHistory>;
Histories histories_by_place(std::vector<UnitHistory> histories);
UnitPlace place_of(const Cell& cell);

Cost cost_of(const Cell& cell, const Histories& histories);

/// "3.0 GPU-minutes, 12.5 CPU-minutes, 12.5 node-minutes", without those that are 0 and not
/// bounded.
std::string minute_words(const Minutes& minutes, const MinuteBudget& budget = {});

}  // namespace kbuild::run
