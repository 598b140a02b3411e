// Splits the rows of a TML table into cells, with alignment and with spans of columns and rows; see
// table.h.
#include "read/twiki/table.h"

#include <algorithm>

#include "base/bounds.h"
#include "base/text.h"
#include "read/twiki/flow.h"

namespace kbuild::read::twiki {

namespace {

using namespace diag::literals;

/// Blanks before and after the text of a cell; a tab counts as three.
std::size_t count_blanks(std::string_view blanks) {
  return blanks.size() +
         2 * static_cast<std::size_t>(std::count(blanks.begin(), blanks.end(), '\t'));
}

doc::Alignment alignment_of(std::string_view cell) {
  std::string_view trimmed = base::trim(cell);
  if (trimmed.empty()) return doc::Alignment::none;
  auto begin = static_cast<std::size_t>(trimmed.data() - cell.data());
  std::size_t left = count_blanks(cell.substr(0, begin));
  std::size_t right = count_blanks(cell.substr(begin + trimmed.size()));
  if (left < 2) return doc::Alignment::none;
  return right <= 1 ? doc::Alignment::right : doc::Alignment::center;
}

bool is_header(std::string_view trimmed) {
  return trimmed.size() >= 2 && trimmed.front() == '*' && trimmed.back() == '*';
}

}  // namespace

void TableReader::add_row(std::size_t begin, std::size_t end) {
  span_ = source::merge(span_, text_.span(begin, end));
  if (cells_ > base::kMaxTableCells) return;
  std::string_view all = text_.text();
  doc::TableRow row;
  row.span = text_.span(begin, end);
  column_ = 0;
  for (std::size_t at = begin + 1; at < end;) {
    std::size_t bar = all.find('|', at), after = bar;
    while (after < end && all[after] == '|') ++after;
    add_cell(row, at, bar, static_cast<std::uint32_t>(std::min<std::size_t>(after - bar, 1000)));
    at = after;
  }
  table_.rows.push_back(std::move(row));
  if (cells_ > base::kMaxTableCells)
    page_.result.diagnostics.push_back({"KB0004"_code, span_, {"the table", "100,000 cells"}});
}

/// Adds the row of a "^" to the span of the cell above; false if no cell has this width.
bool TableReader::lengthen(std::uint32_t columns) {
  if (table_.rows.empty() || column_ >= above_.size() || above_[column_].columns != columns)
    return false;
  const Above& above = above_[column_];
  ++table_.rows[above.row].cells[above.cell].row_span;
  column_ += columns;
  return true;
}

void TableReader::add_cell(doc::TableRow& row, std::size_t begin, std::size_t end,
                           std::uint32_t columns) {
  ++cells_;
  std::string_view cell = text_.text().substr(begin, end - begin);
  std::string_view trimmed = base::trim(cell);
  if (trimmed == "^" && lengthen(columns)) return;
  doc::TableCell made;
  made.column_span = columns;
  made.alignment = alignment_of(cell);
  made.header = is_header(trimmed);
  made.span = text_.span(begin, end);
  std::size_t first =
      begin + static_cast<std::size_t>(trimmed.empty() ? 0 : trimmed.data() - cell.data());
  std::size_t last = first + trimmed.size();
  if (made.header) {
    ++first;
    --last;
  }
  Flow flow(page_, text_);
  if (first < last) flow.add_line(first, last);
  made.children = flow.finish();
  row.cells.push_back(std::move(made));
  above_.resize(std::max(above_.size(), column_ + columns));
  for (std::uint32_t i = 0; i < columns; ++i)
    above_[column_ + i] = {table_.rows.size(), row.cells.size() - 1, i == 0 ? columns : 0};
  column_ += columns;
}

doc::Block TableReader::finish() {
  auto is_head = [](const doc::TableRow& row) {
    return !row.cells.empty() &&
           std::all_of(row.cells.begin(), row.cells.end(),
                       [](const doc::TableCell& cell) { return cell.header; });
  };
  while (table_.header_rows < table_.rows.size() && is_head(table_.rows[table_.header_rows]))
    ++table_.header_rows;
  // Rows of headers below the body are its footer; a cell that reaches down into them keeps them
  // with it.
  std::size_t footer = table_.rows.size();
  while (footer > table_.header_rows + 1 && is_head(table_.rows[footer - 1])) --footer;
  bool parted = footer > table_.header_rows;
  for (std::size_t row = 0; row < footer && row < table_.rows.size(); ++row)
    for (const doc::TableCell& cell : table_.rows[row].cells)
      parted &= row + cell.row_span <= footer;
  for (std::size_t row = footer; parted && row < table_.rows.size(); ++row)
    table_.rows[row].attributes.add_class("footer");
  return {std::move(table_), span_};
}

}  // namespace kbuild::read::twiki
