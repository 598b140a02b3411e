// Findings about content, as data. The messages of each code are in codes.def; printing is in
// print.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.h"

namespace kbuild::diag {

/// By effect on the reader: reads fine, reads oddly, wrong or missing content, input was dropped.
/// `unsupported` counts as a warning for the exit code.
enum class Level : std::uint8_t { style, warning, error, unsupported };

/// A diagnostic's number, written "KB0203"_code so that a search for the printed code finds where
/// it is made. tests/unit/diag checks that every code of the sources has its row in codes.def.
struct Code {
  std::uint16_t number = 0;
  auto operator<=>(const Code&) const = default;
};

namespace literals {
consteval Code operator""_code(const char* text, std::size_t size) {
  if (size != 6 || text[0] != 'K' || text[1] != 'B') throw "a code is written KBnnnn";
  std::uint16_t number = 0;
  for (std::size_t i = 2; i < size; ++i) {
    if (text[i] < '0' || text[i] > '9') throw "a code is written KBnnnn";
    number = static_cast<std::uint16_t>(number * 10 + (text[i] - '0'));
  }
  return {number};
}
}  // namespace literals

/// Another place that explains a finding.
struct Note {
  source::Span span;
  std::string text;
};

struct Diagnostic {
  Code code;
  source::Span span;
  /// Fill {0}, {1}, ... of the code's message and hint.
  std::vector<std::string> arguments;
  std::vector<Note> notes = {};
  /// Replaces the code's hint; "" keeps it.
  std::string hint = {};
};

using Diagnostics = std::vector<Diagnostic>;

/// A row of codes.def.
struct CodeInfo {
  Code code;
  Level level;
  /// A short name in kebab case, for waivers and documentation.
  std::string_view name;
  /// Lower case, no full stop; quotes what the author wrote and states what kbuild did or expects.
  std::string_view message;
  /// What to type next; may be empty.
  std::string_view hint;
};

/// All rows, by number.
const std::vector<CodeInfo>& code_table();
/// nullptr for an unknown code.
const CodeInfo* find_code(Code code);
/// "KB0203"; also accepts a row's name.
const CodeInfo* find_code(std::string_view code_or_name);
std::string code_text(Code code);
std::string_view level_text(Level level);

/// The message and hint with arguments filled in.
std::string message_of(const Diagnostic& diagnostic);
std::string hint_of(const Diagnostic& diagnostic);

}  // namespace kbuild::diag
