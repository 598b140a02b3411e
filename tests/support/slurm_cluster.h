// A private Slurm cluster for tests: munged, slurmctld and two slurmd on loopback, all of this
// user, in a directory of its own. A watchdog process ends all of it when the test program ends,
// however that comes.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

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
  /// Kills the daemon of a node and all that it runs, as a power cut would. The controller finds
  /// out by itself.
  void kill_node(const std::string& name);
  /// Starts the daemon of a killed node and waits until the node is idle.
  void start_node(const std::string& name);
  /// Kills the controller as `kill -9` does, and starts it with the state that it had saved.
  void kill_controller();
  bool start_controller();
  /// State=DRAIN, DOWN or RESUME.
  void set_node(const std::string& name, const std::string& state);
  /// What scontrol says to an administrator's command.
  bool control(std::vector<std::string> arguments);
  /// Ids of all jobs that wait or run.
  std::vector<std::string> queue();
  /// Waits until the node is in one of these states ("idle", "mixed").
  bool wait_for_node(const std::string& name, const std::vector<std::string_view>& states);

 private:
  SlurmCluster() = default;
  bool start();
  bool write_files();
  bool start_daemons();
  void start_watchdog();
  bool start_slurmd(const std::string& name);
  /// Whether the controller answers within twenty seconds.
  bool wait_until_answered();

  std::string directory_;
  std::string configuration_;
  std::string configuration_text_;
  /// What slurm.conf says of FirstJobId after the last start of the controller.
  int first_job_ = 1;
  int watchdog_pipe_ = -1;
  int watchdog_ = -1;
};

}  // namespace kbuild::support
