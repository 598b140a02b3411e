// What the rules about shell code share: the lines and commands of a block's plain code
// (snippets/plain_code.h), in which nothing but code is left.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "run/lint/lint.h"
#include "shell/command.h"

namespace kbuild::run {

/// A block of shell commands, and where its findings go.
struct ShellBlock {
  const LintInput& input;
  const snippets::Snippet& snippet;
  /// Its plain code.
  const std::string& text;
  std::vector<std::string_view> lines;
  /// The offset of each line.
  std::vector<std::size_t> begins;
  std::vector<shell::Command> commands;
  diag::Diagnostics& out;

  void tell(diag::Code code, std::size_t offset, std::size_t length,
            std::vector<std::string> arguments) const;
  /// The 0-based line of an offset.
  std::size_t line_at(std::size_t offset) const;
  /// The line without what a comment or blanks add.
  std::string_view bare(std::size_t line) const;
};

/// A line that starts an interpreter, before statements that a reader types into it.
struct Typed {
  std::size_t offset = 0;
  std::string_view command;
  std::string_view language;
};
/// The first one in the text of a block of commands, as "julia" before "using X".
std::optional<Typed> find_typed(const snippets::Snippet& snippet, std::string_view text);

/// Faults of single lines: dashes, continuations, prompts, quotes.
void lint_shell_lines(const ShellBlock& block);
/// Faults of commands: options without one, variables without "$", misspelt names.
void lint_shell_commands(const ShellBlock& block);

}  // namespace kbuild::run
