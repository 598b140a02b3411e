// Opens files below a directory; see open_file.h.
#include "base/open_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/format.h"
#include "base/hash.h"

namespace kbuild::base {

namespace {

/// "" where the path does not exist.
std::string followed(const std::string& path) {
  std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  return real ? real.get() : "";
}

std::uint64_t time_number(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

OpenFile::Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Result<OpenFile> OpenFile::open_below(std::string_view directory, std::string_view relative) {
  std::string root = followed(std::string(directory));
  std::string path = format("{}/{}", directory, relative);
  // A NUL would end the path for the system before it does so for the caller.
  std::string real = path.find('\0') == path.npos ? followed(path) : "";
  bool inside =
      !root.empty() && (real == root || real.starts_with(root == "/" ? root : root + "/"));
  if (!inside) return fail(format("cannot open '{}': no such file", path));
  // The resolved path has no link, so that one put there meanwhile is refused.
  OpenFile file(::open(real.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
  struct stat status {};
  if (file.descriptor_.number() < 0 || ::fstat(file.descriptor_.number(), &status) != 0)
    return fail(format("cannot open '{}': {}", path, std::strerror(errno)));
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    return fail(format("cannot open '{}': not a file", path));
  file.kind_ = S_ISDIR(status.st_mode) ? FileKind::directory : FileKind::file;
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  file.real_path_ = std::move(real);
  Hasher version;
  version.add(status.st_dev).add(status.st_ino).add(file.size_);
  version.add(time_number(status.st_mtim)).add(time_number(status.st_ctim));
  file.version_ = version.finish().hex();
  return file;
}

Result<void> OpenFile::read(std::uint64_t offset, std::uint64_t size, std::string& out) const {
  std::size_t before = out.size();
  out.resize(before + size);
  std::size_t done = 0;
  while (done < size) {
    ssize_t count = ::pread(descriptor_.number(), out.data() + before + done, size - done,
                            static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail(format("cannot read '{}': {}", real_path_, std::strerror(errno)));
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  out.resize(before + done);
  return {};
}

}  // namespace kbuild::base
