// Threads that each own an open index, for one belongs to one thread: what a question allocates
// stays with few threads, however many connections ask.
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

  /// A thread for each index. While no question waits, it warms its index for one language after
  /// the other; `warm` may not throw.
  IndexThreads(std::vector<search::Index> indexes, std::vector<std::string> languages, Warm warm);

  /// Ends when all that was asked is answered.
  ~IndexThreads() = default;

  /// What the task makes of an index, on its thread, or the exception that it throws; waits for a
  /// free one, in the order of asking. May be called from many threads. There must be an index.
  std::string run(Task task);

  /// Number of tasks that no thread has taken yet.
  std::size_t waiting();

 private:
  void work(std::stop_token stop, search::Index index);

  std::vector<std::string> languages_;
  Warm warm_;
  std::mutex guard_;
  std::condition_variable_any asked_;
  std::deque<std::packaged_task<std::string(search::Index&)>> tasks_;
  /// End before the members above go.
  std::vector<std::jthread> threads_;
};

}  // namespace kbuild::serve
