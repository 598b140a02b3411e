// System profiles: the ones of this project are read and sourced, broken ones name their fault, and
// headers are judged by their limits.
#include "run/slurm/profile.h"

#include <doctest/doctest.h>

#include "run/lint/lint.h"
#include "run/slurm/profile_import.h"

using namespace kbuild;
using namespace kbuild::run;

namespace {

std::string error_of(std::string text) {
  source::SourceStore sources;
  auto profile = parse_profile(sources, sources.add("p.yaml", std::move(text)));
  return profile ? "" : profile.error().message;
}

constexpr const char* kSystem = R"(name: Demo
account: {value: proj_1, source: a}
cores_per_gpu: {value: 10, source: a}
sources:
  a: {title: t, url: u, date: "2026-01"}
node_types:
  - {name: cpu, source: a, cores: 40, memory: 185G}
  - {name: gpu, source: a, cores: 40, memory: 373G, gpu_type: v100, gpus: 4, local_disk: 3600}
partitions:
  - {name: small, source: a, time: 3-0, max_nodes: 1, node_types: [cpu], local_disk: -1}
  - {name: large, source: a, time: 1-0, min_nodes: 2, max_nodes: 26, node_types: [cpu]}
  - {name: gpu, source: a, time: 3-0, max_nodes: 20, max_gpus: 80, node_types: [gpu], local_disk: 3600, needs_gpu: true}
)";

struct Row {
  const char* options;
  const char* codes;
};
constexpr Row kRows[] = {
    {"-p small -t 1:00:00 -c 40", ""},
    {"-p nope", "KB0820"},
    {"-p small -t 4-00:00:00", "KB0821"},
    {"-p small -N 2", "KB0822"},
    {"-p large -N 1", "KB0822"},
    {"-p small -c 41", "KB0823"},
    {"-p small -N 1 --ntasks-per-node=8 -c 8", "KB0823"},
    {"-p small --mem=186G", "KB0824"},
    {"-p small -n 40 --mem-per-cpu=5G", "KB0824"},
    {"-p gpu --gres=gpu:v100:1 -c 10", ""},
    {"-p gpu --gres=gpu:v100:5", "KB0825"},
    {"-p gpu -N 20 --gpus=81", "KB0825"},
    {"-p gpu --gres=gpu:a100:1", "KB0826"},
    {"-p small --gres=nvme:100", "KB0827"},
    {"-p gpu --gres=gpu:v100:1,nvme:100", ""},
    {"-p gpu --gres=gpu:v100:1,nvme:9999", "KB0827"},
    {"-p gpu -n 1", "KB0828"},
    {"-p gpu --gres=gpu:v100:1 -c 11", "KB0831"},
    {"-p <partition>", ""},
    {"-p small,gpu -c 400", ""},
    {"-p large -N 2 -n 100", "KB0823"},
    {"-p large -n 100", ""},
    {"-p gpu --gres=gpu:v100:N", ""},
    {"-n 1", ""},
};

}  // namespace

TEST_CASE("every profile of the project is sound") {
  auto disk = base::make_real_disk();
  source::SourceStore sources;
  auto profiles = load_profiles(*disk, sources, {std::string(KBUILD_ROOT) + "/snippets/systems"});
  if (!profiles) FAIL(profiles.error().message);
  CHECK(profiles->systems.size() >= 8);
  CHECK(profiles->ignored.empty());
  for (const char* name :
       {"Puhti", "mahti", "LUMI-G", "Roihu", "Narval", "Zurada", "Taurus", "local"}) {
    CAPTURE(name);
    CHECK(find_profile(profiles->systems, name) != nullptr);
  }
  CHECK(find_profile(profiles->systems, "Puhti")->retired == "2026-07-31");
}

TEST_CASE("broken profiles name their fault and its line") {
  CHECK(error_of("aliases: [x]\n") == "p.yaml:1: the profile has no 'name'");
  CHECK(error_of("name: x\ncolour: red\n") == "p.yaml:2: unknown key 'colour'");
  CHECK(error_of("name: x\nnode_types:\n  - {name: n, cores: 4}\n") ==
        "p.yaml:3: node type 'n' names no source");
  CHECK(error_of("name: x\nretired: {value: \"2020\", source: s}\n") ==
        "p.yaml:2: there is no source 's'");
  CHECK(error_of("name: x\nsources:\n  s: {title: t}\n") == "p.yaml:3: source 's' has no date");
  CHECK(error_of("name: x\nsources: {s: {date: d}}\npartitions:\n  - {name: p, source: s, time: "
                 "soon}\n") == "p.yaml:4: 'soon' is no time as Slurm writes it");
  CHECK(error_of("name: x\nsources: {s: {date: d}}\npartitions:\n  - {name: p, source: s, "
                 "node_types: [q]}\n") ==
        "p.yaml:4: partition 'p' names node type 'q', which is not above it");
  CHECK(error_of("- a\n") == "p.yaml:1: a mapping is expected here");
  CHECK(error_of("name: [\n").starts_with("p.yaml:"));
}

TEST_CASE("each value of a wrong kind in a profile is named") {
  struct Wrong {
    const char* row;
    const char* message;
  };
  const Wrong rows[] = {
      {"complete: maybe", "'maybe' is neither true nor false"},
      {"node_types: none", "a list is expected here"},
      {"node_types: [{name: n, source: s, cores: many}]", "'many' is no number"},
      {"node_types: [{name: n, source: s, memory: lots}]",
       "'lots' is no memory size as Slurm writes it"},
      {"partitions: [{name: p}]", "partition 'p' names no source"},
      {"partitions: [{name: p, source: t}]", "there is no source 't'"},
      {"partitions: [{name: p, source: s, exclusive: 3}]", "'3' is neither true nor false"},
      {"retired: {value: \"2020\"}", "the figure names no source"},
      {"retired: \"2020\"", "a mapping is expected here"},
      {"execution: {environment: [A]}", "a mapping is expected here"},
      {"execution: {max_nodes: few}", "'few' is no number"},
      {"execution: {node_minutes: long}", "'long' is no number"},
      {"execution: {max_time: soon}", "'soon' is no time as Slurm writes it"},
      {"execution: {substitutions: {find: x}}", "a list is expected here"},
      {"execution: {substitutions: [{found: x}]}", "unknown key 'found'"},
  };
  for (const Wrong& wrong : rows) {
    CAPTURE(std::string(wrong.row));
    CHECK(error_of(std::string("name: x\nsources: {s: {date: d}}\n") + wrong.row + "\n") ==
          std::string("p.yaml:3: ") + wrong.message);
  }
  CHECK(error_of("name: x\nsources: [s]\n") == "p.yaml:2: a mapping is expected here");
}

TEST_CASE("a profile says how snippets run for its system") {
  source::SourceStore sources;
  auto system = parse_profile(sources, sources.add("p.yaml", R"(name: x
execution:
  executor: slurm
  environment: {OMP_NUM_THREADS: 4}
  compilers: {c: gcc -std=c17}
  prelude: module purge
  placeholders: {"<project>": proj_1}
  test_partition: test
  max_time: 0:30:00
  max_nodes: 2
  max_jobs: 5
  node_minutes: 60
  gpu_minutes: 30
  substitutions:
  - {find: "wget *", put: "true", why: no network}
)"));
  if (!system) FAIL(system.error().message);
  const Execution& execution = system->execution;
  CHECK(execution.executor == "slurm");
  CHECK(execution.environment.at("OMP_NUM_THREADS") == "4");
  CHECK(execution.compilers.at("c") == "gcc -std=c17");
  CHECK(execution.prelude == "module purge");
  CHECK(execution.placeholders.at("<project>") == "proj_1");
  CHECK(execution.test_partition == "test");
  CHECK(execution.max_seconds == 1800);
  CHECK(execution.max_nodes == 2);
  CHECK(execution.max_jobs == 5);
  CHECK(execution.node_minutes == 60);
  CHECK(execution.gpu_minutes == 30);
  REQUIRE(execution.substitutions.size() == 1);
  CHECK(execution.substitutions[0].find == "wget *");
  CHECK(execution.substitutions[0].put == "true");
  CHECK(execution.substitutions[0].why == "no network");
}

TEST_CASE("profiles of a directory: its YAML files alone, and the first fault ends it") {
  base::MemoryDisk disk;
  source::SourceStore sources;
  CHECK(load_profiles(disk, sources, {}).value().systems.empty());
  CHECK(load_profiles(disk, sources, {"systems"}).value().systems.empty());
  REQUIRE(disk.write("systems/b.yaml", "name: B\n"));
  REQUIRE(disk.write("systems/a.yaml", "name: A\naliases: [First]\n"));
  REQUIRE(disk.write("systems/notes.txt", "no profile"));
  REQUIRE(disk.write("systems/old/c.yaml", "name: C\n"));
  auto profiles = load_profiles(disk, sources, {"systems"});
  REQUIRE(profiles);
  REQUIRE(profiles->systems.size() == 2);
  CHECK(profiles->systems[0].name == "A");
  CHECK(find_profile(profiles->systems, "first") == &profiles->systems[0]);
  CHECK(find_profile(profiles->systems, "C") == nullptr);
  REQUIRE(disk.write("systems/b.yaml", "title: B\n"));
  auto broken = load_profiles(disk, sources, {"systems"});
  REQUIRE_FALSE(broken);
  CHECK(broken.error().message.starts_with("systems/b.yaml:1: "));
}

TEST_CASE("a repository's profile names no program and opens no wall") {
  base::MemoryDisk disk;
  source::SourceStore sources;
  const std::string execution =
      "  executor: local\n  max_nodes: 3\n  compilers: {c: ./cc.sh}\n  prelude: rm x\n"
      "  environment: {PATH: .}\n  readable: [/root]\n  devices: [/dev/sda]\n  network: true\n"
      "  substitutions: [{find: ls, put: rm}]\n";
  REQUIRE(disk.write("systems/a.yaml", "name: A\naliases: [First]\nexecution:\n" + execution));
  auto alone = load_profiles(disk, sources, {"systems", {"/home/me/systems"}});
  REQUIRE(alone);
  CHECK(alone->ignored.size() == 7);
  const Execution& kept = alone->systems.at(0).execution;
  CHECK(kept.max_nodes == 3);
  CHECK((kept.compilers.empty() && kept.prelude.empty() && kept.environment.empty()));
  CHECK((kept.readable.empty() && kept.devices.empty() && !kept.network));
  CHECK(kept.substitutions.empty());

  // The machine's own counts, key by key, on top of the repository's.
  REQUIRE(disk.write("/home/me/systems/mine.yaml",
                     "name: a\nexecution: {prelude: module purge, max_nodes: 2}\n"));
  REQUIRE(disk.write("/home/me/systems/other.yaml", "name: Elsewhere\n"));
  auto both = load_profiles(disk, sources, {"systems", {"/home/me/systems"}});
  REQUIRE(both);
  REQUIRE(both->systems.size() == 1);
  CHECK(both->systems[0].aliases == std::vector<std::string>{"First"});
  CHECK(both->systems[0].execution.prelude == "module purge");
  CHECK(both->systems[0].execution.max_nodes == 2);
  CHECK(both->systems[0].execution.compilers.empty());
  CHECK(both->systems[0].revision != alone->systems[0].revision);
}

TEST_CASE("a home in the tree gives no profile of the machine") {
  base::MemoryDisk disk;
  auto found = [&](const std::string& home, const std::string& configuration) {
    return machine_directories(disk, {{"HOME", home}, {"XDG_CONFIG_HOME", configuration}},
                               {"/srv/site"});
  };
  using Directories = std::vector<std::string>;
  const std::string system = "/etc/kbuild/systems";
  CHECK(found("/home/me", "") == Directories{system, "/home/me/.config/kbuild/systems"});
  CHECK(found("/home/me", "/cfg") == Directories{system, "/cfg/kbuild/systems"});
  CHECK(found("/srv/site", "") == Directories{system});
  CHECK(found("/home/me", "/srv/site/.config") == Directories{system});
  CHECK(found("relative", "") == Directories{system});
}

TEST_CASE("headers are judged by the limits of their partition") {
  source::SourceStore sources;
  auto system = parse_profile(sources, sources.add("demo.yaml", kSystem));
  if (!system) FAIL(system.error().message);
  for (const Row& row : kRows) {
    CAPTURE(std::string(row.options));
    std::string codes;
    for (const BatchFault& fault :
         judge_header(parse_batch_header(std::string("#!/bin/bash\n#SBATCH ") + row.options + "\n"),
                      *system))
      codes += (codes.empty() ? "" : " ") + diag::code_text(fault.code);
    CHECK(codes == row.codes);
  }
}

TEST_CASE("a profile comes from what scontrol prints") {
  constexpr const char* kPartitions =
      "PartitionName=small AllowGroups=ALL Default=YES MaxNodes=1 MaxTime=3-00:00:00 MinNodes=0 "
      "OverSubscribe=NO State=UP MaxMemPerNode=180000\n"
      "PartitionName=whole AllowGroups=ALL MaxNodes=UNLIMITED MaxTime=UNLIMITED MinNodes=2 "
      "OverSubscribe=EXCLUSIVE State=UP MaxMemPerNode=UNLIMITED\n"
      "PartitionName=gpu MaxNodes=20 MaxTime=12:00:00 OverSubscribe=NO State=UP\n"
      "PartitionName=old MaxNodes=20 MaxTime=12:00:00 OverSubscribe=NO State=INACTIVE\n";
  constexpr const char* kNodes =
      "NodeName=c1 Arch=x86_64 CPUAlloc=0 CPUEfctv=80 CPUTot=84 Gres=(null) OS=Linux 5.14.0 #1 SMP "
      "Mon=x RealMemory=193000 MemSpecLimit=1000 ThreadsPerCore=2 Partitions=small,whole \n"
      "NodeName=c2 CPUEfctv=80 CPUTot=84 Gres=(null) RealMemory=193010 MemSpecLimit=1000 "
      "ThreadsPerCore=2 Partitions=small,whole \n"
      "NodeName=g1 CPUTot=64 Gres=gpu:a100:4(S:0-1),nvme:3600G RealMemory=512000 ThreadsPerCore=1 "
      "Partitions=gpu\n";
  ProfileImport import{"Demo", kPartitions, kNodes, "scontrol", "", "2026-11-22"};
  auto text = import_profile(import);
  if (!text) FAIL(text.error().message);
  source::SourceStore sources;
  auto system = parse_profile(sources, sources.add("demo.yaml", *text));
  if (!system) FAIL(system.error().message);
  REQUIRE(system->node_types.size() == 2);
  REQUIRE(system->partitions.size() == 3);
  const NodeType& cpu = system->node_types[0];
  CHECK(cpu.name == "cpu-40c-187G");
  CHECK(cpu.cores == 40);
  CHECK(cpu.threads_per_core == 2);
  CHECK(cpu.memory == 187 * 1024);
  const NodeType& gpu = system->node_types[1];
  CHECK(gpu.gpu_type == "a100");
  CHECK(gpu.gpus == 4);
  CHECK(gpu.local_disk == 3600);
  CHECK(system->partition("small")->time == 3 * 86400);
  CHECK(system->partition("small")->memory == 180000);
  CHECK(system->partition("small")->local_disk == -1);
  CHECK(system->partition("whole")->exclusive);
  CHECK(system->partition("whole")->min_nodes == 2);
  CHECK(system->partition("whole")->time == -1);
  CHECK(system->partition("gpu")->node_types == std::vector<std::string>{gpu.name});
  CHECK(system->partition("gpu")->max_nodes == 20);

  import.nodes = "NodeName=c1 CPUTot=4 RealMemory=8000 Partitions=other\n";
  CHECK(import_profile(import).error().message ==
        "no node of the list is in the partition 'small'");
  import.partitions = "slurm_load_partitions error\n";
  CHECK(import_profile(import).error().message == "the list names no partition that is up");
}

TEST_CASE("a profile lists commands that only its system has") {
  source::SourceStore sources;
  auto profile =
      parse_profile(sources, sources.add("p.yaml", "name: Demo\ncommands: [lab-quota]\n"));
  REQUIRE(profile);
  auto names = with_systems({}, {*profile});
  REQUIRE(names.systems.size() == 1);
  CHECK(names.systems[0].commands == std::vector<std::string>{"lab-quota"});
}
