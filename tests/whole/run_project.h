// A project whose page is run by `kbuild test`, in a directory of its own.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "run/evidence_set.h"
#include "support/skip.h"
#include "work_directory.h"

namespace kbuild::test {

/// Where `./dev test` unpacks Lmod.
inline const std::string& lmod_program() {
  static const std::string path =
      KBUILD_ROOT "/.build/module-tools/lmod/usr/share/lmod/lmod/libexec/lmod";
  return path;
}
inline bool have_lmod() {
  return can_run(std::filesystem::exists(lmod_program()),
                 "no Lmod in .build/module-tools, which ./dev test unpacks");
}

inline constexpr const char* kRunConfiguration =
    "site: {name: Test}\nlanguages: [en]\nsources: [{path: docs, lang: en, snippets: [code]}]\n"
    "snippets: {execute: true, systems: systems, evidence: evidence}\n";

/// A project in a directory of its own, and the profiles of the machine, which let units write
/// below "marks": each unit of its page appends a line to "ran" there.
struct RunProject {
  WorkDirectory directory;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();

  RunProject() {
    write("kbuild.yml", kRunConfiguration);
    write("systems/local.yaml", "name: local\nexecution: {executor: local}\n");
    write("systems/cluster.yaml",
          "name: Cluster\nexecution: {executor: slurm, max_time: \"00:02:00\"}\n");
    REQUIRE(disk->make_directories(path("marks")));
    for (const char* name : {"local", "Cluster"}) write_machine(name, "");
  }

  void write_machine(const std::string& name, const std::string& keys) {
    write("machine/" + name + ".yaml",
          base::format("name: {}\nexecution:\n  writable: [{}]\n{}", name, path("marks"), keys));
  }
  /// The keys of a machine on which Lmod serves the tree "modules", as login shells of
  /// clusters set it up.
  std::string lmod_prelude() {
    write("lmod.sh", "export LMOD_CMD=" + lmod_program() + " MODULEPATH=" + path("modules") +
                         "\nmodule() { eval \"$(\"$LMOD_CMD\" bash \"$@\")\"; }\n"
                         "export -f module\n");
    return base::format("  readable: [{}, {}, {}]\n  prelude: |\n    . {}\n",
                        KBUILD_ROOT "/.build/module-tools", path("modules"), path("lmod.sh"),
                        path("lmod.sh"));
  }
  std::string path(const std::string& name) const { return directory.path + "/" + name; }
  void write(const std::string& name, const std::string& text) {
    REQUIRE(disk->write(path(name), text));
  }
  std::string read(const std::string& name) const { return disk->read(path(name)).value_or(""); }

  /// A page with the commands as units "unit0", "unit1", ...; each says on "ran" that it was
  /// executed.
  void write_units(const std::vector<std::string>& commands, const std::string& prose = "Words.") {
    std::string page = "# Page\n\n" + prose + "\n";
    for (std::size_t i = 0; i < commands.size(); ++i)
      page += base::format(
          "\n<!-- kb: unit=unit{0} -->\n```bash\necho {0} >> {1}/marks/ran\n{2}\n```\n", i,
          directory.path, commands[i]);
    write("docs/page.md", page);
  }
  /// How often each unit was executed, in the order in which they began.
  std::string ran() {
    std::string text = base::replace_all(read("marks/ran"), "\n", " ");
    (void)disk->remove(path("marks/ran"));
    return std::string(base::trim(text));
  }

  base::Command command(std::vector<std::string> arguments) const {
    std::vector<std::string> words = {KBUILD_PROGRAM,   "--quiet", "--machine",
                                      path("machine"),  "test",    "--allow-execute",
                                      "--without-walls"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    base::Command out{std::move(words)};
    out.directory = directory.path;
    out.inherit_environment = false;
    out.environment = environment();
    out.timeout = 120;
    return out;
  }
  /// Without what a service of continuous integration says of itself.
  static std::map<std::string, std::string> environment() {
    std::map<std::string, std::string> variables = base::current_environment();
    std::erase_if(variables, [](const auto& variable) {
      return variable.first.starts_with("GITHUB_") || variable.first.starts_with("GITLAB_") ||
             variable.first.starts_with("CI_");
    });
    return variables;
  }
  base::ProcessOutcome test(std::vector<std::string> arguments = {}) const {
    auto outcome = base::run_process(command(std::move(arguments)));
    REQUIRE(outcome.has_value());
    return *outcome;
  }
  std::vector<run::RunRecord> evidence() const {
    return run::read_all_evidence(*disk, path(".kbuild/" + key() + "/evidence")).value();
  }
  /// The only directory below .kbuild.
  std::string key() const {
    auto outcome = base::run_process({{"ls", path(".kbuild")}});
    return outcome ? std::string(base::trim(outcome->output)) : "";
  }

  /// Starts the program without waiting.
  pid_t start(std::vector<std::string> arguments) const {
    std::vector<std::string> words = command(std::move(arguments)).arguments;
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_t child = ::fork();
    if (child == 0) {
      if (::chdir(directory.path.c_str()) != 0 || !std::freopen("/dev/null", "w", stdout))
        ::_exit(126);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    return child;
  }
  /// Waits until that many units were begun.
  bool wait_for(std::size_t units) const {
    for (int i = 0; i < 300; ++i) {
      if (base::split_lines(read("marks/ran")).size() >= units) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
  }
};

/// Records of a report by their unit.
inline std::map<std::string, run::RunRecord> records_of(const std::string& evidence) {
  std::map<std::string, run::RunRecord> records;
  for (std::string_view line : base::split_lines(evidence)) {
    auto record = run::from_json(line);
    REQUIRE(record.has_value());
    records[record->unit] = *record;
  }
  return records;
}

}  // namespace kbuild::test
