// The table of programs: what one use knows of a program, all know.
#include "shell/programs.h"

#include <doctest/doctest.h>

using kbuild::shell::is_program;
using kbuild::shell::is_well_known;
using enum kbuild::shell::ProgramClass;

TEST_CASE("compilers of all makers are compilers") {
  for (std::string_view name : {"gcc", "c++", "icc", "icx", "ifort", "ftn", "CC", "nvc", "nvcc",
                                "mpicc", "mpifort", "gcc-12", "clang-15"}) {
    CAPTURE(name);
    CHECK(is_program(name, compiler));
    CHECK(is_well_known(name));
  }
}

TEST_CASE("programs that only run another one") {
  CHECK(is_program("srun", launcher));
  CHECK(is_program("aprun", launcher));
  CHECK(is_program("jsrun", launcher));
  CHECK(is_program("time", prefix));
  CHECK(is_program("setsid", prefix));
  CHECK(is_program("env", wrapper));
  CHECK(is_program("timeout", operand_wrapper));
  CHECK_FALSE(is_program("torchrun", prefix | launcher | wrapper | operand_wrapper));
}

TEST_CASE("installers of Python's packages") {
  for (std::string_view name : {"pip", "pip3", "pip3.11", "conda", "mamba", "micromamba", "uv"})
    CHECK(is_program(name, python_packages));
  CHECK(is_program("micromamba", conda));
  CHECK_FALSE(is_program("spack", python_packages));
}

TEST_CASE("files come over the network by any of these") {
  for (std::string_view name : {"wget", "curl", "scp", "rsync", "sftp", "rclone", "s3cmd", "swift"})
    CHECK(is_program(name, transfer));
}

TEST_CASE("all programs that submit jobs do so") {
  for (std::string_view name : {"sbatch", "qsub", "bsub"}) {
    CHECK(is_program(name, submits));
    CHECK(is_program(name, batch));
  }
  CHECK_FALSE(is_program("squeue", submits));
}

TEST_CASE("versions behind Python, pip and compilers are no part of a name") {
  CHECK(is_program("python3.11", python));
  CHECK_FALSE(is_well_known("file1"));
  CHECK_FALSE(is_well_known("node1"));
  CHECK_FALSE(is_well_known("R4"));
  CHECK(is_well_known("cp2k"));
}

TEST_CASE("commands of one centre are in no table") {
  for (std::string_view name : {"csc-workspaces", "lumi-workspaces", "saldo", "cotainr", "a-get"})
    CHECK_FALSE(is_well_known(name));
}
