// Lines of Markdown: with tabs and with white space at their ends, which mean something there.
#pragma once

#include "read/rst/text/lines.h"

namespace kbuild::read::myst {

/// The lines of a file from an offset on; those of white space alone are empty.
rst::Lines split_lines(const rst::SourceStore& sources, rst::FileId file, std::uint32_t begin);
/// The lines of a text of no file; the arena owns it.
rst::Lines split_lines(std::string_view text, rst::Arena& arena);

/// A line, and where the text of the block that is being read begins on it. Columns count tabs up
/// to the next multiple of four.
struct Mark {
  /// The byte at which the containers around end, and that of the first other character.
  std::size_t begin = 0;
  std::size_t first = 0;
  /// Columns between the two; negative: a line that can only continue a paragraph.
  int indent = 0;
  /// Columns before `begin` that tabs count with.
  int base = 0;
};
Mark measure(const rst::Line& line);

/// A line without the first `columns` columns after its mark's begin; of a tab that is cut in two,
/// blanks remain.
rst::Line without_indent(const rst::Line& line, const Mark& mark, int columns, rst::Arena& arena);

/// White space of Markdown inside a line.
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace kbuild::read::myst
