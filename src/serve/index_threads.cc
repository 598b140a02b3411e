// Runs tasks on the first thread whose index is free; see index_threads.h.
#include "serve/index_threads.h"

namespace kbuild::serve {

IndexThreads::IndexThreads(std::vector<search::Index> indexes, std::vector<std::string> languages,
                           Warm warm)
    : languages_(std::move(languages)), warm_(std::move(warm)) {
  for (search::Index& index : indexes)
    threads_.emplace_back(
        [this](std::stop_token stop, search::Index own) { work(stop, std::move(own)); },
        std::move(index));
}

std::string IndexThreads::run(Task task) {
  std::packaged_task<std::string(search::Index&)> asked(std::move(task));
  std::future<std::string> answer = asked.get_future();
  {
    std::lock_guard lock(guard_);
    tasks_.push_back(std::move(asked));
    asked_.notify_one();
  }
  return answer.get();
}

void IndexThreads::work(std::stop_token stop, search::Index index) {
  std::size_t warmed = 0;
  while (true) {
    std::unique_lock lock(guard_);
    asked_.wait(lock, stop, [&] { return !tasks_.empty() || warmed < languages_.size(); });
    if (!tasks_.empty()) {
      auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task(index);
    } else if (stop.stop_requested()) {
      return;
    } else {
      lock.unlock();
      warm_(index, languages_[warmed++]);
    }
  }
}

std::size_t IndexThreads::waiting() {
  std::lock_guard lock(guard_);
  return tasks_.size();
}

}  // namespace kbuild::serve
