// A private Slurm cluster for tests: munged, slurmctld and two slurmd on loopback, all of this
// user, in a directory of its own. Started by the constructor, ended by the destructor.
#pragma once

#include <memory>
#include <string>

namespace kbuild::support {

class SlurmCluster {
 public:
  /// The cluster of this process, started at its first use; nullptr, with a line that says why,
  /// where Slurm is not installed or does not come up.
  static SlurmCluster* instance();

  ~SlurmCluster();
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;

  /// The file that SLURM_CONF must name; instance() has set the variable for this process.
  const std::string& configuration() const { return configuration_; }
  /// Ends the daemon of a node at once, as a power cut would, and tells the controller.
  void fail_node(const std::string& name);
  void revive_node(const std::string& name);

 private:
  SlurmCluster() = default;
  bool start();
  void stop();
  bool start_node(const std::string& name);

  std::string directory_;
  std::string configuration_;
};

}  // namespace kbuild::support
