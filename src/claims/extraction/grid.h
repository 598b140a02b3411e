// A table as a plain grid: spans filled in, ditto marks resolved, each cell with its text; and what
// a cell of marks ("X", "(x)", "✓", "-", "default") says. Internal to src/page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claims/claim.h"
#include "claims/extraction/passage.h"

namespace kbuild::claims {

struct GridCell {
  LocatedText located;
  bool header = false;
  /// Whether it stands in a row above and reaches down into this one.
  bool spanning = false;
  const std::string& text() const { return located.text(); }
};

struct Grid {
  /// Rows of equal length.
  std::vector<std::vector<GridCell>> rows;
  /// Rows that are header; at least one where the table marks any.
  std::size_t header_rows = 0;

  std::size_t columns() const { return rows.empty() ? 0 : rows.front().size(); }
  Grid transposed() const;
};

/// Bounds: 200 columns, 5,000 rows; what lies beyond is left out.
Grid make_grid(const doc::Table& table, source::Span span);

/// What a cell below a system's name says by a mark.
struct Mark {
  enum class Meaning : std::uint8_t {
    /// Blank: states nothing.
    none,
    positive,
    negative,
    default_version,
    /// A positive mark in parentheses or with a star: what it means stands in a legend.
    qualified,
    /// Words, versions, anything else.
    other,
  } meaning = Meaning::none;
  /// For `qualified`: "(x)" as written, or the sign that follows the mark ("*", "1").
  std::string sign = {};
};
/// `crosses_deny` says that "x" stands for no, as in tables that also have check marks.
Mark read_mark(std::string_view text, bool crosses_deny);
/// What the mark says that words follow: "✔ (CPU)", "no, see below"; `other` where none stands
/// first.
Mark::Meaning meaning_before_remark(std::string_view text, bool crosses_deny);
/// Whether the text is a check mark or "yes".
bool is_check(std::string_view text);

}  // namespace kbuild::claims
