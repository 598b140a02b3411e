// Kills builds, searches, checks, servers and runs of units at random moments. The site must be the
// old one or the new one each time, whole, evidence readable, and the next build must give the
// bytes of a clean one. KBUILD_KILLS=<n> sets how many processes of each kind of test are killed.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <random>
#include <thread>

#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "run/evidence.h"
#include "run/evidence_set.h"
#include "work_directory.h"

using namespace kbuild;
using Files = std::map<std::string, std::string>;

namespace {

constexpr int kPageCount = 40;
constexpr int kUnitCount = 3;
/// The page that changes while a server runs.
constexpr int kEditedPage = 1;

int wanted_kills() {
  const char* wish = std::getenv("KBUILD_KILLS");
  return static_cast<int>(base::parse_integer(wish ? wish : "20").value_or(20));
}

class KilledSite {
 public:
  explicit KilledSite(unsigned seed) : random_(seed) {
    write("kbuild.yml",
          "site: {name: Test, url: 'https://example.org/'}\nlanguages: [en, fi]\n"
          "sources:\n- {path: en, lang: en}\n- {path: fi, lang: fi}\n");
    write("fi/keep.md", "# Pidä\n");
    for (int i = 0; i < kPageCount; ++i) write_page(i);
  }

  /// Changes some pages: new texts and titles, pages that go and pages that come, one that goes
  /// back to what it was.
  void edit() {
    for (int i = 0; i < 5; ++i) {
      int page = pick(kPageCount);
      switch (pick(4)) {
        case 0: (void)disk_->remove(work_.path + "/" + name(page)); break;
        case 1: write("en/img/" + std::to_string(page) + ".png", std::to_string(pick(100))); break;
        default: write_page(page);
      }
    }
  }

  /// Changes the text of one page, at once for whoever reads it meanwhile.
  void edit_one() {
    write_page(kEditedPage, "aside.md");
    std::filesystem::rename(work_.path + "/aside.md", work_.path + "/" + name(kEditedPage));
  }

  /// Runs the program to its end.
  void run(const std::string& state, const std::vector<std::string>& words = {"build"}) {
    std::vector<std::string> arguments = {"env", "KBUILD_ALLOW_EXECUTE=1"};
    for (std::string& word : command(words)) arguments.push_back(std::move(word));
    auto done =
        base::run_process({.arguments = arguments, .directory = directory(state), .timeout = 120});
    REQUIRE(done);
    INFO(done->errors);
    REQUIRE(done->exit_code <= 1);
  }
  void build(const std::string& state) { run(state); }

  /// The site that a clean build gives, without the feed, which tells what changed since the last
  /// build.
  Files clean_site() {
    forget("clean");
    build("clean");
    Files files = site("clean");
    files.erase("matrix.xml");
    return files;
  }

  /// The directory of the only configuration's state.
  std::string state_directory(const std::string& state) const {
    for (const auto& entry : std::filesystem::directory_iterator(directory(state) + "/.kbuild"))
      return entry.path().native();
    return "";
  }

  /// Starts the program and kills it after some microseconds; true where it had not ended by
  /// itself. `meanwhile` is called before it is killed.
  bool run_and_kill(const std::string& state, int microseconds,
                    const std::vector<std::string>& command_words,
                    const std::function<void()>& meanwhile = {}) {
    std::vector<std::string> words = command(command_words);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const std::string in = directory(state);
    pid_t child = ::fork();
    if (child == 0) {
      ::setpgid(0, 0);
      ::setenv("KBUILD_ALLOW_EXECUTE", "1", 1);
      int nowhere = ::open("/dev/null", O_WRONLY);
      if (::chdir(in.c_str()) == 0 && ::dup2(nowhere, 1) == 1 && ::dup2(nowhere, 2) == 2)
        ::execv(arguments[0], arguments.data());
      ::_exit(127);
    }
    REQUIRE(child > 0);
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds / 2));
    if (meanwhile) meanwhile();
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds / 2));
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    // What it had started and left.
    ::kill(-child, SIGKILL);
    return WIFSIGNALED(status);
  }

  Files site(const std::string& state) const {
    Files out;
    const std::string root = state_directory(state) + "/site";
    auto files = disk_->list(root);
    if (!files) return out;
    for (const std::string& path : *files) out[path] = *disk_->read(root + "/" + path);
    return out;
  }

  void forget(const std::string& state) {
    REQUIRE(disk_->remove_tree(directory(state) + "/.kbuild"));
  }
  void forget_index(const std::string& state) {
    REQUIRE(disk_->remove_tree(state_directory(state) + "/search"));
  }

  /// Gives the site units to run, of which each takes about the same time.
  void write_units() {
    write("kbuild.yml",
          "site: {name: Test}\nlanguages: [en]\nsources: [{path: units, lang: en}]\n"
          "snippets: {execute: true}\n");
    for (int i = 0; i < kUnitCount; ++i)
      write(base::format("units/page{}.md", i),
            base::format("# Page\n\n<!-- kb: unit=unit{0} -->\n```bash\necho {0} {1}\n```\n", i,
                         pick(1000)));
  }

  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

 private:
  std::string directory(const std::string& state) const {
    std::string path = work_.path + "/" + state;
    std::filesystem::create_directories(path);
    return path;
  }

  std::vector<std::string> command(const std::vector<std::string>& words = {"build"}) const {
    std::vector<std::string> out = {KBUILD_PROGRAM, "--config", work_.path + "/kbuild.yml", "-q"};
    out.insert(out.end(), words.begin(), words.end());
    return out;
  }

  static std::string name(int page) { return base::format("en/part{}/page{}.md", page % 4, page); }

  void write_page(int page) { write_page(page, name(page)); }
  void write_page(int page, const std::string& path) {
    write(path, base::format(
                    "# Title {}\n\n[next](page{}.md#part-{})\n\n## Part {}\n\nWord{} and prose.\n",
                    pick(9), (page + 4) % kPageCount, pick(3), pick(3), pick(1000)));
  }

  void write(const std::string& path, const std::string& text) {
    REQUIRE(disk_->write(work_.path + "/" + path, text));
  }

  test::WorkDirectory work_;
  std::mt19937 random_;
  std::unique_ptr<base::Disk> disk_ = base::make_real_disk();
};

/// Where two sites differ, for the message.
std::string difference(const Files& a, const Files& b) {
  for (const auto& [path, content] : a)
    if (auto found = b.find(path); found == b.end() || found->second != content)
      return path + (found == b.end() ? " is only in one" : " differs");
  for (const auto& [path, content] : b)
    if (!a.contains(path)) return path + " is only in the other";
  return "";
}

}  // namespace

/// Moments of kills, spread over what a process takes; where it was faster than its moment, later
/// moments come earlier, so that processes are killed at all speeds of the machine.
class Moments {
 public:
  explicit Moments(double microseconds) : range_(microseconds) {}
  int next(KilledSite& site) const { return site.pick(static_cast<int>(range_) + 1); }
  void learn(bool in_time) { range_ *= in_time ? 1.1 : 0.75; }

 private:
  double range_;
};

TEST_CASE("a build that is killed leaves a whole site, and the next build equals a clean one") {
  KilledSite site(7);
  auto begin = std::chrono::steady_clock::now();
  site.build("state");
  auto cold = std::chrono::duration_cast<std::chrono::microseconds>(
                  std::chrono::steady_clock::now() - begin)
                  .count();
  Files old = site.site("state");
  REQUIRE(old.size() > kPageCount);
  Moments moments(static_cast<double>(cold));
  for (int killed = 0; killed < wanted_kills();) {
    CAPTURE(killed);
    site.edit();
    bool in_time = site.run_and_kill("state", moments.next(site), {"build"});
    killed += in_time ? 1 : 0;
    moments.learn(in_time);
    Files left = site.site("state");
    site.build("state");
    Files now = site.site("state");
    CHECK_MESSAGE((left == old || left == now), difference(left, old), "; ", difference(left, now));
    Files again = now;
    again.erase("matrix.xml");
    CHECK(difference(again, site.clean_site()) == "");
    old = std::move(now);
  }
}

TEST_CASE("a search or a check that is killed changes no site, and index and ledger are mended") {
  KilledSite site(8);
  site.build("state");
  const std::vector<std::vector<std::string>> commands = {
      {"search", "prose"}, {"check"}, {"matrix"}};
  std::vector<Moments> moments(commands.size(), Moments(100'000));
  for (int killed = 0; killed < wanted_kills();) {
    auto which = static_cast<std::size_t>(site.pick(static_cast<int>(commands.size())));
    CAPTURE(killed);
    CAPTURE(which);
    const Files old = site.site("state");
    site.edit();
    // Sometimes a search has to make the whole index.
    if (site.pick(3) == 0) site.forget_index("state");
    bool in_time = site.run_and_kill("state", moments[which].next(site), commands[which]);
    killed += in_time ? 1 : 0;
    moments[which].learn(in_time);
    CHECK(difference(site.site("state"), old) == "");
    site.run("state", {"search", "prose"});
    site.build("state");
    Files now = site.site("state");
    now.erase("matrix.xml");
    // The files of the index for browsers are made of the index.
    CHECK(difference(now, site.clean_site()) == "");
  }
}

TEST_CASE("a server that is killed leaves the site of one of its builds") {
  KilledSite site(9);
  site.build("state");
  auto without_feed = [](Files files) {
    files.erase("matrix.xml");
    return files;
  };
  Moments moments(400'000);
  for (int killed = 0; killed < std::max(wanted_kills() / 2, 1); ++killed) {
    CAPTURE(killed);
    const Files before = without_feed(site.site("state"));
    site.edit();
    const Files first = site.clean_site();
    // Killed at its first build, or at that of a change made after it: a page that changes while a
    // build reads it is half in that build and wholly in the next one.
    std::function<void()> change = [&] {
      for (int i = 0; i < 500 && without_feed(site.site("state")) != first; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      site.edit_one();
    };
    bool in_time = site.run_and_kill("state", moments.next(site), {"serve", "--port", "0"},
                                     killed % 2 == 0 ? std::function<void()>() : change);
    CHECK(in_time);
    const Files last = killed % 2 == 0 ? first : site.clean_site();
    const Files left = without_feed(site.site("state"));
    bool is_whole = left == first || left == last || (killed % 2 == 0 && left == before);
    CHECK_MESSAGE(is_whole, difference(left, before), "; ", difference(left, first), "; ",
                  difference(left, last));
    site.build("state");
    CHECK(difference(without_feed(site.site("state")), last) == "");
  }
}

TEST_CASE("a run of units that is killed leaves readable evidence, and the next run completes it") {
  KilledSite site(10);
  site.write_units();
  site.run("state", {"test"});
  auto disk = base::make_real_disk();
  Moments moments(400'000);
  for (int killed = 0; killed < std::max(wanted_kills() / 4, 1);) {
    CAPTURE(killed);
    site.write_units();
    bool in_time = site.run_and_kill("state", moments.next(site), {"test"});
    killed += in_time ? 1 : 0;
    moments.learn(in_time);
    const std::string evidence = site.state_directory("state") + "/evidence";
    auto left = run::read_all_evidence(*disk, evidence);
    REQUIRE_MESSAGE(left, left.error().message);
    site.run("state", {"test"});
    auto now = run::read_all_evidence(*disk, evidence);
    REQUIRE_MESSAGE(now, now.error().message);
    CHECK(now->size() >= left->size());
    std::map<std::string, int> runs;
    for (const run::RunRecord& record : *now) {
      CHECK(record.verdict == run::Verdict::pass);
      ++runs[record.key];
    }
    // A unit whose job had ended is not run again.
    for (const auto& [key, count] : runs) CHECK(count == 1);
    site.build("state");
  }
}
