// What run_process() does to put one child behind the walls of a Sandbox: a plan that is made
// before the child exists, and the system calls that the child makes by it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.h"
#include "base/result.h"
#include "base/sandbox.h"

namespace kbuild::base {

/// How walls are made; `user_namespace` is false for root on a machine that has none.
struct WallMethod {
  SandboxKind kind = SandboxKind::limits_only;
  bool user_namespace = true;
};

/// The method behind walls_here().
const WallMethod& wall_method_here();

/// The one that costs least among those that hide files and the network, for programs that only
/// read what they are given: namespaces take milliseconds to make.
const WallMethod& quick_method_here();

/// run_process() by a given method, which fails where this machine lacks it.
Result<ProcessOutcome> run_behind(const Command& command, const WallMethod& method);

/// Parts of /proc that tell of the whole machine and that root of the machine may change, even
/// without capabilities.
constexpr const char* kProcParts[] = {"/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus",
                                      "/proc/fs"};

/// A path that the child finds at its own place.
struct SeenPath {
  enum class As : unsigned char { readable, device, writable } as = As::readable;
  std::string path;
};
/// All of a sandbox in the order of mounting: what the system has, then what the caller adds.
/// Those that are absent here are among them.
std::vector<SeenPath> seen_paths(const Sandbox& sandbox);

/// Owns file descriptors and what it removes in the end: for Landlock a temporary directory, for
/// root a control group.
class Enclosure {
 public:
  /// Errors: no temporary directory or file can be made.
  static Result<std::unique_ptr<Enclosure>> prepare(const Sandbox& sandbox,
                                                    const WallMethod& method,
                                                    std::string_view directory);
  ~Enclosure();
  Enclosure(const Enclosure&) = delete;
  Enclosure& operator=(const Enclosure&) = delete;

  /// Words to put before the program's own; empty where the child makes its walls itself.
  const std::vector<std::string>& prefix() const { return prefix_; }
  /// Flags for clone(2) beside CLONE_VM and CLONE_VFORK.
  int clone_flags() const { return clone_flags_; }
  /// A directory of the child's own to start in and for TMPDIR: "/tmp", or that of Landlock.
  const std::string& temporary() const { return temporary_; }

  /// In the child, before exec: makes the walls and sets the limits, by system calls alone; then
  /// the working directory is `directory`. Returns 0 or an errno.
  int enter() const noexcept;

 private:
  /// One change of the child's view of the files.
  struct Step {
    enum class Kind : unsigned char { directory, file, text, link, bind, mount, attributes } kind;
    /// Of a bind; of a link, what it leads to; of a mount, the type of the file system.
    std::string source;
    /// Below the new root.
    std::string target;
    /// Options of a mount; the text of a file.
    std::string data;
    /// Attributes for mount_setattr(2).
    std::uint64_t attributes = 0;
  };

  Enclosure() = default;
  Result<void> plan_bubblewrap(const Sandbox& sandbox);
  void plan_namespaces(const Sandbox& sandbox);
  Result<void> plan_landlock(const Sandbox& sandbox);
  void add_place(std::string_view path, Step::Kind kind);
  void add_bind(const std::string& path, std::uint64_t attributes);
  void add_mount(const std::string& type, const std::string& path, const std::string& data);
  Result<void> add_memory_file(std::string_view text, const std::string& path);

  void make_group();
  int map_user() const noexcept;
  int build_root() const noexcept;
  int take(const Step& step) const noexcept;
  int set_limits() const noexcept;

  WallMethod method_;
  Network network_ = Network::none;
  Limits limits_;
  std::string directory_;
  std::vector<std::string> prefix_;
  int clone_flags_ = 0;
  std::string temporary_ = "/tmp";
  std::string uid_map_, gid_map_;
  std::vector<Step> steps_;
  std::vector<int> memory_files_;
  /// A control group for the child's processes and a descriptor to enter it.
  std::string group_;
  int group_file_ = -1;
  int landlock_ = 0;
  std::vector<std::string> paths_;
  std::vector<const char*> readable_, writable_, devices_;
};

}  // namespace kbuild::base
