// A table as a plain grid: spans are expanded, ditto marks resolved, every cell has its text. Also
// reads cells of marks ("X", "(x)", "✓", "-", "default"). What rows and columns mean is left to
// columns.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claims/claim.h"
#include "claims/reader/text.h"

namespace kbuild::claims::reader {

struct GridCell {
  LocatedText located;
  bool header = false;
  /// Whether it begins in a column before.
  bool continued = false;
  const std::string& text() const { return located.text(); }
};

struct Grid {
  /// Rows of equal length.
  std::vector<std::vector<GridCell>> rows;
  /// Number of header rows; at least one if the table marks any.
  std::size_t header_rows = 0;

  /// Whether rows or columns were left out.
  bool cut = false;

  std::size_t columns() const { return rows.empty() ? 0 : rows.front().size(); }
  /// Whether a row is one cell across the table: a label for the rows below.
  bool is_band(std::size_t row) const;
  Grid transposed() const;
};

/// Cells beyond 200 columns, or beyond base::kMaxTableCells in all, are left out.
Grid make_grid(const doc::Table& table, source::Span span, const vocabulary::Words& words);

/// The meaning of a mark in a cell below a system's name.
struct Mark {
  enum class Meaning : std::uint8_t {
    /// Blank: no statement.
    none,
    positive,
    negative,
    default_version,
    /// A positive mark in parentheses or with a star; a legend explains it.
    qualified,
    /// Words, versions, anything else.
    other,
  } meaning = Meaning::none;
  /// For `qualified`: "(x)" as written, or the sign after the mark ("*", "1").
  std::string sign = {};
};
/// `crosses_deny`: "x" means no, as in tables that also have check marks.
Mark read_mark(std::string_view text, bool crosses_deny, const vocabulary::Words& words);
/// The meaning of a mark followed by words: "✔ (CPU)", "no, see below"; `other` if the text doesn't
/// begin with a mark.
Mark::Meaning meaning_before_remark(std::string_view text, bool crosses_deny,
                                    const vocabulary::Words& words);
/// Whether the text is a check mark or "yes".
bool is_check(std::string_view text, const vocabulary::Words& words);

}  // namespace kbuild::claims::reader
