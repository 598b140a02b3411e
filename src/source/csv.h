// Tables as text: fields separated by a character, rows by lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::source {

struct CsvDialect {
  char delimiter = ',';
  char quote = '"';
  char escape = '\0';
  bool keep_space = false;
};

struct CsvRow {
  std::vector<std::string> fields;
  /// The line of the text that it begins on, from 0.
  std::size_t line = 0;
};

/// Rows of fields as Python's csv module reads them: quotes are doubled inside quotes, which may
/// span lines; nothing where one is left open.
std::optional<std::vector<CsvRow>> parse_csv(std::string_view text, const CsvDialect& dialect);

}  // namespace kbuild::source
