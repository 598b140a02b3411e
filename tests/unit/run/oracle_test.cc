// The private controller: sbatch and the parser agree on every header of the table and on the
// limits of a system, and nothing is left behind. Skipped by name where Slurm is not installed.
#include "run/lint/oracle.h"

#include <doctest/doctest.h>

#include "base/process.h"
#include "base/text.h"
#include "run/lint/lint.h"
#include "sbatch_rows.h"
#include "support/skip.h"

using namespace kbuild;
using namespace kbuild::run;

namespace {

constexpr const char* kOracleSystem = R"(name: Demo
sources:
  a: {title: t, url: u, date: "2026-01"}
node_types:
  - {name: cpu, source: a, cores: 40, memory: 185G}
  - {name: smt, source: a, cores: 64, threads_per_core: 2, memory: 256G}
  - {name: gpu, source: a, cores: 40, memory: 373G, gpu_type: v100, gpus: 4, local_disk: 3600}
partitions:
  - {name: small, source: a, time: 3-0, max_nodes: 1, node_types: [cpu], local_disk: -1}
  - {name: large, source: a, time: 1-0, min_nodes: 2, max_nodes: 26, node_types: [cpu]}
  - {name: whole, source: a, time: 1-0, max_nodes: 20, node_types: [smt], exclusive: true}
  - {name: shared, source: a, time: "2:00:00", max_nodes: 1, max_cores: 8, memory: 60G, node_types: [cpu, smt]}
  - {name: gpu, source: a, time: 3-0, max_nodes: 20, node_types: [gpu], local_disk: 3600}
)";

struct LimitRow {
  const char* options;
  SbatchVerdict verdict;
};
constexpr LimitRow kLimits[] = {
    {"-p small -t 1:00:00 -c 40", SbatchVerdict::accepted},
    {"-p nope", SbatchVerdict::refused},
    {"-p small -t 3-00:00:00", SbatchVerdict::accepted},
    {"-p small -t 3-00:01:00", SbatchVerdict::refused},
    {"-p small -N 2", SbatchVerdict::refused},
    {"-p small -c 41", SbatchVerdict::refused},
    {"-p small -n 40", SbatchVerdict::accepted},
    {"-p small -n 41", SbatchVerdict::refused},
    {"-p small -N 1 --ntasks-per-node=8 -c 8", SbatchVerdict::refused},
    {"-p small --mem=185G", SbatchVerdict::accepted},
    {"-p small --mem=186G", SbatchVerdict::refused},
    {"-p small -n 40 --mem-per-cpu=5G", SbatchVerdict::refused},
    {"-p small --gres=nvme:100", SbatchVerdict::refused},
    {"-p small --gres=gpu:v100:1", SbatchVerdict::refused},
    {"-p large -N 1", SbatchVerdict::refused},
    {"-p large -N 26 --ntasks-per-node=40", SbatchVerdict::accepted},
    {"-p large -N 27", SbatchVerdict::refused},
    {"-p large -N 2 --ntasks-per-node=41", SbatchVerdict::refused},
    {"-p whole -N 20 --ntasks-per-node=128", SbatchVerdict::accepted},
    {"-p whole -N 1 --ntasks-per-node=64 -c 2", SbatchVerdict::accepted},
    {"-p whole -N 1 --ntasks-per-node=129", SbatchVerdict::refused},
    {"-p whole -N 1 --mem=257G", SbatchVerdict::refused},
    {"-p shared -c 8 --mem=60G -t 2:00:00", SbatchVerdict::accepted},
    {"-p shared -c 9", SbatchVerdict::refused},
    {"-p shared --mem=61G", SbatchVerdict::refused},
    {"-p gpu --gres=gpu:v100:4 -c 40", SbatchVerdict::accepted},
    {"-p gpu --gpus-per-node=4 -N 2", SbatchVerdict::accepted},
    {"-p gpu --gres=gpu:v100:5", SbatchVerdict::refused},
    {"-p gpu --gres=gpu:a100:1", SbatchVerdict::refused},
    {"-p gpu --gres=gpu:v100:1,nvme:3600", SbatchVerdict::accepted},
    {"-p gpu --gres=gpu:v100:1,nvme:3601", SbatchVerdict::refused},
    {"-p gpu --array=0-9%2 -n 1", SbatchVerdict::accepted},
};

SystemProfile demo() {
  source::SourceStore sources;
  auto system = parse_profile(sources, sources.add("demo.yaml", kOracleSystem));
  if (!system) FAIL(system.error().message);
  return *system;
}

std::unique_ptr<Oracle> start(base::Disk& disk, const SystemProfile& system) {
  auto oracle = Oracle::start(disk, system);
  if (oracle) return std::move(*oracle);
  if (test::can_run(!base::find_program("sbatch").empty(), "Slurm is not installed"))
    FAIL(oracle.error().message << ": " << oracle.error().hint);
  return nullptr;
}

}  // namespace

TEST_CASE("sbatch and the parser agree on what a header may hold") {
  auto disk = base::make_real_disk();
  auto oracle = start(*disk, {});
  if (!oracle) return;
  std::size_t rows = 0;
  for (const SbatchRow& row : kSbatchRows) {
    CAPTURE(row.script);
    auto answer = oracle->judge(row.script);
    REQUIRE(answer);
    CAPTURE(answer->message);
    bool refused = answer->verdict == OracleVerdict::refused_by_sbatch;
    CHECK(refused == (row.verdict == SbatchVerdict::refused));
    CHECK(refused == is_refused_here(parse_batch_header(row.script), nullptr));
    ++rows;
  }
  CHECK(rows >= 60);
}

TEST_CASE("the controller and the profile agree on limits") {
  auto disk = base::make_real_disk();
  SystemProfile system = demo();
  auto oracle = start(*disk, system);
  if (!oracle) return;
  for (const LimitRow& row : kLimits) {
    CAPTURE(row.options);
    std::string script = std::string("#!/bin/bash\n#SBATCH ") + row.options + "\nhostname\n";
    auto answer = oracle->judge(script);
    REQUIRE(answer);
    CAPTURE(answer->message);
    CHECK((answer->verdict == OracleVerdict::refused_by_limits) ==
          (row.verdict == SbatchVerdict::refused));
    CHECK(is_refused_here(parse_batch_header(script), &system) ==
          (row.verdict == SbatchVerdict::refused));
  }
  auto other = oracle->judge("#!/bin/bash\n#SBATCH --constraint=nothing\nhostname\n");
  REQUIRE(other);
  CHECK(other->verdict == OracleVerdict::not_judged);
}

TEST_CASE("a controller that is done with leaves nothing behind") {
  auto disk = base::make_real_disk();
  auto oracle = start(*disk, demo());
  if (!oracle) return;
  std::string directory = oracle->directory();
  auto pid = disk->read(directory + "/slurmctld.pid");
  REQUIRE(pid);
  oracle.reset();
  CHECK(disk->status(directory).kind == base::FileKind::absent);
  bool alive = true;
  for (int i = 0; i < 50 && alive; ++i) {
    auto asked = base::run_process(
        {{"sh", "-c", "sleep 0.1; kill -0 " + std::string(base::trim(*pid)) + " 2>/dev/null"}});
    alive = asked && asked->exit_code == 0;
  }
  CHECK_FALSE(alive);
}
