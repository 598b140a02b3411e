// A loop over indices on threads; see jobs.h. The threads stay for the next loop: making one anew
// costs little, but with it would go what it keeps of memory and of tables of its own.
#include "base/jobs.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace kbuild::base {

namespace {

struct Loop {
  const std::size_t count;
  const std::function<void(std::size_t)>& body;
  /// Threads that may still join, and those that did; under the crew's lock.
  std::size_t open = 0;
  std::size_t helping = 0;
  std::atomic<std::size_t> next = 0;
  std::mutex guard;
  std::exception_ptr failure;

  void work() {
    for (std::size_t i; (i = next++) < count;) {
      try {
        body(i);
      } catch (...) {
        std::lock_guard lock(guard);
        if (!failure) failure = std::current_exception();
      }
    }
  }
};

/// The threads of the process beside those that call for_each_index().
class Crew {
 public:
  void help(Loop& loop, std::size_t helpers) {
    {
      std::lock_guard lock(guard_);
      loop.open = helpers;
      wanted_ += helpers;
      loops_.push_back(&loop);
      for (; idle_ < wanted_; ++idle_) std::thread([this] { serve(); }).detach();
    }
    called_.notify_all();
    loop.work();
    std::unique_lock lock(guard_);
    // Whoever has not come by now is too late.
    wanted_ -= loop.open;
    std::erase(loops_, &loop);
    left_.wait(lock, [&] { return loop.helping == 0; });
  }

 private:
  void serve() {
    std::unique_lock lock(guard_);
    for (;;) {
      auto joined = loops_.end();
      called_.wait(lock, [&] {
        joined =
            std::find_if(loops_.begin(), loops_.end(), [](Loop* loop) { return loop->open > 0; });
        return joined != loops_.end();
      });
      Loop& loop = **joined;
      --loop.open;
      --wanted_;
      --idle_;
      ++loop.helping;
      lock.unlock();
      loop.work();
      lock.lock();
      ++idle_;
      if (--loop.helping == 0) left_.notify_all();
    }
  }

  std::mutex guard_;
  std::condition_variable called_, left_;
  std::vector<Loop*> loops_;
  /// Threads without a loop, those that are being made among them, and how many the loops want.
  std::size_t idle_ = 0;
  std::size_t wanted_ = 0;
};

}  // namespace

void for_each_index(std::size_t count, unsigned jobs,
                    const std::function<void(std::size_t)>& body) {
  if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
  Loop loop{count, body};
  std::size_t helpers = std::min<std::size_t>(jobs, count);
  if (helpers < 2) {
    loop.work();
  } else {
    // Kept to the end of the process, as its threads are.
    static Crew& crew = *new Crew;
    crew.help(loop, helpers - 1);
  }
  if (loop.failure) std::rethrow_exception(loop.failure);
}

}  // namespace kbuild::base
