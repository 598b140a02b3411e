// A site held against lists of what is installed, in each form that machines write: what a code
// block loads and neither a page nor the list offers, and what pages offer and the list lacks.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/process.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

constexpr std::string_view kInstalledPage = R"md(# Example on LUMI

| Version | Module | LUMI |
|:--|:--|:--|
| 2.4.0 | `example/2.4.0` | X |

```bash
module load example/2.9.9
```

```bash
module load example/2.6.0
```
)md";

struct List {
  std::string_view name, text;
};
/// Each has 2.7.1 and 2.6.0.
constexpr List kLists[] = {
    {"terse.txt", "/appl/modulefiles:\nexample/2.7.1(default)\nexample/2.6.0\n"},
    {"spider.json",
     R"([{"package": "example", "defaultVersionName": "2.7.1", "versions": [
          {"versionName": "2.7.1", "full": "example/2.7.1"},
          {"versionName": "2.6.0", "full": "example/2.6.0"}]}])"},
    {"spider-object.json",
     R"({"example": {"/m/example/2.7.1.lua": {"fullName": "example/2.7.1"},
                     "/m/example/2.6.0.lua": {"fullName": "example/2.6.0"}}})"},
    {"avail.txt", "--- /appl/modulefiles ---\n   example/2.6.0    example/2.7.1 (D)\n"},
    {"spack.json",
     R"([{"name": "example", "version": "2.7.1"}, {"name": "example", "version": "2.6.0"}])"},
    {"recipes.txt", "Example-2.7.1-foss-2023a.eb\nExample-2.6.0.eb\n"},
    {"collected.json",
     R"({"schema": "kbuild-list/1", "date": "2026-11-20", "tools": [
          {"tool": "lmod-spider-terse", "status": 0, "lines": ["example/2.6.0", "example/2.7.1"]},
          {"tool": "lmod-defaults", "status": 0, "lines": ["example/2.7.1"]}]})"},
    {"list.yaml", "software:\n  example: [2.7.1, 2.6.0]\n"},
};

std::string findings(const std::string& directory, const std::string& installed) {
  std::vector<std::string> arguments = {KBUILD_PROGRAM, "matrix"};
  if (!installed.empty()) arguments.insert(arguments.end(), {"--installed", installed});
  auto outcome =
      base::run_process({.arguments = std::move(arguments), .directory = directory, .timeout = 60});
  REQUIRE(outcome);
  CHECK(outcome->exit_code <= 1);
  return outcome->errors;
}

}  // namespace

TEST_CASE("a site is held against lists of what is installed") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  REQUIRE(disk->write(work.path + "/kbuild.yml",
                      "site: {name: Site}\nlanguages: [en]\nsources:\n  - {path: docs, lang: en}\n"
                      "systems:\n  - {name: LUMI}\nproducts:\n  - {name: Example}\n"));
  REQUIRE(disk->write(work.path + "/docs/index.md", kInstalledPage));
  auto has = [](const std::string& text, std::string_view part) {
    return text.find(part) != text.npos;
  };
  // By the page alone both loads are of versions that its table lacks.
  std::string alone = findings(work.path, {});
  CHECK(has(alone, "'example/2.9.9' is loaded on LUMI"));
  CHECK(has(alone, "'example/2.6.0' is loaded on LUMI"));
  CHECK_FALSE(has(alone, "[KB0613]"));
  for (auto [name, text] : kLists) {
    REQUIRE(disk->write(work.path + "/" + std::string(name), text));
    std::string found = findings(work.path, "LUMI=" + std::string(name));
    INFO(name << ":\n" << found);
    CHECK(has(found, "docs/index.md:8:1: warning: 'example/2.9.9' is loaded on LUMI"));
    CHECK(has(found, "[KB0606]"));
    CHECK_FALSE(has(found, "'example/2.6.0' is loaded"));
    CHECK(has(found, "Example 2.4.0 is available on LUMI by this page, but not installed there"));
    // The list of another system says nothing of this one.
    CHECK_FALSE(has(findings(work.path, "Other=" + std::string(name)), "[KB0613]"));
  }
}

namespace {

/// What `command` prints and reports, with its output among it.
std::string said(const std::string& directory, const std::vector<std::string>& command) {
  std::vector<std::string> arguments = {KBUILD_PROGRAM};
  arguments.insert(arguments.end(), command.begin(), command.end());
  auto outcome =
      base::run_process({.arguments = std::move(arguments), .directory = directory, .timeout = 60});
  REQUIRE(outcome);
  return outcome->output + outcome->errors;
}

}  // namespace

TEST_CASE("the configuration names the lists that builds hold pages against") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  auto write = [&](std::string_view path, std::string_view text) {
    REQUIRE(disk->write(work.path + "/" + std::string(path), text));
  };
  auto has = [](const std::string& text, std::string_view part) {
    return text.find(part) != text.npos;
  };
  write("kbuild.yml",
        "site: {name: Site}\nlanguages: [en]\nsources:\n  - {path: docs, lang: en}\n"
        "systems:\n  - {name: LUMI, installed: lists/lumi.txt}\nproducts:\n  - {name: Example}\n");
  write("docs/index.md", std::string(kInstalledPage) + "\n```bash\nmodule load gizmo/1.0.2\n```\n");
  write("lists/lumi.txt", "example/2.7.1(D)\nexample/2.6.0\nwidget/3.1.0\n");

  std::string checked = said(work.path, {"check"});
  INFO(checked);
  CHECK(has(checked, "'example/2.9.9' is loaded on LUMI"));
  CHECK_FALSE(has(checked, "'example/2.6.0' is loaded"));
  CHECK(has(checked, "Example 2.4.0 is available on LUMI by this page, but not installed there"));
  CHECK(has(checked, "lists/lumi.txt:1:1"));
  // The list names no version of it at all.
  CHECK(has(checked, "'gizmo/1.0.2' is loaded on LUMI"));
  CHECK(has(said(work.path, {"matrix"}), "2.7.1"));

  auto page = [&] {
    auto text = disk->read(work.path + "/public/matrix/example/index.html");
    REQUIRE(text);
    return *text;
  };
  CHECK(has(said(work.path, {"build", "--out", "public"}), "[KB0613]"));
  CHECK(has(page(), "2.7.1"));
  CHECK(has(page(), "lists/lumi.txt"));
  // What no page speaks of is in the matrix as well.
  CHECK(disk->status(work.path + "/public/matrix/widget").kind != base::FileKind::absent);
  // A changed list changes what is made of it, and nothing else.
  write("lists/lumi.txt", "example/2.8.0(D)\nexample/2.4.0\nexample/2.6.0\n");
  std::string again = said(work.path, {"build", "--out", "public", "--explain"});
  INFO(again);
  CHECK_FALSE(has(again, "[KB0613]"));
  CHECK_FALSE(has(again, "docs/index.md: read"));
  CHECK(has(page(), "2.8.0"));
  CHECK_FALSE(has(page(), "2.7.1"));

  write("lists/lumi.txt", "Prose.\n");
  CHECK(has(said(work.path, {"check"}), "'lists/lumi.txt' is no list of what is installed"));
  REQUIRE(disk->remove(work.path + "/lists/lumi.txt"));
  CHECK(has(said(work.path, {"check"}), "lists/lumi.txt"));
}

TEST_CASE("a build after a list got too old is that of a clean one") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  REQUIRE(disk->write(work.path + "/kbuild.yml",
                      "site: {name: Site}\nlanguages: [en]\nsources:\n  - {path: docs, lang: en}\n"
                      "systems:\n  - {name: LUMI, installed: list.yaml, max_age: 30}\n"
                      "products:\n  - {name: Example}\n"));
  REQUIRE(disk->write(work.path + "/docs/index.md", kInstalledPage));
  REQUIRE(disk->write(work.path + "/list.yaml",
                      "date: 2026-11-20\nsoftware:\n  example: [2.7.1, 2.6.0]\n"));
  auto findings_at = [&](const std::string& now, std::vector<std::string> options) {
    std::vector<std::string> all = {"/usr/bin/env", "SOURCE_DATE_EPOCH=" + now, KBUILD_PROGRAM,
                                    "-q"};
    all.insert(all.end(), options.begin(), options.end());
    auto outcome =
        base::run_process({.arguments = std::move(all), .directory = work.path, .timeout = 60});
    REQUIRE(outcome);
    return outcome->errors;
  };
  // The last second of its thirtieth day, and the next one.
  const std::string current = "1797811199", old = "1797811200";
  CHECK(findings_at(current, {"--out", "site", "build"}).find("[KB0616]") == std::string::npos);
  CHECK(findings_at(old, {"--out", "site", "build"}).find("[KB0616]") != std::string::npos);
  CHECK(findings_at(old, {"--out", "clean", "build", "--clean"}).find("[KB0616]") !=
        std::string::npos);
  auto files = disk->list(work.path + "/clean");
  REQUIRE(files);
  for (const std::string& file : *files)
    CHECK_MESSAGE(disk->read(work.path + "/clean/" + file).value_or("") ==
                      disk->read(work.path + "/site/" + file).value_or("absent"),
                  file);
}
