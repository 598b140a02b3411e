// The matchers; see expectation.h. std::regex is not used: it is slow and overflows its stack on
// long lines.
#include "run/units/expectation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/format.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

using Lines = std::vector<std::string_view>;

/// Lines without white space at their ends, and without empty lines first and last.
Lines lines_of(std::string_view text) {
  Lines lines;
  for (std::string_view line : base::split_lines(text)) lines.push_back(base::trim_right(line));
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  lines.erase(lines.begin(), std::find_if(lines.begin(), lines.end(),
                                          [](std::string_view l) { return !l.empty(); }));
  return lines;
}

std::string differs(std::size_t line, std::string_view expected, std::string_view found) {
  return base::format("line {} is '{}', not '{}'", line + 1, found.substr(0, 120),
                      expected.substr(0, 120));
}

std::optional<std::string> match_lines(const Lines& expected, const Lines& found, auto same) {
  for (std::size_t i = 0; i < expected.size() || i < found.size(); ++i) {
    if (i >= found.size())
      return base::format("line {} '{}' is missing", i + 1, expected[i].substr(0, 120));
    if (i >= expected.size())
      return base::format("line {} '{}' is too much", i + 1, found[i].substr(0, 120));
    if (!same(expected[i], found[i])) return differs(i, expected[i], found[i]);
  }
  return std::nullopt;
}

/// Every expected line is found by `same`, in order.
std::optional<std::string> match_in_order(const Lines& expected, const Lines& found, auto same) {
  std::size_t at = 0;
  for (std::string_view line : expected) {
    while (at < found.size() && !same(line, found[at])) ++at;
    if (at == found.size()) return base::format("'{}' is not in the output", line.substr(0, 120));
    ++at;
  }
  return std::nullopt;
}

/// "a...b": the parts in order, the first at the begin and the last at the end.
bool matches_ellipsis(std::string_view pattern, std::string_view line) {
  std::size_t at = pattern.find("...");
  if (at == pattern.npos) return pattern == line;
  if (!line.starts_with(pattern.substr(0, at))) return false;
  line.remove_prefix(at);
  std::string_view rest = pattern.substr(at + 3);
  for (at = rest.find("..."); at != rest.npos; at = rest.find("...")) {
    std::size_t found = line.find(rest.substr(0, at));
    if (found == line.npos) return false;
    line.remove_prefix(found + at);
    rest.remove_prefix(at + 3);
  }
  return line.ends_with(rest);
}

/// Dynamic programming over lines, in which an expected line "..." takes any number of lines.
std::optional<std::string> match_ellipsis(const Lines& expected, const Lines& found) {
  std::vector<char> reach(found.size() + 1, 0);
  reach[0] = 1;
  std::size_t furthest = 0;
  for (std::string_view line : expected) {
    std::vector<char> next(found.size() + 1, 0);
    if (base::trim(line) == "...") {
      bool open = false;
      for (std::size_t i = 0; i <= found.size(); ++i) next[i] = open = open || reach[i];
    } else {
      for (std::size_t i = 0; i < found.size(); ++i)
        if (reach[i] && matches_ellipsis(line, found[i])) next[i + 1] = 1;
    }
    bool any = std::find(next.begin(), next.end(), 1) != next.end();
    for (std::size_t i = 0; i <= found.size(); ++i)
      if (reach[i]) furthest = i;
    if (!any)
      return furthest < found.size() ? differs(furthest, line, found[furthest])
                                     : base::format("'{}' is missing", line.substr(0, 120));
    reach = std::move(next);
  }
  if (reach[found.size()]) return std::nullopt;
  return std::string("the output goes on after what is expected");
}

/// People leave out and align what they show; lines that they left out stand as "..." or not at
/// all.
std::optional<std::string> match_shown(const Lines& expected, const Lines& found) {
  std::vector<std::string> texts;
  for (std::string_view line : expected) {
    std::string text = base::collapse_spaces(line);
    for (std::string_view elision : {"[...]", "(...)", "\u2026"})
      text = base::replace_all(text, elision, "...");
    if (!text.empty() && text != "...") texts.push_back(std::move(text));
  }
  Lines wanted(texts.begin(), texts.end());
  return match_in_order(wanted, found, [](std::string_view a, std::string_view b) {
    return matches_ellipsis(a, base::collapse_spaces(b));
  });
}

bool same_number(std::string_view a, std::string_view b, double tolerance) {
  double x = 0, y = 0;
  auto end_a = std::from_chars(a.data(), a.data() + a.size(), x);
  auto end_b = std::from_chars(b.data(), b.data() + b.size(), y);
  if (end_a.ec != std::errc{} || end_b.ec != std::errc{}) return false;
  // What follows the number (a unit, a comma) must agree.
  std::string_view rest_a(end_a.ptr, static_cast<std::size_t>(a.data() + a.size() - end_a.ptr));
  std::string_view rest_b(end_b.ptr, static_cast<std::size_t>(b.data() + b.size() - end_b.ptr));
  return rest_a == rest_b &&
         std::abs(x - y) <= tolerance * std::max({std::abs(x), std::abs(y), 1e-300});
}

bool same_numbers(std::string_view a, std::string_view b, double tolerance) {
  auto words_a = base::split_words(a), words_b = base::split_words(b);
  if (words_a.size() != words_b.size()) return false;
  for (std::size_t i = 0; i < words_a.size(); ++i)
    if (words_a[i] != words_b[i] && !same_number(words_a[i], words_b[i], tolerance)) return false;
  return true;
}

/// One unit of a pattern: what it matches and how often.
struct PatternUnit {
  bool any = false;
  bool negated = false;
  /// Ranges of bytes.
  std::vector<std::pair<unsigned char, unsigned char>> ranges;
  char repeat = '1';

  bool matches(unsigned char c) const {
    if (any) return true;
    bool in = std::any_of(ranges.begin(), ranges.end(),
                          [&](auto r) { return r.first <= c && c <= r.second; });
    return in != negated;
  }
};

void add_class(PatternUnit& unit, char letter) {
  if (letter == 'd')
    unit.ranges.push_back({'0', '9'});
  else if (letter == 's')
    unit.ranges = {{' ', ' '}, {'\t', '\r'}};
  else if (letter == 'w')
    unit.ranges = {{'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {'_', '_'}};
  else
    unit.ranges.push_back({static_cast<unsigned char>(letter), static_cast<unsigned char>(letter)});
}

std::vector<PatternUnit> compile(std::string_view pattern) {
  std::vector<PatternUnit> units;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    if ((c == '*' || c == '+' || c == '?') && !units.empty() && units.back().repeat == '1') {
      units.back().repeat = c;
      continue;
    }
    PatternUnit unit;
    if (c == '.') {
      unit.any = true;
    } else if (c == '\\' && i + 1 < pattern.size()) {
      add_class(unit, pattern[++i]);
    } else if (c == '[' && pattern.find(']', i + 2) != pattern.npos) {
      std::size_t end = pattern.find(']', i + 2);
      std::size_t at = i + 1;
      if (pattern[at] == '^') {
        unit.negated = true;
        ++at;
      }
      for (; at < end; ++at) {
        auto low = static_cast<unsigned char>(pattern[at]);
        bool range = at + 2 < end && pattern[at + 1] == '-';
        unit.ranges.push_back({low, range ? static_cast<unsigned char>(pattern[at + 2]) : low});
        if (range) at += 2;
      }
      i = end;
    } else {
      unit.ranges.push_back({static_cast<unsigned char>(c), static_cast<unsigned char>(c)});
    }
    units.push_back(std::move(unit));
  }
  return units;
}

/// Adds the states that can be reached without reading a byte.
void close(const std::vector<PatternUnit>& units, std::vector<char>& states) {
  for (std::size_t i = 0; i < units.size(); ++i)
    if (states[i] && (units[i].repeat == '*' || units[i].repeat == '?')) states[i + 1] = 1;
}

}  // namespace

bool find_pattern(std::string_view pattern, std::string_view line) {
  bool at_begin = pattern.starts_with('^');
  if (at_begin) pattern.remove_prefix(1);
  bool at_end = pattern.ends_with('$') && !pattern.ends_with("\\$");
  if (at_end) pattern.remove_suffix(1);
  std::vector<PatternUnit> units = compile(pattern);
  std::vector<char> states(units.size() + 1, 0);
  states[0] = 1;
  close(units, states);
  if (states.back() && !at_end) return true;
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::vector<char> next(units.size() + 1, 0);
    auto c = static_cast<unsigned char>(line[i]);
    for (std::size_t s = 0; s < units.size(); ++s) {
      if (!states[s] || !units[s].matches(c)) continue;
      next[s + 1] = 1;
      if (units[s].repeat == '*' || units[s].repeat == '+') next[s] = 1;
    }
    // "x+" may be left once it has matched, which next[s + 1] says; it may not be skipped.
    if (!at_begin) next[0] = 1;
    close(units, next);
    states = std::move(next);
    if (states.back() && !at_end) return true;
  }
  return states.back() != 0;
}

std::optional<Expectation> parse_expectation(std::string_view kind, std::string text) {
  struct Name {
    std::string_view name;
    MatchKind kind;
  };
  static constexpr std::array kNames = {
      Name{"none", MatchKind::none},         Name{"exact", MatchKind::exact},
      Name{"lines", MatchKind::lines},       Name{"contains", MatchKind::contains},
      Name{"ellipsis", MatchKind::ellipsis}, Name{"regex", MatchKind::regex}};
  for (const Name& name : kNames)
    if (name.name == kind) return Expectation{name.kind, 0, std::move(text)};
  if (!kind.starts_with("float")) return std::nullopt;
  Expectation numbers{MatchKind::numbers, 1e-6, std::move(text)};
  if (kind.size() == 5) return numbers;
  std::string_view value = kind.substr(5);
  if (!value.starts_with(':')) return std::nullopt;
  value.remove_prefix(1);
  auto end = std::from_chars(value.data(), value.data() + value.size(), numbers.tolerance);
  if (end.ec != std::errc{} || end.ptr != value.data() + value.size()) return std::nullopt;
  return numbers;
}

std::optional<std::string> mismatch(const Expectation& expected, std::string_view output) {
  Lines wanted = lines_of(expected.text), found = lines_of(output);
  auto equal = [](std::string_view a, std::string_view b) { return a == b; };
  switch (expected.kind) {
    case MatchKind::none: return std::nullopt;
    case MatchKind::exact: return match_lines(wanted, found, equal);
    case MatchKind::lines: return match_in_order(wanted, found, equal);
    case MatchKind::contains:
      return match_in_order(wanted, found, [](std::string_view a, std::string_view b) {
        return b.find(base::trim(a)) != b.npos;
      });
    case MatchKind::ellipsis: return match_ellipsis(wanted, found);
    case MatchKind::regex: return match_in_order(wanted, found, find_pattern);
    case MatchKind::shown: return match_shown(wanted, found);
    case MatchKind::numbers:
      return match_lines(wanted, found, [&](std::string_view a, std::string_view b) {
        return same_numbers(a, b, expected.tolerance);
      });
  }
  return std::nullopt;
}

}  // namespace kbuild::run
