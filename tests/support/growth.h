// Whether the work of a function grows as its input does, for tests that no text makes a reader
// slow.
//
// What is compared are costs of the same function in the same run: at one size and at eight times
// that size, or for many inputs among themselves. A cost is processor time of this thread, so that
// waiting for a busy machine is no part of it, and no cost is held against a figure in seconds, so
// that a slow machine or a sanitiser fails nothing. A busy machine can still make single costs
// larger (by its caches), so sizes are measured again until they fit or did not five times, and the
// least of each counts; the limits lie far from what is linear.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace kbuild::test {

/// Processor time of this thread, in seconds, that the call takes.
double cost_of(const std::function<void()>& work);

/// True where work(8 * size) costs less than 32 times work(size): eight times is linear, 64 times
/// quadratic. Costs too small to compare (1/50 s for the large one) are true as well.
bool grows_linearly(std::size_t size, const std::function<void(std::size_t)>& work);

/// Costs of many inputs of any size.
class Costs {
 public:
  void add(std::string name, std::size_t bytes, double cost);
  /// Inputs that cost more than `factor` times what inputs of their size cost on average, with what
  /// they cost; short inputs count as kibibytes, since each has a cost of its own.
  std::vector<std::string> outliers(double factor) const;

 private:
  struct Input {
    std::string name;
    double size;
    double cost;
  };
  std::vector<Input> inputs_;
  double all_sizes_ = 0;
  double all_costs_ = 0;
};

}  // namespace kbuild::test
