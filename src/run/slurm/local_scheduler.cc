// The executor of this machine; see scheduler.h.
#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "run/slurm/scheduler.h"
#include "run/slurm/walls.h"

namespace kbuild::run {

namespace {

/// The only variables that a job inherits.
std::map<std::string, std::string> job_environment() {
  return {{"PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"},
          {"HOME", "/tmp"},
          {"LANG", "C.UTF-8"},
          {"TERM", "dumb"},
          {"USER", "user"}};
}

class LocalScheduler final : public Scheduler {
 public:
  LocalScheduler(std::function<bool()> cancelled, base::Sandbox walls)
      : cancelled_(std::move(cancelled)), walls_(std::move(walls)) {}

  std::string name() const override { return "local"; }

  base::Result<Submission> submit(const JobRequest& job) override {
    base::Command command{{"bash", "--norc", "--noprofile", job.script}};
    command.sandbox = walls_;
    command.sandbox->readable.push_back(job.directory);
    command.sandbox->writable.insert(command.sandbox->writable.end(), job.unit_directories.begin(),
                                     job.unit_directories.end());
    command.directory = job.directory;
    command.inherit_environment = false;
    command.environment = job_environment();
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
    status.walls = wall_words_here(walls_);
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
  std::function<bool()> cancelled_;
  std::map<std::string, JobStatus> done_;
  base::Sandbox walls_;
};

}  // namespace

std::unique_ptr<Scheduler> make_local_scheduler(std::function<bool()> cancelled,
                                                base::Sandbox walls) {
  return std::make_unique<LocalScheduler>(std::move(cancelled), std::move(walls));
}

}  // namespace kbuild::run
