// Checks batch headers by Slurm itself, with `sbatch --test-only`: on the system's own cluster by
// its controller; elsewhere by a private slurmctld with the nodes of the system's profile
// (State=CLOUD, no slurmd), which needs the packages of Slurm, but no daemon of the machine and no
// privilege. Running on a real cluster is left to run/slurm/scheduler.h.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "run/slurm/profile.h"
#include "run/slurm/sbatch_header.h"

namespace kbuild::run {

enum class OracleVerdict {
  accepted,
  /// By the rules of headers, which hold on every system.
  refused_by_sbatch,
  /// By the limits of partitions and nodes.
  refused_by_limits,
  /// For something that profiles do not describe: reservations, features, licences, other jobs.
  not_judged,
};

struct OracleAnswer {
  OracleVerdict verdict = OracleVerdict::accepted;
  /// sbatch's message if it refused.
  std::string message;
};

/// The ClusterName by `scontrol show config` on this machine; "" if there is no cluster.
std::string cluster_name();

class Oracle {
 public:
  /// The controller of this machine's sbatch, which must be that of the system. The account and the
  /// limits of this user apply, too.
  static std::unique_ptr<Oracle> of_cluster(base::Disk& disk);
  /// Writes the configuration to a temporary directory and starts the controller. Errors: Slurm is
  /// not installed, the controller does not answer within ten seconds.
  static base::Result<std::unique_ptr<Oracle>> start(base::Disk& disk, const SystemProfile& system);
  /// Ends the controller and removes its directory; should this process die first, a watchdog does
  /// so.
  ~Oracle();
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  /// Thread-safe. Errors: the controller does not answer.
  base::Result<OracleAnswer> judge(std::string_view script) const;
  /// Where its configuration and state are; "" for that of a cluster.
  const std::string& directory() const { return directory_; }

 private:
  explicit Oracle(base::Disk& disk) : disk_(disk) {}
  base::Disk& disk_;
  std::string directory_;
  /// Of sbatch.
  std::map<std::string, std::string> environment_;
  /// Whether the profile lists every partition, and any.
  bool complete_ = true;
  bool has_limits_ = true;
};

/// The text of slurm.conf for a system. Every partition has nodes of its own, so that limits that
/// differ by partition (local disk) hold; what a profile leaves open is unlimited. Jobs without a
/// partition go to one that spans all nodes.
std::string oracle_configuration(const SystemProfile& system, const std::string& directory,
                                 const std::string& host, const std::string& user, int port);

/// kbuild's own findings on the same header, as far as a controller could report them, too.
bool is_refused_here(const BatchHeader& header, const SystemProfile* system);

}  // namespace kbuild::run
