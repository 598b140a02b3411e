// Shell code that a shell takes, but does not understand as its author meant it; see lint.h and
// shell_block.h.
#include <algorithm>

#include "base/text.h"
#include "run/lint/shell_block.h"

namespace kbuild::run {

using snippets::Role;
using snippets::Snippet;

void ShellBlock::tell(diag::Code code, std::size_t offset, std::size_t length,
                      std::vector<std::string> arguments) const {
  out.push_back(
      {code, snippets::locate(input.sources, snippet, offset, length), std::move(arguments)});
}

std::size_t ShellBlock::line_at(std::size_t offset) const {
  auto after = std::upper_bound(begins.begin(), begins.end(), offset);
  return after == begins.begin() ? 0 : static_cast<std::size_t>(after - begins.begin()) - 1;
}

std::string_view ShellBlock::bare(std::size_t line) const {
  std::string_view trimmed = base::trim(lines[line]);
  return trimmed.starts_with('#') ? std::string_view{} : trimmed;
}

namespace {

bool holds_shell(const Snippet& s) {
  return s.role != Role::output && s.role != Role::pseudo_code &&
         (s.language == "bash" || (s.language == "console" && !s.session.empty()));
}

}  // namespace

diag::Diagnostics lint_shell(const LintInput& input) {
  diag::Diagnostics out;
  for (const Snippet& s : input.snippets) {
    const std::string& text = input.code_of(s).text;
    if (!holds_shell(s) || base::trim(text).empty()) continue;
    ShellBlock block{input, s, text, {}, {}, {}, out};
    block.lines = base::split_lines(block.text);
    for (std::string_view line : block.lines)
      block.begins.push_back(static_cast<std::size_t>(line.data() - block.text.data()));
    block.commands = shell::parse(block.text);
    lint_shell_lines(block);
    lint_shell_commands(block);
  }
  return out;
}

}  // namespace kbuild::run
