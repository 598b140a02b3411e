// The loop of submit, poll, collect; see runner.h.
#include "run/runner.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>

#include "base/format.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "run/job.h"

namespace kbuild::run {

namespace {

constexpr double kFirstPause = 0.1;
constexpr double kLongestPause = 10;
constexpr std::size_t kOutputKept = 4000;

/// Several cells in one job.
struct Bundle {
  std::vector<std::size_t> cells;
  int attempt = 1;
  std::string directory;
  std::string id;
  std::int64_t submitted = 0;
  bool cancelled_for_waiting = false;
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
        evidence_(disk, options.evidence_file),
        outcomes_(cells.size()) {}

  base::Result<std::vector<CellOutcome>> run() {
    for (std::size_t i = 0; i < cells_.size(); ++i) begin(i);
    if (auto done = adopt_journal(); !done) return tl::unexpected(done.error());
    bundle();
    double pause = kFirstPause;
    while (!waiting_.empty() || !running_.empty()) {
      if (o_.interrupted()) {
        abandon();
        break;
      }
      auto submitted = submit_some();
      if (!submitted) return give_up(submitted.error());
      auto ended = collect();
      if (!ended) return give_up(ended.error());
      if (running_.empty()) continue;
      pause = *submitted || *ended ? kFirstPause : std::min(pause * 1.5, kLongestPause);
      if (o_.sleep) o_.sleep(pause);
    }
    (void)write_journal();
    return std::move(outcomes_);
  }

 private:
  void begin(std::size_t i);
  const RunRecord* find_pass(const Cell& cell) const;
  void bundle();
  base::Result<bool> submit_some();
  base::Result<bool> submit(Bundle& bundle);
  base::Result<bool> collect();
  base::Result<void> finish(Bundle& bundle, const JobStatus& status);
  base::Result<void> keep(std::size_t i, RunRecord record);
  void abandon();
  tl::unexpected<base::Error> give_up(base::Error error) {
    abandon();
    return tl::unexpected<base::Error>(std::move(error));
  }
  base::Result<void> write_journal();
  base::Result<void> adopt_journal();
  std::string journal_path() const { return o_.work_directory + "/journal.json"; }
  std::string cell_directory(std::size_t i) const {
    return o_.work_directory + "/" + cells_[i].key.substr(0, 16);
  }

  base::Disk& disk_;
  const base::Clock& clock_;
  Scheduler& scheduler_;
  const Execution& execution_;
  const std::vector<Cell>& cells_;
  const RunnerOptions& o_;
  EvidenceWriter evidence_;
  std::vector<CellOutcome> outcomes_;
  std::vector<std::size_t> to_run_;
  std::deque<Bundle> waiting_;
  std::vector<Bundle> running_;
  std::map<std::size_t, bool> recovered_;
};

const RunRecord* Runner::find_pass(const Cell& cell) const {
  const RunRecord* last = nullptr;
  for (const RunRecord& record : o_.history)
    if (record.key == cell.key && record.unit == cell.unit) last = &record;
  // Only the latest run counts: a pass before a failure is no pass.
  return last && verdict_at(*last, clock_.now(), o_.expiry_days) == Verdict::pass ? last : nullptr;
}

/// What is decided without a job: obstacles and earlier passes.
void Runner::begin(std::size_t i) {
  const Cell& cell = cells_[i];
  RunRecord& record = outcomes_[i].record;
  record.unit = cell.unit;
  record.variant = cell.variant;
  record.key = cell.key;
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
  if (!cell.obstacles.empty()) {
    record.verdict = Verdict::skipped;
    record.reason = base::join(cell.obstacles, "; ");
  } else if (const RunRecord* pass = find_pass(cell)) {
    outcomes_[i] = {*pass, true};
  } else {
    to_run_.push_back(i);
  }
}

/// Cells of the same options share a job while they are short.
void Runner::bundle() {
  std::map<std::string, std::size_t> open;
  std::vector<Bundle> bundles;
  for (std::size_t i : to_run_) {
    const Cell& cell = cells_[i];
    std::vector<std::string> same = cell.options_run;
    std::erase_if(same, [](const std::string& option) { return option.starts_with("--time="); });
    std::string key = base::join(same, " ");
    bool short_one = cell.seconds <= o_.bundle_below && cell.nodes == 1;
    auto at = open.find(key);
    if (short_one && at != open.end() && bundles[at->second].cells.size() < o_.bundle_limit) {
      bundles[at->second].cells.push_back(i);
      continue;
    }
    bundles.push_back({{i}, 1, "", "", 0, false});
    if (short_one) open[key] = bundles.size() - 1;
  }
  waiting_.assign(bundles.begin(), bundles.end());
}

base::Result<bool> Runner::submit_some() {
  bool any = false;
  while (!waiting_.empty() && running_.size() < o_.queue_limit && !o_.interrupted()) {
    auto queued = scheduler_.queue_length();
    if (!queued) return tl::unexpected(queued.error());
    if (*queued >= o_.queue_limit && *queued > 0) break;
    Bundle bundle = std::move(waiting_.front());
    waiting_.pop_front();
    auto done = submit(bundle);
    if (!done) return tl::unexpected(done.error());
    any = true;
    if (*done) running_.push_back(std::move(bundle));
    if (auto kept = write_journal(); !kept) return tl::unexpected(kept.error());
  }
  return any;
}

/// False where the scheduler refused: the cells have their verdict then.
base::Result<bool> Runner::submit(Bundle& bundle) {
  std::vector<std::pair<std::string, long long>> parts;
  long long seconds = 0;
  for (std::size_t i : bundle.cells) {
    if (auto done = write_cell(disk_, cells_[i], execution_, cell_directory(i)); !done)
      return tl::unexpected(done.error());
    parts.emplace_back(cell_directory(i), cells_[i].seconds);
    seconds += cells_[i].seconds;
  }
  const Cell& first = cells_[bundle.cells.front()];
  bundle.directory = cell_directory(bundle.cells.front());
  if (auto done = write_job(disk_, bundle.directory, parts); !done)
    return tl::unexpected(done.error());
  JobRequest job{"kbuild-" + first.key.substr(0, 8),
                 bundle.directory,
                 bundle.directory + "/job.sh",
                 {},
                 seconds};
  for (const std::string& option : first.options_run)
    if (!option.starts_with("--time=")) job.options.push_back(option);
  job.options.push_back(base::format("--time={}:00", (seconds + 119) / 60));
  for (std::size_t i : bundle.cells) outcomes_[i].record.started = clock_.now();
  bundle.submitted = clock_.now();
  o_.progress(base::format("{}: {} cell{} as {}", scheduler_.name(), bundle.cells.size(),
                           bundle.cells.size() == 1 ? "" : "s", job.name));
  auto answer = scheduler_.submit(job);
  if (!answer) return tl::unexpected(answer.error());
  if (!answer->refusal.empty()) {
    for (std::size_t i : bundle.cells) {
      RunRecord record = outcomes_[i].record;
      record.verdict = Verdict::rejected;
      record.reason = answer->refusal;
      if (auto done = keep(i, std::move(record)); !done) return tl::unexpected(done.error());
    }
    return false;
  }
  bundle.id = answer->id;
  return true;
}

base::Result<bool> Runner::collect() {
  std::vector<std::string> ids;
  for (const Bundle& bundle : running_) ids.push_back(bundle.id);
  if (ids.empty()) return false;
  auto statuses = scheduler_.poll(ids);
  // A controller that does not answer for a while is no reason to lose jobs.
  if (!statuses) {
    o_.progress(statuses.error().message);
    return false;
  }
  bool any = false;
  std::vector<Bundle> still;
  for (Bundle& bundle : running_) {
    JobStatus status = (*statuses)[bundle.id];
    bool waits = status.phase == JobPhase::pending &&
                 static_cast<double>(clock_.now() - bundle.submitted) > o_.pending_limit;
    if (waits && !bundle.cancelled_for_waiting) {
      scheduler_.cancel({bundle.id});
      bundle.cancelled_for_waiting = true;
    }
    if (status.phase != JobPhase::ended) {
      still.push_back(std::move(bundle));
      continue;
    }
    any = true;
    if (bundle.cancelled_for_waiting) status.reason = "kbuild: pending too long";
    if (auto done = finish(bundle, status); !done) return tl::unexpected(done.error());
  }
  running_ = std::move(still);
  if (any)
    if (auto kept = write_journal(); !kept) return tl::unexpected(kept.error());
  return any;
}

base::Result<void> Runner::finish(Bundle& bundle, const JobStatus& status) {
  for (std::size_t i : bundle.cells) {
    RunRecord record = outcomes_[i].record;
    record.job = bundle.id;
    record.state = status.state;
    record.exit_code = status.exit_code;
    record.derived_exit_code = status.derived_exit_code;
    record.partition = status.partition;
    CellResult result = read_result(disk_, cells_[i], cell_directory(i));
    JobStatus own = status;
    if (bundle.cells.size() > 1) {
      // In a bundle, the job's codes are those of some cell: a cell that ended is judged by its own
      // results.
      bool ended = !result.steps.empty() && result.steps.back().ended;
      bool began = !result.steps.empty() && result.steps.front().started;
      own.exit_code = own.derived_exit_code = 0;
      if (ended || result.timed_out)
        own.state = "COMPLETED";
      else if (!began && status.state == "TIMEOUT")
        own.state = "NODE_FAIL";
      else if (began && status.state == "FAILED")
        own.state = "COMPLETED";
    }
    judge(cells_[i], result, own, record.executor, record);
    std::string output;
    for (const StepResult& step : result.steps) output += step.output + step.errors;
    record.output = redact(head_and_tail(output, kOutputKept), o_.private_words);
    record.reason = redact(record.reason, o_.private_words);
    bool retry = record.verdict == Verdict::infra && bundle.attempt == 1 && !o_.interrupted();
    record.recovered = recovered_[i] && record.verdict == Verdict::pass;
    if (retry) {
      o_.progress(base::format("{}: {}; once more", record.unit, record.reason));
      recovered_[i] = true;
      waiting_.push_back({{i}, 2, "", "", 0, false});
    }
    if (auto done = keep(i, std::move(record)); !done) return done;
  }
  return {};
}

base::Result<void> Runner::keep(std::size_t i, RunRecord record) {
  o_.progress(base::format("{}: {}{}{}", record.unit, verdict_name(record.verdict),
                           record.reason.empty() ? "" : ": ", record.reason));
  RunRecord& kept = outcomes_[i].record;
  RunRecord fresh = kept;
  kept = record;
  if (record.verdict == Verdict::infra) {
    // The next attempt begins from the plain record.
    kept.steps.clear();
    kept.seconds = 0;
  }
  return o_.evidence_file.empty() ? base::Result<void>{} : evidence_.append(record);
}

void Runner::abandon() {
  std::vector<std::string> ids;
  for (const Bundle& bundle : running_) ids.push_back(bundle.id);
  scheduler_.cancel(ids);
  running_.clear();
  waiting_.clear();
  (void)write_journal();
}

/// Which jobs are out, so that a run that was killed can be taken up again.
base::Result<void> Runner::write_journal() {
  base::Json journal = base::Json::array();
  for (const Bundle& bundle : running_) {
    base::Json keys = base::Json::array();
    for (std::size_t i : bundle.cells) keys.push_back(cells_[i].key);
    journal.push_back({{"id", bundle.id},
                       {"submitted", bundle.submitted},
                       {"attempt", bundle.attempt},
                       {"keys", keys}});
  }
  return disk_.write(journal_path(), base::dump_line(journal) + "\n");
}

/// Jobs of a killed run: those of cells that are still wanted are followed, the others cancelled.
base::Result<void> Runner::adopt_journal() {
  auto text = disk_.read(journal_path());
  if (!text) return {};
  base::Json journal = base::Json::parse(*text, nullptr, false);
  if (!journal.is_array()) return {};
  std::vector<std::string> orphans;
  for (const base::Json& entry : journal) {
    if (!entry.is_object() || !entry.contains("id") || !entry["id"].is_string()) continue;
    Bundle bundle{
        {},   entry.value("attempt", 1), "", entry["id"], entry.value("submitted", std::int64_t{0}),
        false};
    for (const base::Json& key : entry.value("keys", base::Json::array())) {
      auto at = std::find_if(to_run_.begin(), to_run_.end(), [&](std::size_t i) {
        return key.is_string() && cells_[i].key == key.get<std::string>();
      });
      if (at == to_run_.end()) continue;
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

base::Result<std::vector<CellOutcome>> run_cells(base::Disk& disk, const base::Clock& clock,
                                                 Scheduler& scheduler, const Execution& execution,
                                                 const std::vector<Cell>& cells,
                                                 const RunnerOptions& options) {
  return Runner(disk, clock, scheduler, execution, cells, options).run();
}

}  // namespace kbuild::run
