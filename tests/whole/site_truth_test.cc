// Two sites whose software is known: ULHPC, held against the lists of its two clusters and read
// without them, and ARCHER2's page with what `module avail` prints there. Each module has to stand
// under its product, and none where it is not.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "base/disk.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "claims/claim.h"
#include "support/json_lines.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;
using base::Json;

namespace {

std::string run_program(std::vector<std::string> arguments, const std::string& directory) {
  auto outcome = base::run_process(
      {.arguments = arguments, .directory = directory, .timeout = 300, .output_limit = 256u << 20});
  REQUIRE(outcome);
  INFO(base::join(arguments, " ") << "\n" << outcome->errors);
  REQUIRE(outcome->exit_code <= 1);
  return outcome->output;
}

/// All that `kbuild matrix` says of one of tests/sites.
std::string matrix_of(const std::string& site, const std::vector<std::string>& installed) {
  test::WorkDirectory work;
  std::vector<std::string> arguments = {KBUILD_PROGRAM,
                                        "--config",
                                        KBUILD_ROOT "/tests/sites/" + site + "/kbuild.yml",
                                        "--allow-read",
                                        test::shared_path(""),
                                        "matrix",
                                        "--all",
                                        "--format",
                                        "jsonl"};
  if (!installed.empty()) arguments.emplace_back("--installed");
  arguments.insert(arguments.end(), installed.begin(), installed.end());
  return run_program(arguments, work.path);
}

/// The figures of ULHPC's scorer.
Json score(const std::vector<std::string>& installed) {
  test::WorkDirectory work;
  std::string cells = work.path + "/cells.jsonl", truth = test::shared_path("matrix/sites/ulhpc");
  REQUIRE(base::make_real_disk()->write(cells, matrix_of("ulhpc", installed)));
  return Json::parse(
      run_program({"/usr/bin/python3", truth + "/score-site.py", cells, truth + "/truth.jsonl",
                   "--json", "--standing", "installed,undocumented,declared,read,contradicted",
                   "--not-standing", "not-installed,candidate"},
                  work.path));
}

}  // namespace

TEST_CASE("site truth: ULHPC with its lists has all that is there and nothing else") {
  if (!test::have_shared("matrix")) return;
  for (const char* form : {"", "-categories"}) {
    std::string lists = test::shared_path("matrix/sites/ulhpc/");
    Json found =
        score({"Iris=" + lists + "iris" + form + ".txt", "Aion=" + lists + "aion" + form + ".txt"});
    INFO(form << found.dump());
    CHECK(found["true cells found"] == 794);
    CHECK(found["truth"] == 794);
    CHECK(found["false standing cells"] == 0);
    CHECK(found["products not in truth"] == 0);
    CHECK(found["denied true cells"] == 0);
  }
}

TEST_CASE("site truth: ULHPC without lists says little, and that is true") {
  if (!test::have_shared("matrix")) return;
  Json found = score({});
  INFO(found.dump());
  CHECK(found["true cells found"] >= 20);
  CHECK(found["false % of placed cells"] <= 3.0);
  CHECK(found["denied true cells"] == 0);
}

TEST_CASE("site truth: each module of ARCHER2's listing stands under its product") {
  if (!test::have_shared("matrix")) return;
  // Names of modules with what was judged to be their product.
  const std::map<std::string, std::string> kProducts = {{"mkl", "Intel MKL"},
                                                        {"pytorch-gpu", "PyTorch"},
                                                        {"lammps-gpu", "LAMMPS"},
                                                        {"namd-gpu", "NAMD"},
                                                        {"gromacs-gpu", "GROMACS"},
                                                        {"cray-hdf5-parallel", "HDF5"},
                                                        {"cray-parallel-netcdf", "PnetCDF"}};
  std::set<std::string> read;
  test::WorkDirectory work;
  // The page names no system.
  std::string printed =
      run_program({KBUILD_PROGRAM, "matrix", "--from",
                   test::shared_path("corpora/archer2/docs/user-guide/sw-environment.md"),
                   "--default-system", "ARCHER2", "--format", "jsonl"},
                  work.path);
  for (const Json& row : test::json_lines(printed)) {
    if (!row["version"].is_string()) continue;
    read.insert(claims::product_key(row["product"].get<std::string>()) + " " +
                base::to_lower(row["version"].get<std::string>()));
  }
  auto expected = base::make_real_disk()->read(test::shared_path("matrix/lists/expected.jsonl"));
  REQUIRE(expected);
  std::size_t modules = 0;
  for (const Json& row : test::json_lines(*expected)) {
    // A name without a version states none.
    if (row["file"] != "pages/archer2-avail.txt" || !row["version"].is_string()) continue;
    ++modules;
    std::string product = row["product"],
                version = base::to_lower(row["version"].get<std::string>());
    if (auto known = kProducts.find(product); known != kProducts.end()) product = known->second;
    if (version.starts_with('v')) version.erase(0, 1);
    // A page states releases: the flavour behind one is the module's.
    bool found = read.contains(claims::product_key(product) + " " + version);
    for (std::size_t at = 1; !found && at + 1 < version.size(); ++at)
      found = std::string_view("-+.").find(version[at]) != std::string_view::npos &&
              base::is_alpha(version[at + 1]) &&
              read.contains(claims::product_key(product) + " " + version.substr(0, at));
    CHECK_MESSAGE(found, row.dump());
  }
  CHECK(modules == 154);
}
