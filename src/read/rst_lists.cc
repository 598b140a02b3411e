// Lists of reStructuredText: bullets, enumerations, fields, options, definitions and line blocks; see
// rst_blocks.h. The enumerator rules are docutils' Body.parse_enumerator and is_enumerated_list_item.
#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "read/rst_blocks.h"
#include "read/rst_inline.h"

namespace kbuild::read::rst {

using namespace diag::literals;
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
constexpr long long kMaximumRoman = 4999;

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
    for (; rest.starts_with(digit.text) && number <= kMaximumRoman; rest.remove_prefix(digit.text.size()))
      number += digit.value;
  bool valid = rest.empty() && number > 0 && number <= kMaximumRoman && to_roman(number) == upper;
  return valid ? number : 0;
}

bool matches(std::string_view text, ListStyle style) {
  auto all = [&](auto test) { return std::all_of(text.begin(), text.end(), test); };
  auto one_of = [](std::string_view set) { return [set](char c) { return set.find(c) != set.npos; }; };
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

constexpr ListStyle kSequences[] = {ListStyle::decimal, ListStyle::lower_alpha, ListStyle::upper_alpha,
                                    ListStyle::lower_roman, ListStyle::upper_roman};

std::optional<ListStyle> find_style(std::string_view text, std::optional<ListStyle> expected) {
  if (expected && matches(text, *expected)) return expected;
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

/// The text of the enumerator with an ordinal, without what is around it; "" where it has none.
std::string ordinal_text(long long ordinal, ListStyle style) {
  switch (style) {
    case ListStyle::decimal: return std::to_string(ordinal);
    case ListStyle::lower_alpha:
    case ListStyle::upper_alpha:
      if (ordinal > 26) return "";
      return std::string(1, static_cast<char>((style == ListStyle::lower_alpha ? 'a' : 'A') + ordinal - 1));
    case ListStyle::lower_roman: return ordinal > kMaximumRoman ? "" : base::to_lower(to_roman(ordinal));
    case ListStyle::upper_roman: return ordinal > kMaximumRoman ? "" : to_roman(ordinal);
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

bool is_option_character(char c) { return base::is_alnum(c) || c == '_' || c == '-'; }

/// End of an option's argument at `at`; `at` where there is none.
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

/// The ends at which "-a", "-a FILE", "--all=X", "/V" at `at` may stop, longest first; 0s where none.
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

/// End of the options "-a, --all=X" at `at`, where "  " or the end follows; 0 where there is none.
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
  static constexpr std::string_view kBullets[] = {"-", "*", "+", "\xe2\x80\xa2", "\xe2\x80\xa3",
                                                  "\xe2\x81\x83"};
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

// ---- Bullets and enumerations

namespace {

/// docutils' "simple" lists: every item is one paragraph, perhaps with a list below that is simple itself.
bool is_simple(const doc::List& list) {
  return std::all_of(list.items.begin(), list.items.end(), [](const doc::ListItem& item) {
    const doc::Blocks& blocks = item.children;
    if (blocks.empty()) return true;
    bool text = std::holds_alternative<doc::Paragraph>(blocks[0].value);
    const auto* below = blocks.size() == 2 ? std::get_if<doc::List>(&blocks[1].value) : nullptr;
    return text && (blocks.size() == 1 || (below && below->tight));
  });
}

}  // namespace

doc::ListItem BlockParser::list_item(std::size_t marker_size, bool& blank_finish) {
  std::size_t first = at_;
  bool filled = text_at(at_).size() > marker_size;
  IndentRule rule;
  rule.first = marker_size;
  // The text of the item begins at a column; a bullet of several bytes takes one.
  if (filled) rule.block = base::count_code_points(text_at(at_).substr(0, marker_size));
  Indented body = take_indented(lines_, at_, rule);
  at_ = body.end;
  blank_finish = body.blank_finish;
  doc::ListItem item;
  item.span = span(view(first, at_));
  item.children = nested(std::move(body.lines));
  return item;
}

void BlockParser::bullet_list(doc::Blocks& out) {
  std::size_t first = at_;
  std::string_view line = text_at(at_);
  std::string_view bullet = line.substr(0, std::min(line.find(' '), line.size()));
  doc::List list;
  bool blank_finish = true;
  while (!at_end(at_)) {
    if (lines_[at_].blank()) {
      ++at_;
      continue;
    }
    std::size_t size = bullet_size(text_at(at_));
    if (size == 0 || !text_at(at_).starts_with(bullet)) break;
    list.items.push_back(list_item(size, blank_finish));
  }
  list.tight = is_simple(list);
  out.push_back({std::move(list), span(view(first, at_)), {}});
  check_finish(blank_finish, "bullet list");
}

bool BlockParser::follows_enumerator(const Enumerator& enumerator) const {
  if (enumerator.ordinal < 0) return false;
  if (at_end(at_ + 1)) return true;
  std::string_view next = text_at(at_ + 1);
  if (next.empty() || next[0] == ' ') return true;
  std::string text = enumerator.automatic ? "#" : ordinal_text(enumerator.ordinal + 1, enumerator.style);
  // The end of a line may stand for the blank after an enumerator without text.
  std::string padded = std::string(next) + ' ';
  return !text.empty() && (padded.starts_with(decorate(text, enumerator.format)) ||
                           padded.starts_with(decorate("#", enumerator.format)));
}

bool BlockParser::enumerated_list(doc::Blocks& out) {
  std::size_t first = at_;
  Enumerator enumerator;
  if (!parse_enumerator(text_at(at_), std::nullopt, enumerator) || !follows_enumerator(enumerator))
    return false;
  doc::List list;
  list.style = enumerator.automatic ? ListStyle::decimal : enumerator.style;
  list.start = enumerator.ordinal;
  bool automatic = enumerator.automatic, blank_finish = true;
  if (list.start != 1)
    page_.report("KB0300"_code, point(at_),
                 {std::string(base::trim(text_at(at_).substr(0, enumerator.size)))});
  long long last = enumerator.ordinal;
  list.items.push_back(list_item(enumerator.size, blank_finish));
  while (!at_end(at_)) {
    if (lines_[at_].blank()) {
      ++at_;
      continue;
    }
    Enumerator next;
    if (!parse_enumerator(text_at(at_), list.style, next) || next.format != enumerator.format) break;
    if (!next.automatic && (next.style != list.style || automatic || next.ordinal != last + 1)) break;
    if (!follows_enumerator(next)) break;
    automatic = automatic || next.automatic;
    last = next.ordinal;
    list.items.push_back(list_item(next.size, blank_finish));
  }
  list.tight = is_simple(list);
  out.push_back({std::move(list), span(view(first, at_)), {}});
  check_finish(blank_finish, "enumerated list");
  return true;
}

// ---- Fields and options

void BlockParser::field_list(doc::Blocks& out) {
  std::size_t first = at_;
  doc::DefinitionList list;
  list.kind = doc::DefinitionKind::field;
  bool blank_finish = true;
  while (!at_end(at_)) {
    if (lines_[at_].blank()) {
      ++at_;
      continue;
    }
    std::size_t size = text_at(at_)[0] == ':' ? field_marker_size(text_at(at_)) : 0;
    if (size == 0) break;
    std::size_t item_first = at_;
    std::string_view name = field_name(text_at(at_), size);
    Indented body = take_indented(lines_, at_, {.first = size});
    at_ = body.end;
    blank_finish = body.blank_finish;
    doc::DefinitionItem item;
    item.terms.push_back(parse_inlines(page_, Chunk(lines_[item_first].slice(1, 1 + name.size()))));
    item.definitions.push_back(nested(std::move(body.lines)));
    item.span = span(view(item_first, at_));
    list.items.push_back(std::move(item));
  }
  out.push_back({std::move(list), span(view(first, at_)), {}});
  check_finish(blank_finish, "field list");
}

bool BlockParser::option_item(doc::DefinitionList& list, bool& blank_finish) {
  std::string_view line = text_at(at_);
  std::size_t size = option_marker_size(line);
  if (size == 0) return false;
  Indented body = take_indented(lines_, at_, {.first = size});
  if (trim_top(body.lines).empty()) return false;
  doc::DefinitionItem item;
  std::string_view marker = line.substr(0, options_end(line, 0));
  for (std::size_t at = 0; at < marker.size();) {
    std::size_t end = option_end(marker, at);
    item.terms.push_back(option_term(marker.substr(at, end - at)));
    at = end + 2;
  }
  item.span = span(view(at_, body.end));
  at_ = body.end;
  blank_finish = body.blank_finish;
  item.definitions.push_back(nested(std::move(body.lines)));
  list.items.push_back(std::move(item));
  return true;
}

bool BlockParser::option_list(doc::Blocks& out) {
  std::size_t first = at_;
  doc::DefinitionList list;
  list.kind = doc::DefinitionKind::option;
  bool blank_finish = true;
  while (!at_end(at_)) {
    if (lines_[at_].blank()) {
      ++at_;
      continue;
    }
    if (!option_item(list, blank_finish)) break;
  }
  if (list.items.empty()) return false;
  out.push_back({std::move(list), span(view(first, at_)), {}});
  check_finish(blank_finish, "option list");
  return true;
}

// ---- Definitions

namespace {

/// " : " outside of markup parts a term from its classifiers; they become spans.
void split_classifiers(doc::Inlines& term) {
  doc::Inlines out;
  doc::Inlines* into = &out;
  auto begin_classifier = [&] {
    out.push_back({doc::Group{}, {}, {}});
    out.back().attributes.add_class("classifier");
    into = &std::get<doc::Group>(out.back().value).children;
  };
  for (doc::Inline& node : term) {
    auto* text = std::get_if<doc::Text>(&node.value);
    std::string_view rest = text ? std::string_view(text->text) : std::string_view();
    std::size_t colon = rest.find(" : ");
    if (!text || colon == rest.npos) {
      into->push_back(std::move(node));
      continue;
    }
    for (; colon != rest.npos; colon = rest.find(" : ")) {
      std::string part(base::trim_right(rest.substr(0, colon)));
      if (!part.empty()) into->push_back({doc::Text{std::move(part)}, {}, {}});
      begin_classifier();
      rest = base::trim_left(rest.substr(colon + 3));
    }
    if (!rest.empty()) into->push_back({doc::Text{std::string(rest)}, {}, {}});
  }
  term = std::move(out);
}

}  // namespace

void BlockParser::definition_item(doc::DefinitionList& list, bool& blank_finish) {
  std::size_t first = at_;
  const Line& term = lines_[first];
  if (term.text.ends_with("::")) page_.report("KB0313"_code, point(first), {std::string(term.text)});
  Indented body = take_indented(lines_, first + 1, {});
  at_ = body.end;
  blank_finish = body.blank_finish;
  doc::DefinitionItem item;
  item.terms.push_back(parse_inlines(page_, Chunk(term)));
  split_classifiers(item.terms.back());
  item.definitions.push_back(nested(std::move(body.lines)));
  item.span = span(view(first, at_));
  list.items.push_back(std::move(item));
}

void BlockParser::definition_list(doc::Blocks& out) {
  std::size_t first = at_;
  doc::DefinitionList list;
  bool blank_finish = true;
  definition_item(list, blank_finish);
  while (!at_end(at_)) {
    if (lines_[at_].blank()) {
      ++at_;
      continue;
    }
    bool item = classify(text_at(at_)) == LineKind::text && !at_end(at_ + 1) && lines_[at_ + 1].indented();
    if (!item) break;
    definition_item(list, blank_finish);
  }
  out.push_back({std::move(list), span(view(first, at_)), {}});
  check_finish(blank_finish, "definition list");
}

// ---- Line blocks

void nest_lines(std::span<RawLine> lines, int depth, std::vector<doc::LineBlock::Line>& out) {
  if (lines.empty()) return;
  std::size_t least = lines[0].indent;
  for (const RawLine& line : lines) least = std::min(least, line.indent);
  for (std::size_t at = 0; at < lines.size();) {
    if (lines[at].indent == least || depth >= kMaximumDepth) {
      out.push_back({depth, std::move(lines[at].children)});
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < lines.size() && lines[end].indent > least) ++end;
    nest_lines(lines.subspan(at, end - at), depth + 1, out);
    at = end;
  }
}

void BlockParser::line_block(doc::Blocks& out) {
  std::size_t first = at_;
  std::vector<RawLine> lines;
  bool blank_finish = false;
  while (!blank_at(at_) && classify(text_at(at_)) == LineKind::line_block) {
    std::string_view line = text_at(at_);
    std::size_t size = with_blanks(line, 1);
    Indented body = take_indented(lines_, at_, {.first = size, .until_blank = true});
    at_ = body.end;
    blank_finish = body.blank_finish;
    // The blank after the bar is no indentation; an empty line stands where the one above it does.
    RawLine raw{line == "|" ? (lines.empty() ? 0 : lines.back().indent) : size - 2, {}};
    raw.children = parse_inlines(page_, Chunk(body.lines));
    lines.push_back(std::move(raw));
  }
  doc::LineBlock block;
  nest_lines(lines, 0, block.lines);
  out.push_back({std::move(block), span(view(first, at_)), {}});
  if (!blank_finish) check_finish(false, "line block");
}

}  // namespace kbuild::read::rst
