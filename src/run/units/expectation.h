// The expected output of a step, and its comparison with the output of a run.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kbuild::run {

enum class MatchKind : std::uint8_t {
  /// Nothing is expected.
  none,
  /// The whole text, except for white space at line ends and around it.
  exact,
  /// Every expected line, in order, with others between.
  lines,
  /// The expected text somewhere.
  contains,
  /// Like exact, but "..." matches anything within a line, and as a line of its own any lines.
  ellipsis,
  /// Every expected line is a pattern of literal text, '.', '*', '+', '?', classes and anchors,
  /// found in order.
  regex,
  /// Like exact, but numbers agree within a relative tolerance.
  numbers,
  /// What a page shows without a word on how it counts: every line in order with others between,
  /// "..." as for ellipsis, white space alike.
  shown,
};

struct Expectation {
  MatchKind kind = MatchKind::none;
  double tolerance = 0;
  std::string text = {};
};

/// "exact", "lines", "contains", "ellipsis", "regex", "float:1e-4", "none" with the expected text.
std::optional<Expectation> parse_expectation(std::string_view kind, std::string text);

/// nullopt where the output is as expected; else one sentence on the first difference.
std::optional<std::string> mismatch(const Expectation& expected, std::string_view output);

/// Whether the small pattern language of `regex` finds `pattern` in the line. Linear in line x
/// pattern.
bool find_pattern(std::string_view pattern, std::string_view line);

}  // namespace kbuild::run
