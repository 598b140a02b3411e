// The list that `kbuild collect` writes: tools joined, entries on their lines, and what is refused.
// tests/whole/collect_test.cc reads what the script itself wrote.
#include "inventory/collected.h"

#include <doctest/doctest.h>

#include "base/format.h"
#include "base/text.h"

namespace kbuild::inventory {

namespace {

std::string list_of(std::string_view tools) {
  return base::format(
      "{{\n\"schema\": \"kbuild-list/1\",\n\"system\": \"Saimaa\",\n\"date\": \"2026-11-20\",\n"
      "\"tools\": [\n{}]\n}}\n",
      tools);
}

/// "line: product version module D H [prerequisites]" of each entry.
std::vector<std::string> entries_of(const std::string& text) {
  auto list = read_inventory("lists/saimaa.json", text);
  if (!list) return {list.error().message};
  std::vector<std::string> rows;
  for (const Entry& entry : list->entries) {
    std::string row = base::format("{}: {} {}", entry.line, entry.product, entry.version);
    if (!entry.module.empty()) row += " " + entry.module;
    if (entry.is_default) row += " D";
    if (entry.hidden) row += " H";
    for (const std::string& set : entry.prerequisites) row += " [" + set + "]";
    rows.push_back(row);
    std::string_view name = entry.module.empty() ? entry.product : entry.module;
    if (!entry.hidden) CHECK(text.substr(entry.begin, entry.end - entry.begin) == name);
  }
  return rows;
}

using Rows = std::vector<std::string>;

constexpr std::string_view kModules = R"({"tool": "lmod-spider-json", "status": 0, "lines": [
  {"fullName": "boat/1.9", "hidden": false, "parentAA": [["gcc/13.1"]]},
  {"fullName": "boat/1.10", "hidden": false, "parentAA": [["gcc/13.1"], ["gcc/12.4"]]},
  {"fullName": "gcc/12.4", "hidden": false},
  {"fullName": "gcc/13.1", "hidden": false},
  {"fullName": "kit/5", "hidden": false, "provides": ["oar/2.1"], "parentAA": [["gcc/12.4"]]},
  {"fullName": "old/3", "hidden": true},
  {"fullName": "sail/7.2-foss-2023b", "hidden": false}
]},
{"tool": "lmod-defaults", "status": 0, "lines": ["/modules/Core:", "gcc/12.4", "sail/7.2-foss-2023b"]}
)";

}  // namespace

TEST_CASE("a collected list joins what the tools of a system say") {
  auto list = read_inventory("lists/saimaa.json", list_of(kModules));
  REQUIRE(list);
  CHECK(list->system == "Saimaa");
  CHECK(list->date == "2026-11-20");
  CHECK(entries_of(list_of(kModules)) ==
        Rows{"7: boat 1.9 boat/1.9 [gcc/13.1]", "8: boat 1.10 boat/1.10 [gcc/13.1] [gcc/12.4]",
             "9: gcc 12.4 gcc/12.4 D", "10: gcc 13.1 gcc/13.1",
             // Extensions are there, but nobody loads them by their name.
             "11: oar 2.1 H [gcc/12.4 kit/5]", "11: kit 5 kit/5 [gcc/12.4]", "12: old 3 old/3 H",
             "13: sail 7.2-foss-2023b sail/7.2-foss-2023b D"});
}

TEST_CASE("packages that are modules are not listed twice") {
  std::string tools = std::string(kModules) + R"(,
{"tool": "easybuild", "status": 0, "lines": [
  "Sail-7.2-foss-2023b.eb",
  "Sail-7.3-foss-2023b.eb"
]},
{"tool": "spack", "status": 0, "lines": [
  {"name": "gcc", "version": "13.1"},
  {"name": "zlib", "version": "1.3"}]},
{"tool": "conda", "status": 0, "lines": [{"name": "zlib", "version": "1.3"}, {"name": "gcc", "version": "13.1"}]},
{"tool": "apptainer", "status": 0, "lines": [
  {"org.opencontainers.image.title": "Rudder", "org.opencontainers.image.version": "0.4"}]},
{"tool": "uenv", "status": 0, "lines": ["keel/24.7:v3  gh200  saimaa  0c12  1,024  2026-10-01"]})";
  Rows rows = entries_of(list_of(tools));
  rows.erase(rows.begin(), rows.begin() + 8);
  // What Spack has, the environment of conda has, too.
  CHECK(base::join(rows, "\n") ==
        "24: zlib 1.3\n24: gcc 13.1\n26: Rudder 0.4\n27: keel 24.7\n19: Sail 7.3");
}

TEST_CASE("a collected list that is not whole is refused by the name of the tool that failed") {
  CHECK(entries_of(
            list_of(R"({"tool": "lmod-spider-json", "status": 0, "lines": [{"fullName": "a/1"}]},
      {"tool": "lmod-defaults", "status": 124, "error": "took longer than 900 seconds", "lines": []})")) ==
        Rows{"'lists/saimaa.json' is not whole: lmod-defaults took longer than 900 seconds"});
  // Unless another tool answered in its place.
  CHECK(
      entries_of(list_of(R"({"tool": "lmod-spider-json", "status": 1, "error": "no", "lines": [{}]},
{"tool": "lmod-spider-terse", "instead_of": "lmod-spider-json", "status": 0, "lines": [
"a/",
"a/1"]})")) == Rows{"9: a 1 a/1"});
}

TEST_CASE("what is no collected list is refused at its line") {
  auto message = [](const std::string& text) { return entries_of(text).at(0); };
  CHECK(message(list_of("{\"tool\": \"lmod-spider-json\", \"status\": 0, \"lines\": [\n"
                        "{\"fullName\": \"a/1\"},\n{\"fullName\": 7}]}"))
            .starts_with("'lists/saimaa.json' has at line 8 what is not of 'lmod-spider-json'"));
  CHECK(message(list_of(R"({"tool": "easybuild", "status": 0, "lines": ["Prose."]})"))
            .starts_with("'lists/saimaa.json' has at line 6 what is not of 'easybuild'"));
  CHECK(message(list_of(R"({"tool": "easybuild", "status": 0, "lines": [{}]})"))
            .ends_with("has a line that is no text"));
  CHECK(message(list_of(R"({"tool": "portage", "status": 0, "lines": []})")) ==
        "'lists/saimaa.json' has the unknown tool 'portage'");
  CHECK(message(list_of(R"({"tool": "spack", "lines": []})")) ==
        "'lists/saimaa.json' has a tool without `status` and `lines`");
  CHECK(message(list_of("7")) == "'lists/saimaa.json' has a tool without `status` and `lines`");
  CHECK(message(list_of("")) ==
        "'lists/saimaa.json' names nothing, though it looks like a list of `kbuild collect`");
  CHECK(message(R"({"schema": "kbuild-list/2"})") ==
        "'lists/saimaa.json' is not of the schema kbuild-list/1");
  CHECK(message(R"({"schema": "kbuild-list/1", "date": "today"})") ==
        "'lists/saimaa.json' has no date YYYY-MM-DD");
  CHECK(message(R"({"schema": "kbuild-list/1", "date": "2026-11-20"})") ==
        "'lists/saimaa.json' has no array `tools`");
  std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  CHECK(message(list_of("{\"tool\": \"spack\", \"status\": 0, \"lines\": [" + deep + "]}"))
            .starts_with("'lists/saimaa.json' is JSON that is broken, cut off, nested too deeply"));
  std::string whole = list_of(kModules);
  CHECK(message(whole.substr(0, whole.size() / 2))
            .starts_with("'lists/saimaa.json' is JSON that is broken, cut off"));
}

}  // namespace kbuild::inventory
