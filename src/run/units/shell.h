// A shell text as a list of simple commands, enough to see which files and programs it names.
// Follows the POSIX rules for quoting, comments, here-documents and separators; expansions stay as
// written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kbuild::run {

struct ShellCommand {
  /// Program and arguments, quotes removed; without assignments, redirections and reserved words.
  std::vector<std::string> words;
  /// Byte offset of each word.
  std::vector<std::size_t> offsets;
  std::vector<std::pair<std::string, std::string>> assignments;
  /// Targets of > and >>.
  std::vector<std::string> writes;
  std::vector<std::string> reads;
  /// Body of a here-document.
  std::optional<std::string> here_document;
  /// 0-based line.
  std::uint32_t line = 0;
  std::size_t offset = 0;
  /// Whether its output feeds the next command of the list.
  bool piped = false;

  /// The program without its path, or "".
  std::string_view program() const;
};

/// Commands in order of their begin; those inside $(...), `...` and <(...) follow the command that
/// holds them. Nesting deeper than 20 is kept as text. O(size).
std::vector<ShellCommand> parse_shell(std::string_view text);

/// The command without what only wraps it (sudo, time, nohup, srun, mpirun, singularity exec image,
/// ...): the words from the wrapped program on.
ShellCommand unwrap(const ShellCommand& command);

/// Names that a shell takes for a variable, and for a function in place of a command.
bool is_variable_name(std::string_view text);
bool is_command_name(std::string_view text);

/// The text as one word of a shell, in single quotes.
std::string shell_quote(std::string_view text);

}  // namespace kbuild::run
