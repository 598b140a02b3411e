// Lists that real tools printed, and pages copied, against what was made of them by hand; in the
// directory of suites beside the project.
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/json.h"
#include "inventory/inventory.h"
#include "support/skip.h"

namespace kbuild::inventory {

namespace {

std::string text_of_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// As rows of expected.jsonl. Packages inside other modules are compared apart: some listings give
/// them no version, and none a module that could be loaded.
std::string row_of(const std::string& product, const std::string& version,
                   const std::string& module, bool is_default, bool hidden) {
  return product + " " + version + " " + module + (is_default ? " D" : "") + (hidden ? " H" : "");
}

}  // namespace

TEST_CASE("lists of real tools") {
  if (!test::have_shared("matrix/lists/expected.jsonl")) return;
  std::string root = test::shared_path("matrix/lists/");
  std::map<std::string, std::set<std::string>> expected, extensions;
  std::istringstream lines(text_of_file(root + "expected.jsonl"));
  for (std::string line; std::getline(lines, line);) {
    base::Json row = base::Json::parse(line);
    std::string version = row["version"].is_null() ? "" : row["version"].get<std::string>();
    std::string module = row["module"].is_null() ? "" : row["module"].get<std::string>();
    bool hidden = row["hidden"].get<bool>();
    // A terse list does not say what a modulefile hides elsewhere; only a dot in a name shows.
    if (row["file"] == "real/lmod-spider-terse-hidden.txt" && module == "secret/1.0")
      hidden = false;
    bool is_extension = row.contains("extension") && row["extension"].get<bool>();
    (is_extension ? extensions : expected)[row["file"]].insert(
        row_of(row["product"], version, module, row["default"].get<bool>(), hidden));
  }
  REQUIRE(expected.size() == 27);
  for (const auto& [file, rows] : expected) {
    CAPTURE(file);
    auto list = read_inventory(file, text_of_file(root + file));
    CHECK_MESSAGE(list, (list ? "" : list.error().message));
    if (!list) continue;
    std::set<std::string> found;
    for (const Entry& entry : list->entries) {
      std::string row =
          row_of(entry.product, entry.version, entry.module, entry.is_default, entry.hidden);
      std::string module = entry.product + "/" + entry.version;
      if (!extensions[file].contains(row_of(entry.product, entry.version, module, false, false)))
        found.insert(row);
    }
    for (const std::string& row : rows) CHECK_MESSAGE(found.contains(row), "missed: ", row);
    for (const std::string& row : found) CHECK_MESSAGE(rows.contains(row), "wrong: ", row);
  }
}

TEST_CASE("what is no list of real tools is refused by name") {
  if (!test::have_shared("matrix/lists/by-hand")) return;
  std::string root = test::shared_path("matrix/lists/");
  for (const char* file : {"by-hand/refuse-prose.txt", "by-hand/refuse-package.json",
                           "real/lmod-overview.txt", "real/lmod-spider-list.txt"}) {
    auto list = read_inventory(file, text_of_file(root + file));
    CAPTURE(file);
    REQUIRE_FALSE(list);
    CHECK(list.error().message.find(file) != std::string::npos);
  }
}

TEST_CASE("prerequisites of real modules") {
  if (!test::have_shared("matrix/lists/real")) return;
  std::string root = test::shared_path("matrix/lists/real/");
  for (const char* file : {"lmod-spider-json.json", "lmod-jsonSoftwarePage.json"}) {
    auto list = read_inventory(file, text_of_file(root + file));
    REQUIRE(list);
    std::map<std::string, std::set<std::string>> needed;
    for (const Entry& entry : list->entries)
      needed[entry.module] = {entry.prerequisites.begin(), entry.prerequisites.end()};
    CHECK(needed["gromacs/2024.4"] == std::set<std::string>{"gcc/12.3.0 openmpi/5.0.5"});
    CHECK(needed["openmpi/4.1.6"] == std::set<std::string>{"gcc/11.3.0", "gcc/12.3.0"});
    CHECK(needed["gcc/12.3.0"].empty());
  }
}

}  // namespace kbuild::inventory
