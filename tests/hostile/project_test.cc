// The project itself: the program and its module are hardened and say nothing of where they were
// built, the bill of materials names what they are made of, every fuzz target has kept inputs, and
// what SECURITY.md names exists.
#include <doctest/doctest.h>
#include <stdio.h>

#include <filesystem>
#include <regex>
#include <set>

#include "base/disk.h"
#include "base/json.h"
#include "base/text.h"
#include "support/skip.h"

using namespace kbuild;
namespace fs = std::filesystem;

namespace {

const std::string kProjectRoot = KBUILD_ROOT;

std::string project_text(const std::string& path) {
  auto text = base::make_real_disk()->read(path);
  REQUIRE_MESSAGE(text, path);
  return std::move(*text);
}

struct ShellOutput {
  std::string text;
  int status = 0;
};

/// What a shell command prints on its standard output.
ShellOutput shell_output(const std::string& command) {
  ShellOutput out;
  FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char buffer[4096];
  while (std::size_t size = ::fread(buffer, 1, sizeof buffer, pipe)) out.text.append(buffer, size);
  out.status = ::pclose(pipe);
  return out;
}

bool elf_has(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

/// The program and the modules beside it.
std::vector<std::string> built_programs() {
  std::vector<std::string> out = {KBUILD_PROGRAM};
  for (const auto& entry : fs::directory_iterator(fs::path(KBUILD_PROGRAM).parent_path()))
    if (entry.path().extension() == ".so") out.push_back(entry.path().native());
  return out;
}

/// Whether this build is one that is hardened; tests are compiled as the program is.
bool is_hardened() {
#ifdef _FORTIFY_SOURCE
  return true;
#else
  return false;
#endif
}

}  // namespace

TEST_CASE("the program and its modules are hardened") {
  if (!test::can_run(is_hardened(), "builds for sanitizers are not hardened")) return;
  if (!test::can_run(shell_output("command -v readelf").status == 0, "readelf is not installed"))
    return;
  for (const std::string& file : built_programs()) {
    CAPTURE(file);
    std::string elf = shell_output("readelf -W -h -l -d -n --dyn-syms '" + file + "'").text;
    CHECK(elf_has(elf, "DYN ("));
    // A protected function checks its frame; FORTIFY's functions check the sizes that they get.
    CHECK(elf_has(elf, "__stack_chk_fail"));
    static const std::regex fortified("__(mem|str|v?s|f|read|real)[a-z]*_chk");
    CHECK(std::regex_search(elf, fortified));
    CHECK(elf_has(elf, "GNU_RELRO"));
    CHECK(elf_has(elf, "BIND_NOW"));
    static const std::regex stack("GNU_STACK +0x0+ 0x0+ 0x0+ 0x0+ 0x0+ RW +0x");
    CHECK(std::regex_search(elf, stack));
#ifdef __CET__
    CHECK(elf_has(elf, "x86 feature: IBT, SHSTK"));
#endif
  }
}

TEST_CASE("the program and its modules do not say where they were built") {
  if (!test::can_run(is_hardened(), "builds for sanitizers keep the paths of their sources"))
    return;
  for (const std::string& file : built_programs()) {
    CAPTURE(file);
    CHECK_FALSE(elf_has(project_text(file), kProjectRoot + "/"));
  }
}

TEST_CASE("the bill of materials is SPDX, and the same each time") {
  const std::string needs = "command -v python3 && dpkg-query -W libyaml-cpp-dev libvoikko1 g++";
  if (!test::can_run(shell_output("(" + needs + ") 2>&1").status == 0,
                     "dpkg, python3 or kbuild's packages are not installed"))
    return;
  const std::string command = "SOURCE_DATE_EPOCH=86400 '" + kProjectRoot + "/dev' sbom";
  ShellOutput first = shell_output(command);
  REQUIRE(first.status == 0);
  CHECK(first.text == shell_output(command).text);
  auto bill = base::Json::parse(first.text);
  CHECK(bill["spdxVersion"] == "SPDX-2.3");
  CHECK(bill["dataLicense"] == "CC0-1.0");
  CHECK(bill["creationInfo"]["created"] == "1970-01-02T00:00:00Z");
  std::set<std::string> ids = {"SPDXRef-DOCUMENT"}, names;
  static const std::regex id_form("SPDXRef-[A-Za-z0-9.-]+");
  for (const auto& package : bill["packages"]) {
    std::string id = package["SPDXID"];
    CAPTURE(id);
    CHECK(std::regex_match(id, id_form));
    CHECK(ids.insert(id).second);
    names.insert(package["name"].get<std::string>());
    CHECK_FALSE(package["versionInfo"].get<std::string>().empty());
    for (const char* key : {"downloadLocation", "licenseConcluded", "licenseDeclared"})
      CHECK(package[key].is_string());
    CHECK(package["filesAnalyzed"] == false);
  }
  for (const char* name : {"kbuild", "libc6", "libyaml-cpp0.7", "nlohmann-json3-dev", "voikko-fi"})
    CHECK_MESSAGE(names.contains(name), name);
  std::set<std::string> kinds, related;
  for (const auto& relation : bill["relationships"]) {
    for (const char* end : {"spdxElementId", "relatedSpdxElement"}) {
      CHECK(ids.contains(relation[end].get<std::string>()));
      related.insert(relation[end].get<std::string>());
    }
    kinds.insert(relation["relationshipType"].get<std::string>());
  }
  CHECK(related == ids);
  CHECK(kinds == std::set<std::string>{"BUILD_DEPENDENCY_OF", "BUILD_TOOL_OF", "DESCRIBES",
                                       "DYNAMIC_LINK", "RUNTIME_DEPENDENCY_OF", "STATIC_LINK"});
}

TEST_CASE(
    "every fuzz target has its file, its dictionary and kept inputs, and nothing is left over") {
  const std::string lists = project_text(kProjectRoot + "/tests/CMakeLists.txt");
  static const std::regex row("\n  \"(\\S+) (\\S+) (\\S+)\"");
  std::set<std::string> targets, used = {"entry.cc", "target.h", "run", "corpus"};
  for (std::sregex_iterator at(lists.begin(), lists.end(), row), end; at != end; ++at) {
    const std::string name = (*at)[1], source = (*at)[2], dictionary = (*at)[3];
    CAPTURE(name);
    CHECK(targets.insert(name).second);
    used.insert(source + ".cc");
    if (dictionary != "-") used.insert(dictionary + ".dict");
    const fs::path corpus = kProjectRoot + "/tests/fuzz/corpus/" + name;
    REQUIRE(fs::is_directory(corpus));
    for (const auto& input : fs::directory_iterator(corpus)) CHECK(input.file_size() <= 16384);
    CHECK(fs::directory_iterator(corpus) != fs::directory_iterator());
  }
  CHECK(targets.size() > 20);
  std::set<std::string> there, corpora;
  for (const auto& entry : fs::directory_iterator(kProjectRoot + "/tests/fuzz"))
    there.insert(entry.path().filename().native());
  for (const auto& entry : fs::directory_iterator(kProjectRoot + "/tests/fuzz/corpus"))
    corpora.insert(entry.path().filename().native());
  CHECK(there == used);
  CHECK(corpora == targets);
}

TEST_CASE("the tests and files that SECURITY.md names exist, and it names every hostile suite") {
  const std::string text = project_text(kProjectRoot + "/SECURITY.md");
  static const std::regex code("`([^`\n]+)`");
  static const std::regex test_name("(unit|whole|hostile)\\.([a-z_]+)");
  static const std::regex path("(src|tests|content|themes|\\.ci)/[A-Za-z0-9_./-]+");
  std::set<std::string> named;
  for (std::sregex_iterator at(text.begin(), text.end(), code), end; at != end; ++at) {
    const std::string word = (*at)[1];
    CAPTURE(word);
    std::smatch match;
    if (std::regex_match(word, match, test_name)) {
      named.insert(word);
      const std::string base = kProjectRoot + "/tests/" + match[1].str() + "/" + match[2].str();
      CHECK(fs::exists(match[1] == "unit" ? base : base + "_test.cc"));
    } else if (std::regex_match(word, path)) {
      CHECK(fs::exists(kProjectRoot + "/" + word));
    }
  }
  for (const auto& entry : fs::directory_iterator(kProjectRoot + "/tests/hostile")) {
    std::string name = entry.path().filename().native();
    if (!name.ends_with("_test.cc") || name == "directory_test.cc") continue;
    name = "hostile." + name.substr(0, name.size() - std::string_view("_test.cc").size());
    CHECK_MESSAGE(named.contains(name), "SECURITY.md does not name ", name);
  }
}
