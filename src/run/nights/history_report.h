// Histories of units in words, for reports and `kbuild test --status`.
#pragma once

#include <string>
#include <vector>

#include "run/unit_history.h"

namespace kbuild::run {

/// What is odd about it, a sentence each: flaky, slower, broken since an upgrade.
std::vector<std::string> oddities(const UnitHistory& history);

/// A table in Markdown of all histories, those without a recent proof first.
std::string history_table(std::vector<UnitHistory> histories);

}  // namespace kbuild::run
