// Sandboxes of units; see walls.h.
#include "run/slurm/walls.h"

#include <unistd.h>

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "shell/words.h"

namespace kbuild::run {

namespace {

constexpr std::uint64_t kMaxFileBytes = 4ull << 30;
/// Of all threads of a unit; a compiler or a training with many workers stays far below.
constexpr std::uint64_t kMaxProcesses = 2048;
constexpr int kMaxGpus = 16;

std::uint64_t half_of_memory() {
  long pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0
             ? static_cast<std::uint64_t>(pages) / 2 * static_cast<std::uint64_t>(size)
             : 4ull << 30;
}

}  // namespace

base::Sandbox unit_walls(const SystemProfile& profile) {
  const Execution& execution = profile.execution;
  base::Sandbox walls;
  walls.readable = execution.readable;
  walls.writable = execution.writable;
  walls.devices = execution.devices;
  walls.network = execution.network ? base::Network::host : base::Network::none;
  walls.limits.file_size = kMaxFileBytes;
  walls.limits.processes = kMaxProcesses;
  bool gpus = std::any_of(profile.node_types.begin(), profile.node_types.end(),
                          [](const NodeType& type) { return type.gpus > 0; });
  // Drivers of GPUs reserve more address space than the machine has memory.
  if (execution.max_memory >= 0)
    walls.limits.memory = static_cast<std::uint64_t>(execution.max_memory) << 20;
  else if (!gpus)
    walls.limits.memory = half_of_memory();
  if (!gpus) return walls;
  for (const char* device :
       {"/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools", "/dev/kfd", "/dev/dri"})
    walls.devices.emplace_back(device);
  for (int i = 0; i < kMaxGpus; ++i) walls.devices.push_back(base::format("/dev/nvidia{}", i));
  for (const char* path :
       {"/sys/devices", "/sys/class", "/sys/bus/pci", "/sys/module", "/opt/rocm"})
    walls.readable.emplace_back(path);
  return walls;
}

std::vector<std::string> wall_words_here(const base::Sandbox& walls) {
  base::Walls here = base::walls_here();
  here.network &= walls.network == base::Network::none;
  return base::wall_words(here);
}

std::string wall_lines(const base::Sandbox& walls, const std::string& directory) {
  base::Sandbox own = walls;
  own.writable.push_back(directory);
  // The fixed user of the walls has the name that the node gives it, if any.
  own.readable.insert(own.readable.end(), {"/etc/passwd", "/etc/group"});
  bool shut = walls.network == base::Network::none;
  std::string call;
  for (const std::string& word : base::bubblewrap_call(own, directory))
    call += " " + shell::quote(word);
  return base::format(
      R"sh(kb_wall=({} --)
kb_words='bubblewrap files{} processes'
if ! "${{kb_wall[@]}}" true > /dev/null 2>&1 < /dev/null; then
  kb_wall=(unshare --user --map-current-user {}--pid --fork --kill-child --mount-proc)
  kb_words='namespaces{} processes'
  "${{kb_wall[@]}}" true > /dev/null 2>&1 < /dev/null || {{ kb_wall=(); kb_words=none; }}
fi
)sh",
      call, shut ? " network" : "", shut ? "--net " : "", shut ? " network" : "");
}

std::string no_wall_lines() {
  return "kb_wall=() kb_words=none\n";
}

}  // namespace kbuild::run
