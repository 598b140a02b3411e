// The runner against a scheduler that fails on demand: verdicts, retries, cache, limits,
// interruption, resume.
#include "run/runner.h"
#include "run/evidence_set.h"
#include "run/report.h"
#include "run/schedule.h"

#include <doctest/doctest.h>

#include "fake_scheduler.h"

using namespace kbuild;
using namespace kbuild::run;

namespace {

constexpr const char* kGood = "1\tbegin\n1\t0\t10.000000\t12.500000\t0\n";

Cell cell(std::string unit) {
  Cell c;
  c.page = "page.md";
  c.line = 7;
  c.unit = std::move(unit);
  c.system = "Test";
  c.key = c.unit + std::string(64 - c.unit.size(), '0');
  PlannedStep step;
  step.name = "line 8";
  step.line = 8;
  step.as_written = step.as_run = "run\n";
  c.steps.push_back(step);
  c.seconds = 300;
  c.options_run = {"--partition=main", "--time=6:00"};
  return c;
}

struct StepClock final : base::Clock {
  std::int64_t time = 1'800'000'000;
  std::int64_t now() const override { return time; }
};

struct Bench {
  base::MemoryDisk disk;
  FakeScheduler scheduler{disk};
  std::unique_ptr<base::Clock> clock = base::make_fixed_clock(1'800'000'000);
  RunnerOptions options;
  int pauses = 0;

  Bench() {
    options.work_directory = "/scratch";
    options.evidence_file = "/evidence/test/run.jsonl";
    options.sleep = [this](double) { ++pauses; };
  }
  std::vector<CellOutcome> run(std::vector<Cell> cells) {
    auto outcomes = run_cells(disk, *clock, scheduler, {}, cells, options);
    REQUIRE(outcomes.has_value());
    return std::move(*outcomes);
  }
  RunRecord run_one(FakeJob job) {
    scheduler.script = {std::move(job)};
    return run({cell("a")}).at(0).record;
  }
  std::vector<RunRecord> evidence() { return read_evidence(disk, options.evidence_file).value(); }
};

}  // namespace

TEST_CASE("a verdict rests on the result file first and on the scheduler's state second") {
  struct Row {
    const char* what;
    FakeJob job;
    Verdict verdict;
  };
  const Row rows[] = {
      {"all is well", {{ended("COMPLETED")}, kGood}, Verdict::pass},
      {"a step failed", {{ended("FAILED", 3)}, "1\tbegin\n1\t3\t1.0\t2.0\t1\n"}, Verdict::fail},
      {"COMPLETED hides a failing job step", {{ended("COMPLETED", 0, 2)}, kGood}, Verdict::fail},
      {"COMPLETED without the step's end", {{ended("COMPLETED")}, "1\tbegin\n"}, Verdict::fail},
      {"time over", {{ended("TIMEOUT")}, "1\tbegin\n"}, Verdict::timeout},
      {"inner time over",
       {{ended("COMPLETED")}, "1\tbegin\n", "", {{"limit", "x"}}},
       Verdict::timeout},
      {"out of memory", {{ended("OUT_OF_MEMORY")}, "1\tbegin\n"}, Verdict::oom},
      {"killed for memory without the state",
       {{ended("FAILED", 1)},
        "1\tbegin\n1\t1\t1.0\t2.0\t1\n",
        "",
        {{"err-1", "slurmstepd: error: Exceeded job memory limit"}}},
       Verdict::oom},
      {"refused", {{}, "", "sbatch: error: invalid partition"}, Verdict::rejected},
      {"accounting and controller forgot it, results are there",
       {{ended("VANISHED")}, kGood},
       Verdict::pass},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    Bench bench;
    RunRecord record = bench.run_one(row.job);
    CHECK(verdict_name(record.verdict) == verdict_name(row.verdict));
    Level level = row.verdict == Verdict::pass       ? Level::ran_job
                  : row.verdict == Verdict::rejected ? Level::none
                                                     : Level::linted;
    CHECK(level_name(record.level) == level_name(level));
    CHECK(bench.evidence().size() == 1);
  }
}

TEST_CASE("the failing line is the page's line, and the reason quotes the program") {
  Bench bench;
  RunRecord record = bench.run_one({{ended("FAILED", 2)},
                                    "1\tbegin\n1\t2\t1.0\t2.0\t3\n",
                                    "",
                                    {{"err-1", "first\nls: no such file\n"}}});
  CHECK(record.reason == "line 10: exit code 2: ls: no such file");
}

TEST_CASE("infrastructure is retried once, and only it") {
  Bench bench;
  bench.scheduler.script = {{{ended("NODE_FAIL")}}, {{ended("COMPLETED")}, kGood}};
  std::vector<CellOutcome> outcomes = bench.run({cell("a")});
  CHECK(outcomes[0].record.verdict == Verdict::pass);
  CHECK(outcomes[0].record.recovered);
  CHECK(bench.evidence().size() == 2);
  std::string junit = to_junit(outcomes, "kbuild test");
  std::size_t second = junit.find(
      "\"kbuild test, second attempt\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\"");
  CHECK(junit.find("NODE_FAIL") < second);
  CHECK(second != junit.npos);

  Bench twice;
  twice.scheduler.script = {{{ended("NODE_FAIL")}}};
  outcomes = twice.run({cell("a")});
  CHECK(outcomes[0].record.verdict == Verdict::infra);
  junit = to_junit(outcomes, "kbuild test");
  CHECK(junit.find("errors=\"1\"") > junit.find("second attempt"));
  CHECK(junit.find("errors=\"1\"") != junit.npos);
  CHECK(twice.scheduler.submitted.size() == 2);

  Bench failing;
  failing.run_one({{ended("FAILED", 1)}, "1\tbegin\n1\t1\t1.0\t2.0\t1\n"});
  CHECK(failing.scheduler.submitted.size() == 1);
}

TEST_CASE("a controller that is silent for a while loses nothing") {
  Bench bench;
  bench.scheduler.poll_errors = {"Unable to contact slurm controller", "again"};
  RunRecord record = bench.run_one(
      {{busy(JobPhase::pending), busy(JobPhase::running), ended("COMPLETED")}, kGood});
  CHECK(record.verdict == Verdict::pass);
  CHECK(bench.pauses >= 4);
}

TEST_CASE("what fails under a scheduler that was away is run once more, and then counts") {
  const FakeJob fails{{busy(JobPhase::running), ended("FAILED", 143)},
                      "1\tbegin\n1\t143\t1.0\t2.0\t1\n"};
  const FakeJob passes{{ended("COMPLETED")}, kGood};
  JobStatus again = ended("FAILED", 1);
  again.restarts = 1;
  auto run = [](FakeJob first, FakeJob second, auto disturb) {
    Bench bench;
    bench.scheduler.script = {std::move(first), std::move(second)};
    disturb(bench);
    CellOutcome outcome = bench.run({cell("a")}).at(0);
    CHECK(bench.scheduler.submitted.size() == (outcome.spoilt ? 2 : 1));
    return outcome;
  };
  auto silent = [](Bench& bench) { bench.scheduler.poll_errors = {"no answer"}; };
  auto reborn = [](Bench& bench) { bench.scheduler.boot_time = 1'800'000'001; };
  auto nothing = [](Bench&) {};
  CHECK(run(fails, passes, silent).record.recovered);
  CHECK(run(fails, passes, reborn).record.recovered);
  CHECK(run({{again}, fails.results}, passes, nothing).record.recovered);
  CHECK(run({{ended("VANISHED")}, fails.results}, passes, nothing).record.recovered);
  CHECK(run(fails, fails, silent).record.verdict == Verdict::fail);
  CHECK(run(fails, fails, reborn).record.verdict == Verdict::infra);
  CHECK(run(fails, fails, nothing).record.verdict == Verdict::fail);
  CHECK_FALSE(run(passes, passes, reborn).spoilt.has_value());
}

TEST_CASE("a scheduler that stays silent ends the run, and its jobs are taken up by the next") {
  Bench bench;
  StepClock clock;
  bench.options.sleep = [&](double) { clock.time += 10; };
  bench.scheduler.poll_errors.assign(400, "Unable to contact slurm controller");
  bench.scheduler.script = {{{ended("COMPLETED")}, kGood}};
  auto outcomes = run_cells(bench.disk, clock, bench.scheduler, {}, {cell("a")}, bench.options);
  REQUIRE_FALSE(outcomes.has_value());
  CHECK(outcomes.error().message.find("has not answered for 30 minutes") != std::string::npos);
  CHECK(bench.scheduler.cancelled.empty());
  bench.scheduler.poll_errors.clear();
  CHECK(bench.run({cell("a")}).at(0).record.verdict == Verdict::pass);
  CHECK(bench.scheduler.submitted.size() == 1);
}

TEST_CASE("what jobs wait for is told each minute") {
  Bench bench;
  StepClock clock;
  std::vector<std::string> told;
  bench.options.sleep = [&](double) { clock.time += 20; };
  bench.options.progress = [&](const std::string& line) {
    if (line.starts_with("waiting")) told.push_back(line);
  };
  JobStatus waits = busy(JobPhase::pending);
  waits.reason = "Resources";
  bench.scheduler.script = {{std::vector<JobStatus>(8, waits)}};
  bench.scheduler.script[0].statuses.push_back(ended("COMPLETED"));
  bench.scheduler.script[0].results = kGood;
  Cell other = cell("b");
  other.options_run = {"--partition=other"};
  REQUIRE(run_cells(bench.disk, clock, bench.scheduler, {}, {cell("a"), other}, bench.options));
  CHECK(told == std::vector<std::string>(2, "waiting: 2 jobs, Resources"));
}

TEST_CASE("a job that waits for broken nodes is submitted once more; a long queue is not") {
  for (const char* reason : {"drained", "Priority"}) {
    CAPTURE(reason);
    Bench bench;
    bench.options.pending_limit = -1;
    JobStatus waits = busy(JobPhase::pending);
    waits.reason = reason;
    bench.scheduler.script = {{{waits}}};
    CellOutcome outcome = bench.run({cell("a")}).at(0);
    CHECK(outcome.record.verdict == Verdict::pending_too_long);
    CHECK(outcome.spoilt.has_value() == (std::string_view(reason) == "drained"));
    CHECK_FALSE(is_failure(outcome.record.verdict));
  }
}

TEST_CASE("cells of a job together stay within the time that a job may take") {
  std::vector<Cell> cells;
  for (int i = 0; i < 6; ++i) {
    cells.push_back(cell("c" + std::to_string(i)));
    cells.back().seconds = 100;
  }
  auto bundles = bundle_cells(cells, {0, 1, 2, 3, 4, 5}, {120, 8, 250});
  REQUIRE(bundles.size() == 3);
  CHECK(bundles[0] == std::vector<std::size_t>{0, 1});
}

TEST_CASE("an unchanged pass is not run again; failures, other keys and old passes are") {
  Bench first;
  first.run_one({{ended("COMPLETED")}, kGood});
  auto again = [&](std::int64_t later, std::string unit) {
    Bench bench;
    bench.options.history = latest_by_key(first.evidence());
    bench.clock = base::make_fixed_clock(1'800'000'000 + later);
    bench.scheduler.script = {{{ended("COMPLETED")}, kGood}};
    auto outcomes = bench.run({cell(std::move(unit))});
    CHECK(outcomes[0].record.verdict == Verdict::pass);
    CHECK(outcomes[0].cached == bench.scheduler.submitted.empty());
    return outcomes[0].cached;
  };
  CHECK(again(86400, "a"));
  CHECK_FALSE(again(86400, "b"));
  CHECK_FALSE(again(31 * 86400, "a"));
  Bench failed;
  std::vector<RunRecord> records = {first.evidence()[0], first.evidence()[0]};
  records.back().verdict = Verdict::fail;
  failed.options.history = latest_by_key(records);
  failed.scheduler.script = {{{ended("COMPLETED")}, kGood}};
  CHECK_FALSE(failed.run({cell("a")})[0].cached);
}

TEST_CASE("obstacles skip a cell without a job") {
  Bench bench;
  Cell c = cell("a");
  c.obstacles = {"'x.py' is not on the page"};
  bench.scheduler.script = {{{ended("COMPLETED")}}};
  auto outcomes = bench.run({c});
  CHECK(outcomes[0].record.verdict == Verdict::skipped);
  CHECK(bench.scheduler.submitted.empty());
}

TEST_CASE("the queue limit counts other jobs of the user") {
  Bench bench;
  bench.options.queue_limit = 3;
  bench.options.bundle_below = 0;
  bench.scheduler.foreign_jobs = 1;
  bench.scheduler.script = {{{busy(JobPhase::running), ended("COMPLETED")}, kGood}};
  std::vector<Cell> cells;
  for (char c = 'a'; c < 'g'; ++c) cells.push_back(cell(std::string(1, c)));
  for (const CellOutcome& outcome : bench.run(cells))
    CHECK(outcome.record.verdict == Verdict::pass);
  CHECK(bench.scheduler.submitted.size() == 6);
  CHECK(bench.scheduler.most_at_once == 2);
}

TEST_CASE("short cells of the same options share a job") {
  Bench bench;
  bench.options.bundle_limit = 2;
  std::vector<Cell> cells;
  for (const char* unit : {"a", "b", "c", "d"}) {
    cells.push_back(cell(unit));
    cells.back().seconds = 30;
  }
  cells[3].options_run = {"--partition=other"};
  bench.scheduler.script = {{{ended("COMPLETED")}, kGood}};
  for (const CellOutcome& outcome : bench.run(cells))
    CHECK(outcome.record.verdict == Verdict::pass);
  CHECK(bench.scheduler.submitted.size() == 3);
}

TEST_CASE("jobs of the same options go as one array, within the queue limit") {
  Bench bench;
  bench.options.bundle_below = 0;
  bench.options.queue_limit = 4;
  bench.scheduler.array_limit = 100;
  bench.scheduler.script = {{{ended("COMPLETED")}, kGood}};
  std::vector<Cell> cells;
  for (char c = 'a'; c < 'g'; ++c) cells.push_back(cell(std::string(1, c)));
  cells[1].options_run = {"--partition=other"};
  auto outcomes = bench.run(cells);
  for (const CellOutcome& outcome : outcomes) CHECK(outcome.record.verdict == Verdict::pass);
  REQUIRE(bench.scheduler.submitted.size() == 3);
  CHECK(bench.scheduler.submitted[0].tasks == 4);
  CHECK(outcomes[2].record.job == "1_1");
}

TEST_CASE("cells that execute the same run once") {
  Bench bench;
  bench.scheduler.script = {{{ended("COMPLETED")}, kGood}};
  std::vector<Cell> cells = {cell("a"), cell("a")};
  cells[1].page = "twin.md";
  auto outcomes = bench.run(cells);
  CHECK(bench.scheduler.submitted.size() == 1);
  CHECK(outcomes[1].record.verdict == Verdict::pass);
  CHECK(outcomes[1].record.page == "twin.md");
  CHECK(outcomes[1].cached);
}

TEST_CASE("a job whose submission was taken without an answer is found by its name") {
  Bench bench;
  bench.scheduler.script = {{{ended("COMPLETED")}, kGood, "", {}, false, true}};
  CHECK(bench.run({cell("a")})[0].record.verdict == Verdict::pass);
  CHECK(bench.scheduler.submitted.size() == 1);
}

TEST_CASE("a full queue is waited for, as long as own jobs are in it") {
  Bench bench;
  bench.options.bundle_below = 0;
  bench.scheduler.script = {{{busy(JobPhase::running), ended("COMPLETED")}, kGood},
                            {{}, "", "QOSMaxSubmitJobPerUserLimit", {}, true},
                            {{ended("COMPLETED")}, kGood}};
  for (const CellOutcome& outcome : bench.run({cell("a"), cell("b")}))
    CHECK(outcome.record.verdict == Verdict::pass);
  CHECK(bench.scheduler.submitted.size() == 3);
}

TEST_CASE("a job that waits too long is cancelled and says so") {
  Bench bench;
  bench.options.pending_limit = -1;
  RunRecord record = bench.run_one({{busy(JobPhase::pending)}});
  CHECK(record.verdict == Verdict::pending_too_long);
  CHECK(bench.scheduler.cancelled == std::vector<std::string>{"1"});
}

TEST_CASE("an interruption cancels what is out and runs nothing more") {
  Bench bench;
  int polls = 0;
  bench.options.interrupted = [&] { return polls > 1; };
  bench.options.sleep = [&](double) { ++polls; };
  bench.options.queue_limit = 1;
  bench.scheduler.script = {{{busy(JobPhase::running)}}};
  auto outcomes = bench.run({cell("a"), cell("b")});
  CHECK(outcomes[0].record.verdict == Verdict::never_run);
  CHECK(outcomes[1].record.verdict == Verdict::never_run);
  CHECK(bench.scheduler.cancelled == std::vector<std::string>{"1"});
  CHECK(bench.scheduler.submitted.size() == 1);
}

TEST_CASE("after a kill, jobs of wanted cells are taken up and the others cancelled") {
  Bench bench;
  Cell wanted = cell("a");
  bench.scheduler.script = {{{busy(JobPhase::running), ended("COMPLETED")}, kGood}};
  REQUIRE(bench.scheduler.submit({"x", "/scratch/jobs/x", "/scratch/jobs/x/job.sh", {}, {}, 1})
              .has_value());
  REQUIRE(bench.disk.write("/scratch/" + wanted.key.substr(0, 16) + "/results", kGood));
  REQUIRE(bench.disk.write(
      "/scratch/journal.json",
      "{\"evidence\":\"/evidence/test/"
      "run.jsonl\",\"jobs\":[{\"id\":\"1\",\"submitted\":1,\"attempt\":1,\"keys\":[\"" +
          wanted.key +
          "\"]},{\"id\":\"99\",\"submitted\":1,\"attempt\":1,\"keys\":[\"gone\"]}]}\n"));
  auto outcomes = bench.run({wanted});
  CHECK(outcomes[0].record.verdict == Verdict::pass);
  CHECK(outcomes[0].record.job == "1");
  CHECK(bench.scheduler.submitted.size() == 1);
  CHECK(bench.scheduler.cancelled == std::vector<std::string>{"99"});
  CHECK_FALSE(bench.disk.files.contains("/scratch/journal.json"));
}

struct Killed {};

/// A disk in memory whose process is killed at its n-th write.
class FragileDisk final : public base::Disk {
 public:
  base::MemoryDisk inner;
  int writes_left = 1 << 30;

  base::FileStatus status(const std::string& path) const override { return inner.status(path); }
  base::Result<std::string> read(const std::string& path, std::uint64_t limit) const override {
    return inner.read(path, limit);
  }
  base::Result<void> write(const std::string& path, std::string_view content,
                           base::Target target) override {
    count();
    return inner.write(path, content, target);
  }
  base::Result<void> append(const std::string& path, std::string_view content,
                            base::Flush flush) override {
    count();
    return inner.append(path, content, flush);
  }
  base::Result<void> remove(const std::string& path) override {
    count();
    return inner.remove(path);
  }
  base::Result<void> remove_tree(const std::string& path) override {
    return inner.remove_tree(path);
  }
  base::Result<void> rename(const std::string& from, const std::string& to) override {
    return inner.rename(from, to);
  }
  base::Result<void> make_directories(const std::string& path) override {
    return inner.make_directories(path);
  }
  base::Result<void> copy(const std::string& from, const std::string& to,
                          base::Target target) override {
    return inner.copy(from, to, target);
  }
  base::Result<void> link(const std::string& from, const std::string& to) override {
    return inner.link(from, to);
  }
  base::Result<void> exchange(const std::string& a, const std::string& b) override {
    return inner.exchange(a, b);
  }
  base::Result<void> sync(const std::string& path) override { return inner.sync(path); }
  base::FileKind kind(const std::string& path) const override { return inner.kind(path); }
  base::Result<std::vector<base::DirectoryEntry>> entries(const std::string& path) const override {
    return inner.entries(path);
  }
  base::Result<base::FileLock> lock(const std::string& path,
                                    const base::LockRequest& request) override {
    return inner.lock(path, request);
  }
  base::Result<std::vector<std::string>> list(const std::string& root) const override {
    return inner.list(root);
  }
  base::Result<std::string> real_path(const std::string& path) const override {
    return inner.real_path(path);
  }

 private:
  void count() {
    if (--writes_left < 0) throw Killed{};
  }
};

/// Runs the cells with the process "killed" at every disk write of the first run in turn; the
/// second run must bring every cell to one verdict, with as many jobs as an undisturbed run.
TEST_CASE("whenever the runner is killed, the next run loses nothing and runs nothing twice") {
  const char* failed = "1\tbegin\n1\t1\t1.0\t2.0\t1\n";
  int undisturbed = 0;
  for (int kill_at = 0;; ++kill_at) {
    CAPTURE(kill_at);
    FragileDisk disk;
    FakeScheduler scheduler(disk.inner);
    scheduler.script = {{{busy(JobPhase::running), ended("COMPLETED")}, kGood},
                        {{ended("FAILED", 1)}, failed}};
    auto clock = base::make_fixed_clock(1'800'000'000);
    RunnerOptions options;
    options.work_directory = "/scratch";
    options.evidence_file = "/evidence/test/first.jsonl";
    options.bundle_below = 0;
    options.sleep = [](double) {};
    std::vector<Cell> cells = {cell("a"), cell("b"), cell("c")};
    disk.writes_left = kill_at;
    bool killed = false;
    try {
      auto outcomes = run_cells(disk, *clock, scheduler, {}, cells, options);
      CHECK(outcomes.has_value());
    } catch (const Killed&) {
      killed = true;
    }
    if (!killed) {
      undisturbed = static_cast<int>(scheduler.submitted.size());
      CHECK(kill_at > 10);
      break;
    }
    disk.writes_left = 1 << 30;
    options.history = latest_by_key(read_all_evidence(disk, "/evidence").value());
    options.evidence_file = "/evidence/test/second.jsonl";
    auto outcomes = run_cells(disk, *clock, scheduler, {}, cells, options);
    REQUIRE(outcomes.has_value());
    CHECK(outcomes->at(0).record.verdict == Verdict::pass);
    CHECK(outcomes->at(1).record.verdict == Verdict::fail);
    CHECK(outcomes->at(2).record.verdict == Verdict::fail);
    CHECK(scheduler.submitted.size() == 3);
    auto records = read_all_evidence(disk, "/evidence").value();
    CHECK(records.size() == 3);
  }
  CHECK(undisturbed == 3);
}

TEST_CASE("a fake GPU never makes a GPU run; a device that tells its name does") {
  for (bool real : {false, true}) {
    Bench bench;
    FakeJob job{{ended("COMPLETED")}, kGood};
    if (real) job.files["facts"] = "node\tn1\ngpu\tNVIDIA H200, 550.1, 141 GiB, CUDA 12.4\n";
    bench.scheduler.script = {job};
    Cell c = cell("a");
    c.gpus = 1;
    RunRecord record = bench.run({c})[0].record;
    CHECK(record.level == (real ? Level::ran_gpu : Level::ran_job));
    CHECK(record.gpus.size() == (real ? 1 : 0));
    if (real) CHECK(record.gpus[0].runtime == "CUDA 12.4");
  }
}

TEST_CASE("an expected failure is told as one, an unexpected pass fails") {
  Bench bench;
  Cell c = cell("a");
  c.xfail = "known";
  bench.scheduler.script = {{{ended("FAILED", 1)}, "1\tbegin\n1\t1\t1.0\t2.0\t1\n"}};
  CHECK(bench.run({c})[0].record.verdict == Verdict::xfail);
  Bench other;
  other.scheduler.script = {{{ended("COMPLETED")}, kGood}};
  CHECK(other.run({c})[0].record.verdict == Verdict::fail);
}
