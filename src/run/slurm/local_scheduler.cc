// The executor of this machine; see scheduler.h.
#include <optional>

#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "run/slurm/scheduler.h"

namespace kbuild::run {

namespace {

/// The only variables that a job inherits.
std::map<std::string, std::string> job_environment(const JobRequest& job) {
  return {{"PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"},
          {"HOME", job.directory},
          {"LANG", "C.UTF-8"},
          {"TERM", "dumb"},
          {"USER", "user"}};
}

class LocalScheduler final : public Scheduler {
 public:
  explicit LocalScheduler(std::function<bool()> cancelled) : cancelled_(std::move(cancelled)) {}

  std::string name() const override { return "local"; }

  base::Result<Submission> submit(const JobRequest& job) override {
    base::Command command{{"bash", "--norc", "--noprofile", job.script}};
    const std::vector<std::string>& walls = find_walls();
    command.arguments.insert(command.arguments.begin(), walls.begin(), walls.end());
    command.directory = job.directory;
    command.inherit_environment = false;
    command.environment = job_environment(job);
    command.timeout = static_cast<double>(job.seconds) + 30;
    command.cancelled = cancelled_;
    auto outcome = base::run_process(command);
    if (!outcome) return tl::unexpected(outcome.error());
    JobStatus status;
    status.phase = JobPhase::ended;
    status.exit_code = outcome->exit_code;
    status.state = outcome->timed_out        ? "TIMEOUT"
                   : outcome->exit_code == 0 ? "COMPLETED"
                                             : "FAILED";
    if (cancelled_ && cancelled_()) status.state = "CANCELLED";
    std::string id = base::format("local-{}", done_.size() + 1);
    done_[id] = status;
    if (!outcome->errors.empty() || !outcome->output.empty())
      (void)base::make_real_disk()->write(job.directory + "/log-0",
                                          outcome->output + outcome->errors);
    return Submission{{id}};
  }

  base::Result<std::map<std::string, JobStatus>> poll(
      const std::vector<std::string>& ids) override {
    std::map<std::string, JobStatus> out;
    for (const std::string& id : ids) {
      auto at = done_.find(id);
      out[id] =
          at != done_.end() ? at->second : JobStatus{JobPhase::ended, "VANISHED", 0, 0, "", "", ""};
    }
    return out;
  }

  void cancel(const std::vector<std::string>&) override {}
  base::Result<std::vector<std::string>> find(const std::string&) override {
    return std::vector<std::string>{};
  }
  base::Result<std::size_t> queue_length() override { return std::size_t{0}; }
  std::size_t longest_array() const override { return 1; }

 private:
  /// The command that shuts a job off from the network and takes all its processes with it when it
  /// ends; the best that this machine allows, asked once.
  const std::vector<std::string>& find_walls() {
    if (walls_) return *walls_;
    // With the loopback device up, programs that talk to themselves over a port work.
    const std::vector<std::string> loopback = {"sh", "-c",
                                               "ip link set lo up 2>/dev/null; exec \"$@\"", "sh"};
    const std::vector<std::vector<std::string>> known = {
        {"unshare", "-n", "-p", "-f", "--kill-child", "--mount-proc"},
        {"unshare", "-U", "--map-root-user", "-n", "-p", "-f", "--kill-child", "--mount-proc"},
        {"unshare", "-n"},
        {"unshare", "-U", "--map-current-user", "-n"}};
    walls_.emplace();
    for (std::vector<std::string> walls : known) {
      walls.insert(walls.end(), loopback.begin(), loopback.end());
      base::Command probe{walls};
      probe.arguments.push_back("true");
      auto outcome = base::run_process(probe);
      if (!outcome || outcome->exit_code != 0) continue;
      walls_ = walls;
      break;
    }
    return *walls_;
  }

  std::function<bool()> cancelled_;
  std::map<std::string, JobStatus> done_;
  std::optional<std::vector<std::string>> walls_;
};

}  // namespace

std::unique_ptr<Scheduler> make_local_scheduler(std::function<bool()> cancelled) {
  return std::make_unique<LocalScheduler>(std::move(cancelled));
}

}  // namespace kbuild::run
