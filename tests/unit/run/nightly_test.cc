// What a night runs and what it leaves, what a sweep tries and shows, and comments that no page can
// break out of.
#include "run/nights/nightly.h"

#include <doctest/doctest.h>

#include "run/module_versions.h"
#include "run/nights/comment.h"
#include "run/nights/sweep.h"

using namespace kbuild;
using namespace kbuild::run;

namespace {

constexpr std::int64_t kNightDay = 86400, kTonight = 100 * kNightDay;

Cell unit_cell(std::string unit, long long seconds = 600) {
  Cell cell;
  cell.page = "page.md";
  cell.line = 7;
  cell.unit = std::move(unit);
  cell.system = "Saimaa";
  cell.key = cell.unit + "-key";
  cell.seconds = seconds;
  cell.cpus = 4;
  return cell;
}

RunRecord record_of(const Cell& cell, int day, Verdict verdict, double seconds = 60) {
  RunRecord record;
  record.unit = cell.unit;
  record.variant = cell.variant;
  record.system = cell.system;
  record.key = cell.key;
  record.started = day * kNightDay;
  record.verdict = verdict;
  record.seconds = seconds;
  return record;
}

struct Bed {
  std::vector<Cell> cells;
  std::vector<RunRecord> records;
  std::set<std::string, std::less<>> modules;

  Night night(std::string_view budget = "") {
    sort_by_time(records);
    History latest = latest_by_key(records);
    Histories histories = histories_by_place(unit_histories(records, kTonight));
    MinuteBudget bound;
    if (!budget.empty()) bound = parse_budget(budget).value();
    return choose_night({cells, latest, histories, modules, kTonight, 30, bound});
  }
  std::string chosen(std::string_view budget = "") {
    std::string out;
    for (const DueCell& one : night(budget).chosen)
      out += cells[one.cell].unit + " " + std::string(due_name(one.why)) + "; ";
    return out;
  }
};

}  // namespace

TEST_CASE("a night runs what is expired, changed, failed or never run, oldest first") {
  Bed bed;
  for (const char* name : {"new", "fresh", "failed", "old", "edited", "infra", "blocked", "xfail"})
    bed.cells.push_back(unit_cell(name));
  bed.cells[6].obstacles = {"needs a person"};
  auto& c = bed.cells;
  Cell before = c[4];
  before.key = "before";
  bed.records = {record_of(c[1], 90, Verdict::pass),  record_of(c[2], 95, Verdict::fail),
                 record_of(c[3], 60, Verdict::pass),  record_of(before, 80, Verdict::pass),
                 record_of(c[5], 99, Verdict::infra), record_of(c[7], 98, Verdict::xfail)};
  CHECK(bed.chosen() ==
        "new never run; old expired; edited changed; failed failed; infra failed; ");
  Night night = bed.night();
  CHECK(night.proved == 2);
  CHECK(night.unable == 1);
}

TEST_CASE("a pass with a module that the list has in other versions alone is due") {
  Bed bed;
  bed.cells = {unit_cell("a")};
  bed.records = {record_of(bed.cells[0], 99, Verdict::pass)};
  bed.records[0].loaded = {{"module", "amber/22.5", "", true}, {"module", "gcc/13.2.0", "", true}};
  CHECK(bed.chosen().empty());
  bed.modules = {"amber/24.0", "ambertools/1.0"};
  CHECK(bed.chosen() == "a upgraded; ");
  bed.modules.insert("amber/22.5");
  CHECK(bed.chosen().empty());
}

TEST_CASE("a budget takes what fits by what units took before, and says what it leaves") {
  Bed bed;
  for (const char* name : {"oldest", "big", "small", "unknown"})
    bed.cells.push_back(unit_cell(name));
  bed.cells[1].nodes = 4;
  auto& c = bed.cells;
  bed.records = {record_of(c[0], 10, Verdict::pass, 120), record_of(c[1], 20, Verdict::pass, 300),
                 record_of(c[2], 30, Verdict::pass, 60)};
  bed.records.push_back(record_of(c[3], 40, Verdict::fail, 5));
  // 2 + 4 * 5 + 1 + at most 10 node-minutes.
  CHECK(bed.chosen("33node-min") == "oldest expired; big expired; small expired; unknown failed; ");
  CHECK(bed.chosen("24node-min") == "oldest expired; big expired; small expired; ");
  CHECK(bed.chosen("21node-min") == "oldest expired; small expired; unknown failed; ");
  CHECK(bed.chosen("8cpu-min") == "oldest expired; ");
  CHECK(bed.chosen("0gpu-min,2node-min") == "oldest expired; ");
  std::string words = night_words(bed.night("3node-min"), bed.cells, *parse_budget("3node-min"));
  CHECK(words.find("beyond the whole budget: big") != words.npos);
  CHECK(words.find("beyond the whole budget: unknown") != words.npos);
  CHECK(words.find("2 of 4 due units fit: ") != words.npos);
  CHECK(words.find("3.0 of 3 node-minutes") != words.npos);
}

TEST_CASE("budgets are numbers with gpu-min, cpu-min or node-min") {
  CHECK(parse_budget("20gpu-min")->gpu == 20);
  CHECK(parse_budget(" 1.5 cpu-min, 2node-min")->cpu == 1.5);
  for (const char* wrong : {"", "20", "gpu-min", "-1gpu-min", "1.gpu-min", "1e3gpu-min", "1h",
                            "2gpu-min,", "1.-5cpu-min"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_budget(wrong).has_value());
  }
}

TEST_CASE("a sweep tries what the list has of the modules that a unit names") {
  std::vector<InstalledVersion> list = {{"22.5", "amber/22.5"},
                                        {"24.0", "amber/24.0"},
                                        {"6.5.0", "vasp/6/6.5.0"},
                                        {"12.4.0", "gcc/12.4.0"},
                                        {"13.2.0", "gcc/13.2.0"},
                                        {"4.1.6", "openmpi/4.1.6", {"gcc/12.4.0"}},
                                        {"5.0.5", "openmpi/5.0.5", {"gcc/13.2.0"}}};
  auto modules = [&](std::vector<std::string> named) {
    std::string out;
    for (const InstalledVersion& one : sweep_versions(named, list)) out += one.module + " ";
    return out;
  };
  CHECK(modules({"amber"}) == "amber/22.5 amber/24.0 ");
  CHECK(modules({"amber/20"}) == "amber/22.5 amber/24.0 ");
  CHECK(modules({"vasp/6"}) == "vasp/6/6.5.0 ");
  CHECK(modules({"vasp"}).empty());
  CHECK(modules({"gcc/13.2.0", "openmpi"}) == "gcc/12.4.0 gcc/13.2.0 openmpi/5.0.5 ");
  CHECK(modules({"python"}).empty());
}

TEST_CASE("a sweep's table shows what breaks and what fails in any case") {
  std::vector<Cell> cells;
  std::vector<CellOutcome> outcomes;
  auto add = [&](const char* unit, const char* module, Verdict verdict) {
    Cell cell = unit_cell(unit);
    cell.variant = cell.swept_module = module;
    cell.replaced_module = "amber";
    cells.push_back(cell);
    outcomes.push_back({record_of(cell, 99, verdict)});
    outcomes.back().record.reason = is_failure(verdict) ? "line 9: exit code 1" : "";
    outcomes.back().record.loaded = {{"module", module, "", true}};
  };
  add("good", "amber/22.5", Verdict::pass);
  add("good", "amber/24.0", Verdict::pass);
  add("breaks", "amber/22.5", Verdict::pass);
  add("breaks", "amber/24.0", Verdict::fail);
  add("never", "amber/22.5", Verdict::fail);
  add("never", "amber/24.0", Verdict::infra);
  add("elsewhere", "amber/22.5", Verdict::pass);
  add("elsewhere", "amber/24.0", Verdict::pass);
  outcomes.back().record.loaded = {{"module", "amber/22.5", "", true}};
  std::string table = sweep_table(cells, outcomes);
  CHECK(table.find("| unit | page says | `22.5` | `24.0` |") != table.npos);
  CHECK(table.find("| `breaks` | `amber` | pass | **fail** |") != table.npos);
  CHECK(table.find("| `never` | `amber` | **fail** | not judged |") != table.npos);
  CHECK(table.find("| `elsewhere` | `amber` | pass | not loaded |") != table.npos);
  CHECK(table.find("- breaks: `breaks` (`page.md:7`) with `amber/24.0`") != table.npos);
  CHECK(table.find("- fails with every version: `never`") != table.npos);
  CHECK(find_breakages(cells, outcomes).size() == 2);
}

TEST_CASE("a page's text cannot leave its code span in a comment") {
  CHECK(code_span("a `b` @all [x](y)\n# h | t") == "`a 'b' @all [x](y) # h \u2223 t`");
  CHECK(code_span("\u202Eevil\u200B\u0007") == "`evil`");
  CHECK(code_span("\xff\xfe") == "`\uFFFD\uFFFD`");
  CHECK(code_span("") == "`-`");
  CHECK(code_span(std::string(5000, 'x'), 10) == "`xxxxxxxxxx\u2026`");
  CHECK(code_span("\u00e4\u00e4\u00e4", 3) == "`\u00e4\u2026`");
  std::vector<CommentRow> rows(2000);
  for (CommentRow& row : rows) row = {"unit", "page.md", 1, "Saimaa", "fail", "", true};
  rows[0].why = "token ghp_abcdefghijklmnopqrstuvwxyz012345 of /home/someone";
  std::string comment = to_comment(rows, {"origin/main"}, {"/home/someone"});
  CHECK(comment.size() < 65'000);
  CHECK(comment.find("more\n") != comment.npos);
  CHECK(comment.find("ghp_abc") == comment.npos);
  CHECK(comment.find("someone") == comment.npos);
}
