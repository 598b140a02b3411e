// The progress of a build: reported in stages with counts, from any thread.
#pragma once

#include <functional>
#include <mutex>
#include <string_view>

namespace kbuild::build {

struct Progress {
  /// "read", "render", "index", "write".
  std::string_view stage;
  std::size_t done = 0;
  std::size_t total = 0;
};
using TellProgress = std::function<void(const Progress&)>;

/// Counts the steps of a stage and reports about a hundred of them and the last.
class ProgressCounter {
 public:
  ProgressCounter(const TellProgress& tell, std::string_view stage, std::size_t total)
      : tell_(tell), progress_{stage, 0, total} {}

  void step() {
    if (!tell_) return;
    std::lock_guard lock(guard_);
    ++progress_.done;
    std::size_t stride = progress_.total / 100 + 1;
    if (progress_.done % stride == 0 || progress_.done == progress_.total) tell_(progress_);
  }

 private:
  const TellProgress& tell_;
  std::mutex guard_;
  Progress progress_;
};

}  // namespace kbuild::build
