// A shell text as a list of simple commands, enough to see which files and programs it names.
// Follows the POSIX rules for quoting, comments, here-documents and separators; expansions stay as
// written. What the programs are is in programs.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kbuild::shell {

struct Command {
  /// Program and arguments, quotes removed; without assignments, redirections and reserved words.
  std::vector<std::string> words;
  /// Byte offset of each word.
  std::vector<std::size_t> offsets;
  std::vector<std::pair<std::string, std::string>> assignments;
  /// Targets of > and >>.
  std::vector<std::string> writes;
  std::vector<std::string> reads;
  /// Body of a here-document, or a here-string; what its input is then.
  std::optional<std::string> here_document;
  /// Whether expansions in the here-document stay text, because its end was quoted.
  bool here_literal = false;
  /// 0-based line.
  std::uint32_t line = 0;
  std::size_t offset = 0;
  /// Whether its output feeds the next command of the list.
  bool piped = false;
  /// Whether the command before it feeds its input.
  bool fed = false;
  /// Whether <(...) or >(...) stands among its words.
  bool process_substitution = false;

  /// The program without its path, or "".
  std::string_view program() const;
};

/// Commands in order of their begin; those inside $(...), `...` and <(...) follow the command that
/// holds them. Nesting deeper than 20 is kept as text. O(size).
std::vector<Command> parse(std::string_view text);

/// A text with what its reader could not follow.
struct Script {
  std::vector<Command> commands;
  /// 0-based line of the first quote, substitution or here-document that has no end, or that is
  /// nested too deep: from there on, a shell may read the text otherwise.
  std::optional<std::uint32_t> unclear_line;
};
/// parse(), for callers to whom a wrong reading does harm.
Script read_script(std::string_view text);
/// The same of the commands in $(...) and `...` alone, in a text whose quotes are no quotes: the
/// body of a here-document.
Script read_expansions(std::string_view text);

/// The command without what only wraps it (sudo, time, nohup, srun, mpirun, singularity exec image,
/// ...): the words from the wrapped program on.
Command unwrap(const Command& command);

}  // namespace kbuild::shell
