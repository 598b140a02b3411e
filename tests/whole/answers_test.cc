// Questions about versions with the program and in a real Chromium. Own questions over a small
// guide with a list, a retired system, a translation and a contradiction, and over kbuild's manual,
// are answered as they were judged by reading (tests/gold/answers); the box says word by word what
// the program says to thousands of generated questions.
#include <doctest/doctest.h>

#include <optional>

#include "base/disk.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "served_site.h"
#include "support/browser.h"
#include "support/json_lines.h"
#include "work_directory.h"

using namespace kbuild;
using base::Json;

namespace {

const std::string kAnswers = KBUILD_ROOT "/tests/gold/answers/";

/// A site that is asked by batches.
struct AskedSite {
  test::WorkDirectory work;
  std::string config;

  explicit AskedSite(std::string path) : config(std::move(path)) {}

  std::string run(std::vector<std::string> arguments) {
    std::vector<std::string> all = {KBUILD_PROGRAM, "--config", config, "--out",
                                    work.path + "/site"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    auto outcome = base::run_process(
        {.arguments = all, .directory = work.path, .timeout = 600, .output_limit = 256u << 20});
    REQUIRE(outcome);
    INFO(outcome->errors);
    REQUIRE(outcome->exit_code <= 1);
    return outcome->output;
  }

  /// The answers to each question, {query, lang}, in order.
  std::vector<Json> answers_to(const std::vector<Json>& questions) {
    std::string lines;
    for (const Json& question : questions) lines += base::dump_line(question) + "\n";
    std::string path = work.path + "/questions.jsonl";
    REQUIRE(base::make_real_disk()->write(path, lines));
    std::string printed = run({"search", "--batch", path});
    std::vector<Json> out;
    for (const Json& row : test::json_lines(printed)) out.push_back(row["answers"]);
    REQUIRE(out.size() == questions.size());
    return out;
  }
};

std::vector<Json> judged(const std::string& site) {
  std::vector<Json> out;
  auto text = base::make_real_disk()->read(kAnswers + "questions.jsonl");
  REQUIRE(text);
  for (Json& row : test::json_lines(*text))
    if (row["site"] == site) out.push_back(std::move(row));
  return out;
}

/// [product, version, system, status] of each answer; "denied" for what a list denies.
Json stated(const Json& answers) {
  Json out = Json::array();
  for (const Json& each : answers) {
    bool denied = each.contains("missing_version");
    out.push_back({each["product"], each["version"], each["system"],
                   denied ? Json("denied") : each["status"]});
  }
  return out;
}

void check_judged(const std::string& site, const std::string& config) {
  AskedSite asked(config);
  std::vector<Json> questions = judged(site);
  REQUIRE(!questions.empty());
  std::vector<Json> answers = asked.answers_to(questions);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    INFO(questions[i].dump());
    CHECK(stated(answers[i]) == questions[i]["answers"]);
  }
}

/// Questions of all kinds: every name with every place, and each way to speak of a version.
std::vector<Json> generated() {
  const std::vector<std::string> names = {
      "gromacs",   "GROMACSia", "pytorch", "torch",   "PyTorchin", "namd",   "qe",
      "julia",     "cuda",      "vasp",    "pytroch", "gromcas",   "siesta", "quantum espresso",
      "tensorflow"};
  const std::vector<std::string> places = {"",        " kaarna",     " on Kaarna",    " kaarnassa",
                                           " tervas", " Tervas-GPU", " honka",        " frontier",
                                           " karna",  " Kaarna:lla", " kaarna tervas"};
  const std::vector<std::string> ways = {"#",
                                         "# 2.7",
                                         "#/2.9.1",
                                         "#2.9",
                                         "# >= 2024",
                                         "# > 2.7",
                                         "#<=3.0.1",
                                         "# newer than 2.9",
                                         "# 2.9 or older",
                                         "newest #",
                                         "uusin #",
                                         "# oletus",
                                         "which # is default",
                                         "is # available",
                                         "# 2024.3 or 2025.4",
                                         "# v2.7.x",
                                         "# 7.4 & 7.3",
                                         "run #",
                                         "# 2.10",
                                         "# 50%",
                                         "# \u2265 2025",
                                         "module load #/2024.3"};
  std::vector<Json> out;
  for (const std::string& name : names)
    for (const std::string& place : places)
      for (const std::string& way : ways)
        out.push_back({{"query", base::replace_all(way, "#", name) + place},
                       {"lang", out.size() % 3 == 0 ? "fi" : "en"}});
  return out;
}

/// Loads the tables of the languages.
constexpr const char* kLoad = R"(
  const add = (src) => new Promise((done, fail) => {
    const script = document.createElement('script');
    script.onload = done; script.onerror = fail; script.src = src; document.head.append(script);
  });
  window.kbTables = {};
  for (const language of ['en', 'fi']) {
    window.kbAnswers = (table) => { window.kbTables[language] = table; };
    await add('/search-index/' + language + '/answers.js');
  }
  return Object.keys(window.kbTables).length;)";

constexpr const char* kAsk = R"(
  const out = [];
  for (const {query, lang} of questions) {
    const {corrections} = await kbSearch.search(query, lang, {typing: false});
    out.push(kbSearch.find_answers(window.kbTables[lang], query, corrections.map((c) => c.typed)).map((a) => a.text));
  }
  return out;)";

}  // namespace

TEST_CASE("questions over a small guide are answered as judged") {
  check_judged("guide", kAnswers + "site/kbuild.yml");
}

TEST_CASE("questions over kbuild's manual are answered as judged") {
  check_judged("kbuild", KBUILD_ROOT "/kbuild.yml");
}

TEST_CASE("the box answers what the program answers") {
  auto browser = test::Browser::start();
  if (!browser) return;
  AskedSite site(kAnswers + "site/kbuild.yml");
  site.run({"-q", "build"});
  std::vector<Json> questions = generated();
  CHECK(questions.size() > 2000);
  std::vector<Json> expected = site.answers_to(questions);
  test::ServedDirectory server(site.work.path + "/site");
  browser->open(server.address);
  // The engine is loaded when the box gets the focus.
  browser->click("#kb-search-input");
  REQUIRE(browser->wait_for("window.kbSearch && window.kbSearch.search"));
  REQUIRE(browser->await(kLoad) == 2);
  Json found = browser->await("const questions = " + Json(questions).dump() + ";" + kAsk);
  REQUIRE(found.size() == questions.size());
  std::size_t answered = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    Json texts = Json::array();
    for (const Json& each : expected[i]) texts.push_back(each["text"]);
    INFO(questions[i].dump());
    CHECK(found[i] == texts);
    answered += texts.empty() ? 0 : 1;
  }
  CHECK(answered > questions.size() / 10);
  for (const std::string& error : browser->console_errors()) FAIL_CHECK(error);
}
