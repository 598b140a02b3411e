// The format of golden cases: a comment, then sections that begin with a line "-- name --".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kbuild::test {

struct Section {
  std::string name;
  std::string text;
};

struct Case {
  std::string comment;
  std::vector<Section> sections;

  /// nullptr where there is none.
  const Section* find(std::string_view name) const;
  /// Replaces the section's text or adds it at the end.
  void set(std::string_view name, std::string text);
};

Case parse_case(std::string_view text);
std::string print_case(const Case& golden);

}  // namespace kbuild::test
