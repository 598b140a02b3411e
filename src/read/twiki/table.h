// Tables of TML: one row a line, cells between bars.
#pragma once

#include "read/twiki/text.h"

namespace kbuild::read::twiki {

/// Bars next to each other widen the cell before them; "^" lengthens the cell above; *stars* around
/// a cell make it a header; blanks on both sides set its alignment. Bound: 100,000 cells.
class TableReader {
 public:
  TableReader(Page& page, const MappedText& text) : page_(page), text_(text) {}

  /// A row from its first bar to behind its last.
  void add_row(std::size_t begin, std::size_t end);
  doc::Block finish();

 private:
  void add_cell(doc::TableRow& row, std::size_t begin, std::size_t end, std::uint32_t columns);
  bool lengthen(std::uint32_t columns);

  Page& page_;
  const MappedText& text_;
  doc::Table table_;
  source::Span span_;
  /// For each column, the row and cell that reach down to the current row.
  struct Above {
    std::size_t row = 0;
    std::size_t cell = 0;
    std::uint32_t columns = 0;
  };
  std::vector<Above> above_;
  std::size_t column_ = 0;
  std::size_t cells_ = 0;
};

}  // namespace kbuild::read::twiki
