// The runner against a scheduler that fails on demand: verdicts, retries, cache, limits,
// interruption, resume.
#include "run/runner.h"

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

struct Bench {
  base::MemoryDisk disk;
  FakeScheduler scheduler{disk};
  std::unique_ptr<base::Clock> clock = base::make_fixed_clock(1'800'000'000);
  RunnerOptions options;
  int pauses = 0;

  Bench() {
    options.work_directory = "/work";
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
  RunRecord record = bench.run({cell("a")})[0].record;
  CHECK(record.verdict == Verdict::pass);
  CHECK(record.recovered);
  CHECK(bench.evidence().size() == 2);

  Bench twice;
  twice.scheduler.script = {{{ended("NODE_FAIL")}}};
  CHECK(twice.run({cell("a")})[0].record.verdict == Verdict::infra);
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

TEST_CASE("an unchanged pass is not run again; failures, other keys and old passes are") {
  Bench first;
  first.run_one({{ended("COMPLETED")}, kGood});
  auto again = [&](std::int64_t later, std::string unit) {
    Bench bench;
    bench.options.history = first.evidence();
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
  failed.options.history = first.evidence();
  failed.options.history.push_back(first.evidence()[0]);
  failed.options.history.back().verdict = Verdict::fail;
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
  FakeJob both{{ended("COMPLETED")}, kGood, "", {{"../b000000000000000/results", kGood}}};
  bench.scheduler.script = {both, {{ended("COMPLETED")}, kGood}};
  for (const CellOutcome& outcome : bench.run(cells))
    CHECK(outcome.record.verdict == Verdict::pass);
  CHECK(bench.scheduler.submitted.size() == 3);
  CHECK(bench.disk.files.at("/work/a" + std::string(15, '0') + "/job.sh").find("/work/b") !=
        std::string::npos);
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
  JobRequest request{"x", "/work/" + wanted.key.substr(0, 16), "", {}, 1};
  REQUIRE(bench.scheduler.submit(request).has_value());
  REQUIRE(bench.disk.write(
      "/work/journal.json",
      "[{\"id\":\"1\",\"submitted\":1,\"attempt\":1,\"keys\":[\"" + wanted.key +
          "\"]},{\"id\":\"99\",\"submitted\":1,\"attempt\":1,\"keys\":[\"gone\"]}]\n"));
  auto outcomes = bench.run({wanted});
  CHECK(outcomes[0].record.verdict == Verdict::pass);
  CHECK(outcomes[0].record.job == "1");
  CHECK(bench.scheduler.submitted.size() == 1);
  CHECK(bench.scheduler.cancelled == std::vector<std::string>{"99"});
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

TEST_CASE("an expected failure is skipped, an unexpected pass fails") {
  Bench bench;
  Cell c = cell("a");
  c.xfail = "known";
  bench.scheduler.script = {{{ended("FAILED", 1)}, "1\tbegin\n1\t1\t1.0\t2.0\t1\n"}};
  CHECK(bench.run({c})[0].record.verdict == Verdict::skipped);
  Bench other;
  other.scheduler.script = {{{ended("COMPLETED")}, kGood}};
  CHECK(other.run({c})[0].record.verdict == Verdict::fail);
}
