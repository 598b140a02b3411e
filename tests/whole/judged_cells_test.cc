// Cells that were published of real sites, drawn at random and judged by reading the pages they
// come from: tests/gold/judged/SITE.jsonl, one row a cell, beside those of the open suites.
// Verdicts are true, useless (true, but worth nothing to a reader), false, and contested (the page
// says it, another page of the site says otherwise). What was judged false may not be published
// again but for the rows that say `left`: faults that no general rule mends yet. Judging again
// after a change of the reader: draw cells with tests/gold/judged/draw, read each, append them.
#include <doctest/doctest.h>

#include <set>

#include "base/disk.h"
#include "base/format.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "support/json_lines.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

const std::string kJudged = KBUILD_ROOT "/tests/gold/judged/";

/// Member of a row in lower case, "" where it is null: versions and systems may be.
std::string member(const base::Json& row, const char* name) {
  auto found = row.find(name);
  return found != row.end() && found->is_string() ? base::to_lower(found->get<std::string>()) : "";
}

std::string key_of(const base::Json& row) {
  return base::format("{} {} on {}: {}", member(row, "product"), member(row, "version"),
                      member(row, "system"), member(row, "status"));
}

/// What `kbuild matrix` publishes of one of tests/sites.
std::set<std::string> published(const std::string& site) {
  test::WorkDirectory work;
  auto outcome = base::run_process(
      {.arguments = {KBUILD_PROGRAM, "--config", KBUILD_ROOT "/tests/sites/" + site + "/kbuild.yml",
                     "--allow-read", test::shared_path(""), "matrix", "--format", "jsonl"},
       .directory = work.path,
       .timeout = 300,
       .output_limit = 256u << 20});
  REQUIRE(outcome);
  INFO(outcome->errors);
  REQUIRE(outcome->exit_code <= 1);
  std::set<std::string> keys;
  for (const base::Json& row : test::json_lines(outcome->output)) {
    CHECK(row["state"] != "candidate");
    keys.insert(key_of(row));
  }
  return keys;
}

void hold_judged(const std::string& site, const std::vector<base::Json>& rows) {
  std::set<std::string> cells = published(site);
  for (const base::Json& row : rows)
    if (row["verdict"] == "false" && !row.contains("left") && cells.contains(key_of(row)))
      FAIL_CHECK(site << ": " << key_of(row) << " is published, which is false: " << row["why"]);
}

}  // namespace

TEST_CASE("judged cells: what was found to be false is not published again") {
  if (!test::have_shared("corpora")) return;
  auto disk = base::make_real_disk();
  auto files = disk->list(kJudged);
  REQUIRE(files);
  for (const std::string& name : *files) {
    if (!name.ends_with(".jsonl")) continue;
    auto text = disk->read(kJudged + name);
    REQUIRE(text);
    hold_judged(name.substr(0, name.size() - 6), test::json_lines(*text));
  }
}

TEST_CASE("judged cells: those of the open suite") {
  if (!test::have_shared("matrix")) return;
  auto text =
      base::make_real_disk()->read(test::shared_path("matrix/sites/judged-ulhpc-archer2.jsonl"));
  REQUIRE(text);
  for (const char* site : {"ulhpc", "archer2"}) {
    std::vector<base::Json> rows;
    for (base::Json& row : test::json_lines(*text))
      if (row["site"] == std::string(site) + "-docs") rows.push_back(std::move(row));
    REQUIRE(!rows.empty());
    hold_judged(site, rows);
  }
}
