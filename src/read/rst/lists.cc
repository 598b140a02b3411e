// Lists of reStructuredText: bullets, enumerations, fields, options, definitions and line blocks;
// see blocks.h. Whether an enumerated list continues is decided as in docutils'
// Body.is_enumerated_list_item.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "read/rst/blocks.h"
#include "read/rst/inline/inline.h"

namespace kbuild::read::rst {

using namespace diag::literals;
using doc::ListStyle;

// ---- Bullets and enumerations

bool is_simple(const doc::List& list) {
  return std::all_of(list.items.begin(), list.items.end(), [](const doc::ListItem& item) {
    const doc::Blocks& blocks = item.children;
    if (blocks.empty()) return true;
    bool text = std::holds_alternative<doc::Paragraph>(blocks[0].value);
    const auto* below = blocks.size() == 2 ? std::get_if<doc::List>(&blocks[1].value) : nullptr;
    return text && (blocks.size() == 1 || (below && below->tight));
  });
}

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
  // A class directive at the end of an item is for the next one.
  item.attributes.add_class(std::exchange(leftover_classes_, {}));
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
  std::string wanted = next_enumerator(enumerator);
  Enumerator automatic = enumerator;
  automatic.automatic = true;
  // After an enumerator without text, the end of the line replaces the blank.
  std::string padded = std::string(next) + ' ';
  return !wanted.empty() &&
         (padded.starts_with(wanted) || padded.starts_with(next_enumerator(automatic)));
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
    if (!parse_enumerator(text_at(at_), list.style, next) || next.format != enumerator.format)
      break;
    if (!next.automatic && (next.style != list.style || automatic || next.ordinal != last + 1))
      break;
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
  item.terms = option_terms(line);
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
void split_classifiers(const Page& page, doc::Inlines& term) {
  doc::Inlines out;
  doc::Inlines* into = &out;
  auto begin_classifier = [&] {
    out.push_back({doc::Group{}, {}, {}});
    out.back().attributes.add_class("classifier");
    into = &std::get<doc::Group>(out.back().value).children;
  };
  for (doc::Inline& node : term) {
    bool text = std::holds_alternative<doc::Text>(node.value);
    // Escapes are gone from the tree: an escaped colon is only seen in the source.
    std::string_view rest = text ? page.sources.text(node.span) : std::string_view();
    std::size_t colon = rest.find(" : ");
    if (colon == rest.npos) {
      into->push_back(std::move(node));
      continue;
    }
    for (; colon != rest.npos; colon = rest.find(" : ")) {
      std::string part = unescape(base::trim_right(rest.substr(0, colon)));
      if (!part.empty()) into->push_back({doc::Text{std::move(part)}, {}, {}});
      begin_classifier();
      rest = base::trim_left(rest.substr(colon + 3));
    }
    if (!rest.empty()) into->push_back({doc::Text{unescape(rest)}, {}, {}});
  }
  term = std::move(out);
}

}  // namespace

void BlockParser::definition_item(doc::DefinitionList& list, bool& blank_finish) {
  std::size_t first = at_;
  const Line& term = lines_[first];
  if (term.text.ends_with("::"))
    page_.report("KB0313"_code, point(first), {std::string(term.text)});
  Indented body = take_indented(lines_, first + 1, {});
  at_ = body.end;
  blank_finish = body.blank_finish;
  doc::DefinitionItem item;
  item.terms.push_back(parse_inlines(page_, Chunk(term)));
  split_classifiers(page_, item.terms.back());
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
    bool item =
        classify(text_at(at_)) == LineKind::text && !at_end(at_ + 1) && lines_[at_ + 1].indented();
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
    if (lines[at].indent == least || depth >= base::kMaxNesting) {
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
    std::size_t size = line_bar_size(line);
    Indented body = take_indented(lines_, at_, {.first = size, .until_blank = true});
    at_ = body.end;
    blank_finish = body.blank_finish;
    // The blank after the bar is no indentation; an empty line has the indentation of the one
    // above.
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
