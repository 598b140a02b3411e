// Products and versions of modules' and images' names.
#include "claims/reader/module.h"

#include <doctest/doctest.h>

using namespace kbuild;
using claims::reader::NamedVersion;

namespace {

const vocabulary::Vocabulary& plain_vocabulary() {
  static const vocabulary::Vocabulary vocabulary{meta::Names{}};
  return vocabulary;
}

/// "PyTorch 2.7"; "-" where the name is none, "PyTorch " where it has no version.
std::string named(std::optional<NamedVersion> version) {
  return version ? version->product + " " + version->version : "-";
}
std::string module(std::string_view word) {
  return named(claims::reader::version_of_module(word, plain_vocabulary()));
}
std::string image(std::string_view word) {
  return named(claims::reader::version_of_image(word, plain_vocabulary()));
}

}  // namespace

TEST_CASE("the version of a module is the last part that has the form of one") {
  CHECK(module("pytorch/2.7") == "PyTorch 2.7");
  CHECK(module("frobnix/1.2.0") == "frobnix 1.2.0");
  CHECK(module("vasp/6/6.3.2") == "VASP 6.3.2");
  CHECK(module("openfoam/com/v2212") == "OpenFOAM 2212");
  CHECK(module("cp2k/cp2k-2024.3") == "CP2K 2024.3");
  CHECK(module("orca/6_1_0-avx2") == "ORCA 6.1.0");
  CHECK(module("lang/Python/3.11.5-GCCcore-12.3.0") == "Python 3.11.5");
  CHECK(module("cuda/11.1.0-gcc/8.3.1") == "CUDA 11.1.0");
  CHECK(module("pytorch/gpu-cuda-12.1/2.2.0") == "PyTorch 2.2.0");
  CHECK(module("python/pytorch-1.10py3.9") == "PyTorch 1.10");
  CHECK(module("lammps/29Aug2024-cpu") == "LAMMPS 29Aug2024");
  CHECK(module("pytorch/2.7.1(default)") == "PyTorch 2.7.1");
  CHECK(module("Molpro/mpp-2019.2.2") == "Molpro 2019.2.2");
  CHECK(module("Gaussian/g16_C.02") == "Gaussian 16.C.02");
  CHECK(module("frobnix/2024-12") == "frobnix 2024-12");
}

TEST_CASE("a module without a version has none, and other words are no modules") {
  CHECK(module("pytorch") == "PyTorch ");
  for (std::string_view word : {"pytorch/<version>", "pytorch/$VERSION", "/appl/pytorch/2.7",
                                "https://a.b/c/2.7", "--version", "tool/x.y.z", ""})
    CHECK_MESSAGE(module(word) == "-", word);
}

TEST_CASE("a module is called by its own name, of which categories and flavours are no part") {
  CHECK(module("openmpi/mlnx/gcc/64/2.1.2a1") == "Open MPI 2.1.2a1");
  CHECK(module("gcc/12.2.0/openmpi/4.1.4") == "Open MPI 4.1.4");
  CHECK(module("openmpi/gcc/4.1.5") == "Open MPI 4.1.5");
  CHECK(module("mpi/OpenMPI") == "Open MPI ");
  CHECK(module("tools/HPL") == "HPL ");
  CHECK(module("toolchain/foss") == "foss ");
  CHECK(module("frobnix/live") == "frobnix ");
  CHECK(module("bowtie/1.3.1") == "Bowtie 1.3.1");
  CHECK(module("netcdf-tools/2025") == "netcdf-tools 2025");
  CHECK(module("superlu-dist/8.1.2") == "superlu-dist 8.1.2");
}

TEST_CASE("the version of a module is whole") {
  CHECK(module("ansys/2024R2.04") == "ANSYS 2024R2.04");
  CHECK(module("Java/1.8.0_144") == "Java 1.8.0_144");
  CHECK(module("frobnix/2016_01_04") == "frobnix 2016_01_04");
  CHECK(module("frobnix/0.0.0.2016_01_04.cc14e52") == "frobnix 0.0.0.2016_01_04");
  CHECK(module("lammps/22Jul2025") == "LAMMPS 22Jul2025");
  CHECK(module("lammps/17_FEB_2023") == "LAMMPS 17FEB2023");
  CHECK(module("pytorch/2.1.0a0+git123") == "PyTorch 2.1.0a0+git123");
  CHECK(module("frobnix/9.4.0_gcc") == "frobnix 9.4.0");
}

TEST_CASE("what stands for a name is no module") {
  for (std::string_view word : {"newmodule", "softwareName", "moduleName/1.0", "module_name",
                                "name", "xxx/XX", "PrgEnv-xxx", "myprog/1.2.3", "my_tool/1.0",
                                "myTool", "yourModule", "module", "load", "list"})
    CHECK_MESSAGE(module(word) == "-", word);
  CHECK(module("mysql/8.0") != "-");
  CHECK(module("foss/2023b") == "foss 2023b");
}

TEST_CASE("an image has the version of the product it is named after, not its tag") {
  CHECK(image("/appl/images/pytorch_2.1.0.sif") == "PyTorch 2.1.0");
  CHECK(image("docker://pytorch/pytorch:2.1.0-cuda11.8") == "PyTorch 2.1.0");
  CHECK(image("nvcr.io/nvidia/pytorch:24.03-py3") == "-");
  CHECK(image("lumi-rocm-5.6.sif") == "ROCm 5.6");
  CHECK(image("my-environment-3.sif") == "-");
}
