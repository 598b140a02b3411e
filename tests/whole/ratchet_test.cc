// Scores on the open suites beside the project, held against tests/ratchets.json: none may fall.
// KBUILD_UPDATE=1 raises those that rose. The suites and their scorers are programs of their own;
// where they are absent the tests are skipped with a line that says so.
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

std::string run_scorer(std::vector<std::string> arguments,
                       const std::string& directory = KBUILD_ROOT) {
  auto outcome = base::run_process(
      {.arguments = arguments, .directory = directory, .timeout = 600, .output_limit = 256u << 20});
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

double number(std::string_view text) {
  return std::atof(std::string(text).c_str());
}

/// The number that follows `label`, and blanks, in the text.
double number_after(std::string_view text, std::string_view label) {
  std::size_t at = text.find(label);
  REQUIRE_MESSAGE(at != text.npos, label << " in\n" << text);
  return number(base::trim_left(text.substr(at + label.size())));
}

}  // namespace

TEST_CASE("ratchet: conformance of the readers") {
  if (!have_suites()) return;
  std::string table =
      run_scorer({"/usr/bin/python3", std::string(kShared) + "/conformance/score.py", "--batch",
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
  run_scorer({KBUILD_PROGRAM, "--config", std::string(kShared) + "/corpora/csc/mkdocs.yml", "--out",
              "site", "-q", "build", "--no-search"},
             work.path);
  std::string oracles = std::string(kShared) + "/oracles";
  std::string dump =
      run_scorer({"/usr/bin/python3", oracles + "/structure.py", "dump", "site"}, work.path);
  REQUIRE(base::make_real_disk()->write(work.path + "/ours.jsonl", dump));
  std::string table = run_scorer({"/usr/bin/python3", oracles + "/structure.py", "compare",
                                  oracles + "/csc-material-9.7.jsonl", "ours.jsonl"},
                                 work.path);
  std::map<std::string, double> scores;
  for (std::string_view line : base::split_lines(table)) {
    auto words = base::split_words(line);
    if (words.size() == 7 && words[4] == "extra")
      scores["structure/" + std::string(words[0])] = number(words[2]);
  }
  scores["structure/overall"] = number_after(table, "overall F1");
  hold(scores);
}

TEST_CASE("ratchet: what pages claim") {
  if (!have_suites()) return;
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  std::string shared = kShared, claims;
  auto seeds = disk->list(shared + "/seeds");
  REQUIRE(seeds);
  for (const std::string& seed : *seeds) {
    // The third seed's system is known from its source alone.
    std::vector<std::string> command = {
        KBUILD_PROGRAM, "matrix", "--from", shared + "/seeds/" + seed, "--format", "jsonl"};
    if (seed.starts_with("002")) command.insert(command.end(), {"--default-system", "Zurada"});
    claims += run_scorer(command, work.path);
  }
  claims += run_scorer({KBUILD_PROGRAM, "matrix", "--from",
                        shared + "/corpora/csc/docs/apps/pytorch.md", "--format", "jsonl"},
                       work.path);
  REQUIRE(disk->write(work.path + "/claims.jsonl", claims));
  std::string table = run_scorer(
      {"/usr/bin/python3", shared + "/matrix/score.py", shared + "/matrix/gold-open.jsonl",
       "claims.jsonl", "--negatives", shared + "/matrix/negatives-open.jsonl"},
      work.path);
  std::string core = table.substr(table.find("core:"));
  hold({{"matrix/core found", number_after(core, "found")},
        {"matrix/core exact", number_after(core, "exact")},
        {"matrix/core module", number_after(core, "module")},
        {"matrix/core line", number_after(core, "line")},
        {"matrix/precision", number_after(table, "precision")},
        {"matrix/F1", number_after(table, "F1")}});
  CHECK(number_after(table, "negatives emitted") == 0);
}

TEST_CASE("ratchet: what pages of other centres and products claim") {
  if (!have_suites()) return;
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  for (const std::string set : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"}) {
    std::string gold = std::string(KBUILD_ROOT) + "/tests/gold/matrix-corpora-" + set + ".jsonl",
                claims, last;
    auto rows = disk->read(gold);
    if (!rows) continue;
    for (std::string_view line : base::split_lines(*rows)) {
      if (line.empty()) continue;
      base::Json row = base::Json::parse(line);
      std::string path = row["path"], system = row.value("default_system", "");
      if (path == last) continue;
      last = path;
      // Pages in the manner of centres that the corpora lack stand beside the gold.
      std::string file = path.starts_with("gold/") ? KBUILD_ROOT "/tests/" + path
                                                   : std::string(kShared) + "/corpora/" + path;
      std::vector<std::string> command = {KBUILD_PROGRAM, "matrix",   "--from",
                                          file,           "--format", "jsonl"};
      if (!system.empty()) command.insert(command.end(), {"--default-system", system});
      claims += run_scorer(command, work.path);
    }
    REQUIRE(disk->write(work.path + "/claims.jsonl", claims));
    std::string table = run_scorer(
        {"/usr/bin/python3", std::string(kShared) + "/matrix/score.py", gold, "claims.jsonl"},
        work.path);
    hold({{"matrix corpora " + set + "/precision", number_after(table, "precision")},
          {"matrix corpora " + set + "/F1", number_after(table, "F1")}});
  }
}

/// Holds what the search of a whole guide in two languages scores on queries with their answers.
void hold_search(const std::string& name, const std::string& queries, const std::string& gold) {
  test::WorkDirectory work;
  std::string results =
      run_scorer({KBUILD_PROGRAM, "--config", KBUILD_ROOT "/tests/sites/csc/kbuild.yml", "search",
                  "--batch", queries},
                 work.path);
  REQUIRE(base::make_real_disk()->write(work.path + "/results.jsonl", results));
  std::string table = run_scorer(
      {"/usr/bin/python3", std::string(kShared) + "/search/score.py", gold, "results.jsonl"},
      work.path);
  std::map<std::string, double> scores;
  for (std::string_view line : base::split_lines(table)) {
    auto words = base::split_words(line);
    // Names of kinds may have a blank; the figures are the last seven columns. Scores here are
    // parts of one.
    if (words.size() < 8 || words[0] == "kind") continue;
    std::string kind;
    for (std::size_t i = 0; i + 7 < words.size(); ++i) kind += " " + std::string(words[i]);
    scores[name + "/MRR" + kind] = 100 * number(words[words.size() - 6]);
    if (kind == " ALL") scores[name + "/S@5 ALL"] = 100 * number(words[words.size() - 3]);
  }
  CHECK(scores.contains(name + "/MRR ALL"));
  hold(scores);
}

TEST_CASE("ratchet: search of a whole guide in two languages") {
  if (!have_suites()) return;
  std::string shared = std::string(kShared) + "/search/";
  hold_search("search", shared + "queries-open.jsonl", shared + "gold-open.jsonl");
  // Written from the pages before any of them was asked. Their misses have been read since, so they
  // guard what is found and no longer say how well unseen queries fare.
  std::string own = KBUILD_ROOT "/tests/gold/search-corpora-a.jsonl";
  hold_search("search corpora a", own, own);
}

TEST_CASE("ratchet: code blocks of the seeds") {
  if (!have_suites()) return;
  test::WorkDirectory work;
  auto seeds = base::make_real_disk()->list(std::string(kShared) + "/seeds");
  REQUIRE(seeds);
  std::vector<std::string> command = {KBUILD_PROGRAM, "snippets", "--format", "jsonl"};
  for (const std::string& seed : *seeds)
    command.insert(command.end(), {"--from", std::string(kShared) + "/seeds/" + seed});
  // All that are published, and no more: one stands in a comment.
  CHECK(base::split_lines(run_scorer(command, work.path)).size() == 48);
}
