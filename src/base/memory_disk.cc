// The file system in memory; see disk.h.
#include "base/disk.h"
#include "base/path.h"

namespace kbuild::base {

FileStatus MemoryDisk::status(const std::string& path) const {
  std::lock_guard lock(guard_);
  std::string key = normalise_path(path);
  if (auto found = files.find(key); found != files.end()) {
    auto time = modified_.find(key);
    std::int64_t stamp = time == modified_.end() ? 0 : time->second;
    return {FileKind::file, found->second.size(), stamp, stamp};
  }
  auto below = files.lower_bound(key + "/");
  bool directory = below != files.end() && below->first.starts_with(key + "/");
  return {directory ? FileKind::directory : FileKind::absent};
}

FileKind MemoryDisk::kind(const std::string& path) const {
  return status(path).kind;
}

Result<std::string> MemoryDisk::read(const std::string& path, std::uint64_t limit) const {
  std::lock_guard lock(guard_);
  std::string key = normalise_path(path);
  reads.push_back(key);
  auto found = files.find(key);
  if (found == files.end()) return fail("cannot read '" + path + "': no such file");
  if (found->second.size() > limit) return fail("cannot read '" + path + "': too large");
  return found->second;
}

Result<void> MemoryDisk::write(const std::string& path, std::string_view content, Target) {
  std::lock_guard lock(guard_);
  std::string key = normalise_path(path);
  files[key] = content;
  modified_[key] = ++tick_;
  return {};
}

Result<void> MemoryDisk::append(const std::string& path, std::string_view content, Flush) {
  std::lock_guard lock(guard_);
  std::string key = normalise_path(path);
  files[key] += content;
  modified_[key] = ++tick_;
  return {};
}

Result<void> MemoryDisk::remove(const std::string& path) {
  std::lock_guard lock(guard_);
  files.erase(normalise_path(path));
  return {};
}

Result<void> MemoryDisk::remove_tree(const std::string& path) {
  std::lock_guard lock(guard_);
  std::string prefix = normalise_path(path) + "/";
  std::erase_if(files, [&](const auto& file) { return file.first.starts_with(prefix); });
  return remove(path);
}

Result<void> MemoryDisk::rename(const std::string& from, const std::string& to) {
  std::lock_guard lock(guard_);
  std::string source = normalise_path(from), target = normalise_path(to);
  std::map<std::string, std::string> moved;
  for (const auto& [path, content] : files)
    if (path == source || path.starts_with(source + "/"))
      moved[target + path.substr(source.size())] = content;
  if (moved.empty()) return fail("cannot rename '" + from + "': no such file");
  (void)remove_tree(from);
  (void)remove_tree(to);
  for (auto& [path, content] : moved) {
    files[path] = std::move(content);
    modified_[path] = ++tick_;
  }
  return {};
}

Result<void> MemoryDisk::make_directories(const std::string&) {
  return {};
}

Result<void> MemoryDisk::copy(const std::string& from, const std::string& to, Target target) {
  std::lock_guard lock(guard_);
  auto content = read(from, 1ull << 32);
  if (!content) return tl::unexpected(content.error());
  return write(to, *content, target);
}

Result<void> MemoryDisk::link(const std::string& from, const std::string& to) {
  return copy(from, to, Target::may_exist);
}

Result<void> MemoryDisk::exchange(const std::string& a, const std::string& b) {
  std::lock_guard lock(guard_);
  const std::string aside = normalise_path(a) + ".exchange";
  for (const auto& [from, to] : {std::pair(a, aside), std::pair(b, a), std::pair(aside, b)})
    if (auto moved = rename(from, to); !moved) return moved;
  return {};
}

Result<void> MemoryDisk::sync(const std::string&) {
  return {};
}

Result<std::vector<std::string>> MemoryDisk::list(const std::string& root) const {
  std::lock_guard lock(guard_);
  std::string prefix = normalise_path(root) + "/";
  std::vector<std::string> found;
  for (const auto& [path, content] : files) {
    if (!path.starts_with(prefix)) continue;
    std::string relative = path.substr(prefix.size());
    if (relative.starts_with('.') || relative.find("/.") != relative.npos) continue;
    found.push_back(relative);
  }
  return found;
}

Result<std::vector<DirectoryEntry>> MemoryDisk::entries(const std::string& path) const {
  std::lock_guard lock(guard_);
  const std::string directory = normalise_path(path);
  if (directory != "." && status(directory).kind != FileKind::directory)
    return fail("cannot list '" + path + "': no such directory");
  const std::string prefix = directory == "." ? "" : directory + "/";
  std::map<std::string, FileKind> found;
  for (const auto& [file, content] : files) {
    if (!file.starts_with(prefix)) continue;
    std::size_t slash = file.find('/', prefix.size());
    found[file.substr(prefix.size(), slash - prefix.size())] =
        slash == file.npos ? FileKind::file : FileKind::directory;
  }
  std::vector<DirectoryEntry> out;
  for (const auto& [name, kind] : found) out.push_back({name, kind});
  return out;
}

Result<FileLock> MemoryDisk::lock(const std::string&, const LockRequest&) {
  return FileLock();
}

Result<std::string> MemoryDisk::real_path(const std::string& path) const {
  if (status(path).kind == FileKind::absent) return fail("cannot find '" + path + "'");
  return normalise_path(path);
}

}  // namespace kbuild::base
