// What `kbuild test` takes for a proof: on a private Slurm cluster and on this machine, with Lmod
// itself over a tree of this test. A cluster without modules, a wrong module, a replaced load, a
// launch that fails, and output that differs each end as what they are.
#include <doctest/doctest.h>

#include "base/json.h"
#include "run_project.h"
#include "support/skip.h"
#include "support/slurm_cluster.h"

using namespace kbuild;
using support::SlurmCluster;
using test::records_of;

namespace {

/// A site with one claim, PyTorch 2.7 on the cluster, and a page of units.
struct Site {
  test::RunProject project;

  Site() {
    for (const char* version : {"2.6", "2.7"})
      project.write(base::format("modules/pytorch/{}.lua", version),
                    base::format("setenv(\"TORCH\", \"{}\")\n", version));
  }
  void with_modules() { project.write_machine("Cluster", project.lmod_prelude()); }
  /// A page that declares PyTorch 2.7 and has each text as a unit "unit0", "unit1", ...
  void page(const std::vector<std::string>& scripts, const std::string& more = "") {
    std::string text =
        "---\nproduct: PyTorch\nversions:\n"
        "  - {version: \"2.7\", system: Cluster, module: pytorch/2.7}\n"
        "  - {version: \"2.6\", system: Cluster, module: pytorch/2.6}\n---\n\n# PyTorch\n";
    for (std::size_t i = 0; i < scripts.size(); ++i)
      text += base::format("\n<!-- kb: unit=unit{} -->\n```bash\n{}\n```\n", i, scripts[i]);
    project.write("docs/page.md", text + more);
  }
  std::map<std::string, run::RunRecord> run(std::vector<std::string> arguments = {"--system",
                                                                                  "Cluster"}) {
    arguments.insert(arguments.end(), {"--keep", "--json", "out.json"});
    outcome = project.test(std::move(arguments));
    CAPTURE(outcome.errors);
    return records_of(project.read("out.json"));
  }
  /// Builds the site; the state of the cell of a version.
  std::string state(const std::string& version) {
    base::Command build{{KBUILD_PROGRAM, "--quiet", "--out", "site", "build", "--no-search"}};
    build.directory = project.directory.path;
    auto built = base::run_process(build);
    REQUIRE(built);
    CAPTURE(built->errors);
    REQUIRE(built->exit_code == 0);
    base::Json matrix = base::Json::parse(project.read("site/matrix.json"), nullptr, false);
    for (const base::Json& cell : matrix["cells"])
      if (cell["version"] == version) return cell["state"];
    return "absent";
  }
  std::string shown() { return project.read("site/page/index.html"); }
  base::ProcessOutcome outcome;
};

const std::string kBatch = "#!/bin/bash\n#SBATCH --time=00:01:00\n";

std::string loaded(const run::RunRecord& record) {
  std::string out;
  for (const run::LoadedSoftware& one : record.loaded)
    out += one.kind + " " + one.name + (one.at_end ? "" : " (not to the end)") + "\n";
  return out;
}

}  // namespace

TEST_CASE("a cluster without modules proves nothing of a module that a script loads") {
  if (!SlurmCluster::instance()) return;
  Site site;
  // The script goes on without it and ends well.
  site.page({kBatch + "module load pytorch/2.7\nsrun python3 -c 'print(1)'\n"});
  auto records = site.run();
  CHECK(site.outcome.exit_code == 1);
  const run::RunRecord& record = records["unit0"];
  CHECK(run::verdict_name(record.verdict) == "fail");
  // At the line of the page.
  CHECK(record.reason ==
        "line 14: 'module load pytorch/2.7' ended with 127, though the script "
        "went on");
  CHECK(record.loaded.empty());
  CHECK(site.state("2.7") == "declared");
  CHECK(site.shown().find("kb-run-proved") == std::string::npos);
}

TEST_CASE("with modules, what is loaded to the end colours a cell, and nothing else does") {
  if (!SlurmCluster::instance() || !test::have_lmod()) return;
  Site site;
  site.with_modules();
  std::string use = "\nsrun sh -c 'test -n \"$TORCH\"'\n";
  site.page({kBatch + "module load pytorch/2.7" + use});
  SUBCASE("the module of the page") {
    auto records = site.run();
    CAPTURE(records["unit0"].reason);
    CHECK(records["unit0"].verdict == run::Verdict::pass);
    CHECK(loaded(records["unit0"]) == "module pytorch/2.7\n");
    CHECK(site.state("2.7") == "proved");
    CHECK(site.state("2.6") == "declared");
    CHECK(site.shown().find("kb-run-proved") != std::string::npos);
  }
  SUBCASE("a module that is not there") {
    site.page({kBatch + "module load pytorch/2.7.9\necho done\n"});
    auto records = site.run();
    CHECK(records["unit0"].verdict == run::Verdict::fail);
    CHECK(records["unit0"].reason.find("'module load pytorch/2.7.9' ended with 1,") !=
          std::string::npos);
    CHECK(site.state("2.7") == "declared");
  }
  SUBCASE("a fallback that the script chooses itself") {
    site.page({kBatch + "module load pytorch/2.7.9 || module load pytorch/2.6" + use});
    auto records = site.run();
    CAPTURE(records["unit0"].reason);
    CHECK(records["unit0"].verdict == run::Verdict::pass);
    CHECK(loaded(records["unit0"]) == "module pytorch/2.6\n");
    CHECK(site.state("2.7") == "declared");
    CHECK(site.state("2.6") == "proved");
  }
  SUBCASE("a module that is swapped for another before the work") {
    site.page({kBatch + "module load pytorch/2.7\n:\nmodule load pytorch/2.6" + use});
    auto records = site.run();
    CHECK(loaded(records["unit0"]) == "module pytorch/2.7 (not to the end)\nmodule pytorch/2.6\n");
    CHECK(site.state("2.7") == "declared");
  }
  SUBCASE("an end in the middle of a function, behind a swap") {
    site.page({kBatch + "module load pytorch/2.7\nwork() {\n  module swap pytorch/2.7 pytorch/2.6\n"
                        "  exit 0\n}\nwork\n"});
    CHECK(site.run()["unit0"].verdict == run::Verdict::pass);
    CHECK(site.state("2.7") == "declared");
  }
  SUBCASE("a shell that nobody watches") {
    site.page({"#!/bin/sh\n#SBATCH --time=00:01:00\nmodule load pytorch/2.7\necho done\n"});
    CHECK(site.run()["unit0"].loaded.empty());
    CHECK(site.state("2.7") == "declared");
    CHECK(site.shown().find("kb-run-proved") == std::string::npos);
  }
  SUBCASE("a load in the commands of the page, and one in a function") {
    site.page({"module load pytorch/2.7\ntest -n \"$TORCH\"",
               kBatch + "prepare() {\n  module load pytorch/2.8\n  true\n}\nprepare\n"});
    auto records = site.run();
    CHECK(loaded(records["unit0"]) == "module pytorch/2.7\n");
    CHECK(records["unit1"].verdict == run::Verdict::fail);
    CHECK(site.state("2.7") == "proved");
  }
}

TEST_CASE("a replaced or stubbed command is said on the badge, and proves no version") {
  Site site;
  site.project.write("systems/local.yaml", "name: local\nexecution: {executor: local}\n");
  site.project.write_machine(
      "local", "  substitutions: [{find: \"module load *\", put: \":\", why: none here}]\n");
  SUBCASE("in a script") {
    site.page({"#!/bin/bash\nmodule load pytorch/2.7\necho 1\n"});
  }
  SUBCASE("in commands") {
    site.page({"module load pytorch/2.7\necho 1\n"});
  }
  auto records = site.run({});
  REQUIRE(records["unit0"].changes.size() == 1);
  CHECK(records["unit0"].changes[0].kind == "substituted");
  CHECK(records["unit0"].changes[0].as_written == "module load pytorch/2.7");
  CHECK(records["unit0"].verdict == run::Verdict::pass);
  site.state("2.7");
  std::string page = site.shown();
  CHECK(page.find("kb-run-changed") != std::string::npos);
  CHECK(page.find("kb-run-proved") == std::string::npos);
  std::size_t badge = page.find("kb-run-changed");
  CHECK(page.substr(badge, page.find("</a>", badge) - badge).find("2.7") == std::string::npos);
}

TEST_CASE("a launch that fails is its own unit's fault, alone and beside others") {
  if (!SlurmCluster::instance()) return;
  Site site;
  const std::string failing = kBatch + "srun false\necho done\n", good = kBatch + "srun true\n";
  SUBCASE("alone") {
    site.page({failing});
    CHECK(site.run()["unit0"].verdict == run::Verdict::fail);
  }
  SUBCASE("in a job with others") {
    site.page({good, failing, good});
    auto records = site.run();
    CHECK(records["unit0"].job == records["unit1"].job);
    CHECK(records["unit1"].verdict == run::Verdict::fail);
    CHECK(records["unit1"].reason.find("'srun false' ended with 1") != std::string::npos);
    for (const char* unit : {"unit0", "unit2"}) {
      CAPTURE(unit);
      CHECK(records[unit].verdict == run::Verdict::pass);
      CHECK(records[unit].state == "COMPLETED");
      CHECK(records[unit].exit_code == 0);
      CHECK(records[unit].derived_exit_code == 0);
    }
  }
  SUBCASE("where no shell sees it, each unit shows by itself") {
    site.page({good, kBatch + "/usr/bin/srun false\necho done\n"});
    auto records = site.run();
    CHECK(records["unit0"].verdict == run::Verdict::pass);
    CHECK(records["unit1"].verdict == run::Verdict::fail);
  }
}

TEST_CASE("output that differs from what the page shows warns, and `expect` decides") {
  Site site;
  std::string shows = "\n<!-- kb: unit=unit0 -->\n```text\ngoodbye\n```\n";
  SUBCASE("without expect") {
    site.page({"echo hello"}, shows);
    auto records = site.run({});
    CHECK(site.outcome.exit_code == 0);
    CHECK(records["unit0"].verdict == run::Verdict::pass);
    REQUIRE(records["unit0"].differences.size() == 1);
    CHECK(site.outcome.errors.find("KB0770") != std::string::npos);
  }
  SUBCASE("with expect at the commands") {
    site.page({"echo hello"}, shows);
    std::string page = site.project.read("docs/page.md");
    site.project.write("docs/page.md", base::replace_all(page, "unit=unit0 -->\n```bash",
                                                         "unit=unit0 expect=exact -->\n```bash"));
    auto records = site.run({});
    CHECK(site.outcome.exit_code == 1);
    CHECK(records["unit0"].verdict == run::Verdict::output_mismatch);
  }
  SUBCASE("the same, with gaps and other blanks") {
    site.page({"printf 'a  b\\nrandom\\nc 12 d\\n'"},
              "\n<!-- kb: unit=unit0 -->\n```text\na b\n...\nc ... d\n```\n");
    CHECK(site.run({})["unit0"].differences.empty());
  }
}
