// `kbuild matrix review` and `kbuild init` as maintainers and tools use them: on a pseudo-terminal,
// by JSON, and on files that are none of theirs.
#include <doctest/doctest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>

#include "base/disk.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "support/json_lines.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

constexpr std::string_view kReviewConfig =
    "site: {name: Site}\nsources:\n  - {path: docs, lang: en}\nsystems:\n  - {name: LUMI}\n  - "
    "{name: Puhti}\nproducts:\n  - {name: PyTorch}\n";
constexpr std::string_view kReviewPage =
    "# Software\n\n## News\n\nPyTorch 2.4.0 is available on Puhti.\n\n## More\n\n"
    "PyTorch 2.2.0 is available on LUMI.\n";

struct Site {
  test::WorkDirectory work;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();

  explicit Site(std::string_view page = kReviewPage) {
    REQUIRE(disk->write(work.path + "/kbuild.yml", kReviewConfig));
    REQUIRE(disk->write(work.path + "/docs/index.md", page));
  }
  base::ProcessOutcome run(std::vector<std::string> arguments, std::string input = {}) const {
    arguments.insert(arguments.begin(), KBUILD_PROGRAM);
    auto outcome = base::run_process({.arguments = std::move(arguments),
                                      .directory = work.path,
                                      .input = std::move(input),
                                      .timeout = 60});
    REQUIRE(outcome);
    return *outcome;
  }
  std::string decisions() const { return disk->read(work.path + "/claims.yml").value_or(""); }
  std::vector<base::Json> groups() const {
    return test::json_lines(run({"-q", "matrix", "review", "--format", "json"}).output);
  }
};

/// The program on a pseudo-terminal.
class OnTerminal {
 public:
  explicit OnTerminal(const std::string& directory) {
    // The child may change the settings before this process can ask for them.
    int master = -1, other = -1;
    REQUIRE(::openpty(&master, &other, nullptr, nullptr, nullptr) == 0);
    REQUIRE(::tcgetattr(other, &before_) == 0);
    ::close(master);
    ::close(other);
    child_ = ::forkpty(&terminal_, nullptr, &before_, nullptr);
    REQUIRE(child_ >= 0);
    if (child_ == 0) {
      if (::chdir(directory.c_str()) != 0) ::_exit(126);
      ::execl(KBUILD_PROGRAM, "kbuild", "-q", "matrix", "review", nullptr);
      ::_exit(127);
    }
  }
  ~OnTerminal() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    ::close(terminal_);
  }
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  /// What is shown until the text appears, which must be soon.
  std::string wait_for(std::string_view text) {
    std::string shown;
    pollfd input{terminal_, POLLIN, 0};
    constexpr int kMilliseconds = 30'000;
    while (shown.find(text) == shown.npos && ::poll(&input, 1, kMilliseconds) == 1) {
      char bytes[4096];
      ssize_t got = ::read(terminal_, bytes, sizeof bytes);
      if (got <= 0) break;
      shown.append(bytes, static_cast<std::size_t>(got));
    }
    INFO(shown);
    CHECK(shown.find(text) != shown.npos);
    return shown;
  }
  void press(std::string_view keys) {
    REQUIRE(::write(terminal_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
  }
  void signal(int number) const { ::kill(child_, number); }
  bool is_canonical() const {
    termios now{};
    ::tcgetattr(terminal_, &now);
    return (now.c_lflag & ICANON) != 0;
  }
  bool is_as_before() const {
    termios now{};
    ::tcgetattr(terminal_, &now);
    return now.c_lflag == before_.c_lflag;
  }
  int end() const {
    int status = 0;
    // Kept as a zombie for the destructor: another process cannot get its number.
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOWAIT);
    status = info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
    return status;
  }

 private:
  pid_t child_ = 0;
  int terminal_ = -1;
  termios before_{};
};

}  // namespace

TEST_CASE("a key decides, undo takes it back, and the file is written after each step") {
  Site site;
  OnTerminal terminal(site.work.path);
  CHECK(terminal.wait_for("[q]uit: ").find("PyTorch 2.4.0 on Puhti: available") !=
        std::string::npos);
  CHECK_FALSE(terminal.is_canonical());
  terminal.press("o");
  terminal.wait_for("[q]uit: ");
  CHECK(site.decisions().empty());
  terminal.press("\x1b[A");  // An arrow decides nothing.
  terminal.press("r");
  terminal.wait_for("[q]uit: ");
  CHECK(site.decisions().find("decide: reject") != std::string::npos);
  terminal.press("u");
  terminal.wait_for("[q]uit: ");
  CHECK(site.decisions().find("decide: reject") == std::string::npos);
  terminal.press("a");
  terminal.wait_for("[q]uit: ");
  CHECK(site.decisions().find("decide: accept") != std::string::npos);
  terminal.press("t");
  terminal.wait_for("system (Enter: as written): ");
  terminal.press("Puhti\n");
  terminal.wait_for("product (Enter: as written): ");
  terminal.press("\n");
  terminal.wait_for("nothing is open");
  CHECK(terminal.end() == 0);
  CHECK(terminal.is_as_before());
  CHECK(site.decisions().find("means: {system: \"Puhti\"}") != std::string::npos);
  std::string matrix = site.run({"-q", "matrix", "--format", "csv"}).output;
  CHECK(matrix.find("PyTorch,2.4.0,Puhti,available") != std::string::npos);
  CHECK(matrix.find("PyTorch,2.2.0,Puhti,available") != std::string::npos);
}

TEST_CASE("the terminal gets its settings back when a signal or the end of input ends the review") {
  Site site;
  for (int number : {SIGINT, SIGTERM, SIGHUP}) {
    OnTerminal terminal(site.work.path);
    terminal.wait_for("[q]uit: ");
    CHECK_FALSE(terminal.is_canonical());
    terminal.signal(number);
    CHECK(terminal.end() == 128 + number);
    CHECK(terminal.is_as_before());
  }
  OnTerminal terminal(site.work.path);
  terminal.wait_for("[q]uit: ");
  terminal.press("\x04");
  CHECK(terminal.end() == 0);
  CHECK(terminal.is_as_before());
}

TEST_CASE("text of pages cannot reach the terminal as control characters") {
  Site site("# Software\n\nPyTorch 2.4.0 \x1b[31mis\xc2\x9b available on \xe2\x80\xaePuhti.\n");
  std::string shown = site.run({"-q", "matrix", "review"}, "q\n").output;
  CHECK(shown.find("2.4.0") != std::string::npos);
  CHECK(shown.find('\x1b') == std::string::npos);
  CHECK(shown.find("\xc2\x9b") == std::string::npos);
  CHECK(shown.find("\xe2\x80\xae") == std::string::npos);
}

TEST_CASE("tools get groups as JSON and answer by lines; a bad line keeps all of them out") {
  Site site;
  std::vector<base::Json> groups = site.groups();
  REQUIRE(groups.size() == 1);
  REQUIRE(groups[0]["claims"].size() == 2);
  CHECK(site.groups()[0]["id"] == groups[0]["id"]);
  std::string accept = base::Json{{"id", groups[0]["id"]}, {"decide", "accept"}}.dump() + "\n";
  for (std::string bad : {"{\"id\": \"none\", \"decide\": \"accept\"}\n", "[]\n", "{\n",
                          "{\"id\": 7, \"decide\": \"accept\"}\n"}) {
    auto outcome = site.run({"matrix", "review", "--decide", "-"}, accept + bad);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.errors.find("line 2") != std::string::npos);
    CHECK(site.decisions().empty());
  }
  CHECK(site.run({"matrix", "review", "--decide", "-"}, accept).exit_code == 0);
  CHECK(site.groups().empty());
  // A changed text is open again, and its decision is told.
  std::string page(kReviewPage);
  page.replace(page.find("2.4.0"), 5, "2.4.1");
  REQUIRE(site.disk->write(site.work.path + "/docs/index.md", page));
  REQUIRE(site.groups().size() == 1);
  CHECK(site.run({"check"}).errors.find("KB0626") != std::string::npos);
  CHECK(site.run({"matrix", "review"}, "s\ny\n").exit_code == 0);
  CHECK(site.decisions().find("2.4.0") == std::string::npos);
  CHECK(site.decisions().find("2.2.0") != std::string::npos);
}

TEST_CASE("a word that is no product takes its claims away, and a published cell can be rejected") {
  Site site;
  std::string id = site.groups().at(0)["id"];
  CHECK(site.run({"matrix", "review", "--decide", "-"},
                 base::Json{{"id", id}, {"decide", "no-product"}}.dump())
            .exit_code == 0);
  CHECK(site.groups().empty());
  Site tables("# PyTorch\n\n| Version | LUMI |\n|--|--|\n| 2.7.1 | default |\n");
  CHECK(tables.groups().empty());
  auto published = tables.run({"-q", "matrix", "review", "--published"}, "r\n");
  CHECK(published.output.find("PyTorch 2.7.1 on LUMI: default") != std::string::npos);
  CHECK(tables.run({"-q", "matrix", "--format", "csv"}).output.find("2.7.1") == std::string::npos);
}

TEST_CASE("a file with faults is told at its lines and never written over") {
  Site site;
  std::string text = "decisions:\n  - {page: index.md, decide: maybe, claims: [{text: x}]}\n";
  REQUIRE(site.disk->write(site.work.path + "/claims.yml", text));
  auto outcome = site.run({"matrix", "review"}, "a\n");
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.errors.find("claims.yml:2:") != std::string::npos);
  CHECK(site.decisions() == text);
}

TEST_CASE("a file of decisions outside of the repository is not read") {
  Site site;
  test::WorkDirectory elsewhere;
  REQUIRE(site.disk->write(elsewhere.path + "/secret.yml", "password: hidden\n"));
  REQUIRE(::symlink((elsewhere.path + "/secret.yml").c_str(),
                    (site.work.path + "/claims.yml").c_str()) == 0);
  auto outcome = site.run({"matrix"});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.errors.find("hidden") == std::string::npos);
}

TEST_CASE("init proposes the systems that stand out, and overwrites nothing") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  REQUIRE(disk->write(work.path + "/mkdocs.yml", "site_name: Guide\n"));
  for (std::string page : {"a", "b", "c"})
    REQUIRE(disk->write(work.path + "/docs/" + page + ".md",
                        "# Batch jobs on LUMI\n\nThe Zorkan cluster has nodes. HPC systems and the "
                        "Linux cluster have, too.\n\n```\n[user@zorkan1 ~]$ sinfo\n```\n"));
  REQUIRE(disk->write(work.path + "/docs/index.md",
                      "# Guide\n\nElsewhere there is Fugaku and a [page](absent.md).\n"));
  auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), KBUILD_PROGRAM);
    auto outcome = base::run_process(
        {.arguments = std::move(arguments), .directory = work.path, .timeout = 60});
    REQUIRE(outcome);
    return *outcome;
  };
  auto shown = run({"init"});
  CHECK(shown.exit_code == 0);
  CHECK(disk->status(work.path + "/kbuild.yml").kind == base::FileKind::absent);
  CHECK(run({"init", "--yes"}).exit_code == 0);
  std::string text = disk->read(work.path + "/kbuild.yml").value_or("");
  CHECK(text == shown.output);
  CHECK(text.find("{mkdocs: mkdocs.yml, lang: en}") != std::string::npos);
  CHECK(text.find("{name: \"LUMI\"}  # 3 pages") != std::string::npos);
  CHECK(text.find("{name: \"Zorkan\"}  # 3 pages") != std::string::npos);
  for (const char* none : {"HPC", "Linux", "Fugaku"}) CHECK(text.find(none) == std::string::npos);
  CHECK(disk->status(work.path + "/kbuild-baseline.jsonl").kind == base::FileKind::file);
  auto built = run({"build"});
  CHECK_MESSAGE(built.exit_code == 0, built.errors);
  CHECK(built.errors.find("known by kbuild-baseline.jsonl") != std::string::npos);
  auto again = run({"init", "--yes"});
  CHECK(again.exit_code == 2);
  CHECK(disk->read(work.path + "/kbuild.yml").value_or("") == text);
}

TEST_CASE("a damaged file of decisions publishes nothing that is only read") {
  Site site("# PyTorch\n\n| Version | LUMI |\n|:--|:--|\n| 2.7.1 | default |\n");
  auto cells = [&] {
    return test::json_lines(site.run({"-q", "matrix", "--format", "jsonl"}).output).size();
  };
  CHECK(cells() == 1);
  std::string rejection =
      "decisions:\n  - page: index.md\n    decide: reject\n    claims:\n"
      "      - {text: \"2.7.1 | default\"}\n";
  REQUIRE(site.disk->write(site.work.path + "/claims.yml", rejection));
  CHECK(cells() == 0);
  for (std::string_view damage : {"  - [", "  - {page: other.md, decide: perhaps}\n"}) {
    REQUIRE(site.disk->write(site.work.path + "/claims.yml", rejection + std::string(damage)));
    CHECK(cells() == 0);
  }
}

TEST_CASE("a review sees the systems of profiles, as the matrix does") {
  Site site("# PyTorch\n\nPyTorch 2.2.0 is available on Demo.\n");
  REQUIRE(site.disk->write(site.work.path + "/kbuild.yml",
                           std::string(kReviewConfig) + "snippets: {systems: profiles}\n"));
  REQUIRE(site.disk->write(site.work.path + "/profiles/demo.yaml", "name: Demo\n"));
  auto groups = site.groups();
  REQUIRE(groups.size() == 1);
  auto outcome = site.run({"-q", "matrix", "review", "--decide", "-"},
                          base::dump_line({{"id", groups[0]["id"]}, {"decide", "accept"}}) + "\n");
  CHECK_MESSAGE(outcome.exit_code == 0, outcome.errors);
  CHECK(site.run({"-q", "matrix", "--format", "jsonl"}).output.find("Demo") != std::string::npos);
}
