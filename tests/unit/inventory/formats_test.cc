// Lists of every form, small ones of our own: products, versions, defaults, hidden modules and
// prerequisites; and what is refused.
#include "inventory/formats.h"

#include <doctest/doctest.h>

#include "inventory/inventory.h"
#include "inventory/module_name.h"

namespace kbuild::inventory {

namespace {

/// "product version" of each entry, with the module, D, H and prerequisites where it has them.
std::vector<std::string> read(std::string_view text, std::string_view path = "list.txt") {
  auto list = read_inventory(path, text);
  if (!list) return {list.error().message};
  std::vector<std::string> rows;
  for (const Entry& entry : list->entries) {
    std::string row = entry.product + " " + entry.version;
    if (!entry.module.empty()) row += " " + entry.module;
    if (entry.is_default) row += " D";
    if (entry.hidden) row += " H";
    for (const std::string& set : entry.prerequisites) row += " [" + set + "]";
    rows.push_back(row);
    CHECK(entry.end <= text.size());
    CHECK(entry.begin <= entry.end);
  }
  return rows;
}

using Rows = std::vector<std::string>;

}  // namespace

TEST_CASE("names of modules") {
  auto split = [](std::string_view module) {
    ModuleName name = split_module(module);
    return name.product + " " + name.version + (name.hidden ? " H" : "");
  };
  CHECK(split("frob/1.2") == "frob 1.2");
  CHECK(split("devel/Frob/1.2-foss-2023a") == "Frob 1.2-foss-2023a");
  CHECK(split("frob/6/6.5.0") == "frob 6.5.0");
  CHECK(split("frob/com/v2212") == "frob v2212");
  CHECK(split("frob/frob-2024.3") == "frob 2024.3");
  CHECK(split("Frob/frob_2024.3") == "Frob 2024.3");
  CHECK(split("frob/frob-tests") == "frob frob-tests");
  CHECK(split("frob/6_1_0-avx2") == "frob 6.1.0-avx2");
  CHECK(split("frob/2Aug2023_update3") == "frob 2Aug2023_update3");
  CHECK(split("frob/2.7/gpu") == "frob 2.7-gpu");
  CHECK(split("frob/fabric/gcc/64/2.1.2a1") == "frob 2.1.2a1");
  CHECK(split("python/64/3.9.1") == "python 3.9.1");
  CHECK(split("Frob-bundle/2023.07") == "Frob-bundle 2023.07");
  CHECK(split("frob-tests/1.0") == "frob-tests 1.0");
  CHECK(split("site/default") == "site ");
  CHECK(split("frob") == "frob ");
  CHECK(split(".frob/1.0") == "frob 1.0 H");
  CHECK(split("frob/.1.0") == "frob 1.0 H");
  CHECK(split("7zip/19") == "7zip 19");
}

TEST_CASE("terse lists") {
  CHECK(read("/apps/modules:\nfrob/\nfrob/1.0\nfrob/2.0(default:latest)\nplain\n"
             "short(@frob/2.0)\n/apps/more:\nfrob/1.0\nfrob/.0.9\n") ==
        Rows{"frob 1.0 frob/1.0", "frob 2.0 frob/2.0 D", "plain  plain", "frob 0.9 frob/.0.9 H"});
  CHECK(read("# by hand\nfrob/1.0\n") == Rows{"frob 1.0 frob/1.0"});
  CHECK(read("frob/1.0\nthis is prose\n") == Rows{"'list.txt' is no list of what is installed"});
  CHECK(read("alpha\nbeta\n") == Rows{"'list.txt' is no list of what is installed"});
  CHECK(read("") == Rows{"'list.txt' is no list of what is installed"});
  auto list = read_inventory("list.txt", "/a:\nfrob/1.0\n");
  REQUIRE(list);
  CHECK(list->entries[0].line == 2);
  CHECK(list->entries[0].begin == 4);
  CHECK(list->entries[0].end == 12);
}

TEST_CASE("Lmod's spider as JSON") {
  CHECK(read(R"({"frob":{"/m/frob/1.0.lua":{"fullName":"frob\/1.0","hidden":false,"wV":"1"},
"/m/frob/2.0.lua":{"wV":"^2","parentAA":[["gcc/13","mpi/5"],["gcc/12"]],"fullName":"frob\/2.0"}},
".in":{"/m/.in/3.lua":{"fullName":".in\/3"}},"top":{"/m/top.lua":{"fullName":"top","hidden":true}}})") ==
        Rows{"frob 1.0 frob/1.0", "frob 2.0 frob/2.0 D [gcc/13 mpi/5] [gcc/12]", "in 3 .in/3 H",
             "top  top H"});
  CHECK(read(R"([{"package":"cat/frob","defaultVersionName":"2.0","versions":[
{"full":"cat/frob/1.0","markedDefault":true,"parent":[["gcc/13"]]},
{"full":"cat/frob/2.0","markedDefault":false,"parent":[["gcc/13"]]},{"full":"cat/frob/2.0"}]}])") ==
        Rows{"frob 1.0 cat/frob/1.0 D [gcc/13]", "frob 2.0 cat/frob/2.0"});
  CHECK(read(R"({"frob":{"/m":{"fullName":"frob/1"}},"bad":{"/n":{}}})") ==
        Rows{"'list.txt' has an entry that is no module, at '/n'"});
  CHECK(
      read(R"({"frob":{"/m":{"fullName":"frob/1")") ==
      Rows{"'list.txt' is JSON that is broken, cut off, nested too deeply or with more than 20000 "
           "members in one object"});
  CHECK(read(std::string(1'000'000, '['))[0].starts_with("'list.txt' is JSON that is broken"));
  CHECK(read(R"({"name":"frob","version":"1.0"})") ==
        Rows{"'list.txt' is no list of what is installed"});
}

TEST_CASE("a list of JSON is read in linear time") {
  // Members of one object are looked for among each other: so many would take minutes.
  std::string many = "{";
  for (int i = 0; i < 400'000; ++i)
    many += (i ? ",\"p" : "\"p") + std::to_string(i) + R"(":{"/m":{"fullName":"p/1"}})";
  CHECK(read(many + "}")[0].starts_with("'list.txt' is JSON that is broken"));
  // Places of entries are found in one pass, also where they are not where they are looked for.
  std::string packages = "[";
  for (int i = 0; i < 100'000; ++i)
    packages += (i ? ",{\"name\":\"\\u0070" : "{\"name\":\"\\u0070") + std::to_string(i) +
                "\",\"version\":\"1\"}";
  auto list = read_inventory("list.json", packages + "]");
  REQUIRE(list);
  CHECK(list->entries.size() == 100'000);
}

TEST_CASE("Environment Modules as JSON") {
  CHECK(
      read(
          R"({"/m":{"frob/1.0":{"name":"frob/1.0","type":"modulefile","symbols":["default"],"tags":[]},
"f":{"name":"f","type":"alias","symbols":[],"tags":[],"target":"frob/1.0"},
"frob/2":{"name":"frob/2","type":"modulefile","symbols":[],"tags":["hidden"]}}})") ==
      Rows{"frob 1.0 frob/1.0 D", "frob 2 frob/2 H"});
}

TEST_CASE("module avail as printed") {
  CHECK(
      read(
          "$ module avail\n\n--- Global Aliases ---\n   f -> frob/1.0\n\n"
          "------- /apps/modules -------\n"
          "   frob/1.0        plain\n   frob/2.0 (g,D)  zap/1  (L)\n\n"
          "---- This is a list of module extensions \"module --nx avail ...\" to not show.\n"
          " ----\n    numeric (E)\n\n  Where:\n   D:  Default Module\n\nUse \"module spider\"\n") ==
      Rows{"frob 1.0 frob/1.0", "plain  plain", "frob 2.0 frob/2.0 D", "zap 1 zap/1"});
  CHECK(read("------- /apps/modules -------\nfrob/1.0(default)  zap/1(latest)\n\nKey:\n"
             "(symbolic-version)\n") == Rows{"frob 1.0 frob/1.0 D", "zap 1 zap/1"});
  // A mark that had no room beside its module.
  CHECK(read("--- Core ---\n  frob/1.0\n (D)\n") == Rows{"frob 1.0 frob/1.0 D"});
  CHECK(read("--- Core ---\nfrob (2)  zap (1)\n") ==
        Rows{"'list.txt' line 2 is no row of modules: 'frob (2)  zap (1)'"});
  CHECK(read("--- Core ---\nfrob/1.0, and more\n") ==
        Rows{"'list.txt' line 2 is no row of modules: 'frob/1.0, and more'"});
  CHECK(read("- Package/Alias ----.- Versions -----.- Last mod. ----\n/m:\n"
             "frob/1.0    default   2026/11/23 23:57:49\nf -> frob/1.0\n"
             "zap/1                 2026/11/23 23:57:49\n") ==
        Rows{"frob 1.0 frob/1.0 D", "zap 1 zap/1"});
}

TEST_CASE("module spider as printed") {
  const std::string rule = "------------\n";
  CHECK(read("\n" + rule + "The following is a list of the modules currently available:\n" + rule +
             "  frob: frob/1.0, frob/2.0\n    Frobs: all of them\n\n  num: num/1.5 (E)\n" + rule +
             "   $ module spider Foo/11.1\n" + rule) ==
        Rows{"frob 1.0 frob/1.0", "frob 2.0 frob/2.0", "num 1.5"});
  CHECK(read(rule + "The following is a list of the modules:\n" + rule + "  a: a/1, ...\n" +
             rule) == Rows{"'list.txt' leaves versions out in line 4 ('...')"});
  CHECK(read(rule + "The following is a list of the modules:\n" + rule + "  a: a/1\n") ==
        Rows{"'list.txt' is cut off: `module spider` ends with a line of hyphens"});
  CHECK(read(rule + "  frob:\n" + rule +
             "    Description:\n      Frobs\n\n     Versions:\n"
             "        frob/1.0\n        frob/2.0\n\n" +
             rule + "  $ module spider frob/2.0\n") ==
        Rows{"frob 1.0 frob/1.0", "frob 2.0 frob/2.0"});
  CHECK(read(rule + "  frob: frob/1.0\n" + rule +
             "    You will need to load all module(s) on any "
             "one of the lines below before the \"frob/1.0\" module is available to load.\n\n"
             "      gcc/12  mpi/4\n      gcc/13\n\n    Help:\n      Frobs\n") ==
        Rows{"frob 1.0 frob/1.0 [gcc/12 mpi/4] [gcc/13]"});
}

TEST_CASE("packages and containers") {
  CHECK(read(R"([{"name":"frob","version":"1.0"},{"name":"py-zap","version":"2.0","hash":"x"}])") ==
        Rows{"frob 1.0", "py-zap 2.0"});
  CHECK(read(R"([{"name":"frob","version":"1.0"},{"name":"zap"}])") ==
        Rows{"'list.txt' has no name and version in package 2"});
  CHECK(read("[]") == Rows{"'list.txt' is no list of what is installed"});
  CHECK(read(R"({"data":{"attributes":{"labels":{"org.opencontainers.image.title":"Frob",
"org.opencontainers.image.version":"1.0"}}},"type":"container"})") == Rows{"Frob 1.0"});
  CHECK(read(R"({"data":{"attributes":{"labels":{"maintainer":"me"}}},"type":"container"})") ==
        Rows{"'list.txt' has no labels that name a product and its version"});
  CHECK(
      read(
          "Frob-bundle-2.1.2-foss-2023a-CUDA-12.1.1.eb\n/x/Zap-v2312.eb\nMag-7.1-34-GCC-13.eb\n") ==
      Rows{"Frob-bundle 2.1.2", "Zap v2312", "Mag 7.1-34"});
  CHECK(read("frob.eb\n") == Rows{"'list.txt' line 1 is no name of an EasyBuild file: 'frob.eb'"});
  CHECK(read("uenv             arch   system  id                size(MB)  date\n"
             "frobenv/24.11:v1  gh200  zork    b81fd6ba25e88782  3,658     2025-02-27\n") ==
        Rows{"frobenv 24.11"});
}

TEST_CASE("lists in YAML") {
  CHECK(read("software:\n  Frob: [1.10, 2]\n") == Rows{"Frob 1.10", "Frob 2"});
  CHECK(read("- {name: Frob, version: 1.0, module: frob/1.0, default: true}\n") ==
        Rows{"Frob 1.0 frob/1.0 D"});
  auto list = read_inventory("a.yaml", "system: Zork\ndate: 2026-11-20\nsoftware: {Frob: [1]}\n");
  REQUIRE(list);
  CHECK(list->system == "Zork");
  CHECK(list->date == "2026-11-20");
  CHECK(list->entries[0].line == 3);
  CHECK(read("date: yesterday\nsoftware: {Frob: [1]}\n") ==
        Rows{"'list.txt' has the date 'yesterday'"});
  CHECK(read("software: [{version: 1}]\n") ==
        Rows{"'list.txt' has an entry without a name in line 1"});
  CHECK(read("software: {a: [}\n")[0].starts_with("'list.txt' is no YAML in line 1"));
}

}  // namespace kbuild::inventory
