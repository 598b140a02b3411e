// Reads the text byte by byte; see csv.h.
#include "source/csv.h"

#include <utility>

namespace kbuild::source {

std::optional<std::vector<CsvRow>> parse_csv(std::string_view text, const CsvDialect& dialect) {
  std::vector<CsvRow> rows;
  std::vector<std::string> row;
  std::string field;
  std::size_t line = 0, row_line = 0;
  bool quoted = false, fresh = true, any = false;
  auto end_field = [&] {
    row.push_back(std::move(field));
    field.clear();
    fresh = true;
  };
  auto end_row = [&] {
    if (any || !row.empty() || !field.empty()) {
      end_field();
      rows.push_back({std::move(row), row_line});
    }
    row.clear();
    any = false;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (c == '\n') ++line;
    if (dialect.escape != '\0' && c == dialect.escape && at + 1 < text.size()) {
      field += text[++at];
      fresh = false;
    } else if (quoted) {
      if (c != dialect.quote)
        field += c;
      else if (at + 1 < text.size() && text[at + 1] == dialect.quote)
        field += text[++at];
      else
        quoted = false;
    } else if (c == dialect.quote && fresh) {
      quoted = any = true;
      fresh = false;
    } else if (c == ' ' && fresh && !dialect.keep_space) {
      // A blank that begins a field is none of it, not even where blanks separate fields.
    } else if (c == dialect.delimiter) {
      end_field();
      any = true;
    } else if (c == '\n') {
      end_row();
      row_line = line;
    } else {
      field += c;
      fresh = false;
    }
  }
  end_row();
  if (quoted) return std::nullopt;
  return rows;
}

}  // namespace kbuild::source
