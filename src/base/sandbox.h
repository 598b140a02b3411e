// Walls around a child process: what it sees of the file system, whether it has a network, and how
// much it may use. A Command that holds a Sandbox runs behind them (base/process.h). They are made
// by bubblewrap where it is installed, else by this program with the kernel's namespaces, else by
// Landlock alone; which of these works here is found out once, by running a child.
//
// A child behind walls of files sees:
// - read-only: /usr with /bin, /lib* and /sbin, the few files of /etc that programs need to start,
//   and what `readable` names; passwd and group tell of one user, "user", alone;
// - writable: what `writable` names, and a /tmp that is empty and vanishes with it;
// - a /dev of null, zero, full, random, urandom, tty and ptys; a /proc of its own processes.
// There is no /home, /root, /var, /run or /sys. It gains no privileges and has no capabilities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::base {

enum class Network : std::uint8_t {
  /// A loopback device of its own, at most.
  none,
  /// That of this machine.
  host,
};

/// 0: as this process has it.
struct Limits {
  /// Bytes of address space of each process.
  std::uint64_t memory = 0;
  /// Seconds of processor time of each process.
  std::uint64_t processor_seconds = 0;
  /// Bytes of each file that is written.
  std::uint64_t file_size = 0;
  /// Processes and threads at one time, behind namespaces or bubblewrap; for root where it can make
  /// a control group.
  std::uint64_t processes = 0;
  std::uint64_t open_files = 0;
  /// Bytes of the private /tmp.
  std::uint64_t temporary = 256u << 20;
};

struct Sandbox {
  /// Absolute paths of directories that exist; the child finds them at these paths.
  std::vector<std::string> writable = {};
  /// Absolute paths of files and directories beside those of the system; absent ones are left out.
  std::vector<std::string> readable = {};
  /// Absolute paths of device nodes ("/dev/nvidia0"); absent ones are left out.
  std::vector<std::string> devices = {};
  Network network = Network::none;
  Limits limits = {};
};

/// Behind Landlock alone, names, modes and times of other files can be seen and changed as this
/// user may; their contents cannot.
enum class SandboxKind : std::uint8_t { bubblewrap, namespaces, landlock, limits_only };

/// What the walls of this machine keep apart. Limits hold everywhere.
struct Walls {
  SandboxKind kind = SandboxKind::limits_only;
  /// Whether files outside what the sandbox names are out of reach.
  bool files = false;
  /// Whether Network::none is kept.
  bool network = false;
  /// Whether other processes are unseen, and all of the child's end with it.
  bool processes = false;
};

/// The walls that run_process() makes on this machine: the best that a trial child came back from.
/// Thread-safe; tried once.
const Walls& walls_here();

/// "bubblewrap", "namespaces", "landlock", "limits only".
std::string_view sandbox_name(SandboxKind kind);
/// For records and reports: the kind, then "files", "network", "processes" as far as they hold.
std::vector<std::string> wall_words(const Walls& walls);

/// The call of bubblewrap that makes the sandbox, up to the command that follows; for scripts that
/// run on another machine. Limits and the one-user passwd are left to the caller.
std::vector<std::string> bubblewrap_call(const Sandbox& sandbox, std::string_view directory);

}  // namespace kbuild::base
