// The markers of list items: bullets, enumerators, fields and options; see markers.h. The rules
// are docutils' Body.parse_enumerator, Body.patterns and the option patterns of Body.pats.
#include "read/rst/text/markers.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"

namespace kbuild::read::rst {

using doc::ListStyle;

namespace {

/// `size` and the blanks that follow; 0 where text follows at once.
std::size_t with_blanks(std::string_view line, std::size_t size) {
  if (size == line.size()) return size;
  std::size_t end = line.find_first_not_of(' ', size);
  return end == size ? 0 : std::min(end, line.size());
}

// ---- Enumerators

struct RomanDigit {
  int value;
  std::string_view text;
};
constexpr RomanDigit kRoman[] = {
    {1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
    {40, "XL"},  {10, "X"},   {9, "IX"},  {5, "V"},    {4, "IV"},  {1, "I"},
};
constexpr long long kMaxRoman = 4999;

std::string to_roman(long long number) {
  std::string out;
  for (const RomanDigit& digit : kRoman)
    for (; number >= digit.value; number -= digit.value) out += digit.text;
  return out;
}

/// 0 for what is no well-formed number.
long long from_roman(std::string_view text) {
  std::string upper = base::to_upper(text);
  std::string_view rest = upper;
  long long number = 0;
  for (const RomanDigit& digit : kRoman)
    for (; rest.starts_with(digit.text) && number <= kMaxRoman;
         rest.remove_prefix(digit.text.size()))
      number += digit.value;
  bool valid = rest.empty() && number > 0 && number <= kMaxRoman && to_roman(number) == upper;
  return valid ? number : 0;
}

bool matches(std::string_view text, ListStyle style) {
  auto all = [&](auto test) { return std::all_of(text.begin(), text.end(), test); };
  auto one_of = [](std::string_view set) {
    return [set](char c) { return set.find(c) != set.npos; };
  };
  switch (style) {
    case ListStyle::decimal: return all(base::is_digit);
    case ListStyle::lower_alpha: return text.size() == 1 && base::is_lower(text[0]);
    case ListStyle::upper_alpha: return text.size() == 1 && base::is_upper(text[0]);
    case ListStyle::lower_roman: return all(one_of("ivxlcdm"));
    case ListStyle::upper_roman: return all(one_of("IVXLCDM"));
    case ListStyle::bullet: return false;
  }
  return false;
}

constexpr ListStyle kSequences[] = {ListStyle::decimal, ListStyle::lower_alpha,
                                    ListStyle::upper_alpha, ListStyle::lower_roman,
                                    ListStyle::upper_roman};

std::optional<ListStyle> find_style(std::string_view text, std::optional<ListStyle> expected) {
  if (expected && matches(text, *expected)) return *expected;
  if (!expected && text == "i") return ListStyle::lower_roman;
  if (!expected && text == "I") return ListStyle::upper_roman;
  for (ListStyle style : kSequences)
    if (matches(text, style)) return style;
  return std::nullopt;
}

/// 0 where the text is no number of its style.
long long ordinal_of(std::string_view text, ListStyle style) {
  switch (style) {
    case ListStyle::decimal: {
      auto number = base::parse_integer(text);
      return number ? *number : -1;
    }
    case ListStyle::lower_alpha: return text[0] - 'a' + 1;
    case ListStyle::upper_alpha: return text[0] - 'A' + 1;
    case ListStyle::lower_roman:
    case ListStyle::upper_roman: {
      long long number = from_roman(text);
      return number ? number : -1;
    }
    case ListStyle::bullet: break;
  }
  return -1;
}

/// The text of the enumerator with an ordinal, without its punctuation; "" if it has none.
std::string ordinal_text(long long ordinal, ListStyle style) {
  switch (style) {
    case ListStyle::decimal: return std::to_string(ordinal);
    case ListStyle::lower_alpha:
    case ListStyle::upper_alpha:
      if (ordinal > 26) return "";
      return std::string(
          1, static_cast<char>((style == ListStyle::lower_alpha ? 'a' : 'A') + ordinal - 1));
    case ListStyle::lower_roman:
      return ordinal > kMaxRoman ? "" : base::to_lower(to_roman(ordinal));
    case ListStyle::upper_roman: return ordinal > kMaxRoman ? "" : to_roman(ordinal);
    case ListStyle::bullet: break;
  }
  return "";
}

std::string decorate(std::string_view text, Enumerator::Format format) {
  switch (format) {
    case Enumerator::Format::parentheses: return base::format("({}) ", text);
    case Enumerator::Format::right_parenthesis: return base::format("{}) ", text);
    case Enumerator::Format::period: return base::format("{}. ", text);
  }
  return "";
}

// ---- Option markers

bool is_option_character(char c) {
  return base::is_alnum(c) || c == '_' || c == '-';
}

/// End of an option's argument at `at`; `at` if there is none.
std::size_t option_argument_end(std::string_view line, std::size_t at) {
  if (at >= line.size()) return at;
  if (line[at] == '<') {
    std::size_t close = line.find_first_of("<>", at + 1);
    return close != line.npos && line[close] == '>' && close > at + 1 ? close + 1 : at;
  }
  if (!base::is_alpha(line[at])) return at;
  while (at < line.size() && is_option_character(line[at])) ++at;
  return at;
}

/// The offsets at which an option ("-a", "-a FILE", "--all=X", "/V") at `at` may end, largest
/// first; 0 for none.
std::array<std::size_t, 3> option_ends(std::string_view line, std::size_t at) {
  std::string_view rest = line.substr(at);
  bool long_option = rest.starts_with("--") || rest.starts_with("/");
  std::size_t name = at + (rest.starts_with("--") ? 2 : 1);
  if (rest.empty() || (!long_option && rest[0] != '-' && rest[0] != '+')) return {};
  if (name >= line.size() || !base::is_alnum(line[name])) return {};
  std::size_t end = name + 1;
  if (long_option)
    while (end < line.size() && is_option_character(line[end])) ++end;
  bool separated = end < line.size() && (line[end] == ' ' || (long_option && line[end] == '='));
  std::size_t with_separator = separated ? option_argument_end(line, end + 1) : end;
  if (separated && with_separator == end + 1) with_separator = 0;
  std::size_t joined = long_option ? 0 : option_argument_end(line, end);
  if (joined == end) joined = 0;
  return {separated ? with_separator : 0, joined, end};
}

/// End of the options "-a, --all=X" at `at`, where "  " or the end follows; 0 if there is none.
std::size_t options_end(std::string_view line, std::size_t at) {
  for (int options = 0; options < 100; ++options) {
    std::size_t next = 0;
    for (std::size_t end : option_ends(line, at)) {
      if (end == 0) continue;
      std::string_view rest = line.substr(end);
      if (rest.empty() || rest.starts_with("  ")) return end;
      if (next == 0 && rest.starts_with(", ")) next = end + 2;
    }
    if (next == 0) return 0;
    at = next;
  }
  return 0;
}

/// End of the one option at `at` of a marker: where ", " or the end follows.
std::size_t option_end(std::string_view marker, std::size_t at) {
  for (std::size_t end : option_ends(marker, at))
    if (end != 0 && (end == marker.size() || marker.substr(end).starts_with(", "))) return end;
  return marker.size();
}

/// "-f FILE" with its argument emphasised.
doc::Inlines option_term(std::string_view option) {
  bool long_option = option.starts_with("--") || option.starts_with("/");
  std::size_t end = option.starts_with("--") ? 3 : 2;
  if (long_option)
    while (end < option.size() && is_option_character(option[end])) ++end;
  if (end < option.size() && (option[end] == ' ' || option[end] == '=')) ++end;
  doc::Inlines out;
  out.push_back({doc::Text{std::string(option.substr(0, end))}, {}, {}});
  if (end >= option.size()) return out;
  doc::Emphasis argument;
  argument.children.push_back({doc::Text{std::string(option.substr(end))}, {}, {}});
  out.push_back({std::move(argument), {}, {}});
  return out;
}

}  // namespace

std::size_t bullet_size(std::string_view line) {
  static constexpr std::string_view kBullets[] = {"-", "*", "+", "•", "‣", "⁃"};
  for (std::string_view bullet : kBullets)
    if (line.starts_with(bullet)) return with_blanks(line, bullet.size());
  return 0;
}

bool parse_enumerator(std::string_view line, std::optional<ListStyle> expected, Enumerator& out) {
  bool open = line.starts_with('(');
  std::size_t begin = open ? 1 : 0, end = begin;
  if (end < line.size() && line[end] == '#') {
    ++end;
  } else {
    while (end < line.size() && base::is_alnum(line[end])) ++end;
  }
  if (end == begin || end >= line.size()) return false;
  bool parenthesis = line[end] == ')';
  if (!parenthesis && (open || line[end] != '.')) return false;
  out.size = with_blanks(line, end + 1);
  if (out.size == 0) return false;
  out.format = open          ? Enumerator::Format::parentheses
               : parenthesis ? Enumerator::Format::right_parenthesis
                             : Enumerator::Format::period;
  std::string_view text = line.substr(begin, end - begin);
  out.automatic = text == "#";
  out.ordinal = 1;
  if (out.automatic) return true;
  auto style = find_style(text, expected);
  if (!style) return false;
  out.style = *style;
  out.ordinal = ordinal_of(text, *style);
  return out.ordinal >= 0;
}

// :(?![: ])([^:\\]|\\.|:(?!([ `]|$)))*(?<! ):( +|$)
std::size_t field_marker_size(std::string_view line) {
  if (line.size() < 3 || line[0] != ':' || line[1] == ':' || line[1] == ' ') return 0;
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
      continue;
    }
    if (line[at] != ':') continue;
    bool last = at + 1 == line.size();
    if (last || line[at + 1] == ' ') return line[at - 1] == ' ' ? 0 : with_blanks(line, at + 1);
    if (line[at + 1] == '`') return 0;
  }
  return 0;
}

std::size_t line_bar_size(std::string_view line) {
  return line.starts_with('|') ? with_blanks(line, 1) : 0;
}

std::string_view field_name(std::string_view line, std::size_t marker_size) {
  std::string_view marker = line.substr(1, marker_size - 1);
  return marker.substr(0, marker.rfind(':'));
}

std::size_t option_marker_size(std::string_view line) {
  std::size_t end = options_end(line, 0);
  if (end == 0) return 0;
  std::size_t text = line.find_first_not_of(' ', end);
  return std::min(text, line.size());
}

std::string next_enumerator(const Enumerator& enumerator) {
  std::string text =
      enumerator.automatic ? "#" : ordinal_text(enumerator.ordinal + 1, enumerator.style);
  return text.empty() ? "" : decorate(text, enumerator.format);
}

std::vector<doc::Inlines> option_terms(std::string_view line) {
  std::vector<doc::Inlines> terms;
  std::string_view marker = line.substr(0, options_end(line, 0));
  for (std::size_t at = 0; at < marker.size();) {
    std::size_t end = option_end(marker, at);
    terms.push_back(option_term(marker.substr(at, end - at)));
    at = end + 2;
  }
  return terms;
}

}  // namespace kbuild::read::rst
