// The geometry of grid and simple tables: which lines of text make up which cell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "read/rst/text/lines.h"

namespace kbuild::read::rst {

struct CellData {
  Lines lines;
  std::uint32_t column_span = 1;
  std::uint32_t row_span = 1;
};

struct TableData {
  std::vector<std::vector<CellData>> rows;
  std::uint32_t header_rows = 0;
  /// Why the lines are no table; the rest means nothing then.
  std::string fault;
};

/// Lines as a grid of terminal columns: wide characters take two, combining marks zero.
class ColumnGrid {
 public:
  explicit ColumnGrid(LineView lines);

  std::size_t height() const { return lines_.size(); }
  std::size_t width(std::size_t row) const;
  /// The ASCII character at a column, ' ' past the end, '\0' for any other.
  char at(std::size_t row, std::size_t column) const;
  /// The part of a line between two columns, without white space at the right end.
  Line slice(std::size_t row, std::size_t begin, std::size_t end) const;
  /// The part of some lines between two columns, without the indentation that all of them share.
  Lines block(std::size_t top, std::size_t left, std::size_t bottom, std::size_t right) const;

 private:
  std::size_t byte_at(std::size_t row, std::size_t column) const;

  LineView lines_;
  /// Byte offsets by column for lines that are not pure ASCII.
  std::vector<std::vector<std::uint32_t>> offsets_;
};

/// Reads a grid table whose borders are known to be straight.
TableData parse_grid_table(LineView lines);
/// Reads a simple table from its top to its bottom border.
TableData parse_simple_table(LineView lines);

}  // namespace kbuild::read::rst
