// Geometry of tables; see table_grid.h. The algorithms are those of docutils'
// parsers/rst/tableparser.py: a grid table is traced cell by cell from corner to corner, a simple
// table row by row.
#include "read/rst/text/table_grid.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "source/unicode.h"

namespace kbuild::read::rst {

// ---- ColumnGrid

ColumnGrid::ColumnGrid(LineView lines) : lines_(lines), offsets_(lines.size()) {
  for (std::size_t row = 0; row < lines.size(); ++row) {
    std::string_view text = lines[row].text;
    if (base::is_ascii(text)) continue;
    auto& offsets = offsets_[row];
    for (std::size_t at = 0; at < text.size();) {
      auto [c, length] = base::decode_utf8(text, at);
      int width = source::display_width(c);
      for (int i = 0; i < width; ++i)
        offsets.push_back(static_cast<std::uint32_t>(i == 0 ? at : at + length));
      at += length;
    }
    offsets.push_back(static_cast<std::uint32_t>(text.size()));
  }
}

std::size_t ColumnGrid::width(std::size_t row) const {
  return offsets_[row].empty() ? lines_[row].text.size() : offsets_[row].size() - 1;
}

std::size_t ColumnGrid::byte_at(std::size_t row, std::size_t column) const {
  if (offsets_[row].empty()) return std::min(column, lines_[row].text.size());
  return column < offsets_[row].size() ? offsets_[row][column] : lines_[row].text.size();
}

char ColumnGrid::at(std::size_t row, std::size_t column) const {
  std::size_t byte = byte_at(row, column);
  if (byte >= lines_[row].text.size()) return ' ';
  char c = lines_[row].text[byte];
  return static_cast<signed char>(c) >= 0 ? c : '\0';
}

Line ColumnGrid::slice(std::size_t row, std::size_t begin, std::size_t end) const {
  return lines_[row].slice(byte_at(row, begin), byte_at(row, end));
}

Lines ColumnGrid::block(std::size_t top, std::size_t left, std::size_t bottom,
                        std::size_t right) const {
  Lines out;
  std::size_t indent = right;
  for (std::size_t row = top; row < bottom; ++row) {
    out.push_back(slice(row, left, right));
    if (!out.back().blank()) indent = std::min(indent, out.back().indent());
  }
  for (Line& line : out) line = line.cut(indent);
  return out;
}

// ---- Grid tables

namespace {

bool is_header_rule(std::string_view line) {
  return line.size() >= 3 && line.starts_with("+=") && line.ends_with("=+") &&
         line.find_first_not_of("+=") == line.npos;
}

using Separators = std::set<std::size_t>;

struct GridCell {
  std::size_t top = 0, left = 0, bottom = 0, right = 0;
};

class GridTracer {
 public:
  GridTracer(const ColumnGrid& grid, std::optional<std::size_t> header_rule)
      : grid_(grid),
        header_rule_(header_rule),
        bottom_(grid.height() - 1),
        right_(grid.width(0) - 1) {}

  TableData trace();

 private:
  /// '=' of the header rule counts as '-'.
  char at(std::size_t row, std::size_t column) const {
    char c = grid_.at(row, column);
    return c == '=' && header_rule_ == row ? '-' : c;
  }
  bool scan_cell(GridCell& cell);
  bool scan_down(GridCell& cell);
  bool scan_left(const GridCell& cell);
  bool scan_up(const GridCell& cell);
  TableData structure(const std::vector<GridCell>& cells) const;

  const ColumnGrid& grid_;
  std::optional<std::size_t> header_rule_;
  std::size_t bottom_, right_;
  Separators rows_{0}, columns_{0};
  Separators found_rows_, found_columns_;
};

bool GridTracer::scan_cell(GridCell& cell) {
  if (at(cell.top, cell.left) != '+') return false;
  Separators passed;
  for (cell.right = cell.left + 1; cell.right <= right_; ++cell.right) {
    char c = at(cell.top, cell.right);
    if (c == '+') {
      passed.insert(cell.right);
      found_rows_.clear();
      found_columns_ = passed;
      if (scan_down(cell)) return true;
    } else if (c != '-') {
      return false;
    }
  }
  return false;
}

bool GridTracer::scan_down(GridCell& cell) {
  Separators passed;
  for (cell.bottom = cell.top + 1; cell.bottom <= bottom_; ++cell.bottom) {
    char c = at(cell.bottom, cell.right);
    if (c == '+') {
      passed.insert(cell.bottom);
      if (scan_left(cell)) {
        found_rows_.insert(passed.begin(), passed.end());
        return true;
      }
    } else if (c != '|') {
      return false;
    }
  }
  return false;
}

bool GridTracer::scan_left(const GridCell& cell) {
  Separators passed;
  for (std::size_t column = cell.right - 1; column > cell.left; --column) {
    char c = at(cell.bottom, column);
    if (c == '+')
      passed.insert(column);
    else if (c != '-')
      return false;
  }
  if (at(cell.bottom, cell.left) != '+' || !scan_up(cell)) return false;
  found_columns_.insert(passed.begin(), passed.end());
  return true;
}

bool GridTracer::scan_up(const GridCell& cell) {
  Separators passed;
  for (std::size_t row = cell.bottom - 1; row > cell.top; --row) {
    char c = at(row, cell.left);
    if (c == '+')
      passed.insert(row);
    else if (c != '|')
      return false;
  }
  found_rows_.insert(passed.begin(), passed.end());
  return true;
}

TableData GridTracer::trace() {
  std::vector<GridCell> cells;
  // How far down each column is covered by cells.
  std::vector<long long> done(right_ + 1, -1);
  std::set<std::pair<std::size_t, std::size_t>> corners{{0, 0}};
  while (!corners.empty()) {
    auto [top, left] = *corners.begin();
    corners.erase(corners.begin());
    if (top == bottom_ || left == right_ || static_cast<long long>(top) <= done[left]) continue;
    GridCell cell{top, left, 0, 0};
    if (!scan_cell(cell)) continue;
    rows_.insert(found_rows_.begin(), found_rows_.end());
    columns_.insert(found_columns_.begin(), found_columns_.end());
    for (std::size_t column = left; column < cell.right; ++column) {
      if (done[column] != static_cast<long long>(top) - 1)
        return TableData{{}, 0, "its cells overlap or leave gaps"};
      done[column] = static_cast<long long>(cell.bottom) - 1;
    }
    cells.push_back(cell);
    corners.insert({top, cell.right});
    corners.insert({cell.bottom, left});
  }
  for (std::size_t column = 0; column < right_; ++column)
    if (done[column] != static_cast<long long>(bottom_) - 1)
      return TableData{{}, 0, "its cells leave gaps"};
  return structure(cells);
}

TableData GridTracer::structure(const std::vector<GridCell>& cells) const {
  auto number = [](const Separators& separators) {
    std::map<std::size_t, std::uint32_t> out;
    for (std::size_t at : separators) out.emplace(at, static_cast<std::uint32_t>(out.size()));
    return out;
  };
  auto row_of = number(rows_), column_of = number(columns_);
  TableData data;
  data.rows.resize(row_of.size() - 1);
  for (const GridCell& cell : cells) {
    CellData out;
    out.lines = grid_.block(cell.top + 1, cell.left + 1, cell.bottom, cell.right);
    out.row_span = row_of[cell.bottom] - row_of[cell.top];
    out.column_span = column_of[cell.right] - column_of[cell.left];
    // Cells come in the order of their top left corners, thus from left to right in each row.
    data.rows[row_of[cell.top]].push_back(std::move(out));
  }
  if (header_rule_) data.header_rows = row_of.contains(*header_rule_) ? row_of[*header_rule_] : 0;
  return data;
}

}  // namespace

TableData parse_grid_table(LineView lines) {
  std::optional<std::size_t> header_rule;
  for (std::size_t row = 0; row < lines.size(); ++row) {
    if (!is_header_rule(lines[row].text)) continue;
    if (header_rule) return TableData{{}, 0, "it has two rules of '='"};
    header_rule = row;
  }
  if (header_rule && (*header_rule == 0 || *header_rule + 1 == lines.size()))
    return TableData{{}, 0, "the rule of '=' is its first or last line"};
  ColumnGrid grid(lines);
  return GridTracer(grid, header_rule).trace();
}

// ---- Simple tables

namespace {

struct Column {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_rule(std::string_view line, char mark) {
  return line.starts_with(mark) &&
         std::all_of(line.begin(), line.end(), [&](char c) { return c == mark || c == ' '; });
}

class SimpleReader {
 public:
  explicit SimpleReader(LineView lines) : lines_(lines), grid_(lines) {}

  TableData read();

 private:
  std::vector<Column> runs(std::string_view rule) const;
  bool row(std::size_t begin, std::size_t end, std::optional<std::size_t> rule);
  bool check_margins(std::size_t begin, std::size_t end, std::vector<Column>& columns);
  bool fail(std::string fault) {
    data_.fault = std::move(fault);
    return false;
  }

  LineView lines_;
  ColumnGrid grid_;
  std::vector<Column> columns_;
  std::size_t border_end_ = 0;
  TableData data_;
};

std::vector<Column> SimpleReader::runs(std::string_view rule) const {
  std::vector<Column> out;
  for (std::size_t end = 0;;) {
    std::size_t begin = rule.find_first_not_of(' ', end);
    if (begin == rule.npos) return out;
    end = std::min(rule.find(' ', begin), rule.size());
    out.push_back({begin, end});
  }
}

// Text between two columns is a fault; after the last column it widens that.
bool SimpleReader::check_margins(std::size_t begin, std::size_t end, std::vector<Column>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    bool last = i + 1 == columns.size();
    for (std::size_t line = begin; line < end; ++line) {
      if (last) {
        std::size_t width = grid_.width(line);
        if (width > columns[i].end) {
          columns[i].end = std::max(columns_.back().end, width);
          columns_.back().end = std::max(columns_.back().end, width);
        }
      } else if (!base::trim(grid_.slice(line, columns[i].end, columns[i + 1].begin).text)
                      .empty()) {
        return fail(base::format("text stands between its columns in line {}", line + 1));
      }
    }
  }
  return true;
}

bool SimpleReader::row(std::size_t begin, std::size_t end, std::optional<std::size_t> rule) {
  if (begin >= end && !rule) return true;
  std::vector<Column> columns = columns_;
  if (rule) {
    columns = runs(lines_[*rule].text);
    if (columns.back().end != border_end_)
      return fail(base::format("its column spans are incomplete in line {}", *rule + 1));
    columns.back().end = columns_.back().end;
  }
  if (!check_margins(begin, end, columns)) return false;
  std::vector<CellData> cells;
  std::size_t at = 0;
  for (const Column& column : columns) {
    CellData cell;
    std::size_t first = at;
    if (at >= columns_.size() || column.begin != columns_[at].begin)
      return fail(base::format("its column spans are not aligned in line {}", begin + 2));
    while (at < columns_.size() && columns_[at].end != column.end) ++at;
    if (at >= columns_.size())
      return fail(base::format("its column spans are not aligned in line {}", begin + 2));
    cell.column_span = static_cast<std::uint32_t>(at - first + 1);
    cell.lines = grid_.block(begin, column.begin, end, column.end);
    cells.push_back(std::move(cell));
    ++at;
  }
  data_.rows.push_back(std::move(cells));
  return true;
}

TableData SimpleReader::read() {
  columns_ = runs(lines_.front().text);
  border_end_ = columns_.back().end;
  std::optional<std::size_t> header_rule;
  std::size_t start = 1;
  bool text_found = false;
  for (std::size_t at = 1; at < lines_.size(); ++at) {
    std::string_view line = lines_[at].text;
    bool last = at + 1 == lines_.size(), border = last || is_rule(line, '=');
    if (border && !last) {
      if (header_rule) return TableData{{}, 0, "it has two rules between head and body"};
      header_rule = at;
    }
    if (border || is_rule(line, '-')) {
      if (!row(start, at, at)) return std::move(data_);
      if (border && !last) data_.header_rows = static_cast<std::uint32_t>(data_.rows.size());
      start = at + 1;
      text_found = false;
    } else if (!base::trim(grid_.slice(at, columns_[0].begin, columns_[0].end).text).empty()) {
      // Text in the first column begins a row.
      if (text_found && at != start && !row(start, at, std::nullopt)) return std::move(data_);
      start = at;
      text_found = true;
    } else if (!text_found) {
      start = at + 1;
    }
  }
  return std::move(data_);
}

}  // namespace

TableData parse_simple_table(LineView lines) {
  return SimpleReader(lines).read();
}

}  // namespace kbuild::read::rst
