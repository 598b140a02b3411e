// Which units a night runs: those without a proof that counts, the one whose last run is longest
// ago first, as many as a budget allows.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "run/budget.h"
#include "run/runner.h"

namespace kbuild::run {

/// Why a unit is run again.
enum class Due : std::uint8_t {
  /// Nothing is known of it on this system.
  never_run,
  /// What it executes is not what was run.
  changed,
  /// It passed with a module that the system has no more in that version.
  upgraded,
  /// Its latest run failed, or the machine did.
  failed,
  /// Its pass is too old.
  expired,
};
/// "never run", "changed", "upgraded", "failed", "expired".
std::string_view due_name(Due due);

struct DueCell {
  /// Which of the cells.
  std::size_t cell = 0;
  Due why = Due::never_run;
  /// "failed: line 8: exit code 1", without the name of `why`; may be empty.
  std::string detail;
  /// Begin of its last run; 0: none.
  std::int64_t last_run = 0;
  Cost cost;
};

struct Night {
  /// In the order in which they are to be run.
  std::vector<DueCell> chosen;
  /// Due, but beyond the budget.
  std::vector<DueCell> left;
  /// Cells with a proof that counts, and those that cannot be run.
  std::size_t proved = 0;
  std::size_t unable = 0;
  Minutes cost;
};

struct NightRequest {
  const std::vector<Cell>& cells;
  const History& latest;
  const Histories& histories;
  /// Modules that the system has by its newest list ("amber/24.0"); empty where there is no list.
  const std::set<std::string, std::less<>>& modules;
  std::int64_t now = 0;
  int expiry_days = 30;
  MinuteBudget budget = {};
};
Night choose_night(const NightRequest& request);

/// For people and comments: what is run and why, what does not fit, and the sum.
std::string night_words(const Night& night, const std::vector<Cell>& cells,
                        const MinuteBudget& budget);

}  // namespace kbuild::run
