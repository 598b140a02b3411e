// What is publicly known about a system: partitions, node types, GPUs, Slurm version, retirement,
// and how snippets are run for it. One YAML file a system (snippets/systems/*.yaml); every figure
// names its source. What names programs or opens walls counts only in profiles of the machine's own
// configuration, never in those of a repository.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/result.h"
#include "diag/diagnostic.h"
#include "meta/names.h"
#include "meta/value.h"
#include "source/store.h"

namespace kbuild::run {

struct ProfileSource {
  std::string key;
  std::string title;
  std::string url;
  /// ISO date of that information.
  std::string date;
};

/// 0 means unknown, except where another meaning is given.
struct NodeType {
  std::string name;
  std::string source;
  long long cores = 0;
  long long threads_per_core = 1;
  /// MiB that jobs can get.
  long long memory = 0;
  std::string gpu_type;
  long long gpus = 0;
  /// GiB of local disk that jobs can request.
  long long local_disk = 0;
};

struct Partition {
  std::string name;
  std::string source;
  /// Seconds; -1: no limit.
  long long time = 0;
  long long min_nodes = 1;
  long long max_nodes = 0;
  std::vector<std::string> node_types;
  long long max_cores = 0;
  long long min_gpus = 0;
  long long max_gpus = 0;
  /// MiB a node.
  long long memory = 0;
  /// GiB of local disk per node; -1: none can be requested.
  long long local_disk = 0;
  /// Whether jobs get whole nodes.
  bool exclusive = false;
  bool needs_gpu = false;
};

/// Replaces a command of a page by one that works here: `find` is a glob over the whole command
/// line.
struct Substitution {
  std::string find;
  std::string put;
  std::string why;
};

/// How snippets are run for this system. `environment`, `compilers`, `prelude`, `substitutions`,
/// `readable`, `writable`, `devices`, `network` and `max_memory` are those of the machine.
struct Execution {
  /// "local", "slurm" or "" where nothing may run.
  std::string executor;
  std::map<std::string, std::string> environment;
  /// Calls of compilers by language ("c", "cpp"), with which `check` of this machine judges
  /// programs.
  std::map<std::string, std::string> compilers;
  /// Shell lines before every step.
  std::string prelude;
  std::vector<Substitution> substitutions;
  /// Files, directories and device nodes that units see beside the system's; absolute paths.
  std::vector<std::string> readable;
  std::vector<std::string> devices;
  /// Whether units reach the network.
  bool network = false;
  /// Values of placeholders by their text ("<project>").
  std::map<std::string, std::string> placeholders;
  /// Partition to which short tests are moved; "" keeps the page's.
  std::string test_partition;
  /// Directories that units may write to beside their own, such as caches.
  std::vector<std::string> writable;
  /// MiB of address space of a process of a unit; 0: no limit; -1: half of the machine's memory,
  /// or no limit where it has GPUs.
  long long max_memory = -1;
  /// Upper bounds of a test's resources.
  long long max_seconds = 900;
  long long max_nodes = 1;
  /// Jobs of the user that may wait or run at one time, those of other programs included.
  long long max_jobs = 20;
  /// What one run of `kbuild test` may take; 0: no limit.
  double node_minutes = 0;
  double gpu_minutes = 0;
};

struct SystemProfile {
  std::string name;
  std::vector<std::string> aliases;
  std::string centre;
  /// Commands that this system has and no table of programs knows.
  std::vector<std::string> commands;
  std::string slurm_version;
  /// ISO dates; "" while unknown.
  std::string in_service;
  std::string retired;
  /// Example of an account, as the centre writes them; jobs need one where it is not empty.
  std::string account;
  /// Largest number of cores for each GPU that the centre permits.
  long long cores_per_gpu = 0;
  /// Whether the list of partitions is complete, so that an unknown one is a fault.
  bool complete = true;
  std::vector<ProfileSource> sources;
  std::vector<NodeType> node_types;
  std::vector<Partition> partitions;
  Execution execution;
  /// SHA-256 of the file.
  std::string revision;

  const Partition* partition(std::string_view name) const;
  const NodeType* node_type(std::string_view name) const;
  /// Node types of a partition (all, where it names none).
  std::vector<const NodeType*> types_of(const Partition& partition) const;
};

enum class ProfileOrigin : std::uint8_t { repository, machine };

/// Reads one profile on top of another, of which keys that the file lacks remain. Errors name the
/// file and line: not YAML, unknown keys, figures without a source or a source without a date,
/// times and sizes that Slurm would not take. A repository's keys that count only for a machine are
/// not taken, and each is told in `ignored`.
base::Result<SystemProfile> parse_profile(source::SourceStore& sources, source::FileId file,
                                          ProfileOrigin origin, diag::Diagnostics& ignored,
                                          SystemProfile below = {});
/// One of the machine, by itself.
base::Result<SystemProfile> parse_profile(source::SourceStore& sources, source::FileId file);

/// Where profiles are looked for.
struct ProfileDirectories {
  /// "" for none.
  std::string repository;
  /// Later ones count more.
  std::vector<std::string> machine = {};
};
/// /etc/kbuild/systems and that of the user, below XDG_CONFIG_HOME or ~/.config by the variables
/// given, without those that lie in one of `trees`: CI may make the checkout a home.
std::vector<std::string> machine_directories(const base::Disk& disk,
                                             const std::map<std::string, std::string>& variables,
                                             const std::vector<std::string>& trees);

struct Profiles {
  std::vector<SystemProfile> systems;
  /// What repositories may not say.
  diag::Diagnostics ignored;
};
/// All *.yaml files of the directories, by name; an absent directory gives none. A machine's
/// profile completes that of its name; one of its own is taken only for the executor of this
/// machine, so that what is found in pages does not depend on the machine.
base::Result<Profiles> load_profiles(const base::Disk& disk, source::SourceStore& sources,
                                     const ProfileDirectories& directories);

/// By name or alias, ignoring case; nullptr if none.
const SystemProfile* find_profile(const std::vector<SystemProfile>& profiles,
                                  std::string_view name);
/// The names that pages of a site may use: those of its configuration, and those of the systems of
/// `profiles` but the own machine's.
meta::Names with_systems(meta::Names names, const std::vector<SystemProfile>& profiles);

}  // namespace kbuild::run
