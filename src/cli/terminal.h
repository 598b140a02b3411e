// Questions on a terminal: single keys while it can give them, lines where standard input is none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kbuild::cli {

/// Text of pages for a terminal: control characters, which could move the cursor or change colours,
/// and marks of writing direction are shown as "\x1b".
std::string visible(std::string_view text);
/// The same of each line of a text.
std::string visible_lines(std::string_view text);

/// Standard input. On a terminal keys come without Enter and without echo; its settings are
/// restored at the end, also by a signal. At most one object at a time.
class Terminal {
 public:
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// The next key in lower case; keys that send several bytes, such as arrows, are passed over.
  /// From other input the first letter of a line. nullopt at the end of input.
  std::optional<char> key();
  /// A line, typed with echo, without its end; nullopt at the end of input.
  std::optional<std::string> line(std::string_view prompt);

 private:
  bool is_terminal_;
};

}  // namespace kbuild::cli
