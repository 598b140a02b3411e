// A cell as a directory that a scheduler can run, with the files that the run leaves there. All
// steps of a cell run in one shell, so that what one sets the next one sees; each step leaves one
// line in the result file, so that the verdict does not depend on the scheduler's accounting.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "run/evidence.h"
#include "run/plan.h"
#include "run/slurm/scheduler.h"
#include "run/watch.h"

namespace kbuild::run {

/// Writes files, steps and the wrapper of a cell below `directory` (absolute; emptied first).
/// Sources of the C family begin with a #line, so that compilers speak of the page.
base::Result<void> write_cell(base::Disk& disk, const Cell& cell, const Execution& execution,
                              const std::string& directory);

/// Removes a cell's directory with any content; does nothing if it is absent.
base::Result<void> remove_cell(base::Disk& disk, const std::string& directory);

/// A cell's directory and the most seconds that it may take.
struct JobPart {
  std::string directory;
  long long seconds = 60;
  /// See Cell.
  bool starts_tasks = false;
};
/// "job.sh" in `directory`: for a single task, runs its cells one after another; for several, those
/// of the task that the array's number names. With `walls` the script puts each cell behind walls
/// of the node, and leaves their words in wall_file().
base::Result<void> write_job(base::Disk& disk, const std::string& directory,
                             const std::vector<std::vector<JobPart>>& tasks,
                             const std::optional<base::Sandbox>& walls = {});
/// Where a job notes the walls of a cell: beside its script, where the cell cannot write.
std::string wall_file(std::string_view job_directory, std::string_view cell_directory);

struct StepResult {
  bool started = false;
  bool ended = false;
  int exit_code = 0;
  double seconds = 0;
  /// 1-based line of the step's text that failed, or 0.
  std::uint32_t failing_line = 0;
  std::string output;
  std::string errors;
};

struct CellResult {
  std::vector<StepResult> steps;
  std::string node;
  std::vector<GpuRecord> gpus;
  Watched watched;
  /// Whether the inner time limit struck.
  bool timed_out = false;
  /// What the job itself wrote, such as the batch system's complaints.
  std::string log;
};

/// Reads what a run left, without following links that it made; steps that never began are not
/// `started`.
CellResult read_result(const base::Disk& disk, const Cell& cell, const std::string& directory);

/// Decides a cell's verdict, with its reason and level, from the files of the run and the
/// scheduler's report. Sets verdict, reason, level and steps of `record`.
void judge(const Cell& cell, const CellResult& result, const JobStatus& status,
           std::string_view executor, RunRecord& record);

}  // namespace kbuild::run
