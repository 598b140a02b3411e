// The rules of src/'s directories: each includes only directories of strictly lower floors,
// packages only at their door, no reader another reader; none holds more than 40 files; rendering
// knows no reader; only the commands, and the program of the build that makes tables, print.
#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/format.h"
#include "base/text.h"

using namespace kbuild;

namespace {

/// Directories of src/ with their floors.
using Floors = std::map<std::string, int>;
/// Texts by path below src/.
using Files = std::map<std::string, std::string>;

constexpr std::size_t kMaxFiles = 40;

/// First path part or whole name of a package header -> the only directory that may include it,
/// with those below it.
const std::map<std::string, std::string> kDoors = {
    {"fmt", "base"},
    {"tl", "base"},
    {"nlohmann", "base"},
    {"xxhash.h", "base"},
    {"sha256.h", "base"},
    {"zlib.h", "base"},
    {"unicode", "source"},
    {"pugixml.hpp", "xml"},
    {"yaml-cpp", "meta"},
    {"toml++", "meta"},
    {"cmark-gfm.h", "read/commonmark"},
    {"cmark-gfm", "html"},
    {"ctemplate", "render"},
    {"xapian.h", "search"},
    {"libvoikko", "search/language"},
    {"boost", "serve/http"},
    {"CLI", "cli"},
};

Floors read_floors(std::string_view table) {
  Floors floors;
  for (std::string_view line : base::split_lines(table)) {
    auto words = base::split_words(line);
    if (words.size() == 2 && words[0] != "#")
      floors[std::string(words[1])] = std::stoi(std::string(words[0]));
  }
  return floors;
}

std::string directory_of(const std::string& path) {
  std::size_t slash = path.rfind('/');
  return slash == path.npos ? "" : path.substr(0, slash);
}

/// "rst" of "read/rst/text"; "" for what is no reader's.
std::string reader_of(const std::string& directory) {
  if (!directory.starts_with("read/") || directory == "read/readers") return "";
  std::string below = directory.substr(5);
  return below.substr(0, below.find('/'));
}

/// MyST is Markdown with the directives and roles of reStructuredText, which may stand in it as a
/// whole: its reader is built on the other. MDX and notebooks hold Markdown, as MyST reads it.
bool is_built_on(std::string_view reader, std::string_view other) {
  if (other == "rst") return reader == "myst" || reader == "mdx" || reader == "notebook";
  return other == "myst" && (reader == "mdx" || reader == "notebook");
}

/// Why a file of `directory` may not include `name`; "" where it may.
std::string fault_of_include(const Floors& floors, const std::string& directory,
                             const std::string& name) {
  std::string other = directory_of(name);
  if (other == directory) return "";
  auto floor = floors.find(other);
  if (floor == floors.end()) return base::format("there is no directory {}", other);
  std::string reader = reader_of(directory), other_reader = reader_of(other);
  if (!reader.empty() && !other_reader.empty() && reader != other_reader &&
      !is_built_on(reader, other_reader))
    return base::format("the reader {} may not include the reader {}", reader, other_reader);
  if ((directory + "/").starts_with("render/") && (other + "/").starts_with("read/"))
    return "rendering may not include readers";
  int own = floors.at(directory);
  if (floor->second >= own)
    return base::format("{} (floor {}) may not include {} (floor {})", directory, own, other,
                        floor->second);
  return "";
}

std::vector<std::string> find_faults(const Floors& floors, const Files& files) {
  static const std::regex include(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
  static const std::regex print(
      R"re(std::(cout|cerr|clog|printf|puts|putchar)\b|(^|[^-"\w])(stdout|stderr)\b)re");
  std::vector<std::string> faults;
  std::map<std::string, std::size_t> counts;
  for (const auto& [path, text] : files) {
    std::string directory = directory_of(path);
    if (directory.empty() || !(path.ends_with(".cc") || path.ends_with(".h"))) continue;
    ++counts[directory];
    if (!floors.contains(directory)) {
      faults.push_back(base::format("src/{}: FLOORS has no row {}", path, directory));
      continue;
    }
    int number = 0;
    for (std::string_view line : base::split_lines(text)) {
      std::string place = base::format("src/{}:{}: ", path, ++number);
      std::match_results<std::string_view::const_iterator> match;
      std::string_view code = line.substr(0, line.find("//"));
      bool may_print = directory == "cli" || directory == "knowledge";
      if (!may_print && std::regex_search(code.begin(), code.end(), match, print))
        faults.push_back(place + "only cli prints");
      if (!std::regex_search(line.begin(), line.end(), match, include)) continue;
      std::string name = match[2];
      if (match[1] == "\"") {
        std::string fault = fault_of_include(floors, directory, name);
        if (!fault.empty()) faults.push_back(place + fault);
        continue;
      }
      auto door = kDoors.find(name.substr(0, name.find('/')));
      if (door != kDoors.end() && !(directory + "/").starts_with(door->second + "/"))
        faults.push_back(place + base::format("<{}> is included in {} alone", name, door->second));
    }
  }
  for (const auto& [directory, count] : counts)
    if (count > kMaxFiles)
      faults.push_back(
          base::format("src/{}: {} files, at most {} may be", directory, count, kMaxFiles));
  return faults;
}

}  // namespace

TEST_CASE("the directories of src keep their rules") {
  auto disk = base::make_real_disk();
  auto table = disk->read(KBUILD_ROOT "/src/FLOORS");
  REQUIRE(table);
  Floors floors = read_floors(*table);
  auto paths = disk->list(KBUILD_ROOT "/src");
  REQUIRE(paths);
  Files files;
  for (const std::string& path : *paths)
    if (path.ends_with(".cc") || path.ends_with(".h"))
      files[path] = disk->read(KBUILD_ROOT "/src/" + path).value_or("");
  CHECK(files.size() > 600);
  for (const std::string& fault : find_faults(floors, files)) FAIL_CHECK(fault);
  for (const auto& [directory, floor] : floors)
    CHECK_MESSAGE(
        std::any_of(files.begin(), files.end(),
                    [&](const auto& file) { return directory_of(file.first) == directory; }),
        directory, " of FLOORS holds no file");
}

TEST_CASE("each rule of the directories names what breaks it") {
  Floors floors = read_floors(
      "# floor directory\n0 base\n3 read\n4 read/rst/text\n5 read/mkdocs\n"
      "6 render\n7 cli\n");
  auto faults = [&](std::string path, std::string text) {
    return find_faults(floors, {{std::move(path), std::move(text)}});
  };
  using Faults = std::vector<std::string>;
  CHECK(
      faults("read/mkdocs/a.cc", "#include \"base/text.h\"\n#include \"read/reader.h\"\n").empty());
  CHECK(faults("read/a.cc", "\n#include \"render/page.h\"\n") ==
        Faults{"src/read/a.cc:2: read (floor 3) may not include render (floor 6)"});
  CHECK(faults("read/mkdocs/a.cc", "#include \"read/rst/text/lines.h\"\n") ==
        Faults{"src/read/mkdocs/a.cc:1: the reader mkdocs may not include the reader rst"});
  CHECK(faults("render/a.cc", "#include \"read/reader.h\"\n") ==
        Faults{"src/render/a.cc:1: rendering may not include readers"});
  CHECK(faults("render/a.cc", "#include <yaml-cpp/yaml.h>\n") ==
        Faults{"src/render/a.cc:1: <yaml-cpp/yaml.h> is included in meta alone"});
  CHECK(faults("render/a.cc", "#include \"page/page.h\"\n") ==
        Faults{"src/render/a.cc:1: there is no directory page"});
  CHECK(faults("page/a.cc", "") == Faults{"src/page/a.cc: FLOORS has no row page"});
  CHECK(faults("render/a.cc", "void f() { std::cout << 1; }  // stdout\n") ==
        Faults{"src/render/a.cc:1: only cli prints"});
  CHECK(faults("cli/a.cc", "void f() { std::cout << 1; }\n").empty());
  Files many;
  for (std::size_t i = 0; i <= kMaxFiles; ++i) many[base::format("base/{}.cc", i)] = "";
  CHECK(find_faults(floors, many) == Faults{"src/base: 41 files, at most 40 may be"});
}
