// The executor of this machine; see scheduler.h.
#include "base/format.h"
#include "base/process.h"
#include "run/scheduler.h"

namespace kbuild::run {

namespace {

/// What a job inherits: nothing but these.
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
    if (can_unshare()) command.arguments.insert(command.arguments.begin(), {"unshare", "-n"});
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
    return Submission{id, ""};
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
  base::Result<std::size_t> queue_length() override { return std::size_t{0}; }

 private:
  /// Whether a network namespace can be made here; asked once.
  bool can_unshare() {
    if (unshare_ < 0) {
      base::Command probe{{"unshare", "-n", "true"}};
      auto outcome = base::run_process(probe);
      unshare_ = outcome && outcome->exit_code == 0 ? 1 : 0;
    }
    return unshare_ == 1;
  }

  std::function<bool()> cancelled_;
  std::map<std::string, JobStatus> done_;
  int unshare_ = -1;
};

}  // namespace

std::unique_ptr<Scheduler> make_local_scheduler(std::function<bool()> cancelled) {
  return std::make_unique<LocalScheduler>(std::move(cancelled));
}

}  // namespace kbuild::run
