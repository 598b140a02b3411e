// Kills rebuilds at random moments. The site must be the old one or the new one each time, whole,
// and the next build must give the bytes of a clean one. KBUILD_KILLS=<n> sets how many builds are
// killed.
#include <doctest/doctest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "work_directory.h"

using namespace kbuild;
using Files = std::map<std::string, std::string>;

namespace {

constexpr int kPageCount = 40;

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

  /// Runs a build to its end.
  void build(const std::string& state) {
    auto done =
        base::run_process({.arguments = command(), .directory = directory(state), .timeout = 120});
    REQUIRE(done);
    INFO(done->errors);
    REQUIRE(done->exit_code <= 1);
  }

  /// Starts a build and kills it after some microseconds; true where it had not ended by itself.
  bool build_and_kill(const std::string& state, int microseconds) {
    std::vector<std::string> words = command();
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const std::string in = directory(state);
    pid_t child = ::fork();
    if (child == 0) {
      if (::chdir(in.c_str()) == 0) ::execv(arguments[0], arguments.data());
      ::_exit(127);
    }
    REQUIRE(child > 0);
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status);
  }

  Files site(const std::string& state) const {
    Files out;
    std::string root;
    for (const auto& entry : std::filesystem::directory_iterator(directory(state) + "/.kbuild"))
      root = entry.path().native() + "/site";
    auto files = disk_->list(root);
    if (!files) return out;
    for (const std::string& path : *files) out[path] = *disk_->read(root + "/" + path);
    return out;
  }

  void forget(const std::string& state) {
    REQUIRE(disk_->remove_tree(directory(state) + "/.kbuild"));
  }

  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

 private:
  std::string directory(const std::string& state) const {
    std::string path = work_.path + "/" + state;
    std::filesystem::create_directories(path);
    return path;
  }

  std::vector<std::string> command() const {
    return {KBUILD_PROGRAM, "--config", work_.path + "/kbuild.yml", "-q", "build"};
  }

  static std::string name(int page) { return base::format("en/part{}/page{}.md", page % 4, page); }

  void write_page(int page) {
    write(
        name(page),
        base::format("# Title {}\n\n[next](page{}.md#part-{})\n\n## Part {}\n\nWord{} and prose.\n",
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

TEST_CASE("a build that is killed leaves a whole site, and the next build equals a clean one") {
  const char* wish = std::getenv("KBUILD_KILLS");
  int wanted = static_cast<int>(base::parse_integer(wish ? wish : "25").value_or(25));
  KilledSite site(7);
  auto begin = std::chrono::steady_clock::now();
  site.build("state");
  auto cold = std::chrono::duration_cast<std::chrono::microseconds>(
                  std::chrono::steady_clock::now() - begin)
                  .count();
  Files old = site.site("state");
  REQUIRE(old.size() > kPageCount);
  // The moments spread over the whole of a rebuild, which takes about as long as the first build of
  // so small a site. Where a rebuild was faster than its moment, later moments come earlier, so
  // that builds are killed at all speeds of the machine.
  double range = static_cast<double>(cold);
  for (int killed = 0; killed < wanted;) {
    INFO("after " << killed << " kills, in " << range << " microseconds");
    site.edit();
    bool in_time = site.build_and_kill("state", site.pick(static_cast<int>(range) + 1));
    killed += in_time ? 1 : 0;
    range *= in_time ? 1.1 : 0.75;
    Files left = site.site("state");
    site.build("state");
    Files now = site.site("state");
    CHECK_MESSAGE((left == old || left == now), difference(left, old), "; ", difference(left, now));
    site.forget("clean");
    site.build("clean");
    // The feed tells what changed since the last build, and a clean one has no last.
    Files fresh = site.site("clean"), again = now;
    fresh.erase("matrix.xml");
    again.erase("matrix.xml");
    CHECK(difference(again, fresh) == "");
    old = std::move(now);
  }
}
