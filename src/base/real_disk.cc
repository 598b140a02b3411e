// The machine's file system by POSIX calls, and what every disk does alike; see disk.h.
#include <dirent.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/fs.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/bounds.h"
#include "base/disk.h"
#include "base/format.h"
#include "base/path.h"

namespace kbuild::base {

namespace fs = std::filesystem;

namespace {

auto refuse(std::string_view verb, const std::string& path, int error) {
  return fail(format("cannot {} '{}': {}", verb, path, std::strerror(error)));
}

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() {
    if (number_ >= 0) ::close(number_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

constexpr std::uint64_t kWithoutLimit = ~std::uint64_t{0};

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::int64_t nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// A name next to `path` that no other thread or process of this machine uses.
std::string aside(const std::string& path) {
  static std::atomic<unsigned> counter = 0;
  return format("{}/.{}.{}.{}", parent_path(path).empty() ? "." : parent_path(path),
                file_name(path), ::getpid(), counter++);
}

bool make_path(const std::string& path) {
  if (path.empty() || ::mkdir(path.c_str(), 0755) == 0) return true;
  std::error_code error;
  fs::create_directories(path, error);
  if (error) errno = error.value();
  return !error;
}

/// A file while it is written: under its own name if that is free, else under a temporary one next
/// to it.
class NewFile {
 public:
  NewFile(const std::string& path, Target target) : path_(path), place_(path) {
    int number = target == Target::is_new ? open(O_EXCL) : -1;
    if (target == Target::may_exist || (number < 0 && errno == EEXIST)) {
      place_ = aside(path);
      number = open(O_TRUNC);
    }
    file_.emplace(number);
  }
  /// Below 0: it can't be opened, for the reason in errno.
  int get() const { return file_->get(); }
  /// Moves it to its place if it was `written`; else removes it, with the reason in errno.
  bool finish(bool written) {
    if (written && (place_ == path_ || ::rename(place_.c_str(), path_.c_str()) == 0)) return true;
    int error = errno;
    ::unlink(place_.c_str());
    errno = error;
    return false;
  }

 private:
  int open(int mode) const {
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | mode;
    int number = ::open(place_.c_str(), flags, 0644);
    if (number < 0 && errno == ENOENT && make_path(std::string(parent_path(place_))))
      number = ::open(place_.c_str(), flags, 0644);
    return number;
  }

  const std::string& path_;
  std::string place_;
  std::optional<FileDescriptor> file_;
};

/// Walks a tree by descriptors, so that the kernel resolves each name once.
class Scan {
 public:
  Scan(std::string root, std::string real_root)
      : root_(std::move(root)), real_root_(std::move(real_root)) {}

  /// Takes the descriptor of the directory at `prefix` ("" or ending in '/'). False: it can't be
  /// read.
  bool walk(int number, const std::string& prefix, int depth) {
    std::unique_ptr<DIR, int (*)(DIR*)> directory(::fdopendir(number), ::closedir);
    if (!directory) {
      ::close(number);
      return false;
    }
    while (const dirent* entry = ::readdir(directory.get())) {
      if (entry->d_name[0] == '.') continue;
      std::string path = prefix + entry->d_name;
      unsigned char type = entry->d_type;
      if (type == DT_UNKNOWN || type == DT_LNK) type = type_of(path, number, entry->d_name);
      if (type == DT_REG) files.push_back(std::move(path));
      if (type != DT_DIR || depth >= kMaxDirectoryDepth) continue;
      int child = ::openat(number, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
      if (child >= 0) (void)walk(child, path + "/", depth + 1);
    }
    return true;
  }

  std::vector<std::string> files;

 private:
  /// A link counts as its target file if that is below the root and not hidden there; a link to a
  /// directory is skipped.
  unsigned char type_of(const std::string& path, int directory, const char* name) const {
    struct stat found {};
    if (::fstatat(directory, name, &found, AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
    if (!S_ISLNK(found.st_mode))
      return S_ISREG(found.st_mode) ? DT_REG : S_ISDIR(found.st_mode) ? DT_DIR : DT_UNKNOWN;
    std::error_code error;
    fs::path target = fs::canonical(root_ + "/" + path, error);
    bool inside = !error && target.native().starts_with(real_root_ + "/") &&
                  target.native().find("/.", real_root_.size()) == std::string::npos &&
                  fs::is_regular_file(target, error);
    return inside ? DT_REG : DT_UNKNOWN;
  }

  std::string root_;
  std::string real_root_;
};

class RealDisk final : public Disk {
 public:
  FileStatus status(const std::string& path) const override {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) return {};
    FileKind kind = S_ISREG(found.st_mode)   ? FileKind::file
                    : S_ISDIR(found.st_mode) ? FileKind::directory
                                             : FileKind::other;
    return {kind, static_cast<std::uint64_t>(found.st_size), nanoseconds(found.st_mtim),
            nanoseconds(found.st_ctim)};
  }

  FileKind kind(const std::string& path) const override {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0) return FileKind::absent;
    return S_ISREG(found.st_mode)   ? FileKind::file
           : S_ISDIR(found.st_mode) ? FileKind::directory
           : S_ISLNK(found.st_mode) ? FileKind::link
                                    : FileKind::other;
  }

  Result<std::string> read(const std::string& path, std::uint64_t limit) const override {
    // A pipe without a writer would block.
    FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat found {};
    if (file.get() < 0 || ::fstat(file.get(), &found) != 0) return refuse("read", path, errno);
    if (!S_ISREG(found.st_mode)) return fail(format("cannot read '{}': it is not a file", path));
    if (static_cast<std::uint64_t>(found.st_size) > limit)
      return fail(format("cannot read '{}': it has {} bytes and {} is the limit", path,
                         found.st_size, limit));
    std::string content(static_cast<std::size_t>(found.st_size), '\0');
    std::size_t have = 0;
    while (have < content.size()) {
      ssize_t got = ::read(file.get(), content.data() + have, content.size() - have);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return refuse("read", path, errno);
      if (got == 0) break;
      have += static_cast<std::size_t>(got);
    }
    content.resize(have);
    return content;
  }

  Result<void> write(const std::string& path, std::string_view content, Target target) override {
    NewFile file(path, target);
    if (file.get() < 0) return refuse("write", path, errno);
    if (!file.finish(write_all(file.get(), content))) return refuse("write", path, errno);
    return {};
  }

  Result<void> append(const std::string& path, std::string_view content, Flush flush) override {
    if (auto made = make_directories(std::string(parent_path(path))); !made) return made;
    FileDescriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (file.get() < 0 || !write_all(file.get(), content) ||
        (flush == Flush::at_once && ::fsync(file.get()) != 0))
      return refuse("append to", path, errno);
    return {};
  }

  Result<void> remove(const std::string& path) override {
    if (::remove(path.c_str()) != 0 && errno != ENOENT) return refuse("remove", path, errno);
    return {};
  }

  Result<void> remove_tree(const std::string& path) override {
    std::error_code error;
    fs::remove_all(path, error);
    if (error) return refuse("remove", path, error.value());
    return {};
  }

  Result<void> rename(const std::string& from, const std::string& to) override {
    if (::rename(from.c_str(), to.c_str()) != 0) return refuse("rename", from, errno);
    return {};
  }

  Result<void> make_directories(const std::string& path) override {
    if (!make_path(path)) return refuse("make directory", path, errno);
    return {};
  }

  Result<void> copy(const std::string& from, const std::string& to, Target target) override {
    FileDescriptor source(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
    if (source.get() < 0) return refuse("read", from, errno);
    NewFile file(to, target);
    if (file.get() < 0) return refuse("write", to, errno);
    bool done = ::ioctl(file.get(), FICLONE, source.get()) == 0;
    if (!done) {
      ssize_t moved = 0;
      do {
        moved = ::copy_file_range(source.get(), nullptr, file.get(), nullptr, 1u << 30, 0);
      } while (moved > 0 || (moved < 0 && errno == EINTR));
      done = moved == 0;
    }
    // Not every kernel copies from one file system to another.
    if (!done && (errno == EXDEV || errno == EOPNOTSUPP || errno == ENOSYS))
      if (auto content = read(from, kWithoutLimit)) done = write_all(file.get(), *content);
    if (!file.finish(done)) return refuse("copy", from, errno);
    return {};
  }

  Result<void> link(const std::string& from, const std::string& to) override {
    if (::link(from.c_str(), to.c_str()) == 0) return {};
    if (errno == ENOENT) {
      if (auto made = make_directories(std::string(parent_path(to))); !made) return made;
      if (::link(from.c_str(), to.c_str()) == 0) return {};
    }
    return copy(from, to, Target::may_exist);
  }

  Result<void> exchange(const std::string& a, const std::string& b) override {
    if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return {};
    if (errno != EINVAL && errno != ENOSYS) return refuse("swap", a, errno);
    // A file system without the swap: two renames, the shortest time without a directory that it
    // allows.
    std::string old = aside(a);
    if (auto moved = rename(a, old); !moved) return moved;
    if (auto moved = rename(b, a); !moved) {
      (void)rename(old, a);
      return moved;
    }
    auto moved = rename(old, b);
    if (moved) return {};
    (void)rename(a, b);
    (void)rename(old, a);
    return moved;
  }

  Result<void> sync(const std::string& path) override {
    FileDescriptor directory(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (directory.get() < 0 || ::syncfs(directory.get()) != 0) return refuse("sync", path, errno);
    return {};
  }

  Result<std::vector<std::string>> list(const std::string& root) const override {
    auto real_root = real_path(root);
    if (!real_root) return tl::unexpected(real_root.error());
    Scan scan(root, *real_root);
    int number = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (number < 0 || !scan.walk(number, "", 0)) return refuse("list", root, errno);
    std::sort(scan.files.begin(), scan.files.end());
    return std::move(scan.files);
  }

  Result<std::vector<DirectoryEntry>> entries(const std::string& path) const override {
    std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir(path.c_str()), ::closedir);
    if (!directory) return refuse("list", path, errno);
    std::vector<DirectoryEntry> found;
    errno = 0;
    while (const dirent* entry = ::readdir(directory.get())) {
      std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      FileKind kind = entry->d_type == DT_REG   ? FileKind::file
                      : entry->d_type == DT_DIR ? FileKind::directory
                      : entry->d_type == DT_LNK ? FileKind::link
                                                : FileKind::other;
      found.push_back({std::string(name), kind});
      if (entry->d_type == DT_UNKNOWN)
        found.back().kind = this->kind(path + "/" + found.back().name);
      errno = 0;
    }
    if (errno != 0) return refuse("list", path, errno);
    std::sort(found.begin(), found.end(),
              [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
    return found;
  }

  Result<FileLock> lock(const std::string& path, const LockRequest& request) override {
    if (auto made = make_directories(std::string(parent_path(path))); !made)
      return tl::unexpected(made.error());
    return FileLock::take(path, request);
  }

  Result<std::string> real_path(const std::string& path) const override {
    std::error_code error;
    fs::path resolved = fs::canonical(path, error);
    if (error) return refuse("find", path, error.value());
    return resolved.native();
  }
};

}  // namespace

std::unique_ptr<Disk> make_real_disk() {
  return std::make_unique<RealDisk>();
}

std::string resolve_links(const Disk& disk, const std::string& path) {
  std::string rest, at = normalise_path(path);
  while (true) {
    if (auto real = disk.real_path(at)) return rest.empty() ? *real : join_path(*real, rest);
    std::string_view parent = parent_path(at);
    if (parent == at) return path;
    std::string name(file_name(at));
    rest = rest.empty() ? name : name + "/" + rest;
    if (parent.empty()) return join_path(disk.real_path(".").value_or("."), rest);
    at = std::string(parent);
  }
}

}  // namespace kbuild::base
