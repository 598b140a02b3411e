// Tables of reStructuredText: where a grid or simple table begins and ends, and its node; see
// blocks.h. Which text belongs to which cell is in read/rst/text/table_grid.cc.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "read/rst/blocks.h"
#include "read/rst/text/table_grid.h"
#include "source/unicode.h"

namespace kbuild::read::rst {

using namespace diag::literals;

namespace {

bool is_grid_bottom(std::string_view line) {
  return classify(line) == LineKind::grid_table;
}

/// "====  ====" or one run of '=': a border of a simple table below its first line.
bool is_simple_rule(std::string_view line) {
  return line.starts_with('=') && line.find_first_not_of("= ") == line.npos;
}

}  // namespace

void BlockParser::build_table(TableData data, LineView lines, doc::Blocks& out) {
  std::size_t cells = 0;
  for (const auto& row : data.rows) cells += row.size();
  if (data.fault.empty() && cells > base::kMaxTableCells)
    return page_.report("KB0004"_code, span(lines),
                        {"a table", base::format("{} cells", base::kMaxTableCells)});
  if (!data.fault.empty()) return refuse(out, "KB0315"_code, lines, {data.fault});
  doc::Table table;
  table.header_rows = data.header_rows;
  for (auto& row : data.rows) {
    doc::TableRow& made = table.rows.emplace_back();
    for (CellData& cell : row) {
      doc::TableCell& into = made.cells.emplace_back();
      into.header = table.rows.size() <= data.header_rows;
      into.column_span = cell.column_span;
      into.row_span = cell.row_span;
      into.span = span(cell.lines);
      into.children = nested(std::move(cell.lines));
    }
  }
  doc::Block block{std::move(table), span(lines), {}};
  out.push_back(std::move(block));
}

// The lines up to a blank one. Lines that don't begin with '+' or '|' end the table; without a
// border at the bottom the last border inside does.
void BlockParser::grid_table(doc::Blocks& out) {
  std::size_t first = at_, end = first;
  bool unexpected = false, finished = true;
  while (!blank_at(end) && !(unexpected = lines_[end].indented())) ++end;
  if (unexpected) page_.report("KB0302"_code, point(end));
  for (std::size_t i = first; i < end; ++i) {
    if (text_at(i)[0] == '+' || text_at(i)[0] == '|') continue;
    end = i;
    finished = false;
  }
  at_ = end;
  auto malformed = [&](std::string_view why) {
    refuse(out, "KB0315"_code, view(first, end), {std::string(why)});
    if (!finished) check_finish(false, "table");
  };
  if (!is_grid_bottom(text_at(end - 1))) {
    std::size_t bottom = end - 1;
    while (bottom > first + 2 && !is_grid_bottom(text_at(bottom - 1))) --bottom;
    if (bottom <= first + 2) return malformed("its bottom border is missing or broken");
    at_ = end = bottom;
    finished = false;
  }
  int width = source::display_width(text_at(first));
  for (std::size_t i = first; i < end; ++i) {
    char last = text_at(i).back();
    if (source::display_width(text_at(i)) != width || (last != '+' && last != '|'))
      return malformed("its right border is not aligned");
  }
  build_table(parse_grid_table(view(first, end)), view(first, end), out);
  if (!finished || unexpected) check_finish(false, "table");
}

void BlockParser::simple_table(doc::Blocks& out) {
  std::size_t first = at_, width = text_at(first).size();
  std::optional<std::size_t> found;
  int rules = 0;
  for (std::size_t i = first + 1; i < lines_.size(); ++i) {
    if (!is_simple_rule(text_at(i))) continue;
    at_ = i + 1;
    if (text_at(i).size() != width) {
      refuse(out, "KB0315"_code, view(first, i + 1), {"a rule is not as long as its top border"});
      return check_finish(blank_at(i + 1), "table");
    }
    ++rules;
    found = i;
    if (rules < 2 && !blank_at(i + 1)) continue;
    build_table(parse_simple_table(view(first, i + 1)), view(first, i + 1), out);
    return check_finish(blank_at(i + 1), "table");
  }
  at_ = found ? *found + 1 : lines_.size();
  refuse(out, "KB0315"_code, view(first, at_),
         {found ? "no blank line follows its bottom border" : "its bottom border is missing"});
  check_finish(blank_at(at_), "table");
}

}  // namespace kbuild::read::rst
