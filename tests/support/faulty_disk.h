// A disk that fails at one call or from one call on, to see what a program makes of a full or a
// broken one.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "base/disk.h"

namespace kbuild::test {

/// What fails: every call from the chosen one on that takes space, as on a full disk; or the chosen
/// call alone, whatever it changes (a rename, a swap of directories).
enum class Fault { full, once };

class FaultyDisk final : public base::Disk {
 public:
  /// Fails at the `at`-th call that changes something, counted from 0.
  FaultyDisk(base::Disk& inner, Fault fault, int at) : inner_(inner), fault_(fault), at_(at) {}

  /// How many calls changed something, or tried to.
  int calls() const { return calls_; }

  base::FileStatus status(const std::string& path) const override { return inner_.status(path); }
  base::FileKind kind(const std::string& path) const override { return inner_.kind(path); }
  base::Result<std::string> read(const std::string& path, std::uint64_t limit) const override {
    return inner_.read(path, limit);
  }
  base::Result<void> write(const std::string& path, std::string_view content,
                           base::Target target) override {
    return fails(Takes::space) ? refuse(path) : inner_.write(path, content, target);
  }
  /// Half of it is written where it fails.
  base::Result<void> append(const std::string& path, std::string_view content,
                            base::Flush flush) override {
    if (!fails(Takes::space)) return inner_.append(path, content, flush);
    (void)inner_.append(path, content.substr(0, content.size() / 2), flush);
    return refuse(path);
  }
  base::Result<void> remove(const std::string& path) override {
    return fails(Takes::nothing) ? refuse(path) : inner_.remove(path);
  }
  base::Result<void> remove_tree(const std::string& path) override {
    return fails(Takes::nothing) ? refuse(path) : inner_.remove_tree(path);
  }
  base::Result<void> rename(const std::string& from, const std::string& to) override {
    return fails(Takes::nothing) ? refuse(from) : inner_.rename(from, to);
  }
  base::Result<void> make_directories(const std::string& path) override {
    return fails(Takes::space) ? refuse(path) : inner_.make_directories(path);
  }
  base::Result<void> copy(const std::string& from, const std::string& to,
                          base::Target target) override {
    return fails(Takes::space) ? refuse(to) : inner_.copy(from, to, target);
  }
  base::Result<void> link(const std::string& from, const std::string& to) override {
    return fails(Takes::space) ? refuse(to) : inner_.link(from, to);
  }
  base::Result<void> exchange(const std::string& a, const std::string& b) override {
    return fails(Takes::nothing) ? refuse(a) : inner_.exchange(a, b);
  }
  base::Result<void> sync(const std::string& path) override {
    return fails(Takes::nothing) ? refuse(path) : inner_.sync(path);
  }
  base::Result<std::vector<std::string>> list(const std::string& root) const override {
    return inner_.list(root);
  }
  base::Result<std::vector<base::DirectoryEntry>> entries(const std::string& path) const override {
    return inner_.entries(path);
  }
  base::Result<std::string> real_path(const std::string& path) const override {
    return inner_.real_path(path);
  }
  base::Result<base::FileLock> lock(const std::string& path,
                                    const base::LockRequest& request) override {
    return inner_.lock(path, request);
  }

 private:
  enum class Takes { space, nothing };

  bool fails(Takes takes) {
    int call = calls_++;
    if (fault_ == Fault::once) return call == at_;
    return call >= at_ && takes == Takes::space;
  }
  static tl::unexpected<base::Error> refuse(const std::string& path) {
    return base::fail("cannot write '" + path + "': No space left on device");
  }

  base::Disk& inner_;
  Fault fault_;
  int at_;
  std::atomic<int> calls_ = 0;
};

}  // namespace kbuild::test
