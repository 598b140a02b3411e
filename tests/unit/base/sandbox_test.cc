// Walls around a child, by every method that this machine has.
#include "base/sandbox.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/enclosure.h"
#include "base/format.h"
#include "base/text.h"
#include "support/skip.h"

using namespace kbuild::base;

namespace {

const WallMethod kMethods[] = {{SandboxKind::bubblewrap, true},
                               {SandboxKind::bubblewrap, false},
                               {SandboxKind::namespaces, true},
                               {SandboxKind::namespaces, false},
                               {SandboxKind::landlock, false}};

/// A project with a file beside it that the child must not see.
class Project {
 public:
  Project() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kbuild-walls-XXXXXX").native();
    root = ::mkdtemp(pattern.data());
    for (const char* name : {"unit", "extra"}) std::filesystem::create_directory(root + "/" + name);
    write("secret", "the password");
    write("extra/data", "shown");
  }
  ~Project() { std::filesystem::remove_all(root); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root + "/" + name) << text;
  }
  bool has(const std::string& name) const { return std::filesystem::exists(root + "/" + name); }
  std::string root;
};

/// A port of this machine that takes connections.
class Listener {
 public:
  Listener() {
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    REQUIRE(::listen(socket_, 8) == 0);
  }
  ~Listener() { ::close(socket_); }
  int port() const {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    REQUIRE(::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    return ntohs(address.sin_port);
  }

 private:
  int socket_ = -1;
};

class Walled {
 public:
  explicit Walled(const WallMethod& by) : method(by) {
    sandbox.writable = {project.root + "/unit"};
    sandbox.readable = {project.root + "/extra"};
  }
  /// What a shell behind the walls prints on both streams, without the last line's end.
  std::string run(const std::string& script) {
    Command command{{"sh", "-c", script}};
    command.directory = project.root + "/unit";
    command.inherit_environment = false;
    command.environment = {{"PATH", "/usr/bin:/bin"}};
    command.timeout = 30;
    command.sandbox = sandbox;
    auto outcome = run_behind(command, method);
    if (!outcome) return "not started: " + outcome.error().message;
    exit_code = outcome->exit_code;
    return std::string(trim(outcome->output + outcome->errors));
  }
  bool hides_names() const { return method.kind != SandboxKind::landlock; }

  WallMethod method;
  Project project;
  Sandbox sandbox;
  int exit_code = 0;
};

/// The test for each method that works here.
template <class Test>
void behind_each(const Test& test) {
  for (const WallMethod& method : kMethods) {
    std::string name(sandbox_name(method.kind));
    bool of_root = !method.user_namespace && method.kind != SandboxKind::landlock;
    if (of_root && ::geteuid() != 0) continue;
    if (of_root) name += " of root";
    CAPTURE(name);
    Walled walled(method);
    if (kbuild::test::can_run(walled.run("echo ready") == "ready", name + " does not work here"))
      test(walled);
  }
}

}  // namespace

TEST_CASE("the child writes where it may and nowhere else") {
  behind_each([](Walled& walled) {
    CHECK(walled.run("pwd; echo made > file; cat file") == walled.project.root + "/unit\nmade");
    CHECK(walled.project.has("unit/file"));
    walled.run("echo x > ../extra/file; echo x > ../beside; echo x > /usr/file; echo x > /file");
    CHECK_FALSE(walled.project.has("extra/file"));
    CHECK_FALSE(walled.project.has("beside"));
    CHECK_FALSE(std::filesystem::exists("/usr/file"));
    CHECK(walled.run("cat ../extra/data") == "shown");
  });
}

TEST_CASE("the child does not read what nobody named") {
  behind_each([](Walled& walled) {
    for (const char* file :
         {"../secret", "/etc/shadow", "/etc/ssh/sshd_config", "/var/log/dpkg.log"})
      CHECK(walled.run(std::string("cat ") + file + " 2>/dev/null; echo end") == "end");
    CHECK(walled.run("ls /root /home /var 2>/dev/null; echo end") == "end");
    if (!walled.hides_names()) return;
    CHECK(walled.run("cut -d: -f1 /etc/passwd; id -un") == "user\nuser");
  });
}

TEST_CASE("the child inherits no open file") {
  behind_each([](Walled& walled) {
    // As a library would open it, without thinking of children.
    int file = ::open((walled.project.root + "/secret").c_str(), O_RDONLY);
    REQUIRE(file >= 0);
    constexpr int kLeaked = 9;
    REQUIRE(::dup2(file, kLeaked) == kLeaked);
    CHECK(walled.run("cat <&9").find("password") == std::string::npos);
    ::close(kLeaked);
    ::close(file);
  });
}

TEST_CASE("the child's temporary directory is empty and vanishes") {
  behind_each([](Walled& walled) {
    std::string before = walled.run("ls -A $TMPDIR; echo x > $TMPDIR/kbuild-left; ls $TMPDIR");
    // A directory of the unit's own project may lie below the real one.
    CHECK(before.find("kbuild-left") != before.npos);
    CHECK_FALSE(std::filesystem::exists("/tmp/kbuild-left"));
    CHECK(walled.run("ls $TMPDIR").find("kbuild-left") == std::string::npos);
  });
}

TEST_CASE("the child has no network and no privilege") {
  behind_each([](Walled& walled) {
    Listener listener;
    CHECK(walled.run(format("exec bash -c 'exec 3<>/dev/tcp/127.0.0.1/{}' 2>/dev/null",
                            listener.port())) == "");
    CHECK(walled.exit_code != 0);
    if (!walled.hides_names()) return;
    CHECK(walled.run("grep -E 'CapEff|NoNewPrivs' /proc/self/status") ==
          "CapEff:\t0000000000000000\nNoNewPrivs:\t1");
    CHECK(walled.run("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '") == "lo");
    CHECK(walled.run("hostname") == "localhost");
    // Root of the machine may write there without any capability; an empty write changes nothing.
    walled.run(": 2>/dev/null >> /proc/sys/kernel/core_pattern");
    CHECK(walled.exit_code != 0);
  });
}

TEST_CASE("limits hold behind all walls and without any") {
  Walled walled({SandboxKind::limits_only, false});
  auto check = [](Walled& by) {
    by.sandbox.limits.file_size = 1000;
    CHECK(by.run("head -c 5000 /dev/zero > big; wc -c < big").find("1000") != std::string::npos);
    by.sandbox.limits = {};
    by.sandbox.limits.memory = 64u << 20;
    CHECK(by.run("head -c 200000000 /dev/zero | tail -c 100000000 | wc -c").find("100000000") ==
          std::string::npos);
    by.sandbox.limits = {};
    by.sandbox.limits.processor_seconds = 1;
    by.run("while :; do :; done");
    CHECK(by.exit_code != 0);
  };
  check(walled);
  behind_each(check);
}

TEST_CASE("processes are counted") {
  const bool root = ::geteuid() == 0;
  std::error_code ignored;
  std::filesystem::path group = "/sys/fs/cgroup/pids/kbuild-test";
  bool groups = !root || std::filesystem::create_directory(group, ignored);
  std::filesystem::remove(group, ignored);
  if (!kbuild::test::can_run(groups, "no control group of processes can be made here")) return;
  behind_each([](Walled& walled) {
    if (!walled.hides_names()) return;
    walled.sandbox.limits.processes = 20;
    std::string said =
        walled.run("for i in $(seq 40); do sleep 2 & done 2>/dev/null; ls -d /proc/[0-9]* | wc -l");
    CAPTURE(said);
    CHECK((walled.exit_code != 0 || parse_integer(said).value_or(100) <= 20));
  });
}

TEST_CASE("processes end with the one that was started") {
  behind_each([](Walled& walled) {
    if (!walled.hides_names()) return;
    walled.run("setsid sh -c 'sleep 0.3; echo x > late' & echo");
    ::usleep(500'000);
    CHECK_FALSE(walled.project.has("unit/late"));
    CHECK(parse_integer(walled.run("ls -d /proc/[0-9]* | wc -l")).value_or(100) < 8);
  });
}
