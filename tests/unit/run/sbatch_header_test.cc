// sbatch's rules for directives, as this program applies them. Each row of kRows is also put to a
// real sbatch where a cluster can be started; see oracle_test.cc.
#include "run/slurm/sbatch_header.h"

#include <doctest/doctest.h>

#include "sbatch_rows.h"

using namespace kbuild::run;

TEST_CASE("headers are taken and refused as sbatch does") {
  for (const SbatchRow& row : kSbatchRows) {
    CAPTURE(row.script);
    BatchHeader header = parse_batch_header(row.script);
    std::string codes;
    for (const BatchFault& fault : header.faults)
      codes += (codes.empty() ? "" : " ") + kbuild::diag::code_text(fault.code);
    CHECK(codes == row.codes);
    CHECK(header.refused() == (row.verdict == SbatchVerdict::refused));
  }
}

TEST_CASE("times are read as sbatch(1) says") {
  CHECK(parse_slurm_time("90") == 5400);
  CHECK(parse_slurm_time("1:30") == 90);
  CHECK(parse_slurm_time("1:00:00") == 3600);
  CHECK(parse_slurm_time("2-12") == 216000);
  CHECK(parse_slurm_time("2-12:30") == 217800);
  CHECK(parse_slurm_time("2-12:30:10") == 217810);
  CHECK(parse_slurm_time("1-") == 86400);
  CHECK(parse_slurm_time("UNLIMITED") == -1);
  for (const char* bad : {"", "1:", ":1", "1.5", "48H", "1:2:3:4", "1-2:3:4:5", "x", "-2"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_slurm_time(bad));
  }
}

TEST_CASE("memory sizes are read in MiB") {
  CHECK(parse_slurm_memory("1024") == 1024);
  CHECK(parse_slurm_memory("2G") == 2048);
  CHECK(parse_slurm_memory("2gb") == 2048);
  CHECK(parse_slurm_memory("1T") == 1048576);
  CHECK(parse_slurm_memory("2000K") == 2);
  for (const char* bad : {"", "G", "2GiB", "1.5G", "2 G", "-1", "5B"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_slurm_memory(bad));
  }
}

TEST_CASE("numbers beyond sbatch's are refused, and sums and products of others bounded") {
  CHECK(parse_slurm_time("2147483647-0") == kMaxCount * 86400);
  CHECK_FALSE(parse_slurm_time("3883139815726120959-0"));
  CHECK_FALSE(parse_slurm_memory("999999999999T"));
  CHECK_FALSE(parse_unsigned("99999999999999999999"));
  CHECK(parse_gpu_request("a:2147483647,b:2147483647").value().count == kMaxCount);
  CHECK(parse_node_count("2147483647m").value().second == kMaxCount);
  Resources r = resources_of(parse_batch_header(
      "#!/bin/bash\n#SBATCH -N 2147483647 --ntasks-per-node=2147483647 -c 2147483647 "
      "--gpus-per-task=2147483647 --array=0-2147483647,0-2147483647\n"));
  CHECK(r.cores_per_node() == kMaxCount);
  CHECK(r.gpus == kMaxCount);
  CHECK(r.array_size == kMaxCount);
}

TEST_CASE("resources are what the whole header asks for") {
  Resources r =
      resources_of(parse_batch_header("#!/bin/bash\n#SBATCH -N 2 --ntasks-per-node=4 -c 8\n#SBATCH "
                                      "--gres=gpu:a100:4,nvme:100 --mem=10G -t 1:00:00\n"
                                      "#SBATCH --partition=gpu --array=0-9:3%2\n"));
  CHECK(r.nodes == 2);
  CHECK(r.cores_per_node() == 32);
  CHECK(r.gpus == 8);
  CHECK(r.gpus_per_node == 4);
  CHECK(r.gpu_type == "a100");
  CHECK(r.gres == std::vector<std::pair<std::string, long long>>{{"nvme", 100}});
  CHECK(r.memory_per_node == 10240);
  CHECK(r.seconds == 3600);
  CHECK(r.partition == "gpu");
  CHECK(r.array_size == 4);
  Resources total = resources_of(parse_batch_header("#!/bin/sh\n#SBATCH --gpus=6 -N 3 -n 6\n"));
  CHECK(total.gpus_per_node == 2);
  CHECK(total.cores_per_node() == 2);
}

TEST_CASE("what a reader is to fill in is not judged") {
  for (const char* options : {"--gres=gpu:a100:N", "--nodes=NUM -t <time>", "...", "--mem=XG..."}) {
    CAPTURE(std::string(options));
    CHECK(parse_batch_header(std::string("#!/bin/bash\n#SBATCH ") + options + "\n").faults.empty());
  }
  CHECK(parse_batch_header("#!/bin/bash\n#SBATCH --time=UNLIMITED\n").options[0].open == false);
}

TEST_CASE("the later of two equal options counts, and options know their place") {
  BatchHeader header = parse_batch_header("#!/bin/bash\n#SBATCH -N 1 --nodes 2 # more\n");
  REQUIRE(header.options.size() == 2);
  CHECK(header.find("nodes")->value == "2");
  CHECK(header.options[1].offset == 25);
  CHECK(header.options[1].length == 9);
  CHECK(header.find("time") == nullptr);
}
