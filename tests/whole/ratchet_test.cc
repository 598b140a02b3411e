// Scores on the open suites beside the project, held against tests/ratchets.json: none may fall,
// and each that is recorded there must still be measured. KBUILD_UPDATE=1 records those that rose
// and those that are new; what fell or is gone still fails the test. KBUILD_LOWER=1 beside it
// records that, too. The suites and their scorers are programs of their own; where they are absent
// the tests are skipped with a line that says so.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "base/disk.h"
#include "base/format.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "support/ratchet.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

constexpr const char* kRatchets = KBUILD_ROOT "/tests/ratchets.json";
const std::string kGold = KBUILD_ROOT "/tests/gold/";
const std::string kShared = test::shared_path("");
/// Which test holds what: the beginnings of names of ratchets. Sets beside this file have a letter.
const std::string kReaders = "conformance/", kStructure = "structure/", kClaims = "matrix/",
                  kAnswers = "answers/", kSearch = "search/", kClaimSets = "matrix corpora ",
                  kSearchSet = "search corpora a/";

bool have_suites() {
  return test::have_shared("");
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

test::Scores read_ratchets() {
  auto text = base::make_real_disk()->read(kRatchets);
  return text ? base::Json::parse(*text).get<test::Scores>() : test::Scores();
}

test::RatchetUpdate wanted_update() {
  if (!std::getenv("KBUILD_UPDATE")) return test::RatchetUpdate::none;
  return std::getenv("KBUILD_LOWER") ? test::RatchetUpdate::lower : test::RatchetUpdate::raise;
}

/// Holds all scores of a group against its ratchets, and records them as the head of this file
/// says.
void hold(const std::string& group, const test::Scores& scores) {
  test::HeldScores held = test::hold_scores(read_ratchets(), group, scores, wanted_update());
  for (const std::string& fault : held.faults) FAIL_CHECK(fault);
  if (wanted_update() == test::RatchetUpdate::none) return;
  REQUIRE(base::make_real_disk()->write(kRatchets, base::Json(held.ratchets).dump(2) + "\n"));
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

/// Letters of the sets of gold claims that have a file, a ratchet or both.
std::set<std::string> claim_sets() {
  std::set<std::string> sets;
  auto files = base::make_real_disk()->list(kGold);
  REQUIRE(files);
  const std::string_view begin = "matrix-corpora-", end = ".jsonl";
  for (std::string_view file : *files)
    if (file.starts_with(begin) && file.ends_with(end))
      sets.emplace(file.substr(begin.size(), file.size() - begin.size() - end.size()));
  for (const auto& [name, best] : read_ratchets())
    if (name.starts_with(kClaimSets))
      sets.insert(name.substr(kClaimSets.size(), name.find('/') - kClaimSets.size()));
  return sets;
}

}  // namespace

TEST_CASE("ratchet: each that is recorded is held by a test here") {
  std::vector<std::string> groups = {kReaders, kStructure, kClaims, kAnswers, kSearch, kSearchSet};
  for (const std::string& set : claim_sets()) groups.push_back(kClaimSets + set + "/");
  test::Scores ratchets = read_ratchets();
  CHECK(test::unheld_ratchets(ratchets, groups) == std::vector<std::string>());
  for (const std::string& group : groups) {
    auto first = ratchets.lower_bound(group);
    CHECK_MESSAGE((first != ratchets.end() && first->first.starts_with(group)), group);
  }
}

TEST_CASE("ratchet: conformance of the readers") {
  if (!have_suites()) return;
  std::string table = run_scorer({"/usr/bin/python3", kShared + "conformance/score.py", "--batch",
                                  KBUILD_PROGRAM " render --batch", "--half", "open"});
  test::Scores scores;
  for (std::string_view line : base::split_lines(table)) {
    auto words = base::split_words(line);
    if (words.size() != 11 || words[0] == "suite") continue;
    std::string suite = kReaders + std::string(words[0]);
    scores[suite + " exact"] = number(words[2]);
    if (words[4] != "-") scores[suite + " cons"] = number(words[4]);
  }
  hold(kReaders, scores);
}

TEST_CASE("ratchet: structure of a whole guide") {
  if (!have_suites()) return;
  test::WorkDirectory work;
  run_scorer({KBUILD_PROGRAM, "--config", kShared + "corpora/csc/mkdocs.yml", "--out", "site", "-q",
              "build", "--no-search"},
             work.path);
  std::string oracles = kShared + "oracles";
  std::string dump =
      run_scorer({"/usr/bin/python3", oracles + "/structure.py", "dump", "site"}, work.path);
  REQUIRE(base::make_real_disk()->write(work.path + "/ours.jsonl", dump));
  std::string table = run_scorer({"/usr/bin/python3", oracles + "/structure.py", "compare",
                                  oracles + "/csc-material-9.7.jsonl", "ours.jsonl"},
                                 work.path);
  test::Scores scores;
  for (std::string_view line : base::split_lines(table)) {
    auto words = base::split_words(line);
    if (words.size() == 7 && words[4] == "extra")
      scores[kStructure + std::string(words[0])] = number(words[2]);
  }
  scores[kStructure + "overall"] = number_after(table, "overall F1");
  hold(kStructure, scores);
}

TEST_CASE("ratchet: what pages claim") {
  if (!have_suites()) return;
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  std::string shared = kShared, claims;
  auto seeds = disk->list(shared + "seeds");
  REQUIRE(seeds);
  for (const std::string& seed : *seeds) {
    // The third seed's system is known from its source alone.
    std::vector<std::string> command = {KBUILD_PROGRAM,           "matrix",   "--from",
                                        shared + "seeds/" + seed, "--format", "jsonl"};
    if (seed.starts_with("002")) command.insert(command.end(), {"--default-system", "Zurada"});
    claims += run_scorer(command, work.path);
  }
  claims += run_scorer({KBUILD_PROGRAM, "matrix", "--from",
                        shared + "corpora/csc/docs/apps/pytorch.md", "--format", "jsonl"},
                       work.path);
  auto score = [&](const std::string& rows) {
    REQUIRE(disk->write(work.path + "/claims.jsonl", rows));
    std::string table = run_scorer(
        {"/usr/bin/python3", shared + "matrix/score.py", shared + "matrix/gold-open.jsonl",
         "claims.jsonl", "--negatives", shared + "matrix/negatives-open.jsonl"},
        work.path);
    CHECK(number_after(table, "negatives emitted") == 0);
    return table;
  };
  // What waits for a maintainer counts as found; what is published is counted alone as well.
  std::string published;
  for (std::string_view line : base::split_lines(claims))
    if (line.find("\"state\":\"candidate\"") == line.npos) published.append(line) += '\n';
  std::string table = score(claims), alone = score(published);
  std::string core = table.substr(table.find("core:"));
  hold(kClaims, {{kClaims + "core found", number_after(core, "found")},
                 {kClaims + "core exact", number_after(core, "exact")},
                 {kClaims + "core module", number_after(core, "module")},
                 {kClaims + "core line", number_after(core, "line")},
                 {kClaims + "precision", number_after(table, "precision")},
                 {kClaims + "F1", number_after(table, "F1")},
                 {kClaims + "published core exact",
                  number_after(alone.substr(alone.find("core:")), "exact")},
                 {kClaims + "published precision", number_after(alone, "precision")}});
}

TEST_CASE("ratchet: what pages of other centres and products claim") {
  if (!have_suites()) return;
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  for (const std::string& set : claim_sets()) {
    INFO("set " << set);
    std::string gold = kGold + "matrix-corpora-" + set + ".jsonl", claims, last;
    auto rows = disk->read(gold);
    if (!rows) FAIL_CHECK(gold << " is absent");
    if (!rows) continue;
    for (std::string_view line : base::split_lines(*rows)) {
      if (line.empty()) continue;
      base::Json row = base::Json::parse(line);
      std::string path = row["path"], system = row.value("default_system", "");
      if (path == last) continue;
      last = path;
      // Pages in the manner of centres that the corpora lack stand beside the gold.
      std::string file =
          path.starts_with("gold/") ? KBUILD_ROOT "/tests/" + path : kShared + "corpora/" + path;
      std::vector<std::string> command = {KBUILD_PROGRAM, "matrix",   "--from",
                                          file,           "--format", "jsonl"};
      if (!system.empty()) command.insert(command.end(), {"--default-system", system});
      claims += run_scorer(command, work.path);
    }
    REQUIRE(disk->write(work.path + "/claims.jsonl", claims));
    std::string table = run_scorer(
        {"/usr/bin/python3", kShared + "matrix/score.py", gold, "claims.jsonl"}, work.path);
    std::string group = kClaimSets + set + "/";
    hold(group, {{group + "precision", number_after(table, "precision")},
                 {group + "F1", number_after(table, "F1")}});
  }
}

/// Holds what the search of a whole guide in two languages scores on queries with their answers.
void hold_search(const std::string& group, const std::string& queries, const std::string& gold) {
  test::WorkDirectory work;
  std::string results =
      run_scorer({KBUILD_PROGRAM, "--config", KBUILD_ROOT "/tests/sites/csc/kbuild.yml",
                  "--allow-read", kShared, "search", "--batch", queries},
                 work.path);
  REQUIRE(base::make_real_disk()->write(work.path + "/results.jsonl", results));
  std::string table = run_scorer(
      {"/usr/bin/python3", kShared + "search/score.py", gold, "results.jsonl"}, work.path);
  test::Scores scores;
  for (std::string_view line : base::split_lines(table)) {
    auto words = base::split_words(line);
    // Names of kinds may have a blank; the figures are the last seven columns. Scores here are
    // parts of one.
    if (words.size() < 8 || words[0] == "kind") continue;
    std::string kind;
    for (std::size_t i = 0; i + 7 < words.size(); ++i) kind += " " + std::string(words[i]);
    scores[group + "MRR" + kind] = 100 * number(words[words.size() - 6]);
    if (kind == " ALL") scores[group + "S@5 ALL"] = 100 * number(words[words.size() - 3]);
  }
  hold(group, scores);
}

TEST_CASE("ratchet: answers to questions about versions") {
  if (!have_suites()) return;
  test::WorkDirectory work;
  std::string table = run_scorer(
      {"/usr/bin/python3", kShared + "matrix/answers.py", "--kbuild", KBUILD_PROGRAM, "--site",
       "csc=" KBUILD_ROOT "/tests/sites/csc/kbuild.yml", kShared + "matrix/questions-open.jsonl"},
      work.path);
  constexpr double kPercent = 100;
  hold(kAnswers, {{kAnswers + "right", number_after(table, "score") * kPercent},
                  {kAnswers + "without harm", (1 - number_after(table, "harm")) * kPercent}});
}

TEST_CASE("ratchet: search of a whole guide in two languages") {
  if (!have_suites()) return;
  std::string shared = kShared + "search/";
  hold_search(kSearch, shared + "queries-open.jsonl", shared + "gold-open.jsonl");
  // Written from the pages before any of them was asked. Their misses have been read since, so they
  // guard what is found and no longer say how well unseen queries fare.
  std::string own = kGold + "search-corpora-a.jsonl";
  hold_search(kSearchSet, own, own);
}

TEST_CASE("ratchet: code blocks of the seeds") {
  if (!have_suites()) return;
  test::WorkDirectory work;
  auto seeds = base::make_real_disk()->list(kShared + "seeds");
  REQUIRE(seeds);
  std::vector<std::string> command = {KBUILD_PROGRAM, "snippets", "--format", "jsonl"};
  for (const std::string& seed : *seeds)
    command.insert(command.end(), {"--from", kShared + "seeds/" + seed});
  // All that are published, and no more: one stands in a comment.
  CHECK(base::split_lines(run_scorer(command, work.path)).size() == 48);
}
