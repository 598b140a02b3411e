// Which cells share a job, and what is said of jobs that wait. Nothing is submitted here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "run/plan.h"
#include "run/slurm/scheduler.h"

namespace kbuild::run {

/// Properties that cells of one job or array have in common: options other than the time.
std::string shared_options(const Cell& cell);

struct BundleLimits {
  /// Cells that last no longer share a job with others of the same options.
  long long cell_seconds = 120;
  std::size_t cells = 8;
  /// Of all cells of a job together, as a cluster bounds the time of jobs.
  long long job_seconds = 900;
};

/// Indices of `cells`, in the order of `to_run`, by the job that runs them one after another.
std::vector<std::vector<std::size_t>> bundle_cells(const std::vector<Cell>& cells,
                                                   const std::vector<std::size_t>& to_run,
                                                   const BundleLimits& limits);

/// "waiting: 1 job, Resources", "waiting: 3 jobs, Priority (1), Resources (2)"; "" where none
/// waits. The reasons are the scheduler's.
std::string waiting_words(const std::map<std::string, JobStatus>& statuses);

}  // namespace kbuild::run
