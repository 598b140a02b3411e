// The loop of submit, poll, collect; see runner.h. Which cells share a job is schedule.h's, what a
// killed run leaves journal.h's.
#include "run/runner.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "base/format.h"
#include "base/hash.h"
#include "base/text.h"
#include "run/evidence_file.h"
#include "run/job.h"
#include "run/journal.h"
#include "run/schedule.h"

namespace kbuild::run {

namespace {

constexpr double kFirstPause = 0.1;
constexpr double kMaxPause = 10;
constexpr std::size_t kMaxShownOutput = 4000;
/// Longer logs are not read.
constexpr std::uint64_t kMaxLogBytes = 16u << 20;
constexpr std::uint64_t kMaxWallBytes = 1000;
constexpr int kSubmitAttempts = 3;
/// Seconds between later attempts, while jobs are out.
constexpr double kSubmitPause = 30;
/// Polls after a cancellation, until no job is left.
constexpr int kCancelPolls = 40;

/// Several cells in one job, or one task of an array.
struct Bundle {
  std::vector<std::size_t> cells;
  int attempt = 1;
  std::string job_directory = {};
  /// Which task of its job.
  std::size_t task = 0;
  std::string id = {};
  std::int64_t submitted = 0;
  /// Not empty once it was cancelled for waiting too long.
  std::string waited_for = {};
  /// The scheduler did not answer while it had this job.
  bool disturbed = false;
};

class Runner {
 public:
  Runner(base::Disk& disk, const base::Clock& clock, Scheduler& scheduler,
         const Execution& execution, const std::vector<Cell>& cells, const RunnerOptions& options)
      : disk_(disk),
        clock_(clock),
        scheduler_(scheduler),
        execution_(execution),
        cells_(cells),
        o_(options),
        evidence_path_(options.evidence_file),
        outcomes_(cells.size()) {}

  base::Result<std::vector<CellOutcome>> run() {
    for (std::size_t i = 0; i < cells_.size(); ++i) begin(i);
    if (auto done = take_up_journal(); !done) return tl::unexpected(done.error());
    evidence_ = std::make_unique<EvidenceWriter>(disk_, evidence_path_);
    if (auto done = keep_refusals(); !done) return tl::unexpected(done.error());
    bundle();
    told_ = clock_.now();
    double pause = kFirstPause;
    while (!waiting_.empty() || !running_.empty()) {
      if (o_.interrupted()) {
        abandon();
        break;
      }
      auto submitted = submit_some();
      if (!submitted) return give_up(submitted.error());
      auto ended = collect();
      if (!ended && lost_touch_) return tl::unexpected(ended.error());
      if (!ended) return give_up(ended.error());
      if (running_.empty() && (*submitted || *ended)) continue;
      pause = *submitted || *ended ? kFirstPause : std::min(pause * 1.5, kMaxPause);
      if (o_.sleep) o_.sleep(pause);
    }
    clean_up();
    for (const auto& [duplicate, original] : duplicates_) {
      RunRecord own = outcomes_[duplicate].record;
      outcomes_[duplicate] = outcomes_[original];
      outcomes_[duplicate].cached = true;
      for (auto field : {&RunRecord::unit, &RunRecord::variant, &RunRecord::page})
        outcomes_[duplicate].record.*field = own.*field;
      outcomes_[duplicate].record.line = own.line;
    }
    return std::move(outcomes_);
  }

 private:
  void begin(std::size_t i);
  void bundle();
  base::Result<void> keep_refusals();
  base::Result<bool> submit_some();
  base::Result<bool> submit(std::vector<Bundle> tasks);
  base::Result<Submission> ask(const JobRequest& job);
  base::Result<bool> collect();
  base::Result<bool> endure(const base::Error& silence);
  void tell_waiting(const std::map<std::string, JobStatus>& statuses);
  void cancel_if_late(Bundle& bundle, const JobStatus& status);
  bool was_disturbed(const Bundle& bundle, const JobStatus& status);
  bool deserves_another(const RunRecord& record, const Bundle& bundle) const;
  base::Result<void> finish(Bundle& bundle, const JobStatus& status);
  void observe(std::size_t i, const CellResult& result);
  base::Result<void> keep(std::size_t i, RunRecord record);
  base::Result<void> refuse(const std::vector<Bundle>& tasks, const std::string& why);
  void abandon();
  void clean_up();
  tl::unexpected<base::Error> give_up(base::Error error) {
    abandon();
    return tl::unexpected<base::Error>(std::move(error));
  }
  base::Result<void> note_jobs(const std::vector<Bundle>& about_to_go = {},
                               const std::string& name = {});
  base::Result<void> take_up_journal();
  base::Result<void> take_up_records();
  std::string journal_path() const { return o_.work_directory + "/journal.json"; }
  std::string cell_directory(std::size_t i, int attempt) const {
    // A job that was lost may still be writing where it was started.
    return base::format("{}/{}{}", o_.work_directory, cells_[i].key.substr(0, 16),
                        attempt > 1 ? "-again" : "");
  }

  base::Disk& disk_;
  const base::Clock& clock_;
  Scheduler& scheduler_;
  const Execution& execution_;
  const std::vector<Cell>& cells_;
  const RunnerOptions& o_;
  /// That of the resumed run, else of the options.
  std::string evidence_path_;
  std::unique_ptr<EvidenceWriter> evidence_;
  std::vector<CellOutcome> outcomes_;
  std::vector<std::size_t> to_run_;
  /// Cells that execute what an earlier one does, with that one.
  std::vector<std::pair<std::size_t, std::size_t>> duplicates_;
  std::deque<Bundle> waiting_;
  std::vector<Bundle> running_;
  /// Cells whose first attempt failed by infrastructure.
  std::map<std::size_t, bool> again_;
  std::size_t jobs_made_ = 0;
  /// When waiting was told last, and since when the scheduler is silent; 0: it is not.
  std::int64_t told_ = 0;
  std::int64_t silent_since_ = 0;
  /// The scheduler was silent for too long; its jobs are left to the next run.
  bool lost_touch_ = false;
};

/// Decides cells that need no job: those with obstacles or earlier passes.
void Runner::begin(std::size_t i) {
  const Cell& cell = cells_[i];
  RunRecord& record = outcomes_[i].record;
  record.unit = cell.unit;
  record.variant = cell.variant;
  record.key = cell.key;
  record.digest = cell.digest;
  record.page = cell.page;
  record.line = cell.line;
  record.commit = o_.commit;
  record.system = cell.system;
  record.executor = scheduler_.name();
  record.version = cell.version;
  record.options_written = cell.options_written;
  record.options_run = base::join(cell.options_run, " ");
  record.modules = cell.modules;
  record.compiler = o_.compiler;
  record.loaded = o_.loaded;
  if (!cell.obstacles.empty()) {
    record.verdict = Verdict::skipped;
    record.reason = base::join(cell.obstacles, "; ");
  } else if (const RunRecord* pass =
                 find_pass(o_.history, cell.key, clock_.now(), o_.expiry_days)) {
    outcomes_[i] = {*pass, true};
    outcomes_[i].record.page = cell.page;
    outcomes_[i].record.line = cell.line;
    outcomes_[i].record.unit = cell.unit;
  } else if (auto same = std::find_if(to_run_.begin(), to_run_.end(),
                                      [&](std::size_t k) { return cells_[k].key == cell.key; });
             same != to_run_.end()) {
    duplicates_.emplace_back(i, *same);
  } else {
    to_run_.push_back(i);
  }
}

/// That a machine lacks what a cell asks for is evidence, too: once, and where no run says more.
base::Result<void> Runner::keep_refusals() {
  if (evidence_path_.empty()) return {};
  std::set<std::string_view> told;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const std::string& key = cells_[i].key;
    if (!cells_[i].refused || o_.history.contains(key) || !told.insert(key).second) continue;
    outcomes_[i].record.started = clock_.now();
    outcomes_[i].record.gpus_asked = cells_[i].gpus;
    if (auto done = evidence_->append(outcomes_[i].record); !done) return done;
  }
  return {};
}

/// Cells of the same options share a job while they are short; second attempts go alone.
void Runner::bundle() {
  std::vector<std::size_t> first_time;
  for (std::size_t i : to_run_)
    if (!again_.contains(i)) first_time.push_back(i);
  BundleLimits limits{o_.bundle_below, o_.bundle_limit, execution_.max_seconds};
  for (auto& cells : bundle_cells(cells_, first_time, limits))
    waiting_.push_back({std::move(cells)});
  for (std::size_t i : to_run_)
    if (again_.contains(i)) waiting_.push_back({{i}, 2});
}

base::Result<bool> Runner::submit_some() {
  bool any = false;
  while (!waiting_.empty() && !o_.interrupted()) {
    if (running_.size() >= o_.queue_limit) break;
    auto queued = scheduler_.queue_length();
    // As with a poll, silence of the controller passes while jobs are out.
    if (!queued && !running_.empty()) break;
    if (!queued) return tl::unexpected(queued.error());
    if (*queued >= o_.queue_limit) break;
    std::size_t room = std::min(o_.queue_limit - *queued, scheduler_.longest_array());
    std::vector<Bundle> tasks;
    std::string key = shared_options(cells_[waiting_.front().cells.front()]);
    for (auto at = waiting_.begin(); at != waiting_.end() && tasks.size() < room;) {
      bool same = tasks.empty() || (shared_options(cells_[at->cells.front()]) == key &&
                                    cells_[at->cells.front()].nodes == 1);
      if (same) tasks.push_back(std::move(*at));
      at = same ? waiting_.erase(at) : std::next(at);
    }
    auto done = submit(std::move(tasks));
    if (!done) return tl::unexpected(done.error());
    if (!*done) break;
    any = true;
  }
  return any;
}

/// A submission whose answer was lost may have been accepted: the job is searched by its name
/// before another attempt.
base::Result<Submission> Runner::ask(const JobRequest& job) {
  for (int attempt = 1;; ++attempt) {
    auto answer = scheduler_.submit(job);
    if (answer) return answer;
    auto found = scheduler_.find(job.name);
    if (found && found->size() == job.tasks) return Submission{*found};
    // While jobs are out, a controller that died is worth waiting for.
    bool known = !running_.empty();
    int most = known ? std::max(static_cast<int>(o_.patience / kSubmitPause), kSubmitAttempts)
                     : kSubmitAttempts;
    if (attempt >= most || o_.interrupted()) return answer;
    o_.progress(answer.error().message);
    if (o_.sleep) o_.sleep(std::min(attempt * 5.0, kSubmitPause));
  }
}

/// False where the queue is full. Refused cells have their verdict.
base::Result<bool> Runner::submit(std::vector<Bundle> tasks) {
  std::vector<std::vector<JobPart>> parts;
  std::vector<std::string> unit_directories;
  long long longest = 0;
  std::size_t cells = 0;
  for (Bundle& bundle : tasks) {
    parts.emplace_back();
    long long seconds = 0;
    for (std::size_t i : bundle.cells) {
      std::string directory = cell_directory(i, bundle.attempt);
      if (auto done = write_cell(disk_, cells_[i], execution_, directory); !done)
        return tl::unexpected(done.error());
      parts.back().push_back({directory, cells_[i].seconds, cells_[i].starts_tasks});
      unit_directories.push_back(directory);
      seconds += cells_[i].seconds;
      outcomes_[i].record.started = clock_.now();
      ++cells;
    }
    longest = std::max(longest, seconds);
    bundle.submitted = clock_.now();
  }
  const Cell& first = cells_[tasks.front().cells.front()];
  std::string name =
      base::format("kbuild-{}-{:x}-{}", first.key.substr(0, 8), clock_.now(), ++jobs_made_);
  std::string directory = o_.work_directory + "/jobs/" + name;
  std::optional<base::Sandbox> walls;
  if (scheduler_.wall_maker() == WallMaker::script) walls = o_.walls;
  if (auto done = write_job(disk_, directory, parts, walls); !done)
    return tl::unexpected(done.error());
  JobRequest job{name,    directory,    directory + "/job.sh",      {},
                 longest, tasks.size(), std::move(unit_directories)};
  for (const std::string& option : first.options_run)
    if (!option.starts_with("--time=")) job.options.push_back(option);
  job.options.push_back(base::format("--time={}:00", (longest + 119) / 60));
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    tasks[i].job_directory = directory;
    tasks[i].task = i;
  }
  if (auto kept = note_jobs(tasks, name); !kept) return tl::unexpected(kept.error());
  o_.progress(base::format("{}: {} unit{} as {}{}", scheduler_.name(), cells, cells == 1 ? "" : "s",
                           job.name,
                           tasks.size() > 1 ? base::format(", an array of {}", tasks.size()) : ""));
  auto answer = ask(job);
  if (!answer) return tl::unexpected(answer.error());
  if (answer->queue_is_full && !running_.empty()) {
    for (auto bundle = tasks.rbegin(); bundle != tasks.rend(); ++bundle)
      waiting_.push_front(std::move(*bundle));
    if (auto kept = note_jobs(); !kept) return tl::unexpected(kept.error());
    return false;
  }
  if (!answer->refusal.empty()) {
    if (auto done = refuse(tasks, answer->refusal); !done) return tl::unexpected(done.error());
  } else {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      tasks[i].id = answer->ids[i];
      running_.push_back(std::move(tasks[i]));
    }
  }
  if (auto kept = note_jobs(); !kept) return tl::unexpected(kept.error());
  return true;
}

base::Result<void> Runner::refuse(const std::vector<Bundle>& tasks, const std::string& why) {
  for (const Bundle& bundle : tasks)
    for (std::size_t i : bundle.cells) {
      RunRecord record = outcomes_[i].record;
      record.verdict = Verdict::rejected;
      record.reason = redact(why, o_.private_words);
      if (auto done = keep(i, std::move(record)); !done) return done;
    }
  return {};
}

base::Result<bool> Runner::collect() {
  std::vector<std::string> ids;
  for (const Bundle& bundle : running_) ids.push_back(bundle.id);
  if (ids.empty()) return false;
  auto statuses = scheduler_.poll(ids);
  if (!statuses) return endure(statuses.error());
  silent_since_ = 0;
  tell_waiting(*statuses);
  bool any = false;
  std::vector<Bundle> still;
  for (Bundle& bundle : running_) {
    JobStatus status = (*statuses)[bundle.id];
    cancel_if_late(bundle, status);
    if (status.phase != JobPhase::ended) {
      still.push_back(std::move(bundle));
      continue;
    }
    any = true;
    status.waited_for = bundle.waited_for;
    if (auto done = finish(bundle, status); !done) return tl::unexpected(done.error());
  }
  running_ = std::move(still);
  if (any)
    if (auto kept = note_jobs(); !kept) return tl::unexpected(kept.error());
  return any;
}

/// A controller that does not answer for a while is no reason to lose jobs.
base::Result<bool> Runner::endure(const base::Error& silence) {
  std::int64_t now = clock_.now();
  for (Bundle& bundle : running_) bundle.disturbed = true;
  if (silent_since_ == 0 || static_cast<double>(now - told_) >= o_.notice_every) {
    o_.progress(silence.message);
    told_ = now;
  }
  if (silent_since_ == 0) silent_since_ = now;
  if (static_cast<double>(now - silent_since_) <= o_.patience) return false;
  lost_touch_ = true;
  return base::fail(base::format("the scheduler has not answered for {} minutes: {}",
                                 (now - silent_since_) / 60, silence.message),
                    "the same command takes the jobs that are out up when it answers again");
}

void Runner::tell_waiting(const std::map<std::string, JobStatus>& statuses) {
  if (static_cast<double>(clock_.now() - told_) < o_.notice_every) return;
  told_ = clock_.now();
  if (std::string words = waiting_words(statuses); !words.empty()) o_.progress(words);
}

void Runner::cancel_if_late(Bundle& bundle, const JobStatus& status) {
  bool late = status.phase == JobPhase::pending &&
              static_cast<double>(clock_.now() - bundle.submitted) > o_.pending_limit;
  if (!late || !bundle.waited_for.empty()) return;
  scheduler_.cancel({bundle.id});
  bundle.waited_for = status.reason.empty() ? "no reason given" : status.reason;
}

/// Whether the scheduler may have lost the job, killed it or run it twice.
bool Runner::was_disturbed(const Bundle& bundle, const JobStatus& status) {
  return bundle.disturbed || status.restarts > 0 || status.state == "VANISHED" ||
         scheduler_.up_since() > bundle.submitted;
}

/// Faults of the machine are retried once; a queue that is merely long is not.
bool Runner::deserves_another(const RunRecord& record, const Bundle& bundle) const {
  if (bundle.attempt > 1 || o_.interrupted()) return false;
  return record.verdict == Verdict::infra || (record.verdict == Verdict::pending_too_long &&
                                              scheduler_.waits_for_broken_nodes(bundle.waited_for));
}

base::Result<void> Runner::finish(Bundle& bundle, const JobStatus& status) {
  auto log = disk_.read(base::format("{}/log-{}", bundle.job_directory, bundle.task), kMaxLogBytes);
  bool seen = std::any_of(bundle.cells.begin(), bundle.cells.end(), [&](std::size_t i) {
    return !read_result(disk_, cells_[i], cell_directory(i, bundle.attempt))
                .watched.failures.empty();
  });
  for (std::size_t i : bundle.cells) {
    RunRecord record = outcomes_[i].record;
    record.job = bundle.id;
    record.partition = status.partition;
    CellResult result = read_result(disk_, cells_[i], cell_directory(i, bundle.attempt));
    if (log) result.log = *log;
    record.walls = status.walls;
    auto noted = disk_.read(wall_file(bundle.job_directory, cell_directory(i, bundle.attempt)),
                            kMaxWallBytes);
    if (noted)
      for (std::string_view word : base::split_words(*noted)) record.walls.emplace_back(word);
    JobStatus own = status;
    if (bundle.cells.size() > 1) {
      // In a bundle, the job's codes are those of some cell: a cell that ended is judged by its own
      // results.
      bool ended = !result.steps.empty() && result.steps.back().ended;
      bool began = !result.steps.empty() && result.steps.front().started;
      own.exit_code = own.derived_exit_code = 0;
      for (const StepResult& step : result.steps)
        if (step.ended) own.exit_code = step.exit_code;
      if (ended || result.timed_out)
        own.state = "COMPLETED";
      else if (!began && status.state == "TIMEOUT")
        own.state = "NODE_FAIL";
      else if (began && status.state == "FAILED")
        own.state = "COMPLETED";
    }
    judge(cells_[i], result, own, record.executor, record);
    record.loaded.insert(record.loaded.begin(), o_.loaded.begin(), o_.loaded.end());
    record.state = bundle.cells.size() > 1 && own.exit_code != 0 ? "FAILED" : own.state;
    record.exit_code = own.exit_code;
    record.derived_exit_code = own.derived_exit_code;
    // A launch failed that no unit's shell saw, as one by its path: alone, the unit shows its own.
    bool unseen = bundle.cells.size() > 1 && status.derived_exit_code != 0 && !seen &&
                  record.verdict == Verdict::pass;
    if (unseen) {
      record.verdict = Verdict::infra;
      record.reason =
          base::format("a job step of several units ended with {}, and none tells whose",
                       status.derived_exit_code);
    }
    // A failure under a scheduler that was away may be its own doing.
    if (is_failure(record.verdict) && was_disturbed(bundle, status)) {
      record.reason = "the batch system was away during the job; " + record.reason;
      record.verdict = Verdict::infra;
    }
    std::string output;
    for (const StepResult& step : result.steps) output += step.output + step.errors;
    // Redacted first: where the middle is left out, half a secret is not known for one.
    record.output = head_and_tail(redact(output, o_.private_words), kMaxShownOutput);
    for (auto field : {&RunRecord::reason, &RunRecord::node})
      record.*field = redact(record.*field, o_.private_words);
    for (StepRecord& step : record.steps) step.as_run = redact(step.as_run, o_.private_words);
    for (LoadedSoftware& one : record.loaded) one.name = redact(one.name, o_.private_words);
    for (ChangedCommand& one : record.changes) one.as_run = redact(one.as_run, o_.private_words);
    for (OutputDifference& one : record.differences) one.text = redact(one.text, o_.private_words);
    bool retry = deserves_another(record, bundle);
    record.recovered = bundle.attempt > 1 && record.verdict == Verdict::pass;
    if (retry) {
      o_.progress(base::format("{}: {}; once more", record.unit, record.reason));
      again_[i] = true;
      waiting_.push_back({{i}, 2});
      outcomes_[i].spoilt = record;
    }
    if (record.verdict == Verdict::output_mismatch) observe(i, result);
    if (auto done = keep(i, std::move(record)); !done) return done;
  }
  return {};
}

void Runner::observe(std::size_t i, const CellResult& result) {
  for (std::size_t step = 0; step < result.steps.size(); ++step) {
    const std::string& output = result.steps[step].output;
    if (mismatch(cells_[i].steps[step].expected, output))
      outcomes_[i].observed.push_back({step, redact(output, o_.private_words)});
  }
}

base::Result<void> Runner::keep(std::size_t i, RunRecord record) {
  o_.progress(base::format("{}: {}{}{}", record.unit, verdict_name(record.verdict),
                           record.reason.empty() ? "" : ": ", record.reason));
  RunRecord& kept = outcomes_[i].record;
  kept = record;
  if (is_machine_fault(record.verdict)) {
    // The next attempt begins from the plain record.
    kept.steps.clear();
    kept.seconds = 0;
  }
  if (!evidence_path_.empty())
    if (auto done = evidence_->append(record); !done) return done;
  // The files of a run are removed only after its record is saved: if killed in between, they are
  // read again.
  if (record.verdict == Verdict::pass)
    for (int attempt : {1, 2}) (void)remove_cell(disk_, cell_directory(i, attempt));
  return {};
}

/// Cancels all submitted jobs and waits until the scheduler reports that they have ended.
void Runner::abandon() {
  std::vector<std::string> ids;
  for (Bundle& bundle : running_) {
    ids.push_back(bundle.id);
    // Units that had ended before are worth keeping; one that the cancellation ends is not.
    std::erase_if(bundle.cells, [&](std::size_t i) {
      CellResult result = read_result(disk_, cells_[i], cell_directory(i, bundle.attempt));
      return result.steps.empty() || !result.steps.back().ended;
    });
  }
  scheduler_.cancel(ids);
  for (int i = 0; i < kCancelPolls && !ids.empty(); ++i) {
    if (auto statuses = scheduler_.poll(ids))
      std::erase_if(
          ids, [&](const std::string& id) { return (*statuses)[id].phase == JobPhase::ended; });
    if (!ids.empty() && o_.sleep) o_.sleep(0.25);
    if (i % 8 == 7) scheduler_.cancel(ids);
  }
  for (Bundle& bundle : running_)
    (void)finish(bundle, {JobPhase::ended, "COMPLETED", 0, 0, "", "", ""});
  running_.clear();
  waiting_.clear();
}

/// The run has ended in order: no jobs are left, and nothing is to be resumed.
void Runner::clean_up() {
  (void)disk_.remove(journal_path());
  std::string jobs = o_.work_directory + "/jobs";
  if (disk_.status(jobs).kind == base::FileKind::directory) (void)disk_.remove_tree(jobs);
}

/// Which jobs are out, and under which name one is about to go.
base::Result<void> Runner::note_jobs(const std::vector<Bundle>& about_to_go,
                                     const std::string& name) {
  Journal journal{evidence_path_, {}};
  auto add = [&](const Bundle& bundle, const std::string& by_name) {
    journal.jobs.push_back({bundle.id,
                            by_name,
                            bundle.task,
                            bundle.job_directory,
                            bundle.submitted,
                            bundle.attempt,
                            {}});
    for (std::size_t i : bundle.cells) journal.jobs.back().keys.push_back(cells_[i].key);
  };
  for (const Bundle& bundle : running_) add(bundle, "");
  for (const Bundle& bundle : about_to_go) add(bundle, name);
  return write_journal(disk_, journal_path(), journal);
}

/// Cells that the killed run had brought to an end are not run again, whatever their verdict; one
/// whose first attempt failed by infrastructure has one left.
base::Result<void> Runner::take_up_records() {
  if (evidence_path_.empty() || disk_.status(evidence_path_).kind != base::FileKind::file)
    return {};
  auto records = read_evidence(disk_, evidence_path_);
  if (!records) return tl::unexpected(records.error());
  std::map<std::string, std::pair<const RunRecord*, int>> last;
  for (const RunRecord& record : *records) {
    auto& [latest, faults] = last[record.key];
    latest = &record;
    faults += record.verdict == Verdict::infra;
  }
  std::vector<std::size_t> open;
  for (std::size_t i : to_run_) {
    auto at = last.find(cells_[i].key);
    if (at == last.end()) {
      open.push_back(i);
    } else if (at->second.first->verdict == Verdict::infra && at->second.second == 1) {
      again_[i] = true;
      outcomes_[i].spoilt = *at->second.first;
      open.push_back(i);
    } else {
      outcomes_[i] = {*at->second.first, false};
    }
  }
  to_run_ = std::move(open);
  return {};
}

/// What a killed run left: its evidence is continued, its jobs are followed while their cells are
/// still wanted, and cancelled otherwise.
base::Result<void> Runner::take_up_journal() {
  auto journal = read_journal(disk_, journal_path());
  if (!journal) return {};
  if (!journal->evidence.empty()) evidence_path_ = journal->evidence;
  if (auto done = take_up_records(); !done) return done;
  std::vector<std::string> orphans;
  std::map<std::string, std::vector<std::string>> by_name;
  for (const JournalJob& job : journal->jobs) {
    Bundle bundle{{}, job.attempt, job.directory, job.task, job.id, job.submitted};
    if (bundle.id.empty() && !job.name.empty()) {
      if (!by_name.contains(job.name)) {
        auto found = scheduler_.find(job.name);
        if (!found) return tl::unexpected(found.error());
        by_name[job.name] = *found;
      }
      // Killed before the scheduler had it: the cells are still to be run.
      if (bundle.task >= by_name[job.name].size()) continue;
      bundle.id = by_name[job.name][bundle.task];
    }
    for (const std::string& key : job.keys) {
      auto at = std::find_if(to_run_.begin(), to_run_.end(),
                             [&](std::size_t i) { return cells_[i].key == key; });
      bool other_attempt = at != to_run_.end() && bundle.attempt != (again_.contains(*at) ? 2 : 1);
      if (at == to_run_.end() || other_attempt) continue;
      outcomes_[*at].record.started = bundle.submitted;
      bundle.cells.push_back(*at);
      to_run_.erase(at);
    }
    if (bundle.cells.empty()) {
      orphans.push_back(bundle.id);
    } else {
      o_.progress(base::format("job {} of an earlier run is taken up", bundle.id));
      running_.push_back(std::move(bundle));
    }
  }
  scheduler_.cancel(orphans);
  return {};
}

}  // namespace

History latest_by_key(std::vector<RunRecord> records) {
  History out;
  for (RunRecord& record : records) {
    std::string key = record.key;
    out[std::move(key)] = std::move(record);
  }
  return out;
}

const RunRecord* find_pass(const History& history, const std::string& key, std::int64_t now,
                           int days) {
  auto record = history.find(key);
  if (record == history.end() || verdict_at(record->second, now, days) != Verdict::pass)
    return nullptr;
  return &record->second;
}

base::Result<std::vector<CellOutcome>> run_cells(base::Disk& disk, const base::Clock& clock,
                                                 Scheduler& scheduler, const Execution& execution,
                                                 const std::vector<Cell>& cells,
                                                 const RunnerOptions& options) {
  return Runner(disk, clock, scheduler, execution, cells, options).run();
}

}  // namespace kbuild::run
