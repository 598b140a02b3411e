// What `cmake --install` puts down is whole: the program builds a site from there wherever the tree
// is moved, and the manual page and the completions name every command.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/disk.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

base::ProcessOutcome run_here(std::vector<std::string> arguments, const std::string& directory) {
  auto outcome = base::run_process(
      {.arguments = std::move(arguments), .directory = directory, .timeout = 120});
  REQUIRE(outcome);
  return std::move(*outcome);
}

std::string printed(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), KBUILD_PROGRAM);
  base::ProcessOutcome outcome = run_here(std::move(arguments), KBUILD_ROOT);
  REQUIRE_MESSAGE(outcome.exit_code == 0, outcome.errors);
  return std::move(outcome.output);
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

bool have_program(const std::string& name) {
  return test::can_run(std::filesystem::exists("/usr/bin/" + name), "there is no " + name);
}

/// Commands as the help names them, each at the start of a line below "Subcommands:".
std::vector<std::string> commands_of_help() {
  std::vector<std::string> names;
  bool inside = false;
  std::string help = printed({"--help"});
  for (std::string_view line : base::split_lines(help)) {
    if (inside && line.starts_with("  ") && line.size() > 2 && line[2] != ' ')
      names.emplace_back(line.substr(2, line.find(' ', 2) - 2));
    if (line.starts_with("Subcommands")) inside = true;
  }
  return names;
}

/// What bash offers for the last of the words.
std::vector<std::string> offered(const std::string& words) {
  std::string script = printed({"completion", "bash"}) + "COMP_WORDS=(" + words +
                       ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_kbuild\n"
                       "printf '%s\\n' \"${COMPREPLY[@]}\"\n";
  base::ProcessOutcome outcome = run_here({"bash", "-c", script}, "/");
  CHECK(outcome.errors == "");
  std::vector<std::string> out;
  for (std::string_view line : base::split_lines(outcome.output)) out.emplace_back(line);
  return out;
}

}  // namespace

TEST_CASE("package: an installed tree builds a site wherever it is moved") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  std::string prefix = work.path + "/first";
  base::ProcessOutcome installed = run_here(
      {"cmake", "--install", std::string(base::parent_path(KBUILD_PROGRAM)), "--prefix", prefix},
      work.path);
  REQUIRE_MESSAGE(installed.exit_code == 0, installed.errors);
  for (const char* file :
       {"/bin/kbuild", "/share/kbuild/themes/default/icons.yaml", "/share/man/man1/kbuild.1.gz",
        "/share/bash-completion/completions/kbuild", "/share/zsh/vendor-completions/_kbuild",
        "/share/fish/vendor_completions.d/kbuild.fish", "/share/doc/kbuild/copyright"})
    CHECK_MESSAGE(disk->status(prefix + file).kind == base::FileKind::file, file);
  std::filesystem::rename(prefix, work.path + "/moved");
  REQUIRE(disk->write(work.path + "/guide/kbuild.yml",
                      "site: {name: G}\nsources: [{path: docs, lang: en}]\nout: site\n"));
  REQUIRE(disk->write(work.path + "/guide/docs/index.md", "# Guide\n\nWords.\n"));
  base::ProcessOutcome built = run_here({work.path + "/moved/bin/kbuild"}, work.path + "/guide");
  CHECK_MESSAGE(built.exit_code == 0, built.errors);
  CHECK(contains(disk->read(work.path + "/guide/site/index.html").value_or(""), "Words."));
  // Without its themes the same program cannot.
  std::filesystem::remove_all(work.path + "/moved/share/kbuild");
  CHECK(run_here({work.path + "/moved/bin/kbuild", "build", "--clean"}, work.path + "/guide")
            .exit_code == 2);
}

TEST_CASE("package: the manual page and the completions name every command") {
  std::vector<std::string> commands = commands_of_help();
  REQUIRE(commands.size() >= 15);
  std::string man = printed({"man"});
  for (const std::string& command : commands) {
    CHECK_MESSAGE(contains(man, ".SS kbuild " + command + "\n"), command);
    for (const char* shell : {"bash", "zsh", "fish"})
      CHECK_MESSAGE(contains(printed({"completion", shell}), command), shell);
  }
  CHECK(contains(man, ".SS kbuild matrix review\n"));
  CHECK(contains(man, "\\fB\\-\\-update\\-baseline\\fR\n"));
  CHECK(contains(man, "\\fB\\-\\-config\\fR \\fIVALUE\\fR\n"));
  if (have_program("groff")) {
    test::WorkDirectory work;
    auto disk = base::make_real_disk();
    REQUIRE(disk->write(work.path + "/kbuild.1", man));
    base::ProcessOutcome set = run_here({"groff", "-man", "-Tascii", "-ww", "kbuild.1"}, work.path);
    CHECK(set.exit_code == 0);
    CHECK(set.errors == "");
    CHECK(contains(set.output, "User Commands"));
  }
}

TEST_CASE("package: shells complete by command") {
  using Words = std::vector<std::string>;
  CHECK(offered("kbuild bui") == Words{"build"});
  CHECK(offered("kbuild build --str") == Words{"--strict"});
  CHECK(offered("kbuild check --str") == Words{""});
  CHECK(offered("kbuild -q matrix rev") == Words{"review"});
  CHECK(offered("kbuild matrix review --dec") == Words{"--decide"});
  CHECK(offered("kbuild build --conf") == Words{"--config"});
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  for (const char* shell : {"bash", "zsh", "fish"}) {
    if (!have_program(shell)) continue;
    REQUIRE(disk->write(work.path + "/script", printed({"completion", shell})));
    base::ProcessOutcome parsed = run_here({shell, "-n", "script"}, work.path);
    CHECK_MESSAGE(parsed.exit_code == 0, parsed.errors);
  }
  base::ProcessOutcome none = run_here({KBUILD_PROGRAM, "completion", "sh"}, work.path);
  CHECK(none.exit_code == 2);
  CHECK(contains(none.errors, "kbuild has bash, zsh, fish"));
}

TEST_CASE("package: CPack makes the same bytes twice, and a .deb with what it depends on") {
  if (!have_program("cpack") || !have_program("dpkg-shlibdeps") || !have_program("dpkg-deb"))
    return;
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  std::string config = base::join_path(base::parent_path(KBUILD_PROGRAM), "CPackConfig.cmake");
  std::vector<std::string> made[2];
  for (int i = 0; i < 2; ++i) {
    std::string out = work.path + "/" + std::to_string(i);
    base::Command command{{"cpack", "--config", config, "-B", out}};
    command.directory = work.path;
    command.environment = {{"SOURCE_DATE_EPOCH", "1700000000"}};
    command.timeout = 300;
    auto outcome = base::run_process(command);
    REQUIRE(outcome);
    REQUIRE_MESSAGE(outcome->exit_code == 0, (outcome->output + outcome->errors));
    for (const auto& entry : std::filesystem::directory_iterator(out))
      if (entry.is_regular_file()) made[i].push_back(entry.path().filename());
    std::sort(made[i].begin(), made[i].end());
  }
  REQUIRE(made[0].size() == 4);  // each with its checksum
  CHECK(made[0] == made[1]);
  constexpr std::uint64_t kMax = 1u << 30;
  for (const std::string& name : made[0])
    CHECK_MESSAGE(disk->read(work.path + "/0/" + name, kMax).value_or("0") ==
                      disk->read(work.path + "/1/" + name, kMax).value_or("1"),
                  name);
  for (const std::string& name : made[0]) {
    if (!name.ends_with(".deb")) continue;
    std::string package = work.path + "/0/" + name;
    std::string depends = run_here({"dpkg-deb", "-f", package, "Depends"}, "/").output;
    CHECK(contains(depends, "libxapian30"));
    CHECK(contains(depends, "libc6"));
    CHECK(contains(run_here({"dpkg-deb", "-c", package}, "/").output, " ./usr/bin/kbuild\n"));
  }
}
