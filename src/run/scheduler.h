// What runs jobs: this machine, or a Slurm cluster. Tests have one more, which fails on demand.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace kbuild::run {

/// A shell script to run, written by job.h.
struct JobRequest {
  std::string name;
  /// Where it stands and where logs go; absolute.
  std::string directory;
  /// "job.sh" in `directory`.
  std::string script;
  /// Options for sbatch.
  std::vector<std::string> options;
  /// After which it is killed.
  long long seconds = 60;
};

enum class JobPhase : std::uint8_t { pending, running, ended };

struct JobStatus {
  JobPhase phase = JobPhase::pending;
  /// As the scheduler names it: "COMPLETED", "TIMEOUT", "NODE_FAIL"; "VANISHED" where nobody knows
  /// the job.
  std::string state;
  int exit_code = 0;
  /// Highest exit code of the job's steps, which Slurm keeps beside the job's own.
  int derived_exit_code = 0;
  std::string node;
  std::string partition;
  /// Why it waits or ended, in the scheduler's words.
  std::string reason;
};

/// The answer to a submission: an id, or the scheduler's refusal.
struct Submission {
  std::string id;
  std::string refusal;
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;
  /// "local", "slurm".
  virtual std::string name() const = 0;
  /// Errors: the scheduler cannot be reached; a refusal is a Submission.
  virtual base::Result<Submission> submit(const JobRequest& job) = 0;
  /// The status of every id. Errors: the scheduler cannot be reached at the moment.
  virtual base::Result<std::map<std::string, JobStatus>> poll(
      const std::vector<std::string>& ids) = 0;
  virtual void cancel(const std::vector<std::string>& ids) = 0;
  /// How many jobs of this user wait or run, those of others programs included.
  virtual base::Result<std::size_t> queue_length() = 0;
};

/// Runs a job when it is submitted, in the calling thread, without network where the machine allows
/// that. `cancelled` is asked while it runs.
std::unique_ptr<Scheduler> make_local_scheduler(std::function<bool()> cancelled);

/// sbatch, squeue, scontrol, scancel and, where accounting is on, sacct from PATH.
std::unique_ptr<Scheduler> make_slurm_scheduler();

}  // namespace kbuild::run
