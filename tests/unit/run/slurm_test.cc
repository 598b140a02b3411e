// The Slurm executor against a real private cluster, and the header rules against a real sbatch.
// Skipped by name where Slurm is not installed.
#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "run/evidence_file.h"
#include "run/lint/oracle.h"
#include "run/runner.h"
#include "run/slurm/profile_import.h"
#include "run/slurm/sbatch_header.h"
#include "sbatch_rows.h"
#include "support/slurm_cluster.h"

using namespace kbuild;
using namespace kbuild::run;
using support::SlurmCluster;

namespace {

struct SlurmBench {
  std::unique_ptr<base::Disk> disk = base::make_real_disk();
  std::unique_ptr<base::Clock> clock = base::make_system_clock();
  std::unique_ptr<Scheduler> scheduler = make_slurm_scheduler();
  std::string directory;
  RunnerOptions options;

  SlurmBench() {
    char pattern[] = "/tmp/kbrun.XXXXXX";
    directory = ::mkdtemp(pattern);
    options.work_directory = directory;
    options.evidence_file = directory + "/evidence.jsonl";
    options.sleep = [](double seconds) {
      std::this_thread::sleep_for(std::chrono::duration<double>(std::min(seconds, 0.3)));
    };
  }
  ~SlurmBench() { (void)disk->remove_tree(directory); }

  static Cell cell(const std::string& name, const std::string& text,
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
    cell.starts_tasks = text.find("srun") != text.npos;
    return cell;
  }
  std::vector<RunRecord> run(const std::vector<Cell>& cells) {
    auto outcomes = run_cells(*disk, *clock, *scheduler, {}, cells, options);
    if (!outcomes) FAIL(outcomes.error().message);
    std::vector<RunRecord> records;
    for (CellOutcome& outcome : *outcomes) records.push_back(std::move(outcome.record));
    return records;
  }
  RunRecord run(const std::string& name, const std::string& text,
                std::vector<std::string> job_options = {}, long long seconds = 30) {
    return run({cell(name, text, std::move(job_options), seconds)}).at(0);
  }
  /// Calls `act` once, as soon as the only job of the cluster runs.
  void when_running(std::function<void(const std::string& id)> act) {
    options.sleep = [this, act = std::move(act), done = false](double) mutable {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      std::vector<std::string> ids;
      if (!done) ids = SlurmCluster::instance()->queue();
      if (ids.size() != 1) return;
      auto status = scheduler->poll(ids);
      if (!status || status->at(ids[0]).phase != JobPhase::running) return;
      done = true;
      // The unit has begun by then.
      std::this_thread::sleep_for(std::chrono::seconds(3));
      act(ids[0]);
    };
  }
  std::vector<RunRecord> evidence() { return read_evidence(*disk, options.evidence_file).value(); }
};

/// Runs long at first, and passes at once when it is started again.
constexpr const char* kLongAtFirst =
    "test -e ../../again || { touch ../../again; sleep 60; }\necho done\n";

}  // namespace

TEST_CASE("slurm: a job passes, and its record says where and how") {
  if (!SlurmCluster::instance()) return;
  SlurmBench bench;
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
  SlurmBench bench;
  ::setenv("SBATCH_PARTITION", "nonsense", 1);
  ::setenv("KB_LEAK", "x", 1);
  RunRecord record = bench.run("scrub", "test -z \"$KB_LEAK\"\n");
  ::unsetenv("SBATCH_PARTITION");
  CHECK(record.verdict == Verdict::pass);
}

TEST_CASE("slurm: a failing command is a failure at its line") {
  if (!SlurmCluster::instance()) return;
  SlurmBench bench;
  RunRecord record = bench.run("fail", "echo a\nls /nowhere/at/all\necho b\n");
  CHECK(record.verdict == Verdict::fail);
  CHECK(record.reason.starts_with("line 2: exit code 2: ls:"));
}

TEST_CASE("slurm: a job that ends COMPLETED over a failing job step does not pass") {
  if (!SlurmCluster::instance()) return;
  SlurmBench bench;
  RunRecord record = bench.run("derived", "srun -n 1 sh -c 'exit 3' || true\n");
  CHECK(record.state == "COMPLETED");
  CHECK(record.derived_exit_code == 3);
  CHECK(record.verdict == Verdict::fail);
}

TEST_CASE("slurm: a step that does not end is stopped by the inner limit") {
  if (!SlurmCluster::instance()) return;
  SlurmBench bench;
  RunRecord record = bench.run("timeout", "sleep 60\n", {}, 1);
  CHECK(record.verdict == Verdict::timeout);
}

TEST_CASE("slurm: what sbatch refuses is rejected with its words") {
  if (!SlurmCluster::instance()) return;
  SlurmBench bench;
  RunRecord unknown = bench.run("unknown", "true\n", {"--partition=nonsense"});
  CHECK(unknown.verdict == Verdict::rejected);
  CHECK(unknown.reason.find("partition") != std::string::npos);
  RunRecord limit = bench.run("toolong", "true\n", {"--partition=short", "--mem=100G"});
  CHECK(limit.verdict == Verdict::rejected);
}

TEST_CASE("slurm: a job that cannot start is cancelled after the limit") {
  if (!SlurmCluster::instance()) return;
  SlurmBench bench;
  bench.options.pending_limit = 1;
  RunRecord record = bench.run("pending", "true\n", {"--hold"});
  CHECK(record.verdict == Verdict::pending_too_long);
}

TEST_CASE("slurm: a job for a drained node or a closed partition waits, and the record says why") {
  auto* cluster = SlurmCluster::instance();
  if (!cluster) return;
  cluster->set_node("kb1", "DRAIN");
  for (const char* option : {"--nodelist=kb1", "--partition=closed"}) {
    CAPTURE(option);
    SlurmBench bench;
    bench.options.pending_limit = 1;
    RunRecord record = bench.run("drained", "true\n", {option});
    CHECK(verdict_name(record.verdict) == "pending-too-long");
    CAPTURE(record.reason);
    bool says_why = record.reason.find("Node") != std::string::npos ||
                    record.reason.find("Partition") != std::string::npos;
    CHECK(says_why);
  }
  cluster->set_node("kb1", "RESUME");
  CHECK(cluster->wait_for_node("kb1", {"idle"}));
  CHECK(cluster->queue().empty());
}

TEST_CASE("slurm: the job of a node that loses power is infrastructure, and the retry passes") {
  auto* cluster = SlurmCluster::instance();
  if (!cluster) return;
  SlurmBench bench;
  bench.when_running([&](const std::string&) {
    cluster->kill_node("kb1");
    // Only once the controller has missed the node may it come back.
    for (int i = 0; i < 150 && !cluster->queue().empty(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    cluster->start_node("kb1");
  });
  RunRecord record = bench.run("node", kLongAtFirst, {"--nodelist=kb1"}, 90);
  CHECK(verdict_name(record.verdict) == "pass");
  CHECK(record.recovered);
  auto evidence = bench.evidence();
  REQUIRE(evidence.size() == 2);
  CHECK(evidence[0].verdict == Verdict::infra);
  CHECK(evidence[0].state == "NODE_FAIL");
}

TEST_CASE("slurm: a controller that dies and forgets its job fails no page") {
  auto* cluster = SlurmCluster::instance();
  if (!cluster) return;
  CHECK(make_slurm_scheduler()->up_since() > 0);
  SlurmBench bench;
  int pauses = 0;
  std::string said;
  bench.options.progress = [&](const std::string& line) { said += line + "\n"; };
  bench.options.sleep = [&](double) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    ++pauses;
    // At once, before the controller has saved that it has the job; then as its job goes on.
    if (pauses == 1) cluster->kill_controller();
    if (pauses == 2) REQUIRE(cluster->start_controller());
  };
  std::vector<RunRecord> records = bench.run(
      {SlurmBench::cell("forgotten", "sleep 8; srun true\n"), SlurmBench::cell("bad", "exit 7\n")});
  CAPTURE(said);
  CAPTURE(records[0].reason);
  CHECK(verdict_name(records[0].verdict) == "pass");
  CHECK(verdict_name(records[1].verdict) == "fail");
}

TEST_CASE("slurm: a controller that dies while a job runs is waited for") {
  auto* cluster = SlurmCluster::instance();
  if (!cluster) return;
  SlurmBench bench;
  bench.when_running([&](const std::string&) {
    cluster->kill_controller();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    CHECK_FALSE(bench.scheduler->poll({"1"}).has_value());
    REQUIRE(cluster->start_controller());
  });
  RunRecord record = bench.run("kept", "sleep 6; echo done\n", {}, 60);
  CAPTURE(record.reason);
  CHECK(verdict_name(record.verdict) == "pass");
}

TEST_CASE("slurm: a job that an administrator cancels is infrastructure") {
  if (!SlurmCluster::instance()) return;
  SlurmBench bench;
  bench.when_running([&](const std::string& id) { bench.scheduler->cancel({id}); });
  RunRecord record = bench.run("cancelled", kLongAtFirst, {}, 90);
  CHECK(record.recovered);
  CHECK(bench.evidence().at(0).reason == "the job was cancelled");
}

TEST_CASE("slurm: a job that the batch system starts a second time is judged by its last start") {
  auto* cluster = SlurmCluster::instance();
  if (!cluster) return;
  SlurmBench bench;
  bench.when_running([&](const std::string& id) {
    CHECK(cluster->control({"update", "JobId=" + id, "Requeue=1"}));
    CHECK(cluster->control({"requeue", id}));
    // What the first start left must be gone: it may not write beside the second.
    for (int i = 0, waiting = 0; i < 150 && waiting < 5; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      auto status = bench.scheduler->poll({id});
      bool pending = status && status->at(id).phase == JobPhase::pending;
      waiting = pending ? waiting + 1 : 0;
    }
    // Slurm holds a requeued job back for two minutes.
    for (int i = 0; i < 50; ++i) {
      cluster->control({"update", "JobId=" + id, "StartTime=now"});
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      auto status = bench.scheduler->poll({id});
      if (status && status->at(id).phase != JobPhase::pending) break;
    }
  });
  RunRecord record = bench.run("requeue", kLongAtFirst, {}, 90);
  CHECK(verdict_name(record.verdict) == "pass");
  CHECK(record.output == "done\n");
  CHECK(bench.evidence().size() == 1);
}

TEST_CASE("slurm: a job over its time is TIMEOUT, one over its memory is out of memory") {
  auto* cluster = SlurmCluster::instance();
  if (!cluster) return;
  SlurmBench bench;
  bench.when_running([&](const std::string& id) {
    cluster->control({"update", "JobId=" + id, "EndTime=now+1"});
  });
  RunRecord record = bench.run("overtime", "sleep 80\n", {}, 90);
  CHECK(verdict_name(record.verdict) == "timeout");
  CHECK(record.state == "TIMEOUT");

  SlurmBench hungry;
  record =
      hungry.run("memory", "python3 -c 'import time; x = bytearray(900 << 20); time.sleep(30)'\n",
                 {"--mem=100M"}, 40);
  CHECK(verdict_name(record.verdict) == "oom");
}

TEST_CASE("slurm: units go as one array, each with its own verdict, and one squeue asks for all") {
  if (!SlurmCluster::instance()) return;
  SlurmBench bench;
  bench.options.bundle_limit = 2;
  bench.options.queue_limit = 40;
  std::vector<Cell> cells;
  for (int i = 0; i < 12; ++i) {
    cells.push_back(
        SlurmBench::cell("unit" + std::to_string(i),
                         "echo " + std::to_string(i) + (i % 5 == 2 ? "; false\n" : "\n")));
    cells.back().key = std::to_string(i + 10) + std::string(62, 'a');
  }
  std::vector<RunRecord> records = bench.run(cells);
  for (int i = 0; i < 12; ++i) {
    CAPTURE(i);
    CHECK(records[static_cast<std::size_t>(i)].verdict ==
          (i % 5 == 2 ? Verdict::fail : Verdict::pass));
    CHECK(records[static_cast<std::size_t>(i)].output == std::to_string(i) + "\n");
  }
  CHECK(records[0].job.substr(0, records[0].job.find('_')) ==
        records[11].job.substr(0, records[11].job.find('_')));
  CHECK(records[11].job.ends_with("_5"));
  CHECK(bench.evidence().size() == 12);
}

TEST_CASE("slurm: a fake GPU is granted and yet colours nothing") {
  if (!SlurmCluster::instance()) return;
  SlurmBench bench;
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
    CHECK((outcome->exit_code == 0) == (row.verdict == SbatchVerdict::accepted));
  }
  (void)disk->remove_tree(directory);
}

TEST_CASE("a running cluster tells its own profile") {
  if (!SlurmCluster::instance()) return;
  auto partitions = base::run_process({{"scontrol", "show", "partition", "-o"}});
  auto nodes = base::run_process({{"scontrol", "show", "node", "-o"}});
  REQUIRE(partitions);
  REQUIRE(nodes);
  auto text =
      import_profile({"Private", partitions->output, nodes->output, "scontrol", "", "2026-11-22"});
  if (!text) FAIL(text.error().message);
  source::SourceStore sources;
  auto system = parse_profile(sources, sources.add("private.yaml", *text));
  if (!system) FAIL(system.error().message);
  REQUIRE(system->partition("gpu"));
  CHECK(system->partition("gpu")->time == 600);
  REQUIRE(system->types_of(*system->partition("gpu")).size() == 1);
  const NodeType& type = *system->types_of(*system->partition("gpu"))[0];
  CHECK(type.gpu_type == "fake");
  CHECK(type.gpus == 2);
  CHECK(type.cores == 32);
  CHECK(type.memory == 62 * 1024);
  CHECK_FALSE(system->partition("closed"));
}

TEST_CASE("on a cluster that is the system its own controller is asked") {
  if (!SlurmCluster::instance()) return;
  auto disk = base::make_real_disk();
  CHECK(cluster_name() == "kbuildtest");
  auto oracle = Oracle::of_cluster(*disk);
  CHECK(oracle->directory().empty());
  auto verdict = [&](const char* options) {
    auto answer = oracle->judge(std::string("#!/bin/bash\n#SBATCH ") + options +
                                "\n#SBATCH -n 1\nhostname\n");
    if (!answer) FAIL(answer.error().message);
    CAPTURE(answer->message);
    return answer->verdict;
  };
  CHECK(verdict("-p main -t 1:00:00") == OracleVerdict::accepted);
  CHECK(verdict("-p nowhere -t 1:00:00") == OracleVerdict::refused_by_limits);
  CHECK(verdict("-p main --nosuchoption") == OracleVerdict::refused_by_sbatch);
}
