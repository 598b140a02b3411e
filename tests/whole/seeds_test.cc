// The five seeds as a site: each fault that a person finds on reading them is reported at its line,
// and the first question that a reader asks is answered.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

constexpr const char* kSeedsConfiguration = KBUILD_ROOT "/tests/sites/seeds/kbuild.yml";

base::ProcessOutcome run_program(const std::string& directory, std::vector<std::string> arguments) {
  std::vector<std::string> all = {KBUILD_PROGRAM, "--config", kSeedsConfiguration, "--allow-read",
                                  test::shared_path("")};
  all.insert(all.end(), arguments.begin(), arguments.end());
  auto outcome = base::run_process({.arguments = all, .directory = directory, .timeout = 120});
  REQUIRE(outcome);
  return std::move(*outcome);
}

struct Expected {
  const char* file;
  int line;
  const char* code;
};

/// Found by reading the seeds. Lines are those of the fault itself.
constexpr Expected kExpected[] = {
    {"000", 298, "KB0720"},                          // a comma is missing between two arguments
    {"001", 3, "KB0002"},                            // a word in another encoding
    {"001", 10, "KB0201"},                           // link_to_tutorial
    {"001", 28, "KB0201"},                           // link_to_available_wheels
    {"001", 126, "KB0201"},                          // link_to_pytorch_docs
    {"001", 209, "KB0201"},                          // link_to_libtorch_docs
    {"001", 147, "KB0800"},                          // a placeholder with a blank in a directive
    {"001", 191, "KB0800"}, {"001", 288, "KB0910"},  // "Remember to replace"
    {"002", 6, "KB0203"},                            // :ref: targets of other pages
    {"002", 7, "KB0203"},   {"003", 21, "KB0700"},   // YAML fenced as bash
    {"003", 68, "KB0700"},                           // Python fenced as bash
    {"003", 173, "KB0700"},                          // output fenced as bash
    {"003", 177, "KB0700"}, {"003", 94, "KB0711"},   // run-pytorch.py against run-pytorch.sh
    {"004", 164, "KB0523"},                          // entities in code, which were decoded
};

}  // namespace

TEST_CASE("the seeds' faults are reported at their lines") {
  if (!test::have_shared("seeds")) return;
  test::WorkDirectory work;
  base::ProcessOutcome built = run_program(work.path, {"--lang", "fi,en", "-q", "build"});
  CHECK(built.exit_code <= 1);
  base::ProcessOutcome checked = run_program(work.path, {"check", "--format", "json"});
  std::vector<base::Json> found;
  for (std::string_view line : base::split_lines(checked.output))
    found.push_back(base::Json::parse(line));
  for (const Expected& expected : kExpected) {
    bool there = false;
    for (const base::Json& finding : found) {
      std::string path = finding["path"];
      there |= path.find(std::string("/") + expected.file + "_") != path.npos &&
               finding["line"] == expected.line && finding["code"] == expected.code;
    }
    INFO(expected.file << ":" << expected.line << " " << expected.code);
    CHECK(there);
  }
  // The wiki's words and attachments that lead nowhere.
  int unresolved = 0;
  for (const base::Json& finding : found)
    unresolved += finding["path"].get<std::string>().find("/004_") != std::string::npos &&
                  finding["code"].get<std::string>().starts_with("KB02");
  CHECK(unresolved >= 8);
}

TEST_CASE("the seeds answer 'pytorch 2.7 lumi' first") {
  if (!test::have_shared("seeds")) return;
  test::WorkDirectory work;
  for (const char* language : {"fi", "en"}) {
    base::ProcessOutcome found = run_program(
        work.path, {"--lang", language, "search", "--format", "json", "pytorch", "2.7", "lumi"});
    INFO(language << ": " << found.output << found.errors);
    REQUIRE(found.exit_code == 0);
    base::Json results = base::Json::parse(found.output);
    std::string answer = results["answers"].at(0)["text"];
    CHECK(answer.find("2.7.1") != answer.npos);
    CHECK(answer.find("module load pytorch/2.7") != answer.npos);
    CHECK(results["answers"][0]["status"] == "default");
    const base::Json& own = results["results"].at(0);
    const base::Json& other = results["other_languages"].at(0);
    if (std::string(language) == "fi") {
      CHECK(own["path"].get<std::string>().starts_with("000_"));
      CHECK(own["anchor"] == "available");
    } else {
      CHECK(own["path"].get<std::string>().starts_with("003_"));
      CHECK(other["path"].get<std::string>().starts_with("000_"));
      CHECK(other["anchor"] == "available");
    }
  }
}
