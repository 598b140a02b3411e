// The suite of hostile inputs: one file for each area that an attacker reaches, registered as
// hostile.<area>. This one holds what the suite itself promises: each file has tests.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("each file of the suite has tests and says what it holds") {
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(KBUILD_ROOT) + "/tests/hostile")) {
    if (entry.path().extension() != ".cc") continue;
    CAPTURE(entry.path().native());
    ++files;
    std::string text = text_of(entry.path());
    CHECK(text.starts_with("// "));
    CHECK(text.find("TEST_CASE(") != text.npos);
    CHECK(entry.path().stem().native().ends_with("_test"));
  }
  CHECK(files > 0);
}
