// What programs read: SARIF as its schema wants it, GitHub's workflow commands, baselines and
// changed levels.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>

#include "base/json.h"
#include "base/text.h"
#include "diag/baseline.h"
#include "diag/print.h"

using namespace kbuild;
using namespace kbuild::diag::literals;

namespace {

struct Reports {
  source::SourceStore sources;
  diag::Diagnostics all;

  Reports() {
    source::FileId a = sources.add("docs/a b,c: ä.md", "one\ntwo three\n");
    source::FileId other = sources.add("docs/other.md", "here\n");
    all.push_back({"KB0201"_code, {a, 4, 7}, {"x%y", "z\nw"}});
    all.push_back({"KB0711"_code, {a, 0, 3}, {"a", "b"}, {{{other, 0, 4}, "the other"}}});
    all.push_back({"KB0703"_code, {a, 0, 3}, {"$", "bash"}});
    all.push_back({"KB0201"_code, {a, 0, 3}, {"x%y", "z\nw"}});
  }
};

bool is_text(const base::Json& value) {
  return value.is_string() && !value.get<std::string>().empty();
}

/// The parts of the schema of SARIF 2.1.0 that a result touches.
void check_location(const base::Json& location) {
  const base::Json& physical = location.at("physicalLocation");
  std::string uri = physical.at("artifactLocation").at("uri");
  CHECK(std::regex_match(uri, std::regex("(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+")));
  const base::Json& region = physical.at("region");
  for (const char* key : {"startLine", "startColumn", "endLine", "endColumn"}) {
    CHECK(region.at(key).is_number_integer());
    CHECK(region.at(key).get<int>() >= 1);
  }
  CHECK(region["endLine"] >= region["startLine"]);
}

}  // namespace

TEST_CASE("SARIF has what its schema demands") {
  Reports r;
  auto log = base::Json::parse(diag::print_sarif(r.all, r.sources));
  CHECK(log.at("version") == "2.1.0");
  CHECK(is_text(log.at("$schema")));
  REQUIRE(log.at("runs").is_array());
  const base::Json& run = log["runs"].at(0);
  const base::Json& driver = run.at("tool").at("driver");
  CHECK(driver.at("name") == "kbuild");
  CHECK(run.at("columnKind") == "unicodeCodePoints");
  std::vector<std::string> ids;
  for (const base::Json& rule : driver.at("rules")) {
    CHECK(is_text(rule.at("shortDescription").at("text")));
    CHECK(rule["shortDescription"]["text"].get<std::string>().find('{') == std::string::npos);
    std::string level = rule.at("defaultConfiguration").at("level");
    CHECK((level == "note" || level == "warning" || level == "error"));
    ids.push_back(rule.at("id"));
  }
  CHECK(std::is_sorted(ids.begin(), ids.end()));
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
  REQUIRE(run.at("results").size() == r.all.size());
  for (const base::Json& result : run["results"]) {
    CHECK(is_text(result.at("message").at("text")));
    CHECK(std::find(ids.begin(), ids.end(), result.at("ruleId")) != ids.end());
    REQUIRE(result.at("locations").is_array());
    REQUIRE(result["locations"].size() == 1);
    check_location(result["locations"][0]);
  }
  CHECK(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] ==
        "docs/a%20b%2Cc%3A%20%C3%A4.md");
  const base::Json& related = run["results"][1].at("relatedLocations");
  REQUIRE(related.size() == 1);
  check_location(related[0]);
  CHECK(related[0]["message"]["text"] == "the other");
}

TEST_CASE("GitHub's commands are one line each, escaped as the runner reads them") {
  Reports r;
  std::regex form(
      "::(error|warning|notice) "
      "file=[^,:]+,line=[0-9]+,endLine=[0-9]+,col=[0-9]+,title=KB[0-9]{4}::.+");
  for (const diag::Diagnostic& d : r.all) {
    std::string line = diag::print_github(d, r.sources);
    CAPTURE(line);
    CHECK(std::regex_match(line, form));
    CHECK(line.find('\n') == line.npos);
  }
  CHECK(diag::print_github(r.all[0], r.sources).find("x%25y") != std::string::npos);
  CHECK(diag::print_github(r.all[2], r.sources).starts_with("::notice "));
}

TEST_CASE("a changed level shows in every form") {
  Reports r;
  diag::Levels levels{{{"KB0201"_code, diag::Level::style}}};
  CHECK(levels.of(r.all[0]) == diag::Level::style);
  CHECK(levels.of(r.all[1]) == diag::Level::error);
  CHECK(diag::print_text(r.all[0], r.sources, diag::Colour::never, levels).find(": style: ") !=
        std::string::npos);
  CHECK(base::Json::parse(diag::print_json(r.all[0], r.sources, levels))["level"] == "style");
  CHECK(diag::print_github(r.all[0], r.sources, levels).starts_with("::notice "));
  CHECK(base::Json::parse(diag::print_sarif(r.all, r.sources,
                                            levels))["runs"][0]["results"][0]["level"] == "note");
  CHECK(diag::find_level("warning") == diag::Level::warning);
  CHECK_FALSE(diag::find_level("warn"));
}

TEST_CASE("a baseline keeps known findings quiet wherever they move, and no others") {
  Reports r;
  std::string baseline = diag::print_baseline(r.all, r.sources);
  CHECK(base::split_lines(baseline).size() == 3);
  auto none = diag::subtract_baseline(r.all, baseline, r.sources);
  REQUIRE(none);
  CHECK(none->empty());
  // The same finding once more, and another one.
  diag::Diagnostics more = r.all;
  more.push_back({"KB0201"_code, {r.all[0].span.file, 8, 9}, {"x%y", "z\nw"}});
  more.push_back({"KB0201"_code, r.all[0].span, {"new", ""}});
  auto rest = diag::subtract_baseline(more, baseline, r.sources);
  REQUIRE(rest);
  CHECK(rest->size() == 2);
  CHECK_FALSE(diag::subtract_baseline(r.all, "{\"path\": 1}\n", r.sources));
  CHECK_FALSE(diag::subtract_baseline(r.all, "no JSON\n", r.sources));
}
