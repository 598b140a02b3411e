// A loop over indices on threads; see jobs.h.
#include "base/jobs.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace kbuild::base {

void for_each_index(std::size_t count, unsigned jobs,
                    const std::function<void(std::size_t)>& body) {
  if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex guard;
  auto work = [&] {
    for (std::size_t i; (i = next++) < count;) {
      try {
        body(i);
      } catch (...) {
        std::lock_guard lock(guard);
        if (!failure) failure = std::current_exception();
      }
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min<std::size_t>(jobs, count); ++i) threads.emplace_back(work);
  work();
  threads.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace kbuild::base
