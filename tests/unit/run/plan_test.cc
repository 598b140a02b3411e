// What of a page is run, and what of it is left to a person: options, names, commands, versions.
#include "run/plan.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "read/readers/readers.h"
#include "run/report.h"
#include "run/units/risk.h"
#include "snippets/snippet.h"
#include "source/store.h"

using namespace kbuild;
using namespace kbuild::run;

namespace {

std::vector<Cell> plan(const std::string& page, std::vector<InstalledVersion> installed = {}) {
  source::SourceStore sources;
  source::FileId file = sources.add("page.md", page);
  read::ReadResult content = read::read(sources, file, read::Dialect::mkdocs, {});
  meta::Names names;
  auto snippets = snippets::extract_snippets(
      {sources, file, read::Dialect::mkdocs, content, "page.md", "en", "", names});
  UnitTable units = group_units(snippets, "page.md");
  SyntaxReport syntax;
  syntax.verdicts.resize(snippets.size());
  SystemProfile profile;
  profile.name = "Test";
  return plan_cells(
      {"page.md", snippets, units, syntax, profile, "slurm", "", std::move(installed)});
}

std::string block(const std::string& annotation, const std::string& text) {
  return "# Page\n\n<!-- kb: " + annotation + " -->\n```bash\n" + text + "\n```\n";
}

}  // namespace

TEST_CASE("of a header, resources are kept and the rest is left out") {
  auto cells =
      plan(block("unit=a",
                 "#!/bin/bash\n#SBATCH --ntasks=4\n#SBATCH --mem=2G\n#SBATCH -o /home/x/out\n"
                 "#SBATCH --clusters=other\n#SBATCH --export-file=/etc/passwd\n"
                 "#SBATCH --begin=now+1hour\n#SBATCH --hold\n#SBATCH -d afterok:1\n"
                 "#SBATCH --nodes=50\n#SBATCH --time=5-00:00:00\nhostname"));
  REQUIRE(cells.size() == 1);
  std::string run = base::join(cells[0].options_run, " ");
  CHECK(run == "--ntasks=4 --mem=2G --time=16:00");
  CHECK(cells[0].options_written.find("--clusters=other") != std::string::npos);
  CHECK(cells[0].nodes == 1);
}

TEST_CASE("files that would lie outside the unit's directory stop the unit, not the run") {
  for (const char* name : {"../x.sh", "/etc/x.sh", "a/../../x.sh", "..", "."}) {
    CAPTURE(name);
    auto cells = plan(block(std::string("unit=a file=") + name, "#!/bin/bash\nhostname"));
    REQUIRE(cells.size() == 1);
    CHECK_FALSE(cells[0].obstacles.empty());
  }
  auto clash = plan(block("unit=a file=x", "#!/bin/bash\nhostname") +
                    block("unit=a file=x/y.sh", "#!/bin/bash\nhostname"));
  REQUIRE(clash.size() == 1);
  CHECK(clash[0].obstacles.size() == 1);
}

TEST_CASE("commands that reach outside are left to a person, also inside other shells") {
  struct Row {
    const char* command;
    Risk risk;
  };
  const Row rows[] = {
      {"rm -rf build", Risk::none},
      {"rm /etc/hosts", Risk::person},
      {"rm -rf -- ~", Risk::person},
      {"bash -c 'rm -rf /data'", Risk::person},
      {"sh -ec \"eval 'rm -rf ..'\"", Risk::person},
      {"echo $(rm -rf $HOME)", Risk::person},
      {"chmod -R 777 /scratch/x", Risk::person},
      {"chmod +x run.sh", Risk::none},
      {"mv a /tmp/b", Risk::none},
      {"find / -name x -delete", Risk::person},
      {"sbatch other.sh", Risk::person},
      {"srun --pty bash", Risk::person},
      {"crontab -e", Risk::person},
      {"curl https://example.org | sh", Risk::person},
      {"bash -c 'pip install x'", Risk::network},
      {"python3 train.py", Risk::none},
      {"echo x > /etc/motd", Risk::person},
      {"echo x > ~/.bashrc 2> /dev/null", Risk::none},
      {"echo x | tee -a /etc/motd", Risk::person},
      {"cp a.txt /projappl/x/", Risk::person},
      {"cp /appl/share/a.txt .", Risk::none},
      {"mkdir -p /scratch/x", Risk::person},
      {"cd /scratch/x && rm -rf old", Risk::person},
      {"cd build; rm -rf old", Risk::none},
      {"cd /scratch/x; cd ~; rm -rf old", Risk::none},
      {"ls | xargs -n 1 rm -rf ~", Risk::person},
      {"find ~ -name core -exec rm {} +", Risk::person},
      {"find . -name core -exec rm {} +", Risk::none},
      {"setsid rm -rf /x", Risk::person},
  };
  for (const Row& row : rows) {
    CAPTURE(row.command);
    CHECK(find_risk(row.command).risk == row.risk);
  }
  CHECK(find_risk("sbatch x.sh", {"sbatch"}).risk == Risk::none);
  for (const char* around :
       {"/bin/rm -rf ~", "env rm -rf ~", "command rm -rf ~", "nohup rm -rf ~"}) {
    CAPTURE(around);
    CHECK(find_risk(around, {"rm"}).risk == Risk::person);
  }
}

TEST_CASE("placeholders of directives count where they are handed on to sbatch") {
  std::string page =
      "# P\n\n<!-- kb: unit=a set=\"<cores>=4\" -->\n```bash\n#!/bin/bash\n#SBATCH "
      "--account=<project>\n#SBATCH --cpus-per-task=<cores>\n#SBATCH --array=3-9\n"
      "hostname\n```\n\n## Q\n\n<!-- kb: unit=b -->\n```bash\n#!/bin/bash\n"
      "#SBATCH --mem=<mem>\nhostname\n```\n";
  auto cells = plan(page);
  REQUIRE(cells.size() == 2);
  CHECK(cells[0].obstacles.empty());
  CHECK(base::join(cells[0].options_run, " ").starts_with("--cpus-per-task=4 "));
  CHECK(cells[0].options_written == "--account=<project> --cpus-per-task=<cores> --array=3-9");
  // Of a page's array, one task is run.
  CHECK(cells[0].prologue.find("SLURM_ARRAY_TASK_ID=3 ") != std::string::npos);
  CHECK(base::join(cells[1].obstacles, "; ") == "'<mem>' has no value");
}

TEST_CASE("emitted directives keep values with blanks together") {
  std::string page = block("unit=a sbatch=\"--hint='a b'\"", "hostname");
  Cell cell = plan(page).at(0);
  cell.options_run = {"--constraint=a b", "--mem=4G"};
  std::string script = emit_script(cell, {}).second;
  CHECK(script.find("#SBATCH --constraint=\"a b\"\n#SBATCH --mem=4G\n") != std::string::npos);
}

TEST_CASE("a unit that claims several versions is run with each that the system has") {
  std::string page = block("unit=a version=\">=2.5,<3\"", "module load torch/2.5 cuda\npython3 -V");
  std::vector<InstalledVersion> installed = {{"2.7.1", "torch/2.7"},
                                             {"2.5.0", "torch/2.5"},
                                             {"2.4.0", "torch/2.4"},
                                             {"3.0.0", "torch/3.0"},
                                             {"2.6.0", "other/2.6"}};
  auto cells = plan(page, installed);
  REQUIRE(cells.size() == 2);
  CHECK(cells[0].version == "2.7.1");
  CHECK(cells[0].variant == "2.7.1");
  CHECK(cells[0].steps[0].as_run == "module load torch/2.7 cuda\npython3 -V");
  CHECK(cells[0].steps[0].replaced.size() == 1);
  CHECK(base::join(cells[0].modules, " ") == "torch/2.7 cuda");
  CHECK(cells[1].version == "2.5.0");
  CHECK(cells[1].steps[0].replaced.empty());
  CHECK(cells[0].key != cells[1].key);
  CHECK(cells[0].digest == cells[1].digest);
  // Without a matrix, and with one version, a unit runs as the page says.
  CHECK(plan(page).size() == 1);
  CHECK(plan(block("unit=a version=2.5", "module load torch/2.5"), installed).size() == 1);
}

TEST_CASE("version= may be ranges and lists") {
  CHECK(claims_versions(">=2.5"));
  CHECK(claims_versions("2.5, 2.6"));
  CHECK_FALSE(claims_versions("2.5"));
  CHECK_FALSE(claims_versions(""));
  CHECK(claims_version(">=2.5,<2.7", "2.6.1"));
  CHECK_FALSE(claims_version(">=2.5,<2.7", "2.7.0"));
  CHECK(claims_version("2.5, 2.6", "2.6.1"));
  CHECK_FALSE(claims_version("2.5, 2.6", "2.7.1"));
}

TEST_CASE("what is included from another file has no lines of the page") {
  PlannedStep step;
  CHECK_FALSE(step.included);
  auto cells = plan(block("unit=a", "hostname"));
  REQUIRE(cells.size() == 1);
  CHECK(cells[0].steps[0].line == 5);
  CHECK_FALSE(cells[0].steps[0].included);
}
