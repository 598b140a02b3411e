// The script of `kbuild collect`, run with the module tools themselves over tests/modules, and with
// programs of the tests in place of the other tools: what they list, and what becomes of one that
// fails, hangs or prints something else.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "inventory/inventory.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

/// Where `./dev test` unpacks Lmod and Environment Modules, which cannot both be installed.
const std::string kModuleTools = KBUILD_ROOT "/.build/module-tools/";
const std::string kLmod = kModuleTools + "lmod/usr/share/lmod/lmod/libexec/lmod";
const std::string kModules =
    kModuleTools + "environment-modules/usr/lib/x86_64-linux-gnu/modulecmd.tcl";
const std::string kTree = KBUILD_ROOT "/tests/modules";

bool have_tool(const std::string& path) {
  return test::can_run(std::filesystem::exists(path),
                       "no module tools in .build/module-tools, which ./dev test unpacks");
}

/// A directory with the script, and with programs in bin/ that come before others.
struct Collecting {
  test::WorkDirectory work;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();
  /// What the script runs with; without module tools unless a test adds one.
  std::map<std::string, std::string> environment = {
      {"PATH", work.path + "/bin:/usr/bin:/bin"}, {"HOME", work.path}, {"KBUILD_TREE", kTree}};
  base::ProcessOutcome outcome = {};

  Collecting() {
    auto script = base::run_process({.arguments = {KBUILD_PROGRAM, "collect"}});
    REQUIRE(script);
    REQUIRE(script->exit_code == 0);
    write("collect.sh", script->output);
    // A login shell that sets no module tool.
    program("bash", "exit 1");
  }
  void write(const std::string& path, const std::string& text) {
    REQUIRE(disk->write(work.path + "/" + path, text));
  }
  std::string read(const std::string& path) {
    return disk->read(work.path + "/" + path).value_or("");
  }
  /// A program of the shell's commands `body` in bin/.
  void program(const std::string& path, const std::string& body) {
    std::string file = path.find('/') == path.npos ? "bin/" + path : path;
    write(file, "#!/bin/sh\n" + body + "\n");
    std::filesystem::permissions(work.path + "/" + file, std::filesystem::perms::owner_all);
  }
  /// Runs the script under dash; its exit status.
  int run(std::vector<std::string> options = {}) {
    std::vector<std::string> arguments = {"/bin/sh", "collect.sh", "-s", "Saimaa", "-t", "20"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    auto done = base::run_process({.arguments = arguments,
                                   .directory = work.path,
                                   .inherit_environment = false,
                                   .environment = environment,
                                   .timeout = 120});
    REQUIRE(done);
    CHECK_FALSE(done->timed_out);
    outcome = std::move(*done);
    return outcome.exit_code;
  }
  /// "product version module D H [prerequisites]" of each entry of the list that the script wrote.
  std::vector<std::string> entries() const {
    auto list = inventory::read_inventory("saimaa.json", outcome.output);
    if (!list) return {list.error().message};
    CHECK(list->system == "Saimaa");
    CHECK(list->date.size() == 10);
    std::vector<std::string> rows;
    for (const inventory::Entry& entry : list->entries) {
      std::string row = entry.product + " " + entry.version;
      if (!entry.module.empty()) row += " " + entry.module;
      if (entry.is_default) row += " D";
      if (entry.hidden) row += " H";
      for (const std::string& set : entry.prerequisites) row += " [" + set + "]";
      rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    return rows;
  }
  bool said(std::string_view text) const { return outcome.errors.find(text) != std::string::npos; }
};

std::string lines(const std::vector<std::string>& rows) {
  return base::join(rows, "\n") + "\n";
}

}  // namespace

TEST_CASE("the script lists what Lmod has") {
  if (!have_tool(kLmod)) return;
  Collecting site;
  site.environment["LMOD_CMD"] = kLmod;
  site.environment["MODULEPATH"] = kTree + "/Core:" + kTree + "/Lua";
  int status = site.run();
  INFO(site.outcome.errors);
  CHECK(status == 0);
  CHECK(site.outcome.errors == "");
  CHECK(lines(site.entries()) ==
        R"(7zip 23.01 7zip/23.01 D
R-bundle-CRAN 2024.06-foss-2023b R-bundle-CRAN/2024.06-foss-2023b D
SciPy-bundle 2023.07-gfbf-2023a SciPy-bundle/2023.07-gfbf-2023a D
amber 22.5 amber/22.5 D
amber 24.0 amber/24.0
anvil  anvil D
cp2k 2024.3 cp2k/cp2k-2024.3 D
fftw 3.3.10 fftw/3.3.10 [gcc/12.4.0] [gcc/13.2.0]
gcc 12.4.0 gcc/12.4.0 D
gcc 13.2.0 gcc/13.2.0
gromacs 2023.5 gromacs/2023.5 [gcc/12.4.0 openmpi/4.1.6] [gcc/13.2.0 openmpi/5.0.5]
gromacs 2024.4 gromacs/2024.4 [gcc/13.2.0 openmpi/5.0.5]
libxc++ 6.2.2 libxc++/6.2.2 D
nccl-tests 2.13.9 nccl-tests/2.13.9 D
numpy 1.26.4 H [python-stack/3.12]
openfoam 11 openfoam/org/11 D
openfoam v2212 openfoam/com/v2212 D
openmpi 4.1.6 openmpi/4.1.6 [gcc/12.4.0]
openmpi 5.0.5 openmpi/5.0.5 [gcc/13.2.0]
pandas 2.2.2 H [python-stack/3.12]
python-stack 3.11 python-stack/3.11 H
python-stack 3.12 python-stack/3.12 D
quantum-espresso 7.3.1 quantum-espresso/7.3.1 D
quantum-espresso 7.4-rc1 quantum-espresso/.7.4-rc1 H
vasp 6.4.2 vasp/6/6.4.2 D
vasp 6.5.0 vasp/6/6.5.0
)");
  // Run again, it writes the same bytes: Lmod itself prints its JSON in another order each time.
  std::string first = site.outcome.output;
  CHECK(site.run() == 0);
  CHECK(site.outcome.output == first);
}

TEST_CASE("where Lmod's JSON fails, its terse listing stands in") {
  if (!have_tool(kLmod)) return;
  Collecting site;
  site.program("lmod/spider", "echo 'lua: no module named json' >&2; exit 1");
  site.program("lmod/lmod", "exec " + kLmod + " \"$@\"");
  site.environment["LMOD_CMD"] = site.work.path + "/lmod/lmod";
  site.environment["MODULEPATH"] = kTree + "/Core";
  CHECK(site.run() == 0);
  CHECK(site.said("lmod-spider-json: ended with status 1: lua: no module named json"));
  std::vector<std::string> rows = site.entries();
  auto has = [&](const char* row) { return std::count(rows.begin(), rows.end(), row) == 1; };
  CHECK(has("vasp 6.4.2 vasp/6/6.4.2 D"));
  CHECK(has("gromacs 2024.4 gromacs/2024.4"));
}

TEST_CASE("the script lists what Environment Modules have") {
  if (!have_tool(kModules)) return;
  Collecting site;
  site.environment["MODULES_CMD"] = kModules;
  site.environment["MODULEPATH"] = kTree + "/Core:" + kTree + "/Lua";
  int status = site.run();
  INFO(site.outcome.errors);
  CHECK(status == 0);
  CHECK(lines(site.entries()) ==
        R"(7zip 23.01 7zip/23.01
R-bundle-CRAN 2024.06-foss-2023b R-bundle-CRAN/2024.06-foss-2023b
SciPy-bundle 2023.07-gfbf-2023a SciPy-bundle/2023.07-gfbf-2023a
amber  amber/default
amber 22.5 amber/22.5
amber 24.0 amber/24.0
anvil  anvil
cp2k 2024.3 cp2k/cp2k-2024.3
fftw 3.3.10 fftw/3.3.10 [gcc/12.4.0] [gcc/13.2.0]
gcc 12.4.0 gcc/12.4.0 D
gcc 13.2.0 gcc/13.2.0
gromacs 2023.5 gromacs/2023.5 [gcc/12.4.0 openmpi/4.1.6] [gcc/13.2.0 openmpi/5.0.5]
gromacs 2024.4 gromacs/2024.4 [gcc/13.2.0 openmpi/5.0.5]
libxc++ 6.2.2 libxc++/6.2.2
nccl-tests 2.13.9 nccl-tests/2.13.9
openfoam 11 openfoam/org/11
openfoam v2212 openfoam/com/v2212
openmpi 4.1.6 openmpi/4.1.6 [gcc/12.4.0]
openmpi 5.0.5 openmpi/5.0.5 [gcc/13.2.0]
quantum-espresso 7.3.1 quantum-espresso/7.3.1
quantum-espresso 7.4-rc1 quantum-espresso/.7.4-rc1 H
vasp 6.4.2 vasp/6/6.4.2 D
vasp 6.5.0 vasp/6/6.5.0
)");
}

TEST_CASE("modules that extend MODULEPATH without end are followed once") {
  if (!have_tool(kModules)) return;
  Collecting site;
  const std::string tree = site.work.path + "/tree";
  auto module = [&](const std::string& path, const std::string& body) {
    site.write(path, "#%Module1.0\n" + body + "\n");
  };
  // One extends MODULEPATH by its own directory, two by each other's, one by a directory that is
  // empty, one by that of a user.
  site.environment["HOME"] = site.work.path + "/home";
  module("tree/self/1", "module use " + tree);
  module("tree/a/1", "append-path MODULEPATH " + site.work.path + "/beneath/a");
  module("beneath/a/b/1", "prepend-path MODULEPATH " + site.work.path + "/beneath/b");
  module("beneath/b/c/1", "module use " + site.work.path + "/beneath/a");
  std::filesystem::create_directories(site.work.path + "/beneath/empty");
  module("tree/empty/1", "module use " + site.work.path + "/beneath/empty");
  module("home/modules/mine/1", "");
  module("tree/own/1", "module use " + site.work.path + "/home/modules");
  site.environment["MODULES_CMD"] = kModules;
  site.environment["MODULEPATH"] = tree;
  CHECK(site.run() == 0);
  CHECK(site.outcome.errors == "");
  CHECK(lines(site.entries()) ==
        "a 1 a/1\nb 1 b/1 [a/1] [a/1 b/1 c/1]\nc 1 c/1 [a/1 b/1]\nempty 1 empty/1\nown 1 own/1\n"
        "self 1 self/1\n");
}

TEST_CASE("from cron the script asks a login shell for the module tool") {
  if (!have_tool(kModules)) return;
  Collecting site;
  site.program("bash", "echo 'Welcome'; echo 'export MODULES_CMD=\"" + kModules +
                           "\"'; echo 'export MODULEPATH=\"" + kTree + "/Core\"'");
  CHECK(site.run() == 0);
  CHECK(lines(site.entries()).find("anvil  anvil\n") != std::string::npos);
}

TEST_CASE("an old Environment Modules lists tersely, and no MODULEPATH is a failure") {
  if (!have_tool(kModules)) return;
  Collecting site;
  site.program("modulecmd", "for word; do [ \"$word\" != --json ] || exit 1; done; exec " +
                                kModules + " \"$@\"");
  site.environment["MODULES_CMD"] = site.work.path + "/bin/modulecmd";
  site.environment["MODULEPATH"] = kTree + "/Core";
  CHECK(site.run() == 0);
  CHECK(lines(site.entries()).find("vasp 6.4.2 vasp/6/6.4.2 D\n") != std::string::npos);
  site.environment["MODULEPATH"] = "";
  CHECK(site.run() == 1);
  CHECK(site.entries().at(0).starts_with("'saimaa.json' is not whole: modules-json"));
}

TEST_CASE("the script lists packages, environments, containers and images") {
  Collecting site;
  site.program("spack", R"(echo '[{"name": "kokkos", "version": "4.1.00", "hash": "a1"},
    {"name": "kokkos", "version": "4.1.00", "hash": "b2"}, {"name": "zlib", "version": "1.3"}]')");
  site.write("software/Sail/7.2-foss-2023b/easybuild/Sail-7.2-foss-2023b.eb", "");
  site.write("envs/jupyter/conda-meta/history", "");
  site.program("envs/jupyter/bin/conda",
               R"(echo '[{"channel": "x\"}", "name": "numpy", "version": "1.26.4"}]')");
  site.program("envs/plain/bin/python", R"(echo '[{"name": "mpi4py", "version": "4.0.0"}]')");
  site.write("images/a.sif", "");
  site.write("images/deep/b.sif", "");
  site.program("apptainer", R"(case $3 in
    *a.sif) echo '{"data":{"attributes":{"labels":{"org.opencontainers.image.version":"2.3.0",
      "build":"x","org.opencontainers.image.title":"Rudder"}}},"type":"container"}' ;;
    *) echo '{"data":{"attributes":{"labels":{"build":"y"}}},"type":"container"}' ;; esac)");
  site.program("uenv",
               "echo 'uenv           arch   system  id  size(MB)  date'\n"
               "echo 'keel/24.7:v3   gh200  saimaa  0c  1,024     2026-10-01'");
  int status = site.run({"-e", "software", "-p", "envs", "-c", "images"});
  INFO(site.outcome.errors);
  CHECK(status == 0);
  CHECK(lines(site.entries()) ==
        "Rudder 2.3.0\nSail 7.2\nkeel 24.7\nkokkos 4.1.00\nmpi4py 4.0.0\nnumpy 1.26.4\nzlib 1.3\n");
  CHECK(site.outcome.output.find("a1") == std::string::npos);
}

TEST_CASE("software of EasyBuild is found beside its trees of modules") {
  Collecting site;
  site.write("apps/software/Sail/7.2/easybuild/Sail-7.2-foss-2023b.eb", "");
  site.environment["MODULEPATH"] = site.work.path + "/none:" + site.work.path + "/apps/modules/all";
  CHECK(site.run() == 0);
  CHECK(lines(site.entries()) == "Sail 7.2\n");
}

TEST_CASE("a tool that fails, hangs or prints something else is named, and the list is refused") {
  constexpr std::pair<const char*, const char*> kFaults[] = {
      {"echo 'Error: no database' >&2; exit 3", "ended with status 3: Error: no database"},
      {"sleep 60", "took longer than 1 seconds"},
      {"echo 'Traceback (most recent call last):'",
       "printed something that is not what was expected"},
      {"echo '[{\"name\": \"zlib\", \"version\": \"1.3\"}'",
       "printed something that is not what was expected"},
      {"printf '[{\"name\": \"zl\\000\\377'", "printed something that is not what was expected"},
      {"kill -9 $$", "took longer than 1 seconds"},
  };
  for (auto [body, why] : kFaults) {
    Collecting site;
    site.program("spack", body);
    INFO(body);
    CHECK(site.run({"-t", "1"}) == 1);
    INFO(site.outcome.errors);
    CHECK(site.said(std::string("collect: spack: ") + why));
    CHECK(site.entries().at(0).starts_with("'saimaa.json' is not whole: spack "));
  }
}

TEST_CASE("a list that is not whole does not replace one that is") {
  Collecting site;
  site.program("spack", R"(echo '[{"name": "zlib", "version": "1.3"}]')");
  site.program("uenv", "echo 'keel/24.7:v3 gh200 saimaa 0c 1,024 2026-10-01'");
  CHECK(site.run({"-o", "saimaa.json"}) == 0);
  std::string whole = site.read("saimaa.json");
  CHECK(inventory::read_inventory("saimaa.json", whole));

  site.program("spack", "exit 1");
  CHECK(site.run({"-o", "saimaa.json"}) == 1);
  CHECK(site.read("saimaa.json") == whole);
  CHECK(site.read("saimaa.json.partial").find("\"status\": 1") != std::string::npos);
  CHECK(site.said("saimaa.json is as it was"));

  // A tool that was there before and is not found is a failure, too.
  REQUIRE(site.disk->remove(site.work.path + "/bin/spack"));
  CHECK(site.run({"-o", "saimaa.json"}) == 1);
  CHECK(site.said("spack: is in saimaa.json, but was not found today"));
  CHECK(site.read("saimaa.json") == whole);
}

TEST_CASE("the script says what it lacks") {
  Collecting site;
  CHECK(site.run() == 1);
  CHECK(site.outcome.output == "");
  CHECK(site.said("found neither modules nor any other software"));
  CHECK(site.run({"-e", "nowhere"}) == 1);
  CHECK(site.said("easybuild: nowhere: has no */*/easybuild/*.eb"));
  CHECK(site.run({"-p", "nowhere", "-c", "nowhere"}) == 1);
  CHECK(site.said("conda: nowhere: has no environment"));
  CHECK(site.said("apptainer: nowhere: has no *.sif"));
  site.environment["LMOD_CMD"] = "/nowhere/lmod";
  CHECK(site.run() == 1);
  CHECK(site.said("/nowhere/lmod: is set as the module tool, but is not there"));
  CHECK(site.run({"-x"}) == 2);
  CHECK(site.said("usage: sh collect.sh"));
  CHECK(site.run({"-t", "soon"}) == 2);
  CHECK(site.run({"stray"}) == 2);
}

TEST_CASE("any bytes that a tool prints become JSON") {
  Collecting site;
  site.program("uenv", R"(printf 'keel/24.7:v3 "q\\ \001\033[1m \303\244 \377\000 x\n')");
  CHECK(site.run() == 0);
  CHECK(site.outcome.output.find(R"("keel/24.7:v3 \"q\\ \u0001\u001b[1m ä \ufffd x")") !=
        std::string::npos);
  CHECK(site.entries() == std::vector<std::string>{"keel 24.7"});
}
