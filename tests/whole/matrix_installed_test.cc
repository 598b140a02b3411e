// A site held against lists of what is installed, in each form that machines write: what a code
// block loads and neither a page nor the list offers, and what pages offer and the list lacks.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/process.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

constexpr std::string_view kPage = R"md(# Example on LUMI

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
    {"recipes.txt", "Example-2.7.1-foss-2023a.eb\nExample-2.6.0.eb\n"},
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
  REQUIRE(disk->write(work.path + "/docs/index.md", kPage));
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
