// "{|" tables, line by line, as MediaWiki's Parser::handleTables reads them.
#include <array>

#include "base/bounds.h"
#include "base/text.h"
#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

namespace {

using namespace diag::literals;

/// A slice of the text that is being read.
struct Slice {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A table that is open.
struct OpenTable {
  /// How many ':' precede its "{|".
  std::size_t indent = 0;
  /// Index of its element, whose range grows to the table's end; -1 without.
  int element = -1;
  bool row_open = false;
  bool had_row = false;
  /// Name of the open cell, "" where none is.
  std::string_view cell;
  std::vector<html::HtmlAttribute> row_attributes;
  Range row_range;
};

class Tables {
 public:
  Tables(const WikiText& text, Context& context)
      : text_(text), view_(text.view()), context_(context) {}

  WikiText run() {
    out_.reserve(view_.size() + view_.size() / 8);
    for (std::size_t at = 0; at <= view_.size();) {
      std::size_t end = std::min(view_.find('\n', at), view_.size());
      read_line({at, end});
      if (end < view_.size()) out_.append(text_, end, end + 1);
      at = end + 1;
    }
    while (!tables_.empty()) {
      out_.append("\n");
      close_row();
      add_missing_row();
      out_.append("</table>");
      tables_.pop_back();
    }
    return std::move(out_);
  }

 private:
  Slice trim(Slice slice) const {
    while (slice.begin < slice.end && base::is_space(view_[slice.begin])) ++slice.begin;
    while (slice.end > slice.begin && base::is_space(view_[slice.end - 1])) --slice.end;
    return slice;
  }
  std::string_view view(Slice slice) const {
    return view_.substr(slice.begin, slice.end - slice.begin);
  }
  Range range(Slice slice) const { return text_.range(slice.begin, slice.end); }
  std::vector<html::HtmlAttribute> attributes(Slice slice, std::string_view element) {
    return read_tag_attributes(plain(text_.slice(slice.begin, slice.end), context_), element,
                               context_, range(slice));
  }

  void read_line(Slice line) {
    Slice inner = trim(line);
    std::string_view shown = view(inner);
    std::size_t colons = std::min(shown.find_first_not_of(':'), shown.size());
    std::size_t brace = colons;
    while (brace < shown.size() && base::is_space(shown[brace])) ++brace;
    if (shown.substr(brace, 2) == "{|" && tables_.size() < base::kMaxNesting)
      return open_table(inner, colons, inner.begin + brace + 2);
    if (tables_.empty() || shown.empty() || (shown[0] != '|' && shown[0] != '!'))
      return out_.append(text_, line.begin, line.end);
    if (shown.starts_with("|}")) return close_table(inner);
    if (shown.starts_with("|-")) return open_row(inner);
    read_cells(inner);
  }

  void open_table(Slice line, std::size_t indent, std::size_t after) {
    for (std::size_t i = 0; i < indent; ++i) out_.append("<dl><dd>");
    context_.open(out_, "table", attributes({after, line.end}, "table"), range(line));
    OpenTable table;
    table.indent = indent;
    if (out_.view().ends_with('>') && range(line))
      table.element = static_cast<int>(context_.elements.size()) - 1;
    tables_.push_back(std::move(table));
  }

  void close_cell() {
    OpenTable& table = tables_.back();
    if (!table.cell.empty()) out_.append("</" + std::string(table.cell) + '>');
    table.cell = {};
  }
  void close_row() {
    close_cell();
    if (tables_.back().row_open) out_.append("</tr>");
    tables_.back().row_open = false;
  }
  void add_missing_row() {
    if (!tables_.back().had_row) out_.append("<tr><td></td></tr>");
  }

  void close_table(Slice line) {
    close_row();
    add_missing_row();
    out_.append("</table>");
    OpenTable& table = tables_.back();
    if (table.element >= 0) {
      Range& whole = context_.elements[static_cast<std::size_t>(table.element)].range;
      whole = merge(whole, range({line.begin, line.begin + 2}));
    }
    std::size_t rest_end = line.end;
    out_.append(text_, line.begin + 2, rest_end);
    for (std::size_t i = 0; i < table.indent; ++i) out_.append("</dd></dl>");
    tables_.pop_back();
  }

  void open_row(Slice line) {
    close_row();
    OpenTable& table = tables_.back();
    std::size_t after = line.begin + 1;
    while (after < line.end && view_[after] == '-') ++after;
    table.had_row = true;
    table.row_attributes = attributes({after, line.end}, "tr");
    table.row_range = range(line);
  }

  /// One line of cells, or the caption.
  void read_cells(Slice line) {
    char kind = view_[line.begin];
    if (view(line).starts_with("|+")) kind = '+';
    std::size_t begin = line.begin + (kind == '+' ? 2 : 1);
    while (true) {
      std::size_t end = find_divider({begin, line.end}, kind == '!');
      read_cell({begin, end}, kind);
      if (end >= line.end) break;
      begin = end + 2;
    }
  }

  /// The next "||" ("!!" also ends a header), outside of tags.
  std::size_t find_divider(Slice rest, bool header) const {
    for (std::size_t at = rest.begin; at + 1 < rest.end; ++at) {
      if (view_[at] == '|' && view_[at + 1] == '|') return at;
      if (header && view_[at] == '!' && view_[at + 1] == '!') return at;
    }
    return rest.end;
  }

  void read_cell(Slice cell, char kind) {
    std::string_view name = kind == '|' ? "td" : kind == '!' ? "th" : "caption";
    if (++cells_ > base::kMaxTableCells) {
      context_.report_once("KB0402"_code, range(cell), {"100000 table cells"});
      return out_.append(text_, cell.begin, cell.end);
    }
    bool was_open = !tables_.back().cell.empty();
    close_cell();
    if (was_open) out_.append("\n");
    OpenTable& table = tables_.back();
    if (kind != '+' && !table.row_open) {
      context_.open(out_, "tr", std::move(table.row_attributes), table.row_range);
      out_.append("\n");
    }
    if (kind != '+') {
      table.row_open = table.had_row = true;
      table.row_attributes.clear();
      table.row_range = {};
    }
    table.cell = name;
    std::size_t bar = view(cell).find('|');
    std::string_view before = view(cell).substr(0, bar);
    std::vector<html::HtmlAttribute> found;
    Slice content = cell;
    if (bar != std::string_view::npos && before.find("[[") == before.npos &&
        before.find("-{") == before.npos) {
      found = attributes({cell.begin, cell.begin + bar}, name);
      content.begin = cell.begin + bar + 1;
    }
    content = trim(content);
    context_.open(out_, name, std::move(found), range(cell));
    out_.append(text_, content.begin, content.end);
  }

  const WikiText& text_;
  std::string_view view_;
  Context& context_;
  WikiText out_;
  std::vector<OpenTable> tables_;
  int cells_ = 0;
};

}  // namespace

WikiText mark_tables(const WikiText& text, Context& context) {
  if (text.view().find("{|") == std::string_view::npos) return text;
  return Tables(text, context).run();
}

}  // namespace kbuild::read::mediawiki
