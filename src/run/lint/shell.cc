// Shell code that a shell takes, but does not understand as its author meant it; see lint.h and
// shell_block.h.
#include <algorithm>

#include "base/text.h"
#include "run/lint/shell_block.h"
#include "run/units/syntax.h"

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

std::string shell_text(const Snippet& s) {
  bool shell = s.language == "bash" || s.language == "console";
  if (!shell || s.role == Role::output || s.role == Role::pseudo_code) return {};
  std::string text = fill_placeholders(s);
  if (s.session.empty()) return s.language == "bash" ? text : std::string{};
  std::string only = text;
  for (char& c : only)
    if (c != '\n') c = ' ';
  for (const snippets::SessionPart& part : s.session) {
    if (part.prompt.empty()) continue;
    auto more = std::count(part.command.begin(), part.command.end(), '\n');
    std::size_t begin = snippets::line_offset(text, part.line);
    std::size_t end = snippets::line_offset(text, part.line + static_cast<std::size_t>(more) + 1);
    std::size_t prompt = text.find(part.prompt, begin);
    if (prompt < end) begin = prompt + part.prompt.size();
    for (std::size_t at = begin; at < end; ++at) {
      bool mark = text[at] == '>' && text[at - 1] == '\n';
      if (!mark) only[at] = text[at];
    }
  }
  return only;
}

diag::Diagnostics lint_shell(const LintInput& input) {
  diag::Diagnostics out;
  for (const Snippet& s : input.snippets) {
    std::string text = shell_text(s);
    if (base::trim(text).empty()) continue;
    ShellBlock block{input, s, std::move(text), {}, {}, {}, out};
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
