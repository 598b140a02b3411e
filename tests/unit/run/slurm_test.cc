// The Slurm executor against a real private cluster, and the header rules against a real sbatch.
// Skipped by name where Slurm is not installed.
#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "run/runner.h"
#include "run/sbatch_header.h"
#include "sbatch_rows.h"
#include "support/slurm_cluster.h"

using namespace kbuild;
using namespace kbuild::run;
using support::SlurmCluster;

namespace {

struct Bench {
  std::unique_ptr<base::Disk> disk = base::make_real_disk();
  std::unique_ptr<base::Clock> clock = base::make_system_clock();
  std::unique_ptr<Scheduler> scheduler = make_slurm_scheduler();
  std::string directory;
  RunnerOptions options;

  Bench() {
    char pattern[] = "/tmp/kbrun.XXXXXX";
    directory = ::mkdtemp(pattern);
    options.work_directory = directory;
    options.evidence_file = directory + "/evidence.jsonl";
    options.sleep = [](double seconds) {
      std::this_thread::sleep_for(std::chrono::duration<double>(std::min(seconds, 0.3)));
    };
  }
  ~Bench() { (void)disk->remove_tree(directory); }

  RunRecord run(const std::string& name, const std::string& text,
                std::vector<std::string> job_options = {}, long long seconds = 30) {
    Cell cell;
    cell.page = "page.md";
    cell.unit = name;
    cell.system = "private";
    cell.key = name + std::string(64 - name.size(), '0');
    PlannedStep step;
    step.name = "line 1";
    step.line = 1;
    step.as_written = step.as_run = text;
    cell.steps = {step};
    cell.seconds = seconds;
    cell.options_run = std::move(job_options);
    auto outcomes = run_cells(*disk, *clock, *scheduler, {}, {cell}, options);
    if (!outcomes) FAIL(outcomes.error().message);
    return outcomes->at(0).record;
  }
};

}  // namespace

TEST_CASE("slurm: a job passes, and its record says where and how") {
  if (!SlurmCluster::instance()) return;
  Bench bench;
  RunRecord record =
      bench.run("pass", "echo $((6 * 7)); test -n \"$SLURM_JOB_ID\"\n", {"--partition=short"});
  CHECK(verdict_name(record.verdict) == "pass");
  CHECK(record.state == "COMPLETED");
  CHECK(record.partition == "short");
  CHECK(record.level == Level::ran_job);
  CHECK(record.output == "42\n");
  CHECK_FALSE(record.job.empty());
}

TEST_CASE("slurm: the environment of the caller and SBATCH variables do not reach the job") {
  if (!SlurmCluster::instance()) return;
  Bench bench;
  ::setenv("SBATCH_PARTITION", "nonsense", 1);
  ::setenv("KB_LEAK", "x", 1);
  RunRecord record = bench.run("scrub", "test -z \"$KB_LEAK\"\n");
  ::unsetenv("SBATCH_PARTITION");
  CHECK(record.verdict == Verdict::pass);
}

TEST_CASE("slurm: a failing command is a failure at its line") {
  if (!SlurmCluster::instance()) return;
  Bench bench;
  RunRecord record = bench.run("fail", "echo a\nls /nowhere/at/all\necho b\n");
  CHECK(record.verdict == Verdict::fail);
  CHECK(record.reason.starts_with("line 2: exit code 2: ls:"));
}

TEST_CASE("slurm: a job that ends COMPLETED over a failing job step does not pass") {
  if (!SlurmCluster::instance()) return;
  Bench bench;
  RunRecord record = bench.run("derived", "srun -n 1 sh -c 'exit 3' || true\n");
  CHECK(record.state == "COMPLETED");
  CHECK(record.derived_exit_code == 3);
  CHECK(record.verdict == Verdict::fail);
}

TEST_CASE("slurm: a step that does not end is stopped by the inner limit") {
  if (!SlurmCluster::instance()) return;
  Bench bench;
  RunRecord record = bench.run("timeout", "sleep 60\n", {}, 1);
  CHECK(record.verdict == Verdict::timeout);
}

TEST_CASE("slurm: what sbatch refuses is rejected with its words") {
  if (!SlurmCluster::instance()) return;
  Bench bench;
  RunRecord unknown = bench.run("unknown", "true\n", {"--partition=nonsense"});
  CHECK(unknown.verdict == Verdict::rejected);
  CHECK(unknown.reason.find("partition") != std::string::npos);
  RunRecord limit = bench.run("toolong", "true\n", {"--partition=short", "--mem=100G"});
  CHECK(limit.verdict == Verdict::rejected);
}

TEST_CASE("slurm: a job that cannot start is cancelled after the limit") {
  if (!SlurmCluster::instance()) return;
  Bench bench;
  bench.options.pending_limit = 1;
  RunRecord record = bench.run("pending", "true\n", {"--hold"});
  CHECK(record.verdict == Verdict::pending_too_long);
}

TEST_CASE("slurm: a cancelled job and a failed node are infrastructure, and the retry can pass") {
  auto* cluster = SlurmCluster::instance();
  if (!cluster) return;
  Bench bench;
  bool failed = false;
  auto sleep = bench.options.sleep;
  int pauses = 0;
  bench.options.sleep = [&](double seconds) {
    sleep(seconds);
    if (++pauses == 8 && !failed) {
      failed = true;
      cluster->fail_node("kb1");
      cluster->revive_node("kb1");
    }
  };
  RunRecord record = bench.run("node", "test -e ../../again || { touch ../../again; sleep 30; }\n",
                               {"--nodelist=kb1"}, 60);
  CHECK(verdict_name(record.verdict) == "pass");
  CHECK(record.recovered);
  auto evidence = read_evidence(*bench.disk, bench.options.evidence_file);
  REQUIRE(evidence.has_value());
  CHECK(evidence->size() == 2);
  CHECK(evidence->front().verdict == Verdict::infra);
}

TEST_CASE("slurm: a fake GPU is granted and yet colours nothing") {
  if (!SlurmCluster::instance()) return;
  Bench bench;
  RunRecord record =
      bench.run("gpu", "echo \"$SLURM_JOB_GPUS\"\n", {"--partition=gpu", "--gres=gpu:fake:1"});
  CHECK(record.verdict == Verdict::pass);
  CHECK(record.level == Level::ran_job);
}

TEST_CASE("slurm: without accounting a forgotten job is judged by its results") {
  if (!SlurmCluster::instance()) return;
  auto scheduler = make_slurm_scheduler();
  auto statuses = scheduler->poll({"999999"});
  REQUIRE(statuses.has_value());
  CHECK(statuses->at("999999").state == "VANISHED");
}

TEST_CASE("sbatch itself takes and refuses the headers as the parser does") {
  if (!SlurmCluster::instance()) return;
  auto disk = base::make_real_disk();
  char pattern[] = "/tmp/kbsbatch.XXXXXX";
  std::string directory = ::mkdtemp(pattern);
  for (const SbatchRow& row : kSbatchRows) {
    REQUIRE(disk->write(directory + "/job.sh", row.script));
    base::Command command{{"sbatch", "--test-only", "job.sh"}};
    command.directory = directory;
    auto outcome = base::run_process(command);
    REQUIRE(outcome.has_value());
    std::string script = row.script;
    CAPTURE(script);
    CAPTURE(outcome->errors);
    CHECK((outcome->exit_code == 0) == (row.verdict == SbatchVerdict::taken));
  }
  (void)disk->remove_tree(directory);
}
