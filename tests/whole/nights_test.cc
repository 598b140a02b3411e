// Nights and sweeps as an administrator runs them, on the private Slurm cluster with Lmod itself:
// what is chosen, what is said of it, and whose fault it is. Units of a change, and the container.
#include <doctest/doctest.h>

#include <filesystem>

#include "base/disk.h"
#include "base/format.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "support/skip.h"
#include "support/slurm_cluster.h"
#include "work_directory.h"

using namespace kbuild;
using support::SlurmCluster;

namespace {

const std::string kNightLmod =
    KBUILD_ROOT "/.build/module-tools/lmod/usr/share/lmod/lmod/libexec/lmod";

bool can_load_modules() {
  return test::can_run(std::filesystem::exists(kNightLmod),
                       "no Lmod in .build/module-tools, which ./dev test unpacks");
}

/// A project of one page for the cluster, with a tree of modules and a list of them.
struct Nights {
  test::WorkDirectory work;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();

  Nights() {
    write("kbuild.yml",
          "site: {name: Test}\nlanguages: [en]\nsources: [{path: docs, lang: en}]\n"
          "systems:\n  - {name: Cluster, installed: list.yaml}\n"
          "snippets: {execute: true, systems: systems}\n");
    write("systems/cluster.yaml",
          "name: Cluster\nexecution: {executor: slurm, max_time: \"00:02:00\"}\n");
    write("lmod.sh", "export LMOD_CMD=" + kNightLmod + " MODULEPATH=" + path("modules") +
                         "\nmodule() { eval \"$(\"$LMOD_CMD\" bash \"$@\")\"; }\n"
                         "export -f module\n");
    write("machine/cluster.yaml",
          base::format("name: Cluster\nexecution:\n  writable: [{0}/marks]\n"
                       "  readable: [{0}/modules, {0}/lmod.sh, {1}/.build/module-tools]\n"
                       "  prelude: |\n    . {0}/lmod.sh\n",
                       work.path, KBUILD_ROOT));
    REQUIRE(disk->make_directories(path("marks")));
    install({"22.5"});
  }
  /// The versions of amber that the cluster has; its list says so.
  void install(const std::vector<std::string>& versions) {
    (void)disk->remove_tree(path("modules"));
    for (const std::string& version : versions)
      write("modules/amber/" + version + ".lua",
            base::format("setenv(\"AMBER\", \"{}\")\n", version));
    write("list.yaml", base::format("system: Cluster\ndate: 2026-11-20\nsoftware:\n{}", [&] {
            std::string rows;
            for (const std::string& v : versions)
              rows += base::format("  - {{name: amber, version: \"{0}\", module: amber/{0}}}\n", v);
            return rows;
          }()));
  }
  std::string path(const std::string& name) const { return work.path + "/" + name; }
  void write(const std::string& name, const std::string& text) {
    REQUIRE(disk->write(path(name), text));
  }
  static std::string unit(const std::string& name, const std::string& commands) {
    return base::format("\n<!-- kb: unit={} timeout=6 -->\n```bash\n{}\n```\n", name, commands);
  }
  base::ProcessOutcome call(std::vector<std::string> words) const {
    base::Command command{std::move(words)};
    command.directory = work.path;
    command.inherit_environment = false;
    command.environment = base::current_environment();
    std::erase_if(command.environment, [](const auto& variable) {
      return variable.first.starts_with("GITHUB_") || variable.first.starts_with("GITLAB_") ||
             variable.first.starts_with("CI_");
    });
    if (!tools.empty()) command.environment["PATH"] = tools + ":" + command.environment["PATH"];
    command.timeout = 400;
    auto outcome = base::run_process(command);
    REQUIRE(outcome.has_value());
    return *outcome;
  }
  base::ProcessOutcome test(std::vector<std::string> arguments) const {
    std::vector<std::string> words = {KBUILD_PROGRAM, "--machine",       path("machine"),
                                      "test",         "--allow-execute", "--without-walls"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return call(std::move(words));
  }
  base::ProcessOutcome night(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--system", "Cluster", "--nightly"});
    return test(std::move(more));
  }
  /// Histories by unit.
  std::map<std::string, base::Json> status() const {
    std::map<std::string, base::Json> out;
    std::string text = test({"--status", "--format", "json"}).output;
    for (std::string_view line : base::split_lines(text)) {
      base::Json row = base::Json::parse(line, nullptr, false);
      if (row.is_object() && row.contains("days_since_proof")) out[row["unit"]] = row;
    }
    return out;
  }
  /// A directory that comes first on PATH.
  std::string tools;
};

bool has(const std::string& text, std::string_view words) {
  return text.find(words) != text.npos;
}

}  // namespace

TEST_CASE("two nights of 200 units: a budget, a flaky unit, and an upgrade of a module") {
  if (!SlurmCluster::instance() || !can_load_modules()) return;
  Nights nights;
  std::string page = "# Page\n";
  page += Nights::unit("flaky", "test -e " + nights.path("marks/again") + " || { touch " +
                                    nights.path("marks/again") + "; false; }");
  page += Nights::unit("amber", "module load amber/22.5\ntest \"$AMBER\" = 22.5");
  for (int i = 2; i < 200; ++i)
    page += Nights::unit("n" + std::to_string(i), "echo " + std::to_string(i));
  nights.write("docs/page.md", page);

  auto plan = nights.night({"--plan", "--budget", "10node-min"});
  CAPTURE(plan.errors);
  CHECK(has(plan.output, "100 of 200 due units fit: "));
  CHECK(nights.status().empty());

  auto first = nights.night({"--budget", "10node-min", "--json", "first.json"});
  CAPTURE(first.output);
  CAPTURE(first.errors);
  CHECK(first.exit_code == 1);
  CHECK(has(first.output, "100 of 200 due units fit: 10.0 CPU-minutes, 10.0 of 10 node-minutes"));
  CHECK(has(first.output, "left for another night: n199 on Cluster: never run"));
  // All of them go at once.
  CHECK(has(first.errors, "slurm: 100 units as "));
  CHECK(has(first.errors, ", an array of 1"));
  std::string ran = nights.disk->read(nights.path("first.json")).value();
  CHECK(base::split_lines(ran).size() == 100);

  nights.install({"24.0"});
  auto second = nights.night({"--budget", "11node-min", "--json", "second.json"});
  CAPTURE(second.output);
  CAPTURE(second.errors);
  CHECK(second.exit_code == 1);
  CHECK(has(second.output, "102 of 102 due units fit: "));
  CHECK(has(second.output, "98 are proved"));
  CHECK(has(second.output, "run: flaky on Cluster: failed: "));
  CHECK(has(second.output, "run: amber on Cluster: upgraded: amber/22.5 is no longer installed"));
  CHECK(has(second.output, "- `flaky` on `Cluster`: flaky: it passed 1 and failed 1 "));

  auto histories = nights.status();
  CHECK(histories.size() == 200);
  CHECK(histories["flaky"]["flaky"] == true);
  CHECK(histories["amber"]["flaky"] == false);
  CHECK(histories["amber"]["verdict"] == "fail");
  CHECK(histories["n2"]["runs"].size() == 1);
  CHECK(histories["n199"]["days_since_proof"] == 0);

  auto third = nights.night({"--plan"});
  CHECK(has(third.output, "1 of 1 due units fit: "));
  CHECK(has(third.output, "199 are proved"));
}

TEST_CASE("a sweep shows what an upgrade breaks, and pages keep their evidence") {
  if (!SlurmCluster::instance() || !can_load_modules()) return;
  Nights nights;
  nights.install({"22.5", "24.0"});
  nights.write("docs/page.md", "# Page\n" +
                                   Nights::unit("old",
                                                "module load amber/22.5\n"
                                                "test \"$AMBER\" = 22.5") +
                                   Nights::unit("any", "module load amber\ntest -n \"$AMBER\"") +
                                   Nights::unit("gone", "module load amber\nmodule purge\ntrue") +
                                   Nights::unit("none", "true"));
  auto plan = nights.test({"--system", "Cluster", "--sweep", "--plan"});
  CHECK(has(plan.output, "6 of 6 due units fit"));
  auto sweep = nights.test({"--system", "Cluster", "--sweep"});
  CAPTURE(sweep.output);
  CAPTURE(sweep.errors);
  CHECK(sweep.exit_code == 1);
  CHECK(has(sweep.output, "| unit | page says | `22.5` | `24.0` |"));
  CHECK(has(sweep.output, "| `old` | `amber/22.5` | pass | **fail** |"));
  CHECK(has(sweep.output, "| `any` | `amber` | pass | pass |"));
  CHECK(has(sweep.output, "| `gone` | `amber` | not loaded | not loaded |"));
  CHECK(has(sweep.output, "- breaks: `old` (`docs/page.md:"));
  CHECK_FALSE(has(sweep.output, "`none`"));
  CHECK(nights.status().empty());
  // Passes are not run again.
  auto again = nights.test({"--system", "Cluster", "--sweep"});
  CHECK(has(again.errors, "slurm: 1 unit as "));
  CHECK(has(again.output, "| `any` | `amber` | pass | pass |"));
}

TEST_CASE("a job for drained nodes is told, ends after the limit, and fails no page") {
  auto* cluster = SlurmCluster::instance();
  if (!cluster) return;
  Nights nights;
  nights.write("docs/page.md", "# Page\n" + Nights::unit("a", "true"));
  for (const char* node : {"kb1", "kb2"}) cluster->set_node(node, "DRAIN");
  auto outcome = nights.night({"--pending-limit", "3s", "--json", "out.json", "--github"});
  for (const char* node : {"kb1", "kb2"}) cluster->set_node(node, "RESUME");
  CAPTURE(outcome.output);
  CAPTURE(outcome.errors);
  CHECK(outcome.exit_code == 2);
  CHECK(has(outcome.output, "pending-too-long"));
  CHECK(has(outcome.errors, "once more"));
  CHECK(has(outcome.errors, "1 unit was not judged"));
  CHECK_FALSE(has(outcome.errors + outcome.output, "KB0760"));
  for (const char* node : {"kb1", "kb2"}) REQUIRE(cluster->wait_for_node(node, {"idle"}));
  // The next night takes it up again.
  CHECK(nights.night().exit_code == 0);
}

TEST_CASE("units of a change alone are run and told, and no page's text leaves its code span") {
  Nights nights;
  std::string page = "# Page\n" + Nights::unit("same", "true") +
                     Nights::unit("\"@everyone `x` [a](https://evil.example)\"", "echo x") +
                     Nights::unit("also", "echo also");
  nights.write("docs/page.md", page);
  auto git = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"git", "-c", "user.name=A", "-c", "user.email=a@example.org"});
    REQUIRE(nights.call(words).exit_code == 0);
  };
  git({"init", "-q"});
  git({"add", "-A"});
  git({"commit", "-q", "-m", "first"});
  page = base::replace_all(page, "unit=\"@", "unit=\"# @");
  nights.write("docs/page.md", base::replace_all(page, "# Page\n", "# Page\n\nMore words.\n"));
  auto plan = nights.test({"--changed-since", "HEAD", "--plan", "--format", "markdown"});
  CAPTURE(plan.output);
  CAPTURE(plan.errors);
  CHECK(has(plan.output, "1 unit changed since `HEAD`"));
  CHECK(has(plan.output, "- `# @everyone 'x' [a](https://evil.example)` on `local`: **not run**"));
  CHECK_FALSE(has(plan.output, "`same`"));
  auto run = nights.test({"--changed-since", "HEAD", "--format", "markdown"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.output, "evil.example)` on `local`: **pass**"));
  CHECK(nights.status().size() == 1);
  CHECK(nights.test({"--changed-since", "nowhere", "--plan"}).exit_code == 2);
}

/// A program in place of Apptainer that notes its arguments and runs the command here: what is
/// tried are the call and whose image it is, not the container.
TEST_CASE("a container's image is chosen by whoever runs kbuild, never by the repository alone") {
  Nights nights;
  test::WorkDirectory tools;
  nights.tools = tools.path;
  std::string log = tools.path + "/log";
  auto fake = [&](const std::string& body) {
    REQUIRE(nights.disk->write(tools.path + "/apptainer", "#!/bin/bash\n" + body));
    std::filesystem::permissions(tools.path + "/apptainer", std::filesystem::perms::owner_all);
  };
  fake("printf '%s\\n' \"$@\" > " + log +
       "\nwhile [ \"$1\" != bash ]; do shift; done\nexec \"$@\"\n");
  nights.write("image.sif", "an image");
  nights.write("docs/page.md", "# Page\n" + Nights::unit("a", "echo a"));
  nights.write("systems/local.yaml",
               "name: local\nexecution: {executor: local, image: image.sif}\n");
  auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--executor", "apptainer", "--json", "out.json"});
    return nights.test(std::move(more));
  };
  auto refused = run({});
  CHECK(refused.exit_code == 2);
  CHECK(has(refused.errors, "the repository asks for the image 'image.sif'"));
  CHECK_FALSE(std::filesystem::exists(log));
  CHECK(run({"--allow-image", "other.sif"}).exit_code == 2);
  CHECK(has(run({"--image", "absent.sif"}).errors, "'absent.sif' is no file here"));
  CHECK(run({"--image=--bind=/:/"}).exit_code == 2);
  auto allowed = run({"--allow-image", "image.sif"});
  CAPTURE(allowed.errors);
  CHECK(allowed.exit_code == 0);
  std::string called = nights.disk->read(log).value_or("");
  CHECK(has(called, "exec\n--containall\n--no-home\n--cleanenv\n--net\n--network\nnone\n"));
  CHECK(has(called, ":ro\n"));
  CHECK(has(called, nights.path("image.sif") + "\nbash\n"));
  base::Json record = base::Json::parse(nights.disk->read(nights.path("out.json")).value());
  CHECK(record["executor"] == "apptainer");
  CHECK(record["verdict"] == "pass");
  CHECK(record["level"] == "ran-cpu");
  CHECK(has(record["loaded"].dump(), "image.sif"));
  nights.write("machine/local.yaml", "name: local\nexecution: {images: [image.sif]}\n");
  nights.write("image.sif", "another image");
  CHECK(run({}).exit_code == 0);
  // Another image is another run.
  CHECK(base::split_lines(nights.disk->read(log).value_or("")).size() > 5);
  fake("echo no such image >&2; exit 255\n");
  CHECK(run({"--image", "image.sif", "--unit", "a"}).exit_code == 0);
  nights.write("image.sif", "a third image");
  auto broken = run({});
  CHECK(broken.exit_code == 2);
  CHECK(has(broken.output, "infra"));
  CHECK(has(broken.output, "no such image"));
}
