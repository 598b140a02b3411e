// The block structure of reStructuredText. One parser object reads one block of lines: the page,
// the body of a list item, the content of a directive. Its parts are in blocks.cc (text,
// titles, quotes, literals), lists.cc, tables.cc and explicit.cc; the markers of lists
// are in read/rst/text/markers.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "doc/tree.h"
#include "read/rst/text/lines.h"
#include "read/rst/text/markers.h"
#include "read/rst/text/page.h"

namespace kbuild::read::rst {

/// The construct that begins at a line, in the order in which docutils tries them.
enum class LineKind : std::uint8_t {
  blank,
  indented,
  bullet,
  enumerator,
  field,
  option,
  doctest,
  line_block,
  grid_table,
  simple_table,
  explicit_markup,
  anonymous_target,
  adornment,
  text,
};
LineKind classify(std::string_view line);

/// Whether a line is one punctuation character, repeated.
bool is_adornment(std::string_view line);

/// A line of a line block before its depth is known.
struct RawLine {
  std::size_t indent = 0;
  doc::Inlines children;
};
/// Nests lines by their indentation as docutils' nest_line_block_segment: in each run the least
/// indented ones are at `depth`, runs of deeper ones below.
void nest_lines(std::span<RawLine> lines, int depth, std::vector<doc::LineBlock::Line>& out);

/// A class directive without content is a marked comment: gives its classes to the next block that
/// is shown, and removes it. Returns the classes that found none.
std::string apply_classes(doc::Blocks& out);

/// docutils' "simple" lists: every item is one paragraph, perhaps with a list below that is simple
/// itself.
bool is_simple(const doc::List& list);

struct TableData;

class BlockParser {
 public:
  /// `depth` counts the blocks around this one.
  BlockParser(Page& page, Lines lines, Titles titles, int depth)
      : page_(page), lines_(std::move(lines)), titles_(titles), depth_(depth) {}

  /// Appends the blocks of all lines.
  void parse(doc::Blocks& out);

  // What directives need of the enclosing block.
  Page& page() { return page_; }
  Titles titles() const { return titles_; }
  int depth() const { return depth_; }
  /// The blocks of lines inside this one. Past the depth that readers allow they become one literal
  /// block.
  doc::Blocks nested(Lines lines, Titles titles = Titles::unexpected);
  /// Appends blocks to the one being parsed as if the lines were here, with the same rules for
  /// titles.
  void splice(Lines lines, doc::Blocks& out);
  /// A diagnostic, and the lines it is about as a block that readers can see.
  void refuse(doc::Blocks& out, diag::Code code, LineView lines,
              std::vector<std::string> arguments = {});
  Span span(LineView lines) const { return span_of(page_.sources, lines); }
  /// Appends block quotes made of indented lines, split after attributions.
  void block_quote(Lines lines, doc::Blocks& out);

 private:
  void element(doc::Blocks& out);
  LineView view(std::size_t begin, std::size_t end) const {
    return LineView(lines_).subspan(begin, end - begin);
  }
  std::string_view text_at(std::size_t line) const { return lines_[line].text; }
  bool at_end(std::size_t line) const { return line >= lines_.size(); }
  bool blank_at(std::size_t line) const { return at_end(line) || lines_[line].blank(); }
  Span point(std::size_t line) const;
  void check_finish(bool blank_finish, std::string_view what);
  void read_inside(Lines lines, Titles titles, doc::Blocks& out);

  // blocks.cc
  void text(doc::Blocks& out);
  void paragraph(std::size_t first, std::size_t end, doc::Blocks& out);
  void adornment(doc::Blocks& out);
  void overlined_title(doc::Blocks& out);
  bool short_rule(std::size_t size, doc::Blocks& out);
  void section(const Line& title, std::string style, LineView lines, doc::Blocks& out);
  void literal_block(doc::Blocks& out);
  void quoted_literal(doc::Blocks& out);
  void doctest(doc::Blocks& out);
  doc::Block code(LineView lines, std::string language) const;

  // lists.cc
  void bullet_list(doc::Blocks& out);
  bool enumerated_list(doc::Blocks& out);
  bool follows_enumerator(const Enumerator& enumerator) const;
  doc::ListItem list_item(std::size_t marker_size, bool& blank_finish);
  void field_list(doc::Blocks& out);
  bool option_list(doc::Blocks& out);
  bool option_item(doc::DefinitionList& list, bool& blank_finish);
  void definition_list(doc::Blocks& out);
  void definition_item(doc::DefinitionList& list, bool& blank_finish);
  void line_block(doc::Blocks& out);

  // tables.cc
  void grid_table(doc::Blocks& out);
  void simple_table(doc::Blocks& out);
  void build_table(TableData data, LineView lines, doc::Blocks& out);

  // explicit.cc
  void explicit_markup(doc::Blocks& out);
  bool explicit_construct(doc::Blocks& out);
  bool footnote(std::size_t label_begin, std::size_t label_end, doc::Blocks& out);
  bool hyperlink_target(doc::Blocks& out, bool& blank_finish);
  bool anonymous_target(doc::Blocks& out);
  void make_target(std::string_view name, std::string_view escaped, Span where, doc::Blocks& out);
  bool substitution(doc::Blocks& out, bool& blank_finish);
  bool directive(std::string_view name, std::size_t marker_size, doc::Blocks& out);
  bool comment(std::size_t marker_size, doc::Blocks& out);

  Page& page_;
  Lines lines_;
  Titles titles_;
  int depth_;
  std::size_t at_ = 0;
  /// Classes of a class directive at the end of a block inside, for what follows here.
  std::string leftover_classes_;
};

}  // namespace kbuild::read::rst
