// `kbuild test` as a user calls it: what is run again and what is not, what a killed or interrupted
// run leaves, consent, reports and the emitted jobs. On this machine, and through the private Slurm
// cluster where there is one.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "base/clock.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "run/trust/evidence_set.h"
#include "run_project.h"
#include "support/skip.h"
#include "support/slurm_cluster.h"
#include "work_directory.h"

using namespace kbuild;
using support::SlurmCluster;
using test::kRunConfiguration;
using test::records_of;
using Project = test::RunProject;

namespace {

/// Only a namespace of its own takes every process of a unit with it; a chroot forbids to make one.
bool have_process_namespaces() {
  return test::can_run(base::walls_here().processes,
                       "no process namespace can be made here, so survivors of a unit stay");
}

std::vector<std::string> units(std::size_t count, const std::string& command) {
  return std::vector<std::string>(count, command);
}

}  // namespace

TEST_CASE("kbuild test: nothing runs without the consent of repository and runner") {
  Project project;
  project.write_units({"true"});
  base::Command command = project.command({});
  std::erase(command.arguments, "--allow-execute");
  auto unwilling = base::run_process(command);
  REQUIRE(unwilling.has_value());
  CHECK(unwilling->exit_code == 2);
  CHECK(unwilling->errors.find("--allow-execute") != std::string::npos);
  command.environment["KBUILD_ALLOW_EXECUTE"] = "yes";
  CHECK(base::run_process(command)->exit_code == 2);
  command.arguments.insert(command.arguments.end(), {"--executor", "emit"});
  CHECK(base::run_process(command)->exit_code == 0);
  CHECK(project.ran().empty());
  project.write("kbuild.yml",
                base::replace_all(kRunConfiguration, "execute: true", "execute: false"));
  project.write_units({"true"});
  CHECK(project.test().exit_code == 2);
  CHECK(project.test({"--plan"}).exit_code == 0);
  CHECK(project.ran().empty());
}

TEST_CASE("kbuild test: what has not changed is not run again") {
  Project project;
  project.write_units({"true", "cat shared.txt", "cat shared.txt other.txt"});
  std::string page = project.read("docs/page.md");
  auto lay = [&](const std::string& shared, const std::string& prose) {
    project.write("code/shared.txt", shared);
    std::string text = base::replace_all(page, "Words.", prose);
    // Two of the units hold a file that a snippet directory keeps.
    for (const char* unit : {"unit1", "unit2"})
      text += base::format(
          "\n<!-- kb: unit={} file=shared.txt -->\n```text\n--8<-- \"shared.txt\"\n```\n", unit);
    text += "\n<!-- kb: unit=unit2 file=other.txt -->\n```text\nother\n```\n";
    project.write("docs/page.md", text);
  };
  lay("one\n", "Words.");
  CHECK(project.test().exit_code == 0);
  CHECK(project.ran() == "0 1 2");

  SUBCASE("nothing changed") {
    CHECK(project.test().exit_code == 0);
    CHECK(project.ran().empty());
  }
  SUBCASE("prose, titles and lines above changed") {
    lay("one\n", "Other words.\n\nAnd more of them.\n\n## A heading");
    CHECK(project.test().exit_code == 0);
    CHECK(project.ran().empty());
  }
  SUBCASE("a shared file changed") {
    lay("two\n", "Words.");
    CHECK(project.test().exit_code == 0);
    CHECK(project.ran() == "1 2");
  }
  SUBCASE("a pass may last longer") {
    project.write("kbuild.yml", base::replace_all(kRunConfiguration, "execute: true",
                                                  "execute: true, expiry: 90"));
    CHECK(project.test().exit_code == 0);
    CHECK(project.ran().empty());
  }
  SUBCASE("the pass is kept for good without another run") {
    CHECK(project.test({"--keep"}).exit_code == 0);
    CHECK(project.ran().empty());
    auto committed = run::read_all_evidence(*project.disk, project.path("evidence/local"));
    REQUIRE(committed.has_value());
    CHECK(committed->size() == 3);
    CHECK(project.test({"--keep"}).exit_code == 0);
    CHECK(run::read_all_evidence(*project.disk, project.path("evidence/local"))->size() == 3);
  }
}

TEST_CASE(
    "kbuild test: a failure is a finding at its line, in every report, unless the baseline has "
    "it") {
  Project project;
  project.write("docs/page.md",
                "# Page\n\n<!-- kb: unit=bad -->\n```bash\necho fine\nls "
                "/nowhere/at/all\n```\n\n<!-- kb: unit=py -->\n"
                "```python\nimport sys\n\ndef f():\n    raise ValueError('no')\n\nf()\n```\n");
  auto outcome = project.test(
      {"--junit", "junit.xml", "--sarif", "out.sarif", "--json", "out.json", "--github"});
  CHECK(outcome.exit_code == 1);
  CAPTURE(outcome.output);
  CAPTURE(outcome.errors);
  CHECK(outcome.errors.find("docs/page.md:6:") != std::string::npos);
  CHECK(outcome.errors.find("docs/page.md:14:") != std::string::npos);
  CHECK(outcome.output.find("::error file=docs/page.md,line=6") != std::string::npos);
  CHECK(outcome.output.find("| bad | local | fail |") != std::string::npos);
  CHECK(project.read("junit.xml").find("line=\"6\"") != std::string::npos);
  base::Json sarif = base::Json::parse(project.read("out.sarif"), nullptr, false);
  REQUIRE(sarif.is_object());
  CHECK(sarif["runs"][0]["results"].size() == 2);
  std::string json = project.read("out.json");
  for (std::string_view line : base::split_lines(json)) CHECK(run::from_json(line).has_value());
  CHECK(project.test({"--baseline", "known.txt"}).exit_code == 0);
  CHECK(project.read("known.txt").find("bad | local | fail") != std::string::npos);
  CHECK(project.test({"--baseline", "known.txt"}).exit_code == 0);
  CHECK(project.test().exit_code == 1);
}

TEST_CASE(
    "kbuild test: stubs, variables, hidden set-up, time limits and expectations of annotations") {
  Project project;
  project.write("docs/page.md", R"(# Page

<!-- kb: unit=a hidden -->
```bash
export GREETING=hello
```

<!-- kb: unit=a env="WHO=world" stub="wget" -->
```bash
wget https://example.org/x.tar.gz
echo "$GREETING $WHO"
echo "$HOME" | grep -q "$PWD" || echo "a home of its own"
```

<!-- kb: unit=a expect=lines -->
```text
hello world
a home of its own
```

<!-- kb: unit=b timeout=1 -->
```bash
sleep 20
```

<!-- kb: unit=c -->
```bash
wget https://example.org/x.tar.gz
```

<!-- kb: unit=d -->
```bash
head -c 5000000 /dev/zero | tr '\0' 'x'
echo ghp_abcdefghijklmnopqrstuvwxyz012345
```
)");
  auto outcome = project.test({"--json", "out.json"});
  CHECK(outcome.exit_code == 1);
  std::map<std::string, run::RunRecord> records = records_of(project.read("out.json"));
  CAPTURE(records["a"].reason);
  CHECK(run::verdict_name(records["a"].verdict) == "pass");
  CHECK(records["b"].verdict == run::Verdict::timeout);
  CHECK(records["c"].verdict == run::Verdict::skipped);
  CHECK(records["d"].verdict == run::Verdict::pass);
  CHECK(records["d"].output.size() < 5000);
  CHECK(records["d"].output.find("ghp_abc") == std::string::npos);
}

TEST_CASE("kbuild test: what units leave in their directory cannot hang, flood or mislead kbuild") {
  Project project;
  project.write("docs/page.md", R"(# Page

<!-- kb: unit=pipe file=Makefile lang=make -->
```make
all:
	mv ../out-1 old
	mkfifo ../out-1
```

<!-- kb: unit=pipe -->
```bash
make
```

<!-- kb: unit=link file=Makefile lang=make -->
```make
all:
	mv ../err-1 old
	ln -s /dev/zero ../err-1
```

<!-- kb: unit=link -->
```bash
make
```

<!-- kb: unit=flood -->
```bash
yes | head -c 300000000
```

<!-- kb: unit=forks -->
```bash
setsid sleep 4848 &
(setsid nohup sleep 4848 > /dev/null 2>&1 &)
```

<!-- kb: unit=escapes -->
```bash
printf 'bad\033]0;title\a\001 \377 1 < 2 |x' >&2
false
```

<!-- kb: unit=outside file=../../x.sh -->
```bash
#!/bin/bash
touch ran
```
)");
  auto outcome =
      project.test({"--json", "out.json", "--junit", "junit.xml", "--sarif", "out.sarif"});
  CHECK(outcome.exit_code == 1);
  std::map<std::string, run::RunRecord> records = records_of(project.read("out.json"));
  CHECK(records.size() == 6);
  for (const char* unit : {"pipe", "link", "flood", "forks"}) {
    CAPTURE(records[unit].reason);
    CHECK(run::verdict_name(records[unit].verdict) == "pass");
    CHECK(records[unit].output.size() < 6000);
  }
  CHECK(records["outside"].verdict == run::Verdict::skipped);
  CHECK(records["escapes"].verdict == run::Verdict::fail);
  for (const std::string& shown : {outcome.output, outcome.errors, project.read("junit.xml"),
                                   project.read("out.sarif"), records["escapes"].reason}) {
    CHECK(shown.find('\033') == std::string::npos);
    CHECK(shown.find('\001') == std::string::npos);
  }
  CHECK(outcome.output.find("1 \\< 2 \\|x") != std::string::npos);
  auto parsed =
      base::run_process({{"python3", "-c", "import sys,xml.dom.minidom as m; m.parse(sys.argv[1])",
                          project.path("junit.xml")}});
  CHECK(parsed->exit_code == 0);
  CHECK(base::Json::parse(project.read("out.sarif"), nullptr, false).is_object());
  if (!have_process_namespaces()) return;
  auto left = base::run_process({{"pgrep", "-f", "sleep 484[8]"}});
  CHECK(left->output.empty());
}

TEST_CASE("kbuild test: hostile names, variables of arrays, and what nobody may remove") {
  Project project;
  project.write("docs/page.md", R"md(# Page

<!-- kb: unit=../../evil file="-rf" -->
```bash
#!/bin/bash
echo safe
```

<!-- kb: unit="a <b>&'$(touch x)" -->
```bash
echo "${SLURM_ARRAY_TASK_ID:-none}"
```

<!-- kb: unit="" -->
```bash
mkdir -p cache/sub; echo x > cache/sub/x; chmod -R a-w cache
kill -9 $PPID
```

<!-- kb: unit="日本" -->
```bash
echo last
```
)md");
  // Directories without the right to write bind everybody but root.
  REQUIRE(base::run_process({{"chmod", "-R", "a+rwX", project.directory.path}}).has_value());
  auto run = [&](std::vector<std::string> arguments) {
    base::Command command = project.command(std::move(arguments));
    if (::geteuid() == 0)
      command.arguments.insert(command.arguments.begin(),
                               {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
    auto outcome = base::run_process(command);
    REQUIRE(outcome.has_value());
    return *outcome;
  };
  for (int i = 0; i < 2; ++i) {
    auto outcome = run({"--keep", "--json", "out.json", "--junit", "junit.xml"});
    CAPTURE(outcome.errors);
    CHECK(outcome.exit_code == 1);
    std::map<std::string, run::RunRecord> records = records_of(project.read("out.json"));
    CHECK(records.size() == 4);
    CHECK(records["../../evil"].verdict == run::Verdict::pass);
    CHECK(records["a <b>&'$(touch x)"].output.find("none") != std::string::npos);
    CHECK(records["日本"].verdict == run::Verdict::pass);
  }
  base::Command build{{KBUILD_PROGRAM, "--quiet", "--out", "site", "build", "--no-search"}};
  build.directory = project.directory.path;
  auto built = base::run_process(build);
  REQUIRE(built.has_value());
  CAPTURE(built->errors);
  CHECK(built->exit_code == 0);
  auto pages = base::run_process(
      {{"find", project.path("site/runs"), "-mindepth", "2", "-name", "index.html"}});
  CHECK(base::split_lines(pages->output).size() == 4);
  auto outside = base::run_process(
      {{"find", project.directory.path + "/..", "-maxdepth", "1", "-name", "evil*"}});
  CHECK(outside->output.empty());
}

TEST_CASE("annotations of a file beside the pages are those of the block, until it changes") {
  Project project;
  project.write("kbuild.yml", base::replace_all(kRunConfiguration, "execute: true",
                                                "execute: true, annotations: notes.yaml"));
  project.write("docs/page.md", "# Page\n\n## Part\n\n```bash\nexit 3\n```\n");
  project.write("notes.yaml", "[]\n");
  auto call = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {KBUILD_PROGRAM, "--quiet"});
    base::Command command{std::move(arguments)};
    command.directory = project.directory.path;
    auto outcome = base::run_process(command);
    REQUIRE(outcome.has_value());
    return *outcome;
  };
  base::Json row =
      base::Json::parse(call({"snippets", "--format", "jsonl"}).output, nullptr, false);
  CHECK(row["heading"] == "Page > Part");
  std::string note =
      "- {page: page.md, heading: Part, digest: " + row["digest"].get<std::string>() +
      ", kb: unit=three exit=3}\n";
  CHECK(project.test().exit_code == 1);
  project.write("notes.yaml", note);
  auto outcome = project.test({"--json", "out.json"});
  CAPTURE(outcome.errors);
  CHECK(outcome.exit_code == 0);
  CHECK(records_of(project.read("out.json"))["three"].verdict == run::Verdict::pass);
  CHECK(call({"snippets", "--format", "jsonl"}).output.find("\"unit\":\"three\"") !=
        std::string::npos);
  CHECK(call({"check"}).errors.find("KB0709") == std::string::npos);
  project.write("docs/other.md", "# Another\n");
  CHECK(call({"check"}).errors.find("KB0709") == std::string::npos);
  CHECK(project.test({"--json", "out.json"}).exit_code == 0);
  CHECK(records_of(project.read("out.json"))["three"].verdict == run::Verdict::pass);
  project.write("docs/page.md", "# Page\n\n## Part\n\n```bash\nexit 4\n```\n");
  auto checked = call({"check"});
  CAPTURE(checked.errors);
  CHECK(checked.errors.find("notes.yaml:1:") != std::string::npos);
  CHECK(checked.errors.find("KB0709") != std::string::npos);
  // From the kept configuration and the kept row, too; another page leaves the row unread.
  CHECK(call({"check"}).errors == checked.errors);
  project.write("docs/other.md", "# Other\n");
  CHECK(call({"check"}).errors.find("notes.yaml:1:") != std::string::npos);
  // The key and the place of the note do not matter to other pages.
  project.write("notes.yaml", note + base::replace_all(note, "Part", "Other"));
  CHECK(call({"check"}).errors.find("notes.yaml:2:") != std::string::npos);
}

TEST_CASE(
    "kbuild test: emitted job scripts and ReFrame tests are valid, and a script does what the unit "
    "does") {
  Project project;
  project.write_units({"cat <<'X'\nKB_END\nX", "test \"$(echo \"it's\")\" = \"it's\""});
  std::string page = project.read("docs/page.md");
  project.write("docs/page.md", base::replace_all(page, "unit=unit1", "unit=unit1 stub=touch") +
                                    "\n<!-- kb: unit=unit1 -->\n```bash\ntouch " +
                                    project.path("stubbed") + "\n```\n");
  CHECK(project.test({"--executor", "emit", "--system", "Cluster"}).exit_code == 0);
  std::string folder = project.path(".kbuild/emitted/cluster");
  auto names = project.disk->list(folder);
  REQUIRE(names.has_value());
  CHECK(names->size() == 3);
  for (const std::string& name : *names) {
    CAPTURE(name);
    bool python = name.ends_with(".py");
    std::vector<std::string> words =
        python ? std::vector<std::string>{"python3", "-c",
                                          "import ast,sys; ast.parse(open(sys.argv[1]).read())"}
               : std::vector<std::string>{"bash"};
    words.push_back(folder + "/" + name);
    auto outcome = base::run_process({words});
    REQUIRE(outcome.has_value());
    CAPTURE(outcome->errors);
    CHECK(outcome->exit_code == 0);
  }
  CHECK(project.ran() == "0 1");
  CHECK(project.read("stubbed").empty());
  CHECK(project.disk->status(project.path("stubbed")).kind == base::FileKind::absent);
}

TEST_CASE("kbuild test: faults of the configuration are told") {
  Project project;
  project.write("kbuild.yml", std::string(kRunConfiguration) + "chekcs: []\n");
  project.write_units({"true"});
  auto outcome = project.test();
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.errors.find("kbuild.yml:5:1: error") != std::string::npos);
  CHECK(outcome.errors.find("chekcs") != std::string::npos);
  CHECK(project.ran() == "0");
}

TEST_CASE("kbuild test: --promote puts what was printed into the blocks that show something else") {
  Project project;
  std::string page = R"(# Page

<!-- kb: unit=sum -->
```bash
echo $((6 * 7))
printf 'two\n\n  three\n'
```

It prints:

<!-- kb: unit=sum expect=exact -->
```text
41
```

1. In a list:

    <!-- kb: unit=session expect=exact -->
    ```console
    $ echo a b
    old
    ```

<!-- kb: unit=pattern -->
```bash
echo new
```

<!-- kb: unit=pattern expect=regex -->
```text
^old$
```

<!-- kb: unit=several expect=exact -->
```console
$ echo a
b
$ echo c
c
```

<!-- kb: unit=fence -->
```bash
printf '```\n# A heading\n'
```

<!-- kb: unit=fence expect=exact -->
```text
nothing
```

<!-- kb: unit=same -->
```bash
echo same
```

<!-- kb: unit=same expect=exact -->
```text
same
```
)";
  SUBCASE("lines end in line feeds") {}
  SUBCASE("lines end in carriage return and line feed") {
    page = base::replace_all(page, "\n", "\r\n");
  }
  project.write("docs/page.md", page);
  auto outcome = project.test({"--promote"});
  CAPTURE(outcome.output);
  CAPTURE(outcome.errors);
  CHECK(outcome.exit_code == 1);
  std::string end = page.find('\r') == page.npos ? "\n" : "\r\n", wanted = page;
  wanted = base::replace_all(wanted, "41", base::join({"42", "two", "", "  three"}, end));
  wanted = base::replace_all(wanted, "    old" + end, "    a b" + end);
  CHECK(project.read("docs/page.md") == wanted);
  for (const char* why : {"page.md:30: the block stays as it is: it shows a pattern",
                          "page.md:35: the block stays as it is: the outputs of several commands",
                          "page.md:48: the block stays as it is: the output would change"})
    CHECK(outcome.errors.find(why) != std::string::npos);
  CHECK(outcome.errors.find("page.md:12:") == outcome.errors.rfind("page.md:12:"));
  // What was promoted passes now.
  CHECK(project.test({"--json", "out.json"}).exit_code == 1);
  std::map<std::string, run::RunRecord> records = records_of(project.read("out.json"));
  for (const char* unit : {"sum", "session", "same"}) {
    CAPTURE(unit);
    CHECK(records[unit].verdict == run::Verdict::pass);
  }
}

TEST_CASE(
    "kbuild test: a unit runs for each version that it claims, and each run proves its own cell") {
  if (!SlurmCluster::instance() || !test::have_lmod()) return;
  Project project;
  project.write("kbuild.yml", std::string(kRunConfiguration) + "products: [{name: Torch}]\n");
  project.write_machine("Cluster", project.lmod_prelude());
  for (const char* version : {"2.7.1", "2.6.0", "2.5.0"})
    project.write(base::format("modules/torch/{}.lua", version),
                  base::format("setenv(\"LOADED\", \"torch/{}\")\n", version));
  project.write("docs/torch.md", R"(---
product: Torch
versions:
  - {version: 2.7.1, system: Cluster, module: torch/2.7.1}
  - {version: 2.6.0, system: Cluster, module: torch/2.6.0}
  - {version: 2.5.0, system: Cluster, module: torch/2.5.0}
  - {version: 2.4.0, system: Cluster, module: torch/2.4.0}
  - {version: 2.7.1, system: Other, module: torch/2.7.1}
---

# Torch

<!-- kb: unit=use system=Cluster version=">=2.5" -->
```bash
module load torch/2.7.1
test "$LOADED" != torch/2.6.0  # One of them is broken.
echo "$LOADED" >> )" + project.path("marks/ran") +
                                     "\n```\n");
  project.write("systems/other.yaml", "name: Other\n");
  auto outcome = project.test({"--system", "Cluster", "--keep", "--json", "out.json"});
  CAPTURE(outcome.errors);
  CHECK(outcome.exit_code == 1);
  std::vector<std::string> verdicts;
  std::string json = project.read("out.json");
  for (std::string_view line : base::split_lines(json)) {
    auto record = run::from_json(line);
    REQUIRE(record.has_value());
    verdicts.push_back(record->version + " " + std::string(run::verdict_name(record->verdict)));
  }
  std::sort(verdicts.begin(), verdicts.end());
  CHECK(base::join(verdicts, ", ") == "2.5.0 pass, 2.6.0 fail, 2.7.1 pass");
  std::string ran = project.ran();
  CHECK(ran.find("torch/2.5.0") != ran.npos);
  CHECK(ran.find("torch/2.7.1") != ran.npos);
  CHECK(base::split_words(ran).size() == 2);
  base::Command build{{KBUILD_PROGRAM, "--quiet", "--out", "site", "build", "--no-search"}};
  build.directory = project.directory.path;
  auto built = base::run_process(build);
  REQUIRE(built.has_value());
  CHECK(built->exit_code == 0);
  base::Json matrix = base::Json::parse(project.read("site/matrix.json"), nullptr, false);
  std::map<std::string, std::string> states;
  for (const base::Json& cell : matrix["cells"])
    states[cell["version"].get<std::string>() + " " + cell["system"].get<std::string>()] =
        cell["state"].get<std::string>();
  CHECK(states["2.7.1 Cluster"] == "proved");
  CHECK(states["2.6.0 Cluster"] == "refuted");
  CHECK(states["2.5.0 Cluster"] == "proved");
  CHECK(states["2.4.0 Cluster"] == "declared");
  CHECK(states["2.7.1 Other"] == "declared");
  // Nothing is run again but what failed.
  project.test({"--system", "Cluster"});
  CHECK(project.ran().empty());
}

TEST_CASE("a site shows committed evidence beside the blocks, and a page for each unit that ran") {
  Project project;
  project.write(
      "docs/page.md",
      "# Page\n\n<!-- kb: unit=sum hidden -->\n```bash\nexport SECRET_SETUP=1\n```\n\n<!-- kb: "
      "unit=sum -->\n"
      "```bash\necho $((6 * 7)) 'a & b'\n```\n\n<!-- kb: unit=bad -->\n```bash\nfalse\n```\n");
  CHECK(project.test({"--keep"}).exit_code == 1);
  auto build = [&] {
    base::Command command{{KBUILD_PROGRAM, "--quiet", "--out", "site", "build", "--no-search"}};
    command.directory = project.directory.path;
    auto outcome = base::run_process(command);
    REQUIRE(outcome.has_value());
    CAPTURE(outcome->errors);
    CHECK(outcome->exit_code == 0);
    return project.read("site/page/index.html");
  };
  std::string html = build();
  CHECK(html.find("kb-run-proved") != std::string::npos);
  CHECK(html.find("kb-run-failed") != std::string::npos);
  CHECK(html.find("local, 20") != std::string::npos);
  CHECK(html.find("SECRET_SETUP") == std::string::npos);
  std::string runs = project.read("site/runs/sum/index.html");
  CHECK(runs.find("42 a &amp; b") != std::string::npos);
  CHECK(runs.find("SECRET_SETUP") != std::string::npos);
  std::string page = project.read("docs/page.md");
  project.write("docs/page.md", base::replace_all(page, "# Page\n", "# Page\n\nMore words.\n"));
  CHECK(build().find("kb-run-proved") != std::string::npos);
  project.write("docs/page.md", base::replace_all(page, "6 * 7", "6 * 8"));
  html = build();
  CHECK(html.find("kb-run-proved") == std::string::npos);
  CHECK(html.find("run-outdated") != std::string::npos);
}

/// The code block of the manual with that title.
std::string recipe(const std::string& name) {
  std::string page =
      base::make_real_disk()->read(KBUILD_ROOT "/content/en/kbuild/ci.md").value_or("");
  std::size_t at = page.find("title=\"" + name + "\""), begin = page.find('\n', at) + 1;
  REQUIRE(at != page.npos);
  return page.substr(begin, page.find("```", begin) - begin);
}

/// The shell lines of a recipe in YAML, in order.
std::string shell_of(const std::string& yaml) {
  std::string out;
  std::size_t block = 0;
  for (std::string_view line : base::split_lines(yaml)) {
    std::size_t indent = line.find_first_not_of(' ');
    if (block && indent >= block)
      out += std::string(line.substr(block)) + "\n";
    else
      block = 0;
    if (line.ends_with("run: |")) block = line.find("run:") + 2;
    if (line.find("- kbuild ") != line.npos)
      out += std::string(line.substr(line.find("kbuild "))) + "\n";
  }
  return out;
}

TEST_CASE("kbuild test: the shell steps of the manual's recipes work") {
  Project project;
  project.write_units({"true", "false"});
  project.write("known.txt", "unit1 | local | fail\n");
  project.write("bin/kbuild",
                base::format("#!/bin/sh\nexec " KBUILD_PROGRAM " --machine {} \"$@\"\n",
                             project.path("machine")));
  auto shell = [&](const std::string& script) {
    project.write("script.sh", script);
    base::Command command{{"bash", "-e", "script.sh"}};
    command.directory = project.directory.path;
    command.inherit_environment = false;
    command.environment = Project::environment();
    for (const auto& [name, value] :
         std::map<std::string, std::string>{{"PATH", project.path("bin") + ":/usr/bin:/bin"},
                                            {"DOCS", project.directory.path},
                                            {"GITHUB_STEP_SUMMARY", project.path("summary")},
                                            {"GIT_AUTHOR_NAME", "x"},
                                            {"GIT_AUTHOR_EMAIL", "x@example.org"},
                                            {"GIT_COMMITTER_NAME", "x"},
                                            {"KBUILD_ALLOW_EXECUTE", "1"},
                                            {"GIT_COMMITTER_EMAIL", "x@example.org"}})
      command.environment[name] = value;
    auto outcome = base::run_process(command);
    REQUIRE(outcome.has_value());
    CAPTURE(script);
    CAPTURE(outcome->output);
    CAPTURE(outcome->errors);
    CHECK(outcome->exit_code == 0);
  };
  REQUIRE(base::run_process({{"chmod", "+x", project.path("bin/kbuild")}}).has_value());
  std::string github = shell_of(recipe("github.yml"));
  CHECK(base::split_lines(github).size() == 4);
  shell(github);
  CHECK(project.read("summary").find("| unit1 | local | fail |") != std::string::npos);
  CHECK(project.read("kbuild.sarif").find("\"2.1.0\"") != std::string::npos);
  std::string gitlab = shell_of(recipe("gitlab.yml"));
  CHECK(base::split_lines(gitlab).size() == 3);
  shell(gitlab);
  CHECK(project.read("junit.xml").find("<testsuite") != std::string::npos);

  // The nightly script commits evidence; a second night has nothing new to say.
  if (!SlurmCluster::instance()) return;
  project.write_units({"true"});
  project.write(".gitignore", "/*\n!/docs\n!/evidence\n!/.gitignore\n");
  shell(
      "git init -q -b main . && git add . && git commit -qm first && git init -q --bare "
      "../$(basename $PWD).git && "
      "git remote add origin ../$(basename $PWD).git && git push -q -u origin main");
  shell(recipe("nightly.sh"));
  shell(recipe("nightly.sh"));
  auto log = base::run_process({{"git", "-C", project.directory.path, "log", "--format=%s"}});
  CHECK(base::split_lines(log->output).size() == 2);
  (void)project.disk->remove_tree(project.directory.path + ".git");
}

TEST_CASE(
    "kbuild test: killed in the middle, a run on this machine leaves no process and is continued") {
  Project project;
  project.write_units({"true", "sleep 4747", "true"});
  pid_t child = project.start({});
  REQUIRE(project.wait_for(2));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  if (have_process_namespaces()) {
    auto left = base::run_process({{"pgrep", "-f", "sleep 474[7]"}});
    REQUIRE(left.has_value());
    CHECK(left->output.empty());
  }
  std::string page = project.read("docs/page.md");
  project.write("docs/page.md", base::replace_all(page, "sleep 4747", "true"));
  CHECK(project.test().exit_code == 0);
  CHECK(project.ran() == "0 1 1 2");
}

TEST_CASE(
    "kbuild test: killed in the middle, a run through Slurm loses nothing and runs nothing twice") {
  if (!SlurmCluster::instance()) return;
  Project project;
  project.write_units(units(10, "sleep 2"));
  pid_t child = project.start({"--system", "Cluster"});
  REQUIRE(project.wait_for(3));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  auto outcome = project.test({"--system", "Cluster"});
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 0);
  std::string ran = project.ran();
  CHECK(base::split_words(ran).size() == 10);
  CHECK(project.evidence().size() == 10);
  CHECK(SlurmCluster::instance()->queue().empty());
}

TEST_CASE("kbuild test: Ctrl-C leaves no job behind, and what passed before stays") {
  auto* cluster = SlurmCluster::instance();
  if (!cluster) return;
  Project project;
  std::vector<std::string> commands = units(12, "sleep 300");
  commands[0] = "true";
  project.write_units(commands);
  pid_t child = project.start({"--system", "Cluster"});
  REQUIRE(project.wait_for(2));
  // Units of one array begin together: the first has to have ended.
  auto ended = [&] {
    auto found = base::run_process(
        {{"grep", "-rlE", "--include=results", "^1\t0\t", project.path(".kbuild")}});
    return found && !found->output.empty();
  };
  for (int i = 0; i < 300 && !ended(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  REQUIRE(ended());
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 2);
  CHECK(cluster->queue().empty());
  REQUIRE(project.evidence().size() == 1);
  CHECK(project.evidence()[0].verdict == run::Verdict::pass);
  auto journal = base::run_process({{"find", project.path(".kbuild"), "-name", "journal.json"}});
  CHECK(journal->output.empty());
}
