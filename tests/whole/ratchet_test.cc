// Scores on the open suites beside the project, held against tests/ratchets.json: none may fall. KBUILD_UPDATE=1
// raises those that rose. The suites and their scorers are programs of their own; where they are absent the
// tests are skipped with a line that says so.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "base/disk.h"
#include "base/format.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

constexpr const char* kRatchets = KBUILD_ROOT "/tests/ratchets.json";
constexpr const char* kShared = KBUILD_ROOT "/../shared";
constexpr double kTolerance = 0.051;

bool have_suites() {
  auto disk = base::make_real_disk();
  bool there = disk->status(kShared).kind == base::FileKind::directory;
  if (!there) std::puts("SKIPPED: the suites beside the project are absent, so no score was taken");
  return there;
}

std::string run(std::vector<std::string> arguments, const std::string& directory = KBUILD_ROOT) {
  auto outcome = base::run_process({.arguments = arguments, .directory = directory, .timeout = 600,
                                    .output_limit = 256u << 20});
  REQUIRE_MESSAGE(outcome, outcome.error().message);
  INFO(base::join(arguments, " ") << "\n" << outcome->errors);
  REQUIRE(outcome->exit_code <= 1);
  return outcome->output;
}

/// Fails where a score lies below its ratchet; with KBUILD_UPDATE raises the ratchet.
void hold(const std::map<std::string, double>& scores) {
  auto disk = base::make_real_disk();
  auto text = disk->read(kRatchets);
  base::Json ratchets = text ? base::Json::parse(*text) : base::Json::object();
  bool update = std::getenv("KBUILD_UPDATE") != nullptr;
  for (const auto& [name, score] : scores) {
    double best = ratchets.value(name, 0.0);
    INFO(name);
    if (update && score > best) ratchets[name] = std::round(score * 10) / 10;
    if (!update) CHECK(score >= best - kTolerance);
  }
  if (!update) return;
  std::map<std::string, double> sorted = ratchets.get<std::map<std::string, double>>();
  REQUIRE(disk->write(kRatchets, base::Json(sorted).dump(2) + "\n"));
}

double number(std::string_view text) { return std::atof(std::string(text).c_str()); }

/// The number that follows `label`, and blanks, in the text.
double number_after(std::string_view text, std::string_view label) {
  std::size_t at = text.find(label);
  REQUIRE_MESSAGE(at != text.npos, label << " in\n" << text);
  return number(base::trim_left(text.substr(at + label.size())));
}

}  // namespace

TEST_CASE("ratchet: conformance of the readers") {
  if (!have_suites()) return;
  std::string table = run({"/usr/bin/python3", std::string(kShared) + "/conformance/score.py", "--batch",
                           KBUILD_PROGRAM " render --batch", "--half", "open"});
  std::map<std::string, double> scores;
  for (std::string_view line : base::split_lines(table)) {
    auto words = base::split_words(line);
    if (words.size() != 11 || words[0] == "suite") continue;
    std::string suite = "conformance/" + std::string(words[0]);
    scores[suite + " exact"] = number(words[2]);
    if (words[4] != "-") scores[suite + " cons"] = number(words[4]);
  }
  CHECK(scores.size() >= 29);
  hold(scores);
}

TEST_CASE("ratchet: structure of a whole guide") {
  if (!have_suites()) return;
  test::WorkDirectory work;
  run({KBUILD_PROGRAM, "--config", std::string(kShared) + "/corpora/csc/mkdocs.yml", "--out", "site", "-q", "build",
       "--no-search"},
      work.path);
  std::string oracles = std::string(kShared) + "/oracles";
  std::string dump = run({"/usr/bin/python3", oracles + "/structure.py", "dump", "site"}, work.path);
  REQUIRE(base::make_real_disk()->write(work.path + "/ours.jsonl", dump));
  std::string table = run({"/usr/bin/python3", oracles + "/structure.py", "compare",
                           oracles + "/csc-material-9.7.jsonl", "ours.jsonl"},
                          work.path);
  std::map<std::string, double> scores;
  for (std::string_view line : base::split_lines(table)) {
    auto words = base::split_words(line);
    if (words.size() == 6 && words[3] == "extra") scores["structure/" + std::string(words[0])] = number(words[2]);
  }
  scores["structure/overall"] = number_after(table, "overall F1");
  hold(scores);
}
