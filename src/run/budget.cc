// Reads budgets and tells costs; see budget.h.
#include "run/budget.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

struct BudgetUnit {
  std::string_view suffix;
  std::string_view words;
  double Minutes::*used;
  std::optional<double> MinuteBudget::*bound;
};

constexpr BudgetUnit kBudgetUnits[] = {
    {"gpu-min", "GPU-minutes", &Minutes::gpu, &MinuteBudget::gpu},
    {"cpu-min", "CPU-minutes", &Minutes::cpu, &MinuteBudget::cpu},
    {"node-min", "node-minutes", &Minutes::node, &MinuteBudget::node},
};

/// Sums of minutes may differ in their last digits.
constexpr double kRounding = 1e-6;

/// Digits with at most one point between them.
std::optional<double> number_in(std::string_view text) {
  std::size_t point = text.find('.');
  auto whole = base::parse_integer(text.substr(0, point));
  if (!whole || *whole < 0) return std::nullopt;
  if (point == text.npos) return static_cast<double>(*whole);
  std::string_view digits = text.substr(point + 1);
  auto part = base::parse_integer(digits);
  if (!part || *part < 0 || digits.size() > 6 || !base::is_digit(digits[0])) return std::nullopt;
  return static_cast<double>(*whole) +
         static_cast<double>(*part) / std::pow(10, static_cast<double>(digits.size()));
}

}  // namespace

Minutes& Minutes::operator+=(const Minutes& other) {
  gpu += other.gpu;
  cpu += other.cpu;
  node += other.node;
  return *this;
}

bool MinuteBudget::fits(const Minutes& used) const {
  return std::all_of(std::begin(kBudgetUnits), std::end(kBudgetUnits), [&](const BudgetUnit& unit) {
    const auto& bound = this->*unit.bound;
    return !bound || used.*unit.used <= *bound + kRounding;
  });
}

base::Result<MinuteBudget> parse_budget(std::string_view text) {
  MinuteBudget budget;
  for (std::string_view part : base::split(text, ',')) {
    part = base::trim(part);
    auto unit = std::find_if(std::begin(kBudgetUnits), std::end(kBudgetUnits),
                             [&](const BudgetUnit& u) { return part.ends_with(u.suffix); });
    std::optional<double> number;
    if (unit != std::end(kBudgetUnits))
      number = number_in(base::trim(part.substr(0, part.size() - unit->suffix.size())));
    if (!number)
      return base::fail(base::format("'{}' is no budget", part),
                        "write a number and gpu-min, cpu-min or node-min, such as 20gpu-min or "
                        "30cpu-min,10node-min");
    budget.*unit->bound = *number;
  }
  return budget;
}

Histories histories_by_place(std::vector<UnitHistory> histories) {
  Histories out;
  for (UnitHistory& history : histories) {
    UnitPlace place = history.place;
    out.emplace(std::move(place), std::move(history));
  }
  return out;
}

UnitPlace place_of(const Cell& cell) {
  return {cell.unit, cell.variant, cell.system};
}

Cost cost_of(const Cell& cell, const Histories& histories) {
  Cost cost;
  std::optional<double> expected;
  if (auto at = histories.find(place_of(cell)); at != histories.end())
    expected = expected_seconds(at->second);
  auto limit = static_cast<double>(cell.seconds);
  cost.measured = expected.has_value();
  cost.seconds = std::min(expected.value_or(limit), limit);
  double minutes = cost.seconds / 60;
  cost.minutes = {minutes * static_cast<double>(cell.gpus),
                  minutes * static_cast<double>(cell.cpus),
                  minutes * static_cast<double>(cell.nodes)};
  return cost;
}

std::string minute_words(const Minutes& minutes, const MinuteBudget& budget) {
  std::vector<std::string> words;
  for (const BudgetUnit& unit : kBudgetUnits) {
    const auto& bound = budget.*unit.bound;
    double used = minutes.*unit.used;
    if (bound)
      words.push_back(base::format("{:.1f} of {:g} {}", used, *bound, unit.words));
    else if (used > 0)
      words.push_back(base::format("{:.1f} {}", used, unit.words));
  }
  return words.empty() ? "nothing" : base::join(words, ", ");
}

}  // namespace kbuild::run
