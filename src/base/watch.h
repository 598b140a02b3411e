// Waits for changes below directories, by inotify(7).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace kbuild::base {

class Watcher {
 public:
  /// Watches the directories and all below them. Errors: the kernel refuses (its limit on watches).
  static Result<Watcher> open(const std::vector<std::string>& directories);
  Watcher(Watcher&& other) noexcept;
  Watcher& operator=(Watcher&&) = delete;
  ~Watcher();

  /// Waits until something changed and nothing more has for 50 ms, or `milliseconds` have passed;
  /// true where something changed other than a lock ("*.lock"). Directories made meanwhile are
  /// watched, too.
  bool wait(int milliseconds);

 private:
  explicit Watcher(int descriptor) : descriptor_(descriptor) {}
  bool add_tree(const std::string& directory);
  struct Seen {
    bool change = false;
    bool new_directory = false;
  };
  Seen drain();

  int descriptor_;
  std::vector<std::string> roots_;
};

}  // namespace kbuild::base
