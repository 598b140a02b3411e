// A loop over indices on threads; see jobs.h. The threads stay for the next loop: a new thread
// would be cheap, but each keeps allocator memory and thread-local tables that are worth reusing.
#include "base/jobs.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace kbuild::base {

namespace {

struct Loop {
  const std::size_t count;
  const std::function<void(std::size_t)>& body;
  /// How many threads may still join, and how many work on it; guarded by the pool's mutex.
  std::size_t open = 0;
  std::size_t working = 0;
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

/// The process's worker threads; those that call for_each_index() work as well.
class ThreadPool {
 public:
  /// Runs the loop on the calling thread and on at most `workers` others; returns when all ended.
  void run(Loop& loop, std::size_t workers) {
    {
      std::lock_guard lock(guard_);
      loop.open = workers;
      wanted_ += workers;
      loops_.push_back(&loop);
      add_workers();
    }
    loop_added_.notify_all();
    loop.work();
    std::unique_lock lock(guard_);
    // No index is left, so no further thread need join.
    wanted_ -= loop.open;
    std::erase(loops_, &loop);
    worker_left_.wait(lock, [&] { return loop.working == 0; });
  }

 private:
  /// As many as are wanted, or as the system gives: the loops end with fewer, too.
  void add_workers() {
    try {
      for (; idle_ < wanted_; ++idle_) std::thread([this] { run_worker(); }).detach();
    } catch (const std::system_error&) {
    }
  }

  void run_worker() {
    std::unique_lock lock(guard_);
    for (;;) {
      auto joined = loops_.end();
      loop_added_.wait(lock, [&] {
        joined =
            std::find_if(loops_.begin(), loops_.end(), [](Loop* loop) { return loop->open > 0; });
        return joined != loops_.end();
      });
      Loop& loop = **joined;
      --loop.open;
      --wanted_;
      --idle_;
      ++loop.working;
      lock.unlock();
      loop.work();
      lock.lock();
      ++idle_;
      if (--loop.working == 0) worker_left_.notify_all();
    }
  }

  std::mutex guard_;
  std::condition_variable loop_added_, worker_left_;
  std::vector<Loop*> loops_;
  /// Threads without a loop (also those just started), and how many more the loops may take.
  std::size_t idle_ = 0;
  std::size_t wanted_ = 0;
};

}  // namespace

void for_each_index(std::size_t count, unsigned jobs,
                    const std::function<void(std::size_t)>& body) {
  if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
  Loop loop{count, body};
  std::size_t threads = std::min<std::size_t>(jobs, count);
  if (threads < 2) {
    loop.work();
  } else {
    // Never destroyed: its threads run to the end of the process.
    static ThreadPool& pool = *new ThreadPool;
    pool.run(loop, threads - 1);
  }
  if (loop.failure) std::rethrow_exception(loop.failure);
}

}  // namespace kbuild::base
