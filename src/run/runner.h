// Drives cells through a scheduler: what is cached is not run again, short ones share a job, jobs
// of the same options go as an array, jobs that wait are told with the scheduler's reason, faults
// of the machine are retried once, every run leaves evidence, an interrupted run leaves no jobs,
// and the next run resumes a killed one: nothing is lost, nothing run twice.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/disk.h"
#include "base/sandbox.h"
#include "run/evidence.h"
#include "run/plan.h"
#include "run/slurm/scheduler.h"

namespace kbuild::run {

/// The latest run of each key.
using History = std::unordered_map<std::string, RunRecord>;
/// Only the latest run counts: a pass before a failure is no pass. `records` are sorted by time.
History latest_by_key(std::vector<RunRecord> records);

struct RunnerOptions {
  /// Absolute; the directory of cells and of the journal of submitted jobs.
  std::string work_directory;
  /// Where the new evidence of this run goes; "" writes none.
  std::string evidence_file;
  /// Results of earlier runs.
  History history;
  std::string commit;
  std::string compiler;
  /// Days after which a pass is run again.
  int expiry_days = 30;
  /// Jobs of the user at one time, others' included.
  std::size_t queue_limit = 20;
  /// Seconds that a job may wait, and between two lines on what jobs wait for.
  double pending_limit = 3600;
  double notice_every = 60;
  /// Seconds that the scheduler may be silent while jobs are out; after them the run ends, and the
  /// next one takes the jobs up.
  double patience = 1800;
  /// Cells that last no longer than this share a job with others of the same options, up to
  /// `bundle_limit`.
  long long bundle_below = 120;
  std::size_t bundle_limit = 8;
  /// For schedulers that leave the walls to the job's script.
  base::Sandbox walls;
  std::vector<std::string> private_words;
  std::function<bool()> interrupted = [] { return false; };
  /// Waits between two polls; tests count instead.
  std::function<void(double)> sleep;
  std::function<void(const std::string&)> progress = [](const std::string&) {};
};

/// Output of a step that differs from that on the page.
struct ObservedOutput {
  std::size_t step = 0;
  /// Redacted.
  std::string text;
};

struct CellOutcome {
  RunRecord record;
  /// From earlier evidence, or from a cell that executes the same.
  bool cached = false;
  /// The attempt before, which the machine spoilt.
  std::optional<RunRecord> spoilt = {};
  std::vector<ObservedOutput> observed = {};
};

/// The record that makes a run of the cell unnecessary: one with its key, if it is a pass of the
/// last `days`.
const RunRecord* find_pass(const History& history, const std::string& key, std::int64_t now,
                           int days);

/// One outcome for each cell, in order; cells with obstacles are `skipped`, those not run because
/// of an interruption `never_run`. Errors: the scheduler cannot be reached, the disk refuses.
base::Result<std::vector<CellOutcome>> run_cells(base::Disk& disk, const base::Clock& clock,
                                                 Scheduler& scheduler, const Execution& execution,
                                                 const std::vector<Cell>& cells,
                                                 const RunnerOptions& options);

}  // namespace kbuild::run
