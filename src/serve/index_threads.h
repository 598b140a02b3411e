// Threads that each own an open index, since an index belongs to one thread. The memory that
// searches allocate thus stays with few threads, however many connections there are.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "search/index/index.h"

namespace kbuild::serve {

class IndexThreads {
 public:
  using Task = std::function<std::string(search::Index&)>;
  using Warm = std::function<void(search::Index&, const std::string& language)>;

  /// One thread for each index. While no task waits, it warms its index for one language after the
  /// other; `warm` may not throw.
  IndexThreads(std::vector<search::Index> indexes, std::vector<std::string> languages, Warm warm);

  /// Returns when all tasks are done.
  ~IndexThreads() = default;

  /// Runs a task on an index's thread and returns its result or throws its exception; waits for a
  /// free index in the order of calls. May be called from many threads. There must be an index.
  std::string run(Task task);

  /// Number of tasks that no thread has started.
  std::size_t waiting();

 private:
  void work(std::stop_token stop, search::Index index);

  std::vector<std::string> languages_;
  Warm warm_;
  std::mutex guard_;
  std::condition_variable_any asked_;
  std::deque<std::packaged_task<std::string(search::Index&)>> tasks_;
  /// Declared last, so that the threads end before the other members are destroyed.
  std::vector<std::jthread> threads_;
};

}  // namespace kbuild::serve
