// Blocks between fences: code and directives, formulas, HTML; see scanner.h.
#include <algorithm>

#include "base/text.h"
#include "read/myst/html.h"
#include "read/myst/scanner.h"

namespace kbuild::read::myst {

namespace {

std::size_t run_length(std::string_view text, char mark) {
  return std::min(text.find_first_not_of(mark), text.size());
}

}  // namespace

// ---- Code and directives

bool Scanner::fence(std::size_t line, std::size_t end, Mode mode) {
  char mark = first(line);
  if (indented(line) || (mark != '`' && mark != '~')) return false;
  std::string_view text = rest(line);
  std::size_t length = run_length(text, mark);
  if (length < 3 || (mark == '`' && text.find('`', length) != text.npos)) return false;
  return mode == Mode::look || any_fence(line, end, length);
}

bool Scanner::colon_fence(std::size_t line, std::size_t end, Mode mode) {
  if (!context_.syntax.colon_fence || indented(line) || first(line) != ':') return false;
  std::size_t length = run_length(rest(line), ':');
  return length >= 3 && (mode == Mode::look || any_fence(line, end, length));
}

bool Scanner::any_fence(std::size_t line, std::size_t end, std::size_t length) {
  char mark = first(line);
  std::size_t next = line + 1;
  bool closed = false;
  for (; next < end; ++next) {
    if (!empty(next) && outdented(next)) break;
    if (first(next) != mark || indented(next)) continue;
    std::size_t run = run_length(rest(next), mark);
    closed = run >= length && base::trim(rest(next).substr(run)).empty();
    if (closed) break;
  }
  line_ = next + (closed ? 1 : 0);
  Node& node = add(NodeKind::fence, line, line_);
  node.marker = mark;
  node.info = base::trim(rest(line).substr(length));
  int indent = marks_[line].indent;
  node.lines = cut(line + 1, next, indent);
  node.whole = cut(line, line_, indent);
  return true;
}

// ---- Formulas

namespace {

/// How a line ends a formula: where its text ends, and the label after "$$".
struct MathEnd {
  std::size_t size = 0;
  std::string label;
};

std::optional<MathEnd> find_math_end(std::string_view line, bool labels) {
  std::string_view text = base::trim_right(line);
  if (text.ends_with("$$")) return MathEnd{text.size() - 2, ""};
  if (!labels || !text.ends_with(')')) return std::nullopt;
  std::size_t open = text.rfind('(');
  if (open == text.npos || open + 2 >= text.size()) return std::nullopt;
  std::string_view label = text.substr(open + 1, text.size() - open - 2);
  std::string_view before = base::trim_right(text.substr(0, open));
  if (!before.ends_with("$$") || label.find_first_of(")$") != label.npos) return std::nullopt;
  std::string joined;
  for (std::string_view word : base::split_words(label))
    joined += (joined.empty() ? "" : "-") + std::string(word);
  return MathEnd{before.size() - 2, joined};
}

}  // namespace

bool Scanner::math(std::size_t line, std::size_t end, Mode) {
  if (!context_.syntax.dollarmath || indented(line) || !rest(line).starts_with("$$")) return false;
  bool labels = context_.syntax.math_labels;
  std::string_view head = rest(line).substr(2);
  std::optional<MathEnd> stop;
  if (base::trim(rest(line)).size() > 3) stop = find_math_end(head, labels);
  std::size_t last = line;
  if (!stop && no_math_end_ == end && line >= no_math_from_) return false;
  while (!stop && ++last < end)
    if (rest(last).size() >= 2) stop = find_math_end(rest(last), labels);
  if (!stop) {
    no_math_end_ = end;
    no_math_from_ = line;
    return false;
  }
  line_ = last + 1;
  Node& node = add(NodeKind::math, line, line_);
  node.info = stop->label;
  for (std::size_t i = line; i <= last; ++i) {
    std::size_t from = i == line ? marks_[i].first + 2 : marks_[i].begin;
    std::size_t base = i == line ? from : marks_[i].first;
    node.lines.push_back(lines_[i].slice(from, i == last ? base + stop->size : at(i).size()));
  }
  return true;
}

namespace {

constexpr std::string_view kEnvironments[] = {
    "equation", "multline", "gather",  "align",   "alignat", "flalign", "matrix",
    "pmatrix",  "bmatrix",  "Bmatrix", "vmatrix", "Vmatrix", "eqnarray"};

}  // namespace

bool Scanner::environment(std::size_t line, std::size_t, Mode mode) {
  constexpr std::string_view kBegin = "\\begin{";
  if (!context_.syntax.amsmath || indented(line) || !rest(line).starts_with(kBegin)) return false;
  std::string_view text = rest(line).substr(kBegin.size());
  std::string name(text.substr(0, std::min(text.find('}'), text.size())));
  std::string_view plain = name;
  if (plain.ends_with('*')) plain.remove_suffix(1);
  if (std::find(std::begin(kEnvironments), std::end(kEnvironments), plain) ==
      std::end(kEnvironments))
    return false;
  std::string close = "\\end{" + name + "}";
  if (auto none = no_end_.find(name); none != no_end_.end() && line >= none->second) return false;
  std::size_t last = line, found = std::string_view::npos;
  for (; last < lines_.size(); ++last)
    if ((found = at(last).find(close, last == line ? marks_[line].first : 0)) !=
        std::string_view::npos)
      break;
  if (found == std::string_view::npos) {
    no_end_.emplace(name, line);
    return false;
  }
  if (mode == Mode::look) return true;
  line_ = last + 1;
  Node& node = add(NodeKind::math, line, line_);
  node.environment = true;
  node.numbered = !name.ends_with('*');
  for (std::size_t i = line; i <= last; ++i) {
    std::size_t stop = i == last ? found + close.size() : at(i).size();
    node.lines.push_back(lines_[i].slice(i == line ? marks_[i].first : marks_[i].begin, stop));
  }
  return true;
}

// ---- Substitutions

bool Scanner::substitution(std::size_t line, std::size_t, Mode mode) {
  if (!context_.syntax.substitution || indented(line)) return false;
  std::string_view text = base::trim(rest(line));
  if (text.size() < 5 || !text.starts_with("{{") || !text.ends_with("}}")) return false;
  std::string_view name = base::trim(text.substr(2, text.size() - 4));
  if (name.find("}}") != name.npos) return false;
  if (mode == Mode::look) return true;
  line_ = line + 1;
  Node& node = add(NodeKind::substitution, line, line_);
  node.info = name;
  node.whole = {lines_[line].cut(marks_[line].first)};
  return true;
}

// ---- HTML

bool Scanner::html(std::size_t line, std::size_t end, Mode mode) {
  if (indented(line) || first(line) != '<') return false;
  HtmlBlock kind = html_block_kind(base::trim_right(rest(line)));
  if (kind == HtmlBlock::none) return false;
  if (mode == Mode::look) return kind != HtmlBlock::any_tag;
  std::size_t next = line + 1;
  bool until_blank = kind == HtmlBlock::element || kind == HtmlBlock::any_tag;
  if (until_blank) {
    while (next < end && !outdented(next) && !empty(next)) ++next;
  } else if (!ends_html_block(kind, rest(line))) {
    while (next < end && !outdented(next) && !ends_html_block(kind, rest(next))) ++next;
    // An empty line has no indentation, and does not end a script.
    next = std::min(next + 1, end);
  }
  line_ = next;
  add(NodeKind::html, line, next).lines = cut(line, next, block_indent_);
  return true;
}

}  // namespace kbuild::read::myst
