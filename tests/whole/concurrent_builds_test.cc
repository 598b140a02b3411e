// Several builds of one site at once: each waits for its turn, nobody ever sees a partial site, and
// who has to wait is told for whom. KBUILD_ROUNDS=<n> sets how often three builds are started.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include "base/disk.h"
#include "base/format.h"
#include "base/lock.h"
#include "base/process.h"
#include "base/text.h"
#include "build/outputs/site_contents.h"
#include "work_directory.h"

using namespace kbuild;
namespace fs = std::filesystem;

namespace {

constexpr int kSharedPages = 20;

struct SharedSite {
  test::WorkDirectory work;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();

  SharedSite() {
    write("kbuild.yml", "languages: [en]\nsources: [{path: docs, lang: en}]\nout: site\n");
    write_pages(0);
  }
  void write(const std::string& path, const std::string& text) {
    REQUIRE(disk->write(work.path + "/" + path, text));
  }
  void write_pages(int round) {
    write("docs/index.md", base::format("# Start {}\n", round));
    for (int i = 0; i < kSharedPages; ++i)
      write(base::format("docs/page{}.md", i), base::format("# Page {} of {}\n", i, round));
    write(base::format("docs/only{}.md", round % 3), "# Sometimes\n");
    fs::remove(work.path + base::format("/docs/only{}.md", (round + 1) % 3));
  }
  base::ProcessOutcome run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), KBUILD_PROGRAM);
    auto outcome = base::run_process(
        {.arguments = std::move(arguments), .directory = work.path, .timeout = 120});
    return outcome ? *outcome : base::ProcessOutcome{};
  }
};

}  // namespace

TEST_CASE("three builds at once end with one whole site, each of them") {
  const char* wish = std::getenv("KBUILD_ROUNDS");
  auto rounds = base::parse_integer(wish ? wish : "6").value_or(6);
  SharedSite site;
  const std::string out = site.work.path + "/site";
  REQUIRE(site.run({"-q", "build"}).exit_code == 0);
  for (int round = 1; round <= rounds; ++round) {
    CAPTURE(round);
    site.write_pages(round);
    std::atomic<bool> ended = false;
    std::atomic<int> absences = 0;
    std::thread reader([&] {
      for (; !ended; std::this_thread::yield())
        for (const char* file : {"/index.html", "/page7/index.html", "/404.html"})
          if (site.disk->kind(out + file) != base::FileKind::file) ++absences;
    });
    std::vector<std::vector<std::string>> commands = {
        {"-q", "build"}, {"-q", "build", "--clean"}, {"-q", "--out", "site", "build"}};
    std::vector<base::ProcessOutcome> outcomes(commands.size());
    std::vector<std::thread> builds;
    for (std::size_t i = 0; i < commands.size(); ++i)
      builds.emplace_back([&, i] { outcomes[i] = site.run(commands[i]); });
    for (std::thread& build : builds) build.join();
    ended = true;
    reader.join();
    for (const base::ProcessOutcome& outcome : outcomes)
      CHECK_MESSAGE(outcome.exit_code == 0, outcome.errors);
    CHECK(absences == 0);
    auto contents = build::inspect_site(*site.disk, out);
    REQUIRE(contents);
    CHECK(contents->marked);
    CHECK(contents->missing.empty());
    CHECK(contents->foreign.empty());
    for (int i = 0; i < kSharedPages; ++i)
      CHECK(site.disk->read(out + base::format("/page{}/index.html", i))
                .value_or("")
                .find(base::format("Page {} of {}", i, round)) != std::string::npos);
  }
}

TEST_CASE("a build waits for another one and says for whom") {
  SharedSite site;
  REQUIRE(site.run({"-q", "build"}).exit_code == 0);
  std::string state;
  for (const auto& entry : fs::directory_iterator(site.work.path + "/.kbuild"))
    state = entry.path().native();
  for (const std::string& path : {state + "/state.lock", site.work.path + "/.site.lock"}) {
    CAPTURE(path);
    site.write("docs/index.md", "# Start of " + path + "\n");
    auto lock = base::FileLock::take(path, {.holder = "kbuild of a test"});
    REQUIRE(lock);
    base::ProcessOutcome outcome;
    std::thread build([&] { outcome = site.run({"build"}); });
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    CHECK(site.disk->read(site.work.path + "/site/index.html").value_or("").find(path) ==
          std::string::npos);
    *lock = base::FileLock();
    build.join();
    CHECK(outcome.exit_code == 0);
    CHECK_MESSAGE(
        outcome.errors.find("waiting for kbuild of a test (process ") != std::string::npos,
        outcome.errors);
  }
}

TEST_CASE("builds take turns with a server that rebuilds on every change") {
  SharedSite site;
  REQUIRE(site.run({"-q", "build"}).exit_code == 0);
  pid_t server = ::fork();
  if (server == 0) {
    int nowhere = ::open("/dev/null", O_WRONLY);
    if (::chdir(site.work.path.c_str()) == 0 && ::dup2(nowhere, 1) == 1 && ::dup2(nowhere, 2) == 2)
      ::execl(KBUILD_PROGRAM, KBUILD_PROGRAM, "-q", "serve", "--port", "0", nullptr);
    ::_exit(127);
  }
  REQUIRE(server > 0);
  for (int round = 1; round <= 8; ++round) {
    site.write_pages(round);
    auto outcome = site.run({"-q", "build"});
    CHECK_MESSAGE(outcome.exit_code == 0, outcome.errors);
    std::this_thread::sleep_for(std::chrono::milliseconds(30 * round));
  }
  // A build of the server is no change that it builds for.
  std::string state;
  for (const auto& entry : fs::directory_iterator(site.work.path + "/.kbuild"))
    state = entry.path().native();
  auto last_build = [&] { return site.disk->status(state + "/state.lock").modified; };
  bool rests = false;
  for (int i = 0; i < 60 && !rests; ++i) {
    std::int64_t before = last_build();
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    rests = before == last_build();
  }
  CHECK(rests);
  // It lives until it is ended.
  CHECK(::kill(server, 0) == 0);
  ::kill(server, SIGTERM);
  int status = 0;
  REQUIRE(::waitpid(server, &status, 0) == server);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  REQUIRE(site.run({"-q", "build"}).exit_code == 0);
  auto contents = build::inspect_site(*site.disk, site.work.path + "/site");
  REQUIRE(contents);
  CHECK(contents->missing.empty());
  CHECK(contents->foreign.empty());
}

TEST_CASE("two runs of the same units exclude each other at once") {
  SharedSite site;
  site.write("kbuild.yml",
             "languages: [en]\nsources: [{path: docs, lang: en}]\nsnippets: {execute: true}\n");
  site.write("docs/index.md", "# Start\n\n<!-- kb: unit=one -->\n```bash\necho 1\n```\n");
  CHECK(site.run({"-q", "check"}).exit_code == 0);
  std::string state;
  for (const auto& entry : fs::directory_iterator(site.work.path + "/.kbuild"))
    state = entry.path().native();
  fs::create_directories(state + "/runs/local");
  auto lock = base::FileLock::take(state + "/runs/local/lock", {.holder = "kbuild test"});
  REQUIRE(lock);
  auto outcome = base::run_process(
      {.arguments = {"env", "KBUILD_ALLOW_EXECUTE=1", KBUILD_PROGRAM, "-q", "test"},
       .directory = site.work.path,
       .timeout = 60});
  REQUIRE(outcome);
  CHECK(outcome->exit_code == 2);
  CHECK_MESSAGE(outcome->errors.find("kbuild test (process ") != std::string::npos,
                outcome->errors);
}
