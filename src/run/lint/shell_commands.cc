// Faults of commands: dashes that are none, options where a program belongs, names without "$",
// names that differ a little from a well-known one. See shell_block.h.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "run/lint/shell_block.h"
#include "shell/programs.h"
#include "shell/words.h"

namespace kbuild::run {

using namespace diag::literals;

namespace {

/// Hyphens, dashes and the minus sign, as word processors write them for "-" and "--".
constexpr std::array<std::string_view, 6> kDashes = {"\u2010", "\u2011", "\u2012",
                                                     "\u2013", "\u2014", "\u2212"};

/// The dash with which the text begins, or "".
std::string_view dash_at(std::string_view text) {
  for (std::string_view dash : kDashes)
    if (text.starts_with(dash)) return dash;
  return {};
}

/// "–n" and "—name" as a command's word.
void check_dashes(const ShellBlock& b, const shell::Command& command) {
  if (base::is_any_of(command.program(), {"echo", "printf"})) return;
  for (std::size_t i = 0; i < command.words.size(); ++i) {
    std::string_view word = command.words[i], rest = word;
    std::string_view dash = dash_at(word);
    if (dash.empty() || !b.text.substr(command.offsets[i]).starts_with(dash)) continue;
    while (!dash_at(rest).empty()) rest.remove_prefix(dash_at(rest).size());
    while (rest.starts_with('-')) rest.remove_prefix(1);
    if (rest.empty() || !base::is_alpha(rest[0])) continue;
    bool letter = rest.substr(0, rest.find('=')).size() == 1;
    b.tell("KB0744"_code, command.offsets[i], word.size(),
           {std::string(dash), std::string(word), (letter ? "-" : "--") + std::string(rest)});
  }
}

/// The modes that `ls -l` prints: "-rw-r--r--".
bool is_file_mode(std::string_view word) {
  return word.size() >= 10 && word.find_first_not_of("-rwxsStT.+@") == word.npos;
}

/// "-n" where a program belongs: the line before lacks its "\".
void check_option(const ShellBlock& b, const shell::Command& command) {
  if (command.words.empty() || !command.assignments.empty()) return;
  std::string_view word = command.words[0];
  std::size_t at = command.offsets[0], line = b.line_at(at);
  bool option = word.size() > 1 && word[0] == '-' && b.text[at] == '-' &&
                (base::is_alpha(word[1]) || (word[1] == '-' && word.size() > 3));
  bool first = base::trim(b.text.substr(b.begins[line], at - b.begins[line])).empty();
  if (!option || is_file_mode(word) || !first || line == 0) return;
  // The options must be those of a command right above; elsewhere they are a list.
  std::string_view above = b.bare(line - 1);
  std::vector<std::string_view> words = base::split_words(above);
  bool goes_on = line > 1 && b.bare(line - 2).ends_with('\\');
  bool known = !words.empty() && (shell::is_well_known(words[0]) || words[0].starts_with("./"));
  // "-r)" of a case, and what an ended continuation explains already.
  std::size_t after = b.text.find_first_not_of(' ', at + word.size());
  bool pattern = after != b.text.npos && (b.text[after] == ')' || b.text[after] == '|');
  if (above.empty() || above.find('\\') != above.npos || pattern || !(known || goes_on)) return;
  b.tell("KB0746"_code, at, word.size(), {std::string(word)});
}

/// Beginnings of variables that systems and batch systems set.
constexpr std::array<std::string_view, 6> kVariables = {"SLURM_", "PBS_", "LSB_",
                                                        "OMP_",   "OAR_", "SGE_"};

/// "{NAME}" with a name that is a variable.
void check_braces(const ShellBlock& b) {
  const std::string& text = b.text;
  for (std::size_t at = text.find('{'); at != text.npos; at = text.find('{', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() &&
           (base::is_upper(text[end]) || base::is_digit(text[end]) || text[end] == '_'))
      ++end;
    std::string_view name = std::string_view(text).substr(at + 1, end - at - 1);
    char before = at ? text[at - 1] : ' ', after = end + 1 < text.size() ? text[end + 1] : ' ';
    if (name.size() < 4 || !base::is_upper(name[0]) || end >= text.size() || text[end] != '}')
      continue;
    if (std::string_view("${%#\\").find(before) != std::string_view::npos || after == '}') continue;
    std::size_t line = text.rfind('\n', at) + 1;
    if (base::trim_left(std::string_view(text).substr(line, at - line)).starts_with('#')) continue;
    std::string of(name);
    bool known = std::any_of(kVariables.begin(), kVariables.end(),
                             [&](std::string_view begin) { return name.starts_with(begin); }) ||
                 text.find("${" + of + "}") != text.npos ||
                 text.find("\n" + of + "=") != text.npos ||
                 text.find("export " + of + "=") != text.npos;
    if (known) b.tell("KB0753"_code, at, name.size() + 2, {"{" + of + "}"});
  }
}

/// "local" in a script, outside of every function.
void check_local(const ShellBlock& b) {
  const std::string& text = b.text;
  if (b.snippet.role != snippets::Role::script || !text.starts_with("#!")) return;
  for (const shell::Command& command : b.commands) {
    if (command.words.empty() || command.words[0] != "local") continue;
    std::string_view before = std::string_view(text).substr(0, command.offset);
    bool function = before.find("()") != before.npos || before.find("function ") != before.npos;
    if (!function) b.tell("KB0748"_code, command.offset, 5, {});
  }
}

}  // namespace

void lint_shell_commands(const ShellBlock& block) {
  for (const shell::Command& command : block.commands) {
    check_dashes(block, command);
    check_option(block, command);
  }
  check_braces(block);
  check_local(block);
}

}  // namespace kbuild::run
