// The loop over the blocks of MyST Markdown, and the blocks of one line, of text and quotes; see
// scanner.h.
#include "read/myst/scanner.h"

#include <algorithm>

#include "base/bounds.h"
#include "base/text.h"

namespace kbuild::read::myst {

using namespace diag::literals;

// In markdown-it's order, with the plugins where myst-parser puts them.
const Scanner::Row Scanner::kRules[] = {
    {&Scanner::table, paragraph},
    {&Scanner::code, nothing},
    {&Scanner::math, nothing},
    {&Scanner::colon_fence, paragraph | quote | list},
    {&Scanner::substitution, nothing},
    {&Scanner::fence, paragraph | quote | list},
    {&Scanner::attributes, paragraph | quote | list},
    {&Scanner::comment, paragraph | quote | list},
    {&Scanner::environment, paragraph | quote | list},
    {&Scanner::block_quote, paragraph | quote | list},
    {&Scanner::block_break, paragraph | quote | list},
    {&Scanner::target, paragraph | quote | list},
    {&Scanner::rule, paragraph | quote | list},
    {&Scanner::any_list, paragraph | quote},
    {&Scanner::footnote, paragraph},
    {&Scanner::reference, nothing},
    {&Scanner::html, paragraph | quote},
    {&Scanner::heading, paragraph | quote},
    {&Scanner::underlined_heading, nothing},
    {&Scanner::definition_list, paragraph | quote},
    {&Scanner::field_list, paragraph | quote},
    {&Scanner::text, nothing},
};

Scanner::Scanner(Context& context, rst::Lines lines, int depth)
    : context_(context), lines_(std::move(lines)), line_max_(lines_.size()), depth_(depth) {
  marks_.reserve(lines_.size());
  for (const rst::Line& line : lines_) marks_.push_back(measure(line));
}

Nodes Scanner::scan() {
  Nodes out;
  out_ = &out;
  tokenize(0, lines_.size());
  return out;
}

void Scanner::tokenize(std::size_t line, std::size_t end) {
  while (line < end) {
    while (line < line_max_ && empty(line)) ++line;
    line_ = line;
    if (line >= end || outdented(line)) break;
    for (const Row& row : kRules)
      if ((this->*row.rule)(line, end, Mode::make)) break;
    line = line_;
    if (line < end && empty(line)) line_ = ++line;
  }
}

Nodes Scanner::inside(std::size_t line, std::size_t end) {
  Nodes out;
  Nodes* around = std::exchange(out_, &out);
  if (++depth_ > base::kMaxNesting) {
    // Too deep: what is left of the lines is text.
    if (!std::exchange(reported_depth_, true))
      context_.page.report("KB0003"_code, span(line, line + 1),
                           {std::to_string(base::kMaxNesting)});
    std::size_t stop = line + 1;
    while (stop < end && !empty(stop) && !outdented(stop)) ++stop;
    add(NodeKind::paragraph, line, stop).lines = text_lines(line, stop);
    line_ = stop;
  } else {
    tokenize(line, end);
  }
  --depth_;
  out_ = around;
  return out;
}

bool Scanner::terminates(std::size_t line, std::size_t end, Ends what) {
  return std::any_of(std::begin(kRules), std::end(kRules), [&](const Row& row) {
    return (row.ends & what) != 0 && (this->*row.rule)(line, end, Mode::look);
  });
}

rst::Lines Scanner::cut(std::size_t begin, std::size_t end, int columns) {
  rst::Lines out;
  out.reserve(end - begin);
  for (std::size_t line = begin; line < end; ++line) out.push_back(cut(line, columns));
  return out;
}

rst::Lines Scanner::text_lines(std::size_t begin, std::size_t end) {
  rst::Lines out = cut(begin, end, block_indent_);
  if (out.empty()) return out;
  out.front() = out.front().cut(
      std::min(out.front().text.find_first_not_of(" \t\v\f"), out.front().text.size()));
  out.back().text = base::trim_right(out.back().text);
  return out;
}

rst::Span Scanner::span(std::size_t begin, std::size_t end) const {
  while (end > begin + 1 && empty(end - 1)) --end;
  if (begin >= lines_.size() || end > lines_.size() || begin >= end) return {};
  rst::Line last = lines_[end - 1];
  last.text = base::trim_right(last.text);
  rst::Span out = rst::span_of(
      context_.page.sources,
      lines_[begin].cut(std::min(marks_[begin].first, lines_[begin].text.size())), last);
  // A form feed alone is a text, of which nothing is left.
  out.end = std::max(out.begin, out.end);
  return out;
}

Node& Scanner::add(NodeKind kind, std::size_t begin, std::size_t end) {
  Node& node = out_->emplace_back();
  node.kind = kind;
  node.span = span(begin, end);
  return node;
}

int Scanner::skip_columns(std::size_t line, std::size_t& from, int column) const {
  std::string_view text = at(line);
  for (; from < text.size() && is_blank(text[from]); ++from)
    column += text[from] == '\t' ? 4 - (column + marks_[line].base) % 4 : 1;
  return column;
}

// ---- Code by indentation

bool Scanner::code(std::size_t line, std::size_t end, Mode) {
  if (!indented(line)) return false;
  std::size_t last = line + 1;
  for (std::size_t next = last; next < end; ++next) {
    if (empty(next)) continue;
    if (!indented(next)) break;
    last = next + 1;
  }
  add(NodeKind::code, line, last).lines = cut(line, last, 4 + block_indent_);
  line_ = last;
  return true;
}

// ---- Quotes

/// Moves the mark of a line behind its '>' and one blank.
void Scanner::enter_quote(std::size_t line, bool& empty_line) {
  Mark& mark = marks_[line];
  std::string_view text = at(line);
  std::size_t pos = mark.first + 1;
  int initial = mark.indent + 1, offset = initial, extra = 0;
  bool blank = pos < text.size() && is_blank(text[pos]);
  // A tab that is more than one column wide leaves the others behind.
  if (blank && text[pos] == '\t' && (mark.base + offset) % 4 != 3) {
    extra = 1;
  } else if (blank) {
    ++pos;
    ++initial;
    ++offset;
  }
  std::size_t begin = pos;
  for (; pos < text.size() && is_blank(text[pos]); ++pos)
    offset += text[pos] == '\t' ? 4 - (offset + mark.base + extra) % 4 : 1;
  empty_line = pos >= text.size();
  mark = {begin, pos, offset - initial, mark.indent + 1 + (blank ? 1 : 0)};
}

bool Scanner::block_quote(std::size_t line, std::size_t end, Mode mode) {
  if (indented(line) || first(line) != '>') return false;
  if (mode == Mode::look) return true;
  std::vector<Mark> old = {marks_[line]};
  bool last_empty = false;
  enter_quote(line, last_empty);
  Parent parent = std::exchange(parent_, Parent::quote);
  std::size_t old_max = line_max_, next = line + 1;
  for (; next < end && !empty(next); ++next) {
    if (first(next) == '>' && !outdented(next)) {
      old.push_back(marks_[next]);
      enter_quote(next, last_empty);
      continue;
    }
    if (last_empty) break;
    if (terminates(next, end, quote)) {
      // Paragraphs inside must not go on below.
      line_max_ = next;
      if (block_indent_ != 0) {
        old.push_back(marks_[next]);
        marks_[next].indent -= block_indent_;
      }
      break;
    }
    old.push_back(marks_[next]);
    marks_[next].indent = -1;
  }
  int indent = std::exchange(block_indent_, 0);
  Nodes children = inside(line, next);
  block_indent_ = indent;
  line_max_ = old_max;
  parent_ = parent;
  std::copy(old.begin(), old.end(), marks_.begin() + static_cast<std::ptrdiff_t>(line));
  add(NodeKind::quote, line, line_).children = std::move(children);
  return true;
}

// ---- Blocks of one line

bool Scanner::comment(std::size_t line, std::size_t end, Mode mode) {
  if (!context_.syntax.myst || indented(line) || first(line) != '%') return false;
  if (mode == Mode::look) return true;
  std::size_t next = line + 1;
  while (next < end && first(next) == '%') ++next;
  Node& node = add(NodeKind::comment, line, next);
  for (std::size_t i = line; i < next; ++i)
    node.lines.push_back(lines_[i].cut(marks_[i].first + 1));
  line_ = next;
  return true;
}

namespace {

/// How many of a character a line holds, with nothing but blanks between them; 0 where it holds
/// anything else. What follows the first `least` of them may be anything for a block break.
std::size_t count_marks(std::string_view line, char mark) {
  std::size_t count = 0;
  for (char c : line) {
    if (c == mark)
      ++count;
    else if (!is_blank(c))
      return 0;
  }
  return count;
}

}  // namespace

bool Scanner::block_break(std::size_t line, std::size_t, Mode mode) {
  if (!context_.syntax.myst || indented(line) || first(line) != '+') return false;
  std::string_view text = rest(line);
  std::size_t marks = text.find_first_not_of("+ \t");
  if (count_marks(text.substr(0, marks), '+') < 3) return false;
  if (mode == Mode::look) return true;
  line_ = line + 1;
  add(NodeKind::comment, line, line_)
      .lines.push_back(lines_[line].cut(std::min(marks, text.size()) == text.size()
                                            ? at(line).size()
                                            : marks_[line].first + marks));
  return true;
}

bool Scanner::target(std::size_t line, std::size_t, Mode mode) {
  if (!context_.syntax.myst || indented(line) || first(line) != '(') return false;
  std::string_view text = base::trim(rest(line));
  if (text.size() < 4 || !text.ends_with(")=")) return false;
  if (mode == Mode::look) return true;
  line_ = line + 1;
  add(NodeKind::target, line, line_).info = text.substr(1, text.size() - 3);
  return true;
}

bool Scanner::attributes(std::size_t line, std::size_t, Mode mode) {
  if (!context_.syntax.attrs_block || indented(line) || first(line) != '{') return false;
  std::string_view text = base::trim_right(rest(line));
  bool shape = text.size() > 2 && text.ends_with('}') && text.find('}') == text.size() - 1 &&
               (text[1] == '#' || text[1] == '.' || text.find('=') != text.npos);
  if (!shape) return false;
  if (mode == Mode::look) return true;
  line_ = line + 1;
  add(NodeKind::attributes, line, line_).info = text;
  return true;
}

bool Scanner::rule(std::size_t line, std::size_t, Mode mode) {
  char mark = first(line);
  if (indented(line) || (mark != '*' && mark != '-' && mark != '_')) return false;
  if (count_marks(rest(line), mark) < 3) return false;
  if (mode == Mode::look) return true;
  line_ = line + 1;
  add(NodeKind::rule, line, line_);
  return true;
}

bool Scanner::heading(std::size_t line, std::size_t, Mode mode) {
  if (indented(line) || first(line) != '#') return false;
  std::string_view text = rest(line);
  std::size_t level = std::min(text.find_first_not_of('#'), text.size());
  if (level > 6 || (level < text.size() && !is_blank(text[level]))) return false;
  if (mode == Mode::look) return true;
  line_ = line + 1;
  // Marks at the end are no text.
  std::size_t end = base::trim_right(text).size(), tail = end;
  while (tail > level && text[tail - 1] == '#') --tail;
  if (tail > level && is_blank(text[tail - 1])) end = tail;
  std::size_t begin = level;
  while (begin < end && is_blank(text[begin])) ++begin;
  Node& node = add(NodeKind::heading, line, line_);
  node.number = static_cast<long long>(level);
  std::size_t offset = marks_[line].first;
  node.lines.push_back(lines_[line].slice(offset + begin, offset + std::max(begin, end)));
  return true;
}

bool Scanner::underlined_heading(std::size_t line, std::size_t end, Mode) {
  if (indented(line)) return false;
  Parent parent = std::exchange(parent_, Parent::paragraph);
  std::size_t next = line + 1;
  long long level = 0;
  for (; next < end && !empty(next); ++next) {
    if (marks_[next].indent - block_indent_ > 3) continue;
    char mark = first(next);
    if (!outdented(next) && (mark == '-' || mark == '=')) {
      std::string_view text = base::trim_right(rest(next));
      if (text.find_first_not_of(mark) == text.npos) {
        level = mark == '=' ? 1 : 2;
        break;
      }
    }
    if (marks_[next].indent >= 0 && terminates(next, end, paragraph)) break;
  }
  parent_ = parent;
  if (level == 0) return false;
  line_ = next + 1;
  Node& node = add(NodeKind::heading, line, line_);
  node.number = level;
  node.lines = text_lines(line, next);
  return true;
}

bool Scanner::text(std::size_t line, std::size_t, Mode) {
  Parent parent = std::exchange(parent_, Parent::paragraph);
  std::size_t next = line + 1;
  for (; next < line_max_ && !empty(next); ++next) {
    if (marks_[next].indent - block_indent_ > 3 || marks_[next].indent < 0) continue;
    if (terminates(next, line_max_, paragraph)) break;
  }
  parent_ = parent;
  line_ = next;
  add(NodeKind::paragraph, line, next).lines = text_lines(line, next);
  return true;
}

}  // namespace kbuild::read::myst
