// The rule of the floors: a directory of src/ includes only directories of strictly lower floors,
// and each package's headers are included from its door alone.
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "base/disk.h"
#include "base/format.h"
#include "base/text.h"

using namespace kbuild;

namespace {

std::map<std::string, int> read_floors(const base::Disk& disk) {
  std::map<std::string, int> floors;
  auto table = disk.read(KBUILD_ROOT "/src/FLOORS");
  REQUIRE(table);
  for (std::string_view line : base::split_lines(*table)) {
    auto words = base::split_words(line);
    if (words.size() == 2 && words[0] != "#")
      floors[std::string(words[1])] = std::stoi(std::string(words[0]));
  }
  return floors;
}

/// First path part or whole name of a package header -> the only directory that may include it.
const std::map<std::string, std::string> kDoors = {
    {"fmt", "base"},         {"tl", "base"},          {"nlohmann", "base"},
    {"xxhash.h", "base"},    {"sha256.h", "base"},    {"zlib.h", "base"},
    {"unicode", "source"},   {"pugixml.hpp", "xml"},  {"yaml-cpp", "meta"},
    {"cmark-gfm.h", "read"}, {"ctemplate", "render"}, {"srchilite", "render"},
    {"xapian.h", "search"},  {"libvoikko", "search"}, {"httplib.h", "serve"},
    {"CLI", "cli"},
};

}  // namespace

TEST_CASE("each directory of src includes only lower floors, and packages only at their door") {
  auto disk = base::make_real_disk();
  auto floors = read_floors(*disk);
  CHECK(floors.size() >= 18);
  auto files = disk->list(KBUILD_ROOT "/src");
  REQUIRE(files);
  static const std::regex include(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
  for (const std::string& path : *files) {
    std::size_t slash = path.find('/');
    if (slash == path.npos || !(path.ends_with(".cc") || path.ends_with(".h"))) continue;
    std::string directory = path.substr(0, slash);
    INFO(directory);
    REQUIRE(floors.contains(directory));
    auto text = disk->read(KBUILD_ROOT "/src/" + path);
    REQUIRE(text);
    int number = 0;
    for (std::string_view line : base::split_lines(*text)) {
      ++number;
      std::match_results<std::string_view::const_iterator> match;
      if (!std::regex_search(line.begin(), line.end(), match, include)) continue;
      std::string name = match[2], first = name.substr(0, name.find('/'));
      std::string place = base::format("src/{}:{}: ", path, number);
      if (match[1] == "\"" && first != directory && floors.contains(first) &&
          floors[first] >= floors[directory])
        FAIL_CHECK(place << directory << " (floor " << floors[directory] << ") may not include "
                         << first << " (floor " << floors[first] << ")");
      auto door = kDoors.find(first);
      if (match[1] == "<" && door != kDoors.end() && door->second != directory)
        FAIL_CHECK(place << "<" << name << "> is included in " << door->second << " alone");
    }
  }
}
