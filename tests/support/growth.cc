// Measures processor time at two sizes and compares; see growth.h.
#include "support/growth.h"

#include <time.h>

#include <algorithm>
#include <limits>

#include "base/format.h"

namespace kbuild::test {

namespace {

constexpr std::size_t kGrowth = 8;
constexpr double kMaxLinearGrowth = 32;
constexpr int kMaxMeasurements = 5;
constexpr double kMinComparableCost = 0.02;
constexpr double kMinSize = 1024;

double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

double cost_of(const std::function<void()>& work) {
  double begin = thread_seconds();
  work();
  return thread_seconds() - begin;
}

bool grows_linearly(std::size_t size, const std::function<void(std::size_t)>& work) {
  double small = std::numeric_limits<double>::max(), large = small;
  for (int i = 0; i < kMaxMeasurements; ++i) {
    large = std::min(large, cost_of([&] { work(kGrowth * size); }));
    if (large < kMinComparableCost) return true;
    small = std::min(small, cost_of([&] { work(size); }));
    if (large < kMaxLinearGrowth * small) return true;
  }
  return false;
}

void Costs::add(std::string name, std::size_t bytes, double cost) {
  double size = std::max(kMinSize, static_cast<double>(bytes));
  inputs_.push_back({std::move(name), size, cost});
  all_sizes_ += size;
  all_costs_ += cost;
}

std::vector<std::string> Costs::outliers(double factor) const {
  std::vector<std::string> out;
  for (const Input& input : inputs_) {
    double usual = all_costs_ / all_sizes_ * input.size;
    if (input.cost > factor * usual && input.cost > kMinComparableCost)
      out.push_back(base::format("{} costs {} times as much as others of its size", input.name,
                                 std::to_string(input.cost / usual)));
  }
  return out;
}

}  // namespace kbuild::test
