// Makes the walls of one child; see enclosure.h. With namespaces by hand, the child builds a new
// root on a tmpfs as user_namespaces(7), pivot_root(2) and mount_setattr(2) (Linux 5.12) tell, and
// leaves the old one. Without namespaces there are Landlock for files (landlock(7), ABI up to 6,
// numbers by linux/landlock.h, which Debian 12 lacks) and a filter of system calls for the network
// (seccomp(2)). The child shares the memory of its parent until it becomes the program, so
// everything that allocates is done before.
#include "base/enclosure.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace kbuild::base {

namespace {

constexpr long kMountSetattr = 442, kCloseRange = 436;
constexpr unsigned kCloseOnExec = 1u << 2;
constexpr int kJoinSessionKeyring = 1;
constexpr std::uint64_t kReadOnly = 1, kNoSetuid = 2, kNoDevices = 4;
constexpr int kUser = 1000;
/// Where the new root and the old one lie while the child builds.
constexpr std::string_view kNew = "/new", kOld = "/old";

constexpr const char* kStreams[] = {"in", "out", "err"};
constexpr const char* kDevices[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                    "/dev/random", "/dev/urandom", "/dev/tty"};
/// The sole user, under whose number the child runs.
std::string user_line(int number) {
  return format("user:x:{0}:{0}:user:/tmp:/bin/sh\n", number);
}
std::string group_line(int number) {
  return format("user:x:{}:\n", number);
}

int write_text(const char* path, std::string_view text, int flags) noexcept {
  int file = ::open(path, flags | O_WRONLY | O_CLOEXEC, 0644);
  if (file < 0) return errno;
  ssize_t wrote = ::write(file, text.data(), text.size());
  int error = wrote == static_cast<ssize_t>(text.size()) ? 0 : errno;
  ::close(file);
  return error;
}

int raise_loopback() noexcept {
  int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return errno;
  ifreq request{};
  std::memcpy(request.ifr_name, "lo", 3);
  request.ifr_flags = IFF_UP;
  int error = ::ioctl(socket, SIOCSIFFLAGS, &request) == 0 ? 0 : errno;
  ::close(socket);
  return error;
}

int drop_capabilities() noexcept {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  return ::syscall(SYS_capset, &header, none) == 0 ? 0 : errno;
}

// Landlock and the filter of system calls.

constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr unsigned kVersionFlag = 1, kPathBeneath = 1;
/// Before, files could be truncated through it.
constexpr int kLeastAbi = 3;

constexpr std::uint64_t kExecute = 1u << 0, kWriteFile = 1u << 1, kReadFile = 1u << 2,
                        kReadDirectory = 1u << 3, kTruncate = 1u << 14, kDeviceControl = 1u << 15;
/// All accesses to files by ABI; from ABI 5 on control of devices is among them.
constexpr std::uint64_t kFileAccesses[] = {(1u << 13) - 1, (1u << 14) - 1, (1u << 15) - 1,
                                           (1u << 15) - 1, (1u << 16) - 1, (1u << 16) - 1};
constexpr std::uint64_t kBothScopes = 3;
/// Those that make sense for a path that is no directory.
constexpr std::uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kDeviceControl;

struct RulesetAttributes {
  std::uint64_t files = 0, network = 0;
  /// Signals to processes outside, and their abstract sockets.
  std::uint64_t scopes = 0;
};
struct [[gnu::packed]] PathAttributes {
  std::uint64_t allowed = 0;
  std::int32_t parent = -1;
};

int allow(int ruleset, const char* const* paths, std::uint64_t accesses) noexcept {
  for (; paths && *paths; ++paths) {
    int path = ::open(*paths, O_PATH | O_CLOEXEC);
    if (path < 0) continue;
    struct stat status {};
    bool directory = ::fstat(path, &status) == 0 && S_ISDIR(status.st_mode);
    PathAttributes rule{directory ? accesses : accesses & kOfFiles, path};
    long done = ::syscall(kAddRule, ruleset, kPathBeneath, &rule, 0);
    int error = errno;
    ::close(path);
    if (done != 0) return error;
  }
  return 0;
}

/// Paths in lists that end with nullptr.
struct LandlockRules {
  /// May be read and executed, with all below them.
  const char* const* readable = nullptr;
  const char* const* writable = nullptr;
  /// May be read and written, but nothing is made there.
  const char* const* devices = nullptr;
};

/// The ABI of the running kernel; 0 where it has no Landlock or it is disabled.
int landlock_abi() {
  long abi = ::syscall(kCreateRuleset, nullptr, 0, kVersionFlag);
  return abi > 0 ? static_cast<int>(abi) : 0;
}

/// Confines the calling thread; paths that cannot be opened are left out. Returns 0 or an errno.
int enter_landlock(const LandlockRules& rules, int abi) noexcept {
  if (abi < kLeastAbi) return ENOSYS;
  std::uint64_t files = kFileAccesses[(abi < 6 ? abi : 6) - 1];
  RulesetAttributes attributes{files, 0, 0};
  if (abi >= 6) attributes.scopes = kBothScopes;
  // A kernel takes a longer structure than it knows, if the rest is zero.
  auto ruleset = static_cast<int>(::syscall(kCreateRuleset, &attributes, sizeof attributes, 0));
  if (ruleset < 0) return errno;
  int error = allow(ruleset, rules.readable, files & (kExecute | kReadFile | kReadDirectory));
  if (error == 0) error = allow(ruleset, rules.writable, files);
  if (error == 0)
    error = allow(ruleset, rules.devices,
                  files & (kReadFile | kWriteFile | kReadDirectory | kTruncate | kDeviceControl));
  if (error == 0 && ::syscall(kRestrictSelf, ruleset, 0) != 0) error = errno;
  ::close(ruleset);
  return error;
}

/// Refuses every socket to the calling thread and what it starts: Landlock knows of TCP alone.
int refuse_sockets() noexcept {
#if defined(__x86_64__)
  constexpr std::uint32_t kMachine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
  constexpr std::uint32_t kMachine = AUDIT_ARCH_AARCH64;
#else
  return ENOSYS;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  // Calls of another machine (32 bits, x32) have other numbers, so all of them are refused.
  constexpr std::uint32_t kOtherNumbers = 0x40000000, kAsynchronous = 425;
  sock_filter program[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
                           BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kMachine, 0, 5),
                           BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                           BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kOtherNumbers, 3, 0),
                           BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 2, 0),
                           // io_uring_setup(2) opens sockets without the call.
                           BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kAsynchronous, 1, 0),
                           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
                           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)};
  const sock_fprog filter{sizeof program / sizeof *program, program};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno;
#endif
}

}  // namespace

Enclosure::~Enclosure() {
  for (int file : memory_files_) ::close(file);
  std::error_code ignored;
  if (temporary_ != "/tmp") std::filesystem::remove_all(temporary_, ignored);
  if (group_file_ >= 0) ::close(group_file_);
  // Processes that were killed leave it a moment later.
  for (int attempt = 0; !group_.empty() && ::rmdir(group_.c_str()) != 0 && attempt < 50; ++attempt)
    ::usleep(10'000);
}

Result<std::unique_ptr<Enclosure>> Enclosure::prepare(const Sandbox& sandbox,
                                                      const WallMethod& method,
                                                      std::string_view directory) {
  std::unique_ptr<Enclosure> made(new Enclosure);
  made->method_ = method;
  made->network_ = sandbox.network;
  made->limits_ = sandbox.limits;
  made->directory_ = directory;
  bool spaces = method.kind == SandboxKind::bubblewrap || method.kind == SandboxKind::namespaces;
  if (spaces && ::geteuid() == 0 && sandbox.limits.processes > 0) made->make_group();
  Result<void> done;
  if (method.kind == SandboxKind::bubblewrap) done = made->plan_bubblewrap(sandbox);
  if (method.kind == SandboxKind::namespaces) made->plan_namespaces(sandbox);
  if (method.kind == SandboxKind::landlock || method.kind == SandboxKind::limits_only)
    done = made->plan_landlock(sandbox);
  if (!done) return tl::unexpected(done.error());
  return made;
}

/// The kernel counts no processes of root by RLIMIT_NPROC, but those of a control group. Where none
/// can be made (in containers) there is no limit.
void Enclosure::make_group() {
  static std::atomic<unsigned> serial = 0;
  for (const char* hierarchy : {"/sys/fs/cgroup/pids", "/sys/fs/cgroup"}) {
    std::string group = format("{}/kbuild-{}-{}", hierarchy, ::getpid(), ++serial);
    if (::mkdir(group.c_str(), 0755) != 0) continue;
    group_file_ = ::open((group + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC);
    if (write_text((group + "/pids.max").c_str(), std::to_string(limits_.processes), 0) == 0 &&
        group_file_ >= 0) {
      group_ = group;
      return;
    }
    if (group_file_ >= 0) ::close(std::exchange(group_file_, -1));
    ::rmdir(group.c_str());
  }
}

Result<void> Enclosure::add_memory_file(std::string_view text, const std::string& path) {
  int file = ::memfd_create("kbuild", MFD_CLOEXEC);
  if (file < 0) return fail(format("no file can be made in memory: {}", std::strerror(errno)));
  memory_files_.push_back(file);
  if (::pwrite(file, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
    return fail(format("no file can be made in memory: {}", std::strerror(errno)));
  for (const std::string& word : {std::string("--ro-bind-data"), std::to_string(file), path})
    prefix_.push_back(word);
  return {};
}

Result<void> Enclosure::plan_bubblewrap(const Sandbox& sandbox) {
  std::vector<std::string> call = bubblewrap_call(sandbox, directory_);
  // Root on a machine without user namespaces needs none, and keeps its number.
  auto user = std::find(call.begin(), call.end(), "--unshare-user");
  if (!method_.user_namespace) call.erase(user, user + 6);
  int number = method_.user_namespace ? kUser : 0;
  prefix_.assign(call.begin(), call.begin() + 1);
  for (const auto& [text, path] :
       {std::pair(user_line(number), "/etc/passwd"), std::pair(group_line(number), "/etc/group")})
    if (auto added = add_memory_file(text, path); !added) return added;
  prefix_.insert(prefix_.end(), call.begin() + 1, call.end());
  prefix_.emplace_back("--");
  // Processes are counted in the sandbox's own user namespace, so from within.
  if (limits_.processes > 0) {
    prefix_.emplace_back("/usr/bin/prlimit");
    prefix_.push_back(format("--nproc={}", std::exchange(limits_.processes, 0)));
    prefix_.emplace_back("--");
  }
  return {};
}

Result<void> Enclosure::plan_landlock(const Sandbox& sandbox) {
  std::string directory = "/tmp/kbuild-XXXXXX";
  if (!::mkdtemp(directory.data()))
    return fail(format("no directory can be made in /tmp: {}", std::strerror(errno)));
  temporary_ = directory;
  landlock_ = method_.kind == SandboxKind::landlock ? landlock_abi() : 0;
  std::vector<SeenPath> seen = seen_paths(sandbox);
  // The rest of /proc tells of other processes.
  for (const char* part : {"/proc/cpuinfo", "/proc/meminfo"})
    seen.push_back({SeenPath::As::readable, part});
  seen.push_back({SeenPath::As::writable, temporary_});
  for (const char* device : kDevices) seen.push_back({SeenPath::As::device, device});
  paths_.reserve(seen.size());
  for (SeenPath& path : seen) {
    paths_.push_back(std::move(path.path));
    (path.as == SeenPath::As::readable ? readable_
     : path.as == SeenPath::As::device ? devices_
                                       : writable_)
        .push_back(paths_.back().c_str());
  }
  for (auto* list : {&readable_, &writable_, &devices_}) list->push_back(nullptr);
  return {};
}

/// The directories above the path, and the place itself.
void Enclosure::add_place(std::string_view path, Step::Kind kind) {
  for (std::size_t slash = path.find('/', 1); slash != path.npos; slash = path.find('/', slash + 1))
    steps_.push_back(
        {Step::Kind::directory, "", std::string(kNew) + std::string(path.substr(0, slash)), "", 0});
  steps_.push_back({kind, "", std::string(kNew) + std::string(path), "", 0});
}

void Enclosure::add_bind(const std::string& path, std::uint64_t attributes) {
  std::error_code absent;
  // Links are followed here: an absolute one would lead out of the old root.
  std::filesystem::path real = std::filesystem::canonical(path, absent);
  if (absent) return;
  bool directory = std::filesystem::is_directory(real, absent);
  add_place(path, directory ? Step::Kind::directory : Step::Kind::file);
  std::string target = std::string(kNew) + path;
  steps_.push_back({Step::Kind::bind, std::string(kOld) + real.string(), target, "", 0});
  steps_.push_back({Step::Kind::attributes, "", target, "", attributes});
}

void Enclosure::add_mount(const std::string& type, const std::string& path,
                          const std::string& data) {
  add_place(path, Step::Kind::directory);
  steps_.push_back({Step::Kind::mount, type, std::string(kNew) + path, data, 0});
}

void Enclosure::plan_namespaces(const Sandbox& sandbox) {
  clone_flags_ = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC;
  if (network_ == Network::none) clone_flags_ |= CLONE_NEWNET | CLONE_NEWUTS;
  if (method_.user_namespace) {
    clone_flags_ |= CLONE_NEWUSER;
    uid_map_ = format("{} {} 1\n", kUser, ::geteuid());
    gid_map_ = format("{} {} 1\n", kUser, ::getegid());
  }
  const std::string size = format("mode=1777,size={}", sandbox.limits.temporary);
  add_mount("proc", "/proc", "");
  for (const char* part : kProcParts) {
    if (::access(part, F_OK) != 0) continue;
    std::string target = std::string(kNew) + part;
    steps_.push_back({Step::Kind::bind, target, target, "", 0});
    steps_.push_back({Step::Kind::attributes, "", target, "", kReadOnly});
  }
  add_mount("tmpfs", "/dev", "mode=755,size=64k");
  for (const char* device : kDevices) add_bind(device, kNoSetuid);
  add_mount("devpts", "/dev/pts", "newinstance,ptmxmode=0666,mode=620");
  auto add_link = [&](std::string name, std::string leads_to) {
    steps_.push_back(
        {Step::Kind::link, std::move(leads_to), format("{}/dev/{}", kNew, name), "", 0});
  };
  add_link("ptmx", "pts/ptmx");
  add_link("fd", "/proc/self/fd");
  for (int stream = 0; stream < 3; ++stream)
    add_link(format("std{}", kStreams[stream]), format("/proc/self/fd/{}", stream));
  add_mount("tmpfs", "/dev/shm", size);
  add_mount("tmpfs", "/tmp", size);
  int number = method_.user_namespace ? kUser : 0;
  add_place("/etc", Step::Kind::directory);
  steps_.push_back({Step::Kind::text, "", std::string(kNew) + "/etc/passwd", user_line(number), 0});
  steps_.push_back({Step::Kind::text, "", std::string(kNew) + "/etc/group", group_line(number), 0});
  for (const SeenPath& seen : seen_paths(sandbox))
    add_bind(seen.path, kNoSetuid | (seen.as == SeenPath::As::device ? 0 : kNoDevices) |
                            (seen.as == SeenPath::As::readable ? kReadOnly : 0));
  for (const char* path : {"/dev", ""})
    steps_.push_back({Step::Kind::attributes, "/", std::string(kNew) + path, "", kReadOnly});
  // The same once more by Landlock, should a way around the mounts be found.
  landlock_ = landlock_abi() < kLeastAbi ? 0 : landlock_abi();
  paths_ = sandbox.writable;
  for (const char* path : {"/tmp", "/dev/shm", "/dev/pts"}) paths_.emplace_back(path);
  for (const std::string& path : paths_) writable_.push_back(path.c_str());
  writable_.push_back(nullptr);
  readable_ = {"/", nullptr};
  devices_ = {"/dev", "/proc", nullptr};
}

int Enclosure::map_user() const noexcept {
  int error = write_text("/proc/self/setgroups", "deny", 0);
  if (error == 0) error = write_text("/proc/self/uid_map", uid_map_, 0);
  if (error == 0) error = write_text("/proc/self/gid_map", gid_map_, 0);
  return error;
}

int Enclosure::take(const Step& step) const noexcept {
  const char *source = step.source.c_str(), *target = step.target.c_str();
  int done = 0;
  switch (step.kind) {
    case Step::Kind::directory:
      // One that cannot be made exists, or its mount fails.
      ::mkdir(target, 0755);
      break;
    case Step::Kind::file:
      done = ::mknod(target, S_IFREG | 0644, 0);
      if (done != 0 && errno == EEXIST) done = 0;
      break;
    case Step::Kind::text: return write_text(target, step.data, O_CREAT | O_EXCL);
    case Step::Kind::link: done = ::symlink(source, target); break;
    case Step::Kind::bind:
      done = ::mount(source, target, nullptr, MS_BIND | MS_REC, nullptr);
      break;
    case Step::Kind::mount: {
      unsigned long flags = MS_NOSUID | MS_NOEXEC;
      if (step.source == "tmpfs") flags = MS_NOSUID | MS_NODEV;
      done = ::mount(source, target, source, flags, step.data.c_str());
      break;
    }
    case Step::Kind::attributes: {
      // Those of the new root itself alone, which has no source; else of all below.
      std::array<std::uint64_t, 4> attributes = {step.attributes, 0, 0, 0};
      done = static_cast<int>(::syscall(kMountSetattr, AT_FDCWD, target,
                                        step.source.empty() ? AT_RECURSIVE : 0, attributes.data(),
                                        sizeof attributes));
      break;
    }
  }
  return done == 0 ? 0 : errno;
}

int Enclosure::build_root() const noexcept {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0) return errno;
  const char* options = "mode=755,size=1m";
  if (::mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, options) != 0 || ::chdir("/tmp") != 0)
    return errno;
  if (::mkdir("new", 0755) != 0 || ::mkdir("old", 0755) != 0) return errno;
  if (::syscall(SYS_pivot_root, ".", "old") != 0 || ::chdir("/") != 0) return errno;
  if (::mount("tmpfs", "/new", "tmpfs", MS_NOSUID | MS_NODEV, options) != 0) return errno;
  for (const Step& step : steps_)
    if (int error = take(step); error != 0) return error;
  if (::umount2("/old", MNT_DETACH) != 0 || ::chdir("/new") != 0) return errno;
  if (::syscall(SYS_pivot_root, ".", ".") != 0 || ::umount2(".", MNT_DETACH) != 0) return errno;
  return ::chdir("/") == 0 ? 0 : errno;
}

int Enclosure::set_limits() const noexcept {
  const std::pair<int, std::uint64_t> limits[] = {{RLIMIT_AS, limits_.memory},
                                                  {RLIMIT_CPU, limits_.processor_seconds},
                                                  {RLIMIT_FSIZE, limits_.file_size},
                                                  {RLIMIT_NPROC, limits_.processes},
                                                  {RLIMIT_NOFILE, limits_.open_files}};
  for (const auto& [what, most] : limits) {
    rlimit limit{};
    // Elsewhere all processes of this user would count.
    bool counted = what != RLIMIT_NPROC || method_.user_namespace;
    if (most == 0 || !counted) continue;
    if (::getrlimit(static_cast<__rlimit_resource>(what), &limit) != 0) return errno;
    // A limit that is already lower stays.
    limit.rlim_max = std::min<rlim_t>(limit.rlim_max, most);
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, limit.rlim_max);
    if (::setrlimit(static_cast<__rlimit_resource>(what), &limit) != 0) return errno;
  }
  const rlimit no_core{0, 0};
  return ::setrlimit(RLIMIT_CORE, &no_core) == 0 ? 0 : errno;
}

int Enclosure::enter() const noexcept {
  // A session of its own has no terminal into whose input the child could write.
  if (::setsid() < 0) return errno;
  // Nor has it the keys of the caller's session (keyrings(7)).
  ::syscall(SYS_keyctl, kJoinSessionKeyring, nullptr);
  if (group_file_ >= 0 && ::write(group_file_, "0", 1) != 1) return errno;
  int error = set_limits();
  if (error != 0) return error;
  // What another thread has open at this moment is not for the child; older kernels lack the call.
  ::syscall(kCloseRange, 3u, ~0u, kCloseOnExec);
  if (method_.kind == SandboxKind::bubblewrap) {
    for (int file : memory_files_)
      if (::fcntl(file, F_SETFD, 0) != 0) return errno;
    return 0;
  }
  if (method_.kind == SandboxKind::namespaces) {
    if (method_.user_namespace) error = map_user();
    if (error == 0) error = build_root();
    if (error == 0 && network_ == Network::none) {
      error = raise_loopback();
      if (error == 0 && ::sethostname("localhost", 9) != 0) error = errno;
    }
    if (error == 0) error = drop_capabilities();
    if (error != 0) return error;
  }
  const char* start = directory_.empty() ? temporary_.c_str() : directory_.c_str();
  if (::chdir(start) != 0 || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (landlock_ == 0) return method_.kind == SandboxKind::landlock ? ENOSYS : 0;
  error = enter_landlock({readable_.data(), writable_.data(), devices_.data()}, landlock_);
  // In a network of its own the child may talk to itself.
  bool shared = method_.kind == SandboxKind::landlock;
  return error == 0 && shared && network_ == Network::none ? refuse_sockets() : error;
}

}  // namespace kbuild::base
