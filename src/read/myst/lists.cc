// Lists of items, definitions and fields; see scanner.h.
#include <algorithm>

#include "base/text.h"
#include "read/myst/scanner.h"

namespace kbuild::read::myst {

namespace {

/// The byte after "-", "1." and the like, which a blank or the line's end follows; 0 where there is
/// no marker.
std::size_t marker_size(std::string_view text, bool& ordered) {
  ordered = !text.empty() && base::is_digit(text[0]);
  std::size_t size = 1;
  if (ordered) {
    while (size < text.size() && base::is_digit(text[size])) ++size;
    if (size > 9 || size >= text.size() || (text[size] != '.' && text[size] != ')')) return 0;
    ++size;
  } else if (text.empty() || (text[0] != '-' && text[0] != '*' && text[0] != '+')) {
    return 0;
  }
  return size == text.size() || is_blank(text[size]) ? size : 0;
}

}  // namespace

bool Scanner::any_list(std::size_t line, std::size_t end, Mode mode) {
  if (indented(line)) return false;
  // An item four columns deeper than its list can only go on with the text above.
  if (list_indent_ >= 0 && marks_[line].indent - list_indent_ >= 4 && outdented(line)) return false;
  auto shift = static_cast<int>(marks_[line].first - marks_[line].begin);
  bool interrupts =
      mode == Mode::look && parent_ == Parent::paragraph && shift >= block_indent_;
  bool ordered = false;
  std::size_t size = marker_size(rest(line), ordered);
  if (size == 0) return false;
  long long number = ordered ? *base::parse_integer(rest(line).substr(0, size - 1)) : 0;
  if (interrupts && ((ordered && number != 1) || base::trim(rest(line).substr(size)).empty()))
    return false;
  if (mode == Mode::look) return true;

  Node node;
  node.kind = NodeKind::list;
  node.number = ordered ? number : -1;
  node.marker = rest(line)[size - 1];
  Parent parent = std::exchange(parent_, Parent::list);
  std::size_t next = line;
  for (;;) {
    node.children.push_back(list_item(next, end, marks_[next].first + size));
    next = line_;
    if (next >= end || outdented(next) || indented(next) || terminates(next, end, list)) break;
    bool same = false;
    size = marker_size(rest(next), same);
    if (size == 0 || same != ordered || rest(next)[size - 1] != node.marker) break;
  }
  parent_ = parent;
  line_ = next;
  node.span = span(line, next);
  out_->push_back(std::move(node));
  return true;
}

Node Scanner::list_item(std::size_t line, std::size_t end, std::size_t after) {
  Mark old = marks_[line];
  int initial = old.indent + static_cast<int>(after - old.first);
  std::size_t content = after;
  int offset = skip_columns(line, content, initial);
  bool bare = content >= at(line).size();
  int width = bare || offset - initial > 4 ? 1 : offset - initial;
  int list_indent = std::exchange(list_indent_, block_indent_);
  block_indent_ = initial + width;
  marks_[line].first = content;
  marks_[line].indent = offset;
  Node item;
  item.kind = NodeKind::item;
  if (bare && empty(line + 1)) {
    // An empty item takes nothing from below a blank line.
    line_ = std::min(line + 2, end);
  } else {
    item.children = inside(line, end);
  }
  block_indent_ = list_indent_;
  list_indent_ = list_indent;
  marks_[line] = old;
  item.span = span(line, std::max(line + 1, line_));
  return item;
}

// ---- Definitions

std::optional<std::size_t> Scanner::skip_definition_marker(std::size_t line) const {
  if (first(line) != ':' && first(line) != '~') return std::nullopt;
  std::size_t after = marks_[line].first + 1, text = after;
  while (text < at(line).size() && is_blank(at(line)[text])) ++text;
  if (text == after || text >= at(line).size()) return std::nullopt;
  return after;
}

bool Scanner::definition_list(std::size_t line, std::size_t end, Mode mode) {
  if (!context_.syntax.deflist) return false;
  if (mode == Mode::look) return definition_indent_ >= 0 && skip_definition_marker(line);
  auto definition_below = [&](std::size_t term) -> std::size_t {
    std::size_t next = term + 1;
    if (next < end && empty(next)) ++next;
    bool found = next < end && !empty(next) && !outdented(next) && skip_definition_marker(next);
    return found ? next : 0;
  };
  std::size_t next = definition_below(line);
  if (next == 0) return false;

  Node node;
  node.kind = NodeKind::definition_list;
  std::size_t term = line;
  while (next != 0) {
    Node& name = node.children.emplace_back();
    name.kind = NodeKind::term;
    name.lines = text_lines(term, term + 1);
    name.span = span(term, term + 1);
    for (;;) {
      node.children.push_back(definition(next, end, *skip_definition_marker(next)));
      next = line_;
      bool more = next < end && !empty(next) && !outdented(next) && skip_definition_marker(next);
      if (!more) break;
    }
    if (next >= end || empty(next) || outdented(next)) break;
    term = next;
    next = definition_below(term);
  }
  line_ = std::max(line_, line + 1);
  node.span = span(line, line_);
  out_->push_back(std::move(node));
  return true;
}

Node Scanner::definition(std::size_t line, std::size_t end, std::size_t content) {
  Mark old = marks_[line];
  int offset = old.indent + static_cast<int>(content - old.first);
  for (; content < at(line).size() && is_blank(at(line)[content]); ++content)
    offset += at(line)[content] == '\t' ? 4 - offset % 4 : 1;
  int indent = block_indent_, definition_indent = definition_indent_;
  block_indent_ = definition_indent_ = old.indent + 2;
  marks_[line].first = content;
  marks_[line].indent = offset;
  Parent parent = std::exchange(parent_, Parent::other);
  Node node;
  node.kind = NodeKind::definition;
  node.children = inside(line, end);
  parent_ = parent;
  marks_[line] = old;
  block_indent_ = indent;
  definition_indent_ = definition_indent;
  node.span = span(line, line_);
  return node;
}

// ---- Fields

std::optional<std::size_t> Scanner::skip_field_name(std::size_t line) const {
  std::string_view text = rest(line);
  if (text.size() < 3 || text[0] != ':') return std::nullopt;
  std::size_t close = text.find(':', 1);
  if (close == text.npos || base::trim(text.substr(1, close - 1)).empty()) return std::nullopt;
  return marks_[line].first + close + 1;
}

bool Scanner::field_list(std::size_t line, std::size_t end, Mode mode) {
  if (!context_.syntax.fieldlist || indented(line) || first(line) != ':') return false;
  auto after = skip_field_name(line);
  if (!after || mode == Mode::look) return after.has_value();
  Node node;
  node.kind = NodeKind::field_list;
  Parent parent = std::exchange(parent_, Parent::other);
  std::size_t next = line;
  while (after) {
    Node& name = node.children.emplace_back();
    name.kind = NodeKind::field_name;
    name.lines = {lines_[next].slice(marks_[next].first + 1, *after - 1)};
    name.span = span(next, next + 1);
    Mark old = marks_[next];
    std::size_t content = *after;
    int offset =
        skip_columns(next, content, old.indent + static_cast<int>(content - old.first));
    int indent =
        std::exchange(block_indent_, content >= at(next).size() ? 2 : offset);
    marks_[next].first = content;
    marks_[next].indent = offset;
    std::size_t begin = next;
    Nodes children = inside(next, end);
    // A field without a body is passed over like an empty line.
    next = std::max(line_, begin + 1);
    block_indent_ = indent;
    marks_[begin] = old;
    Node& body = node.children.emplace_back();
    body.kind = NodeKind::field_body;
    body.children = std::move(children);
    body.span = span(begin, next);
    bool more = next < end && !empty(next) && !outdented(next) && !indented(next);
    after = more ? skip_field_name(next) : std::nullopt;
  }
  parent_ = parent;
  line_ = next;
  node.span = span(line, next);
  out_->push_back(std::move(node));
  return true;
}

}  // namespace kbuild::read::myst
