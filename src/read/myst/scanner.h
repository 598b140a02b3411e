// The block phase of MyST Markdown: lines to nodes. It follows markdown-it (the parser of
// myst-parser) and its plugins rule by rule, on marks in lines instead of positions in one text.
// Text is left to read/myst/inline.h, what a node means to read/myst/builder.h.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "read/myst/context.h"
#include "read/myst/lines.h"

namespace kbuild::read::myst {

class Scanner {
 public:
  /// `depth` counts the blocks around the lines.
  Scanner(Context& context, rst::Lines lines, int depth);

  /// The blocks of all lines. Definitions of links and footnotes go to the context.
  Nodes scan();

 private:
  /// Whether a rule only tells if it would begin a block, or makes the block.
  enum class Mode : std::uint8_t { look, make };
  /// The blocks that a rule can end without a blank line.
  enum Ends : std::uint8_t { nothing = 0, paragraph = 1, quote = 2, list = 4 };
  enum class Parent : std::uint8_t { root, paragraph, quote, list, table, other };
  using Rule = bool (Scanner::*)(std::size_t line, std::size_t end, Mode mode);
  struct Row {
    Rule rule;
    int ends;
  };
  static const Row kRules[];

  // scanner.cc
  void tokenize(std::size_t line, std::size_t end);
  Nodes inside(std::size_t line, std::size_t end);
  bool terminates(std::size_t line, std::size_t end, Ends what);
  bool code(std::size_t line, std::size_t end, Mode mode);
  bool block_quote(std::size_t line, std::size_t end, Mode mode);
  void enter_quote(std::size_t line, bool& empty);
  bool comment(std::size_t line, std::size_t end, Mode mode);
  bool block_break(std::size_t line, std::size_t end, Mode mode);
  bool target(std::size_t line, std::size_t end, Mode mode);
  bool attributes(std::size_t line, std::size_t end, Mode mode);
  bool rule(std::size_t line, std::size_t end, Mode mode);
  bool heading(std::size_t line, std::size_t end, Mode mode);
  bool underlined_heading(std::size_t line, std::size_t end, Mode mode);
  bool text(std::size_t line, std::size_t end, Mode mode);

  // fences.cc
  bool fence(std::size_t line, std::size_t end, Mode mode);
  bool colon_fence(std::size_t line, std::size_t end, Mode mode);
  bool any_fence(std::size_t line, std::size_t end, std::size_t length);
  bool math(std::size_t line, std::size_t end, Mode mode);
  bool environment(std::size_t line, std::size_t end, Mode mode);
  bool substitution(std::size_t line, std::size_t end, Mode mode);
  bool html(std::size_t line, std::size_t end, Mode mode);

  // lists.cc
  bool any_list(std::size_t line, std::size_t end, Mode mode);
  Node list_item(std::size_t line, std::size_t end, std::size_t after);
  bool definition_list(std::size_t line, std::size_t end, Mode mode);
  Node definition(std::size_t line, std::size_t end, std::size_t content);
  bool field_list(std::size_t line, std::size_t end, Mode mode);
  std::optional<std::size_t> skip_definition_marker(std::size_t line) const;
  std::optional<std::size_t> skip_field_name(std::size_t line) const;

  // definitions.cc
  bool footnote(std::size_t line, std::size_t end, Mode mode);
  bool reference(std::size_t line, std::size_t end, Mode mode);

  // tables.cc
  bool table(std::size_t line, std::size_t end, Mode mode);

  std::string_view at(std::size_t line) const { return lines_[line].text; }
  /// The text of a line after its indentation.
  std::string_view rest(std::size_t line) const { return at(line).substr(marks_[line].first); }
  char first(std::size_t line) const {
    return marks_[line].first < at(line).size() ? at(line)[marks_[line].first] : '\n';
  }
  bool empty(std::size_t line) const {
    return line >= lines_.size() || marks_[line].first >= at(line).size();
  }
  /// Code by indentation, which begins no other block.
  bool indented(std::size_t line) const { return marks_[line].indent - block_indent_ >= 4; }
  bool outdented(std::size_t line) const { return marks_[line].indent < block_indent_; }
  rst::Line cut(std::size_t line, int columns) {
    return without_indent(lines_[line], marks_[line], columns, context_.page.arena);
  }
  rst::Lines cut(std::size_t begin, std::size_t end, int columns);
  /// The text of a paragraph: without white space at both ends.
  rst::Lines text_lines(std::size_t begin, std::size_t end);
  rst::Span span(std::size_t begin, std::size_t end) const;
  Node& add(NodeKind kind, std::size_t begin, std::size_t end);
  /// Columns up to the first other character after the byte `from`, which stands in column
  /// `column`; `from` moves there.
  int skip_columns(std::size_t line, std::size_t& from, int column) const;

  Context& context_;
  rst::Lines lines_;
  std::vector<Mark> marks_;
  Nodes* out_ = nullptr;
  /// Where the next block begins.
  std::size_t line_ = 0;
  std::size_t line_max_ = 0;
  int block_indent_ = 0;
  int list_indent_ = -1;
  int definition_indent_ = -1;
  Parent parent_ = Parent::root;
  int depth_;
  bool reported_depth_ = false;
  /// Ends of environments of amsmath that the lines are known not to hold from a line on.
  std::map<std::string, std::size_t, std::less<>> no_end_;
  /// The end of lines that are known not to hold the end of a formula, and from which line on.
  std::size_t no_math_end_ = 0;
  std::size_t no_math_from_ = 0;
};

}  // namespace kbuild::read::myst
