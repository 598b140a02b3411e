// A repository under attack by its own pull requests: whatever its profiles, blocks, PATH and git
// configuration say, the commands that judge pages run nothing of it, and what they do run neither
// reads, writes nor reaches anything beyond the block.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "../whole/work_directory.h"
#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "base/text.h"

using namespace kbuild;

namespace {

constexpr const char* kConfiguration =
    "site: {name: Test}\nlanguages: [en]\nsources: [{path: docs, lang: en}]\n"
    "snippets: {systems: snippets/systems, syntax: true}\n";
constexpr const char* kBlocks =
    "# Page\n\n```cpp\n#include <cstddef>\nint main() { return 0; }\n```\n\n"
    "```bash\nmkdir build && cd build\n```\n\n```python\nprint(1)\n```\n";

/// Commands that judge pages without running them.
const std::vector<std::vector<std::string>> kJudging = {
    {"snippets"}, {"check"}, {"build", "--no-search"}, {"test", "--plan"}};

/// A repository, and beside it what it must not touch.
struct Victim {
  Victim() {
    write("repo/kbuild.yml", kConfiguration);
    write("repo/docs/page.md", kBlocks);
    write("secret", "hunter2\n");
    write("home/.keep", "");
    std::filesystem::create_directory(path("outside"));
  }
  std::string path(const std::string& name) const { return directory.path + "/" + name; }
  void write(const std::string& name, const std::string& text) const {
    REQUIRE(disk->write(path(name), text));
  }
  void write_program(const std::string& name, const std::string& text) const {
    write(name, text);
    std::filesystem::permissions(path(name), std::filesystem::perms(0755));
  }
  bool attacked() const { return std::filesystem::exists(path("outside/ran")); }
  /// A shell command that leaves a trace.
  std::string attack() const { return base::format("echo ran > {}", path("outside/ran")); }

  base::ProcessOutcome kbuild(const std::vector<std::string>& words) const {
    base::Command command{{KBUILD_PROGRAM}};
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    command.directory = path("repo");
    command.inherit_environment = false;
    command.environment = {{"PATH", search_path}, {"HOME", home}, {"API_TOKEN", "tok3n"}};
    command.timeout = 120;
    auto outcome = base::run_process(command);
    REQUIRE(outcome.has_value());
    CAPTURE(outcome->errors);
    CHECK(outcome->exit_code < 3);
    return *outcome;
  }
  void judge_all() const {
    for (const std::vector<std::string>& words : kJudging) {
      CAPTURE(words[0]);
      kbuild(words);
      CHECK_FALSE(attacked());
    }
  }
  void git(std::vector<std::string> words) const {
    std::vector<std::string> all = {
        "git", "-C", path("repo"), "-c", "user.name=A", "-c", "user.email=a@example.org"};
    all.insert(all.end(), words.begin(), words.end());
    auto done = base::run_process({.arguments = all});
    REQUIRE(done.has_value());
    INFO(done->errors);
    REQUIRE(done->exit_code == 0);
  }

  test::WorkDirectory directory;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();
  std::string search_path = "/usr/local/bin:/usr/bin:/bin";
  std::string home = path("home");
};

void write_profile(const Victim& victim, const std::string& name, const std::string& execution) {
  victim.write(name, "name: local\nexecution:\n  executor: local\n" + execution);
}

/// {0} is the victim's directory, {1} a port of the machine that takes connections.
constexpr const char* kProbe = R"(#!/bin/bash
{{ echo x > {0}/outside/ran; echo x > {0}/repo/ran; echo x > /var/tmp/kbuild-ran; }} 2>/dev/null
token=$(env | grep -c API_TOKEN) files=$(ls -A . "$HOME" | grep -c '^[^./]')
secret=$(cat {0}/secret /etc/shadow {0}/repo/kbuild.yml 2>/dev/null | wc -c)
(exec 3<>/dev/tcp/127.0.0.1/{1}) 2>/dev/null && net=open || net=shut
parents=$(cat /proc/$PPID/environ /proc/1/environ 2>/dev/null | grep -c tok3n)
echo "<stdin>:1:1: error: token $token, files $files, secret $secret, net $net, parents $parents" >&2
exit 1
)";

/// Kibibytes.
constexpr long kMuch = 3l << 20;

/// The resident memory of the largest process that this one started, itself or through others.
long largest_descendant() {
  struct Process {
    long parent = 0, memory = 0;
  };
  std::map<long, Process> all;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    auto number = base::parse_integer(entry.path().filename().native());
    if (!number) continue;
    std::ifstream status(entry.path() / "status");
    for (std::string key, rest; status >> key && std::getline(status, rest);) {
      if (key == "PPid:") all[*number].parent = std::atol(rest.c_str());
      if (key == "VmRSS:") all[*number].memory = std::atol(rest.c_str());
    }
  }
  long most = 0;
  for (const auto& [number, process] : all)
    for (long above = process.parent; all.contains(above); above = all.at(above).parent)
      if (above == ::getpid()) most = std::max(most, process.memory);
  return most;
}

}  // namespace

TEST_CASE("a profile of the repository chooses no compiler") {
  Victim victim;
  victim.write_program("repo/tools/cc.sh", "#!/bin/sh\n" + victim.attack() + "\n");
  std::string python = base::format("python3 -c open('{}','w')", victim.path("outside/ran"));
  for (const std::string& compiler : {python, std::string("./tools/cc.sh"), std::string("sh -c x"),
                                      victim.path("repo/tools/cc.sh")}) {
    CAPTURE(compiler);
    write_profile(victim, "repo/snippets/systems/local.yaml",
                  base::format("  compilers: {{c: \"{0}\", cpp: \"{0}\"}}\n", compiler));
    victim.judge_all();
    CHECK(victim.kbuild({"check"}).errors.find("KB0911") != std::string::npos);
  }
}

TEST_CASE("a repository that is somebody's home gives no profile of the machine") {
  Victim victim;
  victim.write_program("repo/cc.sh", "#!/bin/sh\n" + victim.attack() + "\n");
  victim.home = victim.path("repo");
  victim.write("repo/snippets/systems/local.yaml", "name: local\nexecution: {executor: local}\n");
  write_profile(victim, "repo/.config/kbuild/systems/local.yaml",
                base::format("  compilers: {{cpp: {}}}\n", victim.path("repo/cc.sh")));
  victim.judge_all();
}

TEST_CASE("programs of the repository on PATH are passed over") {
  Victim victim;
  victim.git({"init", "-q"});
  victim.git({"add", "-A"});
  victim.git({"commit", "-q", "-m", "x"});
  for (const char* name : {"bash", "sh", "git", "python3", "cc", "c++", "bwrap", "uname", "mktemp"})
    for (const char* place : {"repo/", "repo/bin/"})
      victim.write_program(place + std::string(name), "#!/bin/sh\n" + victim.attack() + "\n");
  for (const std::string& first : {std::string("."), std::string(""), std::string("bin"),
                                   victim.path("repo"), victim.path("repo/bin")}) {
    CAPTURE(first);
    victim.search_path = first + ":/usr/local/bin:/usr/bin:/bin";
    victim.judge_all();
    victim.kbuild({"check", "--changed-since", "HEAD"});
    CHECK_FALSE(victim.attacked());
  }
}

TEST_CASE("a checkout's git configuration runs nothing") {
  Victim victim;
  victim.write("repo/kbuild.yml",
               "site: {name: Test}\nlanguages: [en, fi]\nsources:\n  - {path: docs, lang: en}\n"
               "  - {path: fi, lang: fi}\n");
  victim.write("repo/docs/other.md", "# Other\n\nOne.\n");
  victim.write("repo/fi/page.md", "# Sivu\n\nVanha.\n");
  victim.write("repo/.gitattributes", "*.md filter=evil diff=evil\n");
  victim.git({"init", "-q"});
  victim.git({"add", "-A"});
  victim.git({"commit", "-q", "-m", "x"});
  victim.write("repo/docs/page.md", std::string(kBlocks) + "\nMore.\n");
  victim.write_program("repo/evil.sh", "#!/bin/sh\n" + victim.attack() + "\ncat\n");
  const std::string evil = victim.path("repo/evil.sh");
  for (const char* name : {"post-index-change", "reference-transaction", "post-checkout"})
    victim.write_program(std::string("repo/.git/hooks/") + name, "#!/bin/sh\n" + victim.attack());
  victim.write("repo/.git/info/attributes", "* filter=evil diff=evil\n");
  victim.write("repo/.git/config",
               base::format("[core]\nrepositoryformatversion = 0\nfsmonitor = {0}\npager = {0}\n"
                            "editor = {0}\nsshCommand = {0}\n[pager]\ndiff = {0}\nlog = {0}\n"
                            "[alias]\ndiff = !{0}\nlog = !{0}\n[diff]\nexternal = {0}\n"
                            "[diff \"evil\"]\ntextconv = {0}\ncommand = {0}\n"
                            "[filter \"evil\"]\nclean = {0}\nsmudge = {0}\nrequired = true\n"
                            "[gpg]\nprogram = {0}\n[log]\nshowSignature = true\n",
                            evil));
  auto changed = victim.kbuild({"check", "--changed-since", "HEAD"});
  CHECK(changed.exit_code < 2);
  CHECK_FALSE(victim.attacked());
  victim.judge_all();
  victim.kbuild({"i18n"});
  CHECK_FALSE(victim.attacked());
}

TEST_CASE("a revision is no option of git") {
  Victim victim;
  victim.git({"init", "-q"});
  victim.git({"add", "-A"});
  victim.git({"commit", "-q", "-m", "x"});
  victim.kbuild({"check", "--changed-since=--output=" + victim.path("outside/ran")});
  CHECK_FALSE(victim.attacked());
}

TEST_CASE("what a compiler could say of the machine is empty") {
  Victim victim;
  int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  REQUIRE(::listen(listener, 8) == 0);
  sockaddr_in address{};
  socklen_t size = sizeof address;
  REQUIRE(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  // A compiler that the machine's user chose tells what it finds, as an error of the block.
  victim.write_program("machine/bin/compiler",
                       base::format(kProbe, victim.directory.path, ntohs(address.sin_port)));
  write_profile(victim, "machine/profiles/local.yaml",
                base::format("  compilers: {{cpp: {}}}\n", victim.path("machine/bin/compiler")));
  auto outcome = victim.kbuild({"--machine", victim.path("machine/profiles"), "snippets"});
  ::close(listener);
  CAPTURE(outcome.errors);
  CHECK(outcome.errors.find("token 0, files 0, secret 0, net shut, parents 0") !=
        std::string::npos);
  CHECK_FALSE(victim.attacked());
  CHECK_FALSE(std::filesystem::exists(victim.path("repo/ran")));
  CHECK_FALSE(std::filesystem::exists("/var/tmp/kbuild-ran"));
}

TEST_CASE("a block includes no file of the machine") {
  Victim victim;
  // The content of the file is named in an error of the block itself.
  victim.write("repo/docs/page.md",
               base::format("# Page\n\n```cpp\n#include <cstddef>\n"
                            "typedef struct\n#include \"{}\"\n*P;\nint x = P();\n"
                            "int main() {{ return x; }}\n```\n",
                            victim.path("secret")));
  for (const std::vector<std::string>& words : kJudging) {
    auto outcome = victim.kbuild(words);
    CHECK(outcome.errors.find("hunter2") == std::string::npos);
    CHECK(outcome.output.find("hunter2") == std::string::npos);
  }
}

TEST_CASE("a block that includes an endless file is stopped") {
  Victim victim;
  victim.write(
      "repo/docs/page.md",
      "# Page\n\n```cpp\n#include <cstddef>\n#include \"/dev/zero\"\nint main() {}\n```\n");
  long most = 0;
  base::Command command{{KBUILD_PROGRAM, "snippets"}};
  command.directory = victim.path("repo");
  command.timeout = 120;
  command.cancelled = [&] {
    most = std::max(most, largest_descendant());
    return most > kMuch;
  };
  REQUIRE(base::run_process(command).has_value());
  CHECK(most < kMuch);
}
