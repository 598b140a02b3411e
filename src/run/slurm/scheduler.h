// Executors of jobs: this machine, or a Slurm cluster. Tests have one more, which fails on demand.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sandbox.h"

namespace kbuild::run {

/// A shell script to run, written by job.h.
struct JobRequest {
  std::string name;
  /// Its directory and that of its logs; absolute.
  std::string directory;
  /// "job.sh" in `directory`.
  std::string script;
  /// Options for sbatch.
  std::vector<std::string> options;
  /// After which it is killed.
  long long seconds = 60;
  /// More than one: an array, whose script reads its number (from 0) in SLURM_ARRAY_TASK_ID.
  std::size_t tasks = 1;
  /// Those of its units, the only ones where they write.
  std::vector<std::string> unit_directories = {};
};

enum class JobPhase : std::uint8_t { pending, running, ended };

struct JobStatus {
  JobPhase phase = JobPhase::pending;
  /// As the scheduler names it: "COMPLETED", "TIMEOUT", "NODE_FAIL"; "VANISHED" if the job is
  /// unknown.
  std::string state;
  int exit_code = 0;
  /// Highest exit code of the job's steps, which Slurm records in addition to the job's own.
  int derived_exit_code = 0;
  std::string node;
  std::string partition;
  /// Why it waits or ended, in the scheduler's words.
  std::string reason;
  /// How often the scheduler started it again.
  long long restarts = 0;
  /// Set by the runner where it cancelled a job that waited too long: what the job waited for.
  std::string waited_for = {};
  /// The walls that the scheduler made round the job, as wall_words_here() of walls.h names them.
  std::vector<std::string> walls = {};
};

/// Who makes the walls round units.
enum class WallMaker : std::uint8_t {
  /// The scheduler, round the whole job.
  scheduler,
  /// The job's script on the node, round each unit.
  script,
};

/// The answer to a submission: an id for each task in order, or the scheduler's refusal.
struct Submission {
  std::vector<std::string> ids;
  std::string refusal = {};
  /// The refusal is about how many jobs the user has at the moment.
  bool queue_is_full = false;
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;
  /// "local", "slurm".
  virtual std::string name() const = 0;
  /// Errors: the scheduler cannot be reached, but may have accepted the job (see `find`); a refusal
  /// is a Submission.
  virtual base::Result<Submission> submit(const JobRequest& job) = 0;
  /// The status of every id. Errors: the scheduler cannot be reached at the moment.
  virtual base::Result<std::map<std::string, JobStatus>> poll(
      const std::vector<std::string>& ids) = 0;
  virtual void cancel(const std::vector<std::string>& ids) = 0;
  /// The ids of this user's job of that name, one for each task in order; none if it is unknown.
  virtual base::Result<std::vector<std::string>> find(const std::string& name) = 0;
  /// How many jobs of this user wait or run, those of other programs included.
  virtual base::Result<std::size_t> queue_length() = 0;
  /// Since when the scheduler is up, in seconds since the epoch; 0 if it doesn't say. What it did
  /// with a job of before then is uncertain.
  virtual std::int64_t up_since() { return 0; }
  /// Whether a job that waits for this reason waits for nodes that are down, drained or reserved.
  virtual bool waits_for_broken_nodes(std::string_view) const { return false; }
  virtual WallMaker wall_maker() const { return WallMaker::scheduler; }
  /// Most tasks of one submission.
  virtual std::size_t longest_array() const = 0;
};

/// Runs a job when it is submitted, in the calling thread, behind `walls` as far as this machine
/// makes them (base::walls_here()), in which it writes only where its units lie. `cancelled` is
/// called while it runs.
std::unique_ptr<Scheduler> make_local_scheduler(std::function<bool()> cancelled,
                                                base::Sandbox walls = {});

/// sbatch, squeue, scontrol, scancel and, where accounting is on, sacct from PATH.
std::unique_ptr<Scheduler> make_slurm_scheduler();

}  // namespace kbuild::run
