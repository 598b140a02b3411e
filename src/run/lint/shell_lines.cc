// Faults that single lines of shell code show: what stands after a continuation, prompts in
// scripts, quotes and operators without an end, the status of an echo. See shell_block.h.
#include <algorithm>

#include "base/text.h"
#include "run/lint/shell_block.h"
#include "snippets/language.h"
#include "snippets/prompt.h"

namespace kbuild::run {

using namespace diag::literals;

namespace {

/// Whether an odd number of quotes of a kind precedes the place in its line.
bool in_quotes(std::string_view before) {
  char open = '\0';
  for (std::size_t at = 0; at < before.size(); ++at) {
    char c = before[at];
    if (c == '\\' && open != '\'')
      ++at;
    else if (open && c == open)
      open = '\0';
    else if (!open && (c == '"' || c == '\''))
      open = c;
  }
  return open != '\0';
}

bool is_continued(std::string_view line) {
  std::size_t marks = 0;
  while (marks < line.size() && line[line.size() - 1 - marks] == '\\') ++marks;
  return marks % 2 == 1;
}

/// An option as a line's first word: "-n", "--name".
bool begins_with_option(std::string_view bare) {
  std::size_t dashes = std::min(bare.find_first_not_of('-'), bare.size());
  return (dashes == 1 || dashes == 2) && dashes < bare.size() && base::is_alpha(bare[dashes]);
}

struct Fault {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::vector<std::string> arguments;
};

/// "cmd \ " and "cmd \ # why": the backslash takes the blank as it is, and the line ends there.
std::optional<Fault> ended_continuation(const ShellBlock& b, std::size_t n) {
  std::string_view line = b.lines[n];
  std::size_t mark = line.rfind('\\');
  if (mark == line.npos || mark + 1 == line.size() || b.bare(n).empty()) return std::nullopt;
  std::string_view rest = line.substr(mark + 1), after = base::trim(rest);
  if (!base::is_space(rest.front()) || !is_continued(line.substr(0, mark + 1))) return std::nullopt;
  bool comment = after.starts_with('#');
  bool before_is_blank = mark == 0 || base::is_space(line[mark - 1]);
  bool goes_on = n + 1 < b.lines.size() && !b.bare(n + 1).empty();
  if ((!after.empty() && !(comment && before_is_blank)) || !goes_on) return std::nullopt;
  // "My\ Files\ " ends in a blank of a name.
  if (!before_is_blank && !begins_with_option(b.bare(n + 1))) return std::nullopt;
  if (in_quotes(line.substr(0, mark))) return std::nullopt;
  std::size_t begin = b.begins[n] + mark;
  if (comment)
    return Fault{begin,
                 base::trim_right(line).size() - mark,
                 {"a comment", "put the comment on a line of its own, before the command"}};
  return Fault{begin, line.size() - mark, {"a blank", "delete what follows '\\'"}};
}

/// Lines of one command that all end so are one fault.
void check_continuations(const ShellBlock& b) {
  bool told = false;
  for (std::size_t n = 0; n < b.lines.size(); ++n) {
    std::optional<Fault> fault = ended_continuation(b, n);
    if (fault && !told) b.tell("KB0745"_code, fault->begin, fault->length, fault->arguments);
    told = fault.has_value();
  }
}

/// A comment or an empty line within a continued command, whose options follow.
void check_gap(const ShellBlock& b, std::size_t n) {
  if (n == 0 || n + 1 >= b.lines.size() || !b.bare(n).empty()) return;
  if (!is_continued(base::trim_right(b.lines[n - 1])) || b.bare(n - 1).empty()) return;
  if (!is_continued(b.lines[n - 1]) || !begins_with_option(b.bare(n + 1))) return;
  bool comment = !base::trim(b.lines[n]).empty();
  b.tell("KB0745"_code, b.begins[n], std::max<std::size_t>(1, b.lines[n].size()),
         {comment ? "a comment line" : "an empty line",
          comment ? "put the comment before the command" : "delete the empty line"});
}

/// The command whose status "$?" is: `echo` always succeeds.
void check_status(const ShellBlock& b, std::size_t n) {
  std::string_view line = b.bare(n);
  std::size_t use = line.find("$?");
  if (use == line.npos || line.starts_with("echo") || line.starts_with("printf")) return;
  std::string_view before = base::trim(line.substr(0, use));
  bool at_once = before.ends_with('=') || before == "if [" || before == "if [[" ||
                 before == "test" || before == "if test" || before == "exit" ||
                 before == "return" || before == "[" || before == "[[" || before == "if ((";
  if (!at_once) return;
  auto is_echo = [&](std::size_t at) {
    std::string_view bare = b.bare(at);
    bool one = bare.find_first_of("|&;") == bare.npos && !is_continued(bare);
    return one && (bare.starts_with("echo ") || bare.starts_with("printf ")) &&
           bare.find("$?") == bare.npos;
  };
  std::size_t at = n;
  bool echo = false;
  while (at > 0) {
    --at;
    if (b.bare(at).empty()) continue;
    if (!is_echo(at)) break;
    echo = true;
  }
  std::string_view command = b.bare(at);
  // What was meant is the command before, where there is one.
  bool opens = base::is_any_of(command, {"then", "else", "do", "{", "fi", "done", "esac", "}"}) ||
               command.ends_with("then") || command.ends_with("do") || command.ends_with("{");
  if (!echo || command.empty() || is_echo(at) || opens) return;
  std::size_t begin = static_cast<std::size_t>(line.data() - b.text.data()) + use;
  b.tell("KB0752"_code, begin, 2, {});
}

/// "$ module load x" in a file that a shell reads.
void check_prompts(const ShellBlock& b) {
  const snippets::Snippet& s = b.snippet;
  if (s.role != snippets::Role::script || !s.session.empty()) return;
  bool script = s.text.starts_with("#!") || s.text.find("#SBATCH") != s.text.npos;
  std::size_t first = b.lines.size(), count = 0;
  for (std::size_t n = 0; script && n < b.lines.size(); ++n)
    if (base::trim_left(b.lines[n]).starts_with("$ ")) {
      first = std::min(first, n);
      ++count;
    }
  if (count == 0) return;
  std::size_t at = b.text.find('$', b.begins[first]);
  b.tell("KB0747"_code, at, 1, {"$"});
}

/// A session's command with a quote that nothing closes, or that ends in an operator, while the
/// next prompt shows that the shell did not wait for more.
void check_session(const ShellBlock& b) {
  const snippets::Snippet& s = b.snippet;
  if (s.language != "console") return;
  for (std::size_t i = 0; i < s.session.size(); ++i) {
    const snippets::SessionPart& part = s.session[i];
    std::string_view command = base::trim(part.command);
    if (part.prompt.empty() || command.empty() || command.starts_with('#')) continue;
    if (part.line >= b.begins.size()) return;
    std::size_t begin = s.text.find(command.substr(0, command.find('\n')), b.begins[part.line]);
    if (begin == s.text.npos) continue;
    bool last = i + 1 == s.session.size();
    bool shown = base::trim(part.output).empty();
    for (std::string_view mark : {"||", "&&", "|"})
      if (command.ends_with(mark) && shown && !last) {
        b.tell("KB0766"_code, begin + command.size() - mark.size(), mark.size(),
               {std::string(mark)});
        break;
      }
    // Alone, as what an open quote would take of the commands after it is not cut out then.
    std::string text = snippets::plain_code(command, "bash").text;
    if (text.find('\n') != text.npos || !shell::read_script(text).unclear_line) continue;
    for (char quote : {'"', '\'', '`'}) {
      std::size_t last_mark = text.rfind(quote);
      // A quoted text may go on over lines of what looks like output.
      if (std::count(text.begin(), text.end(), quote) % 2 == 0 ||
          part.output.find(quote) != part.output.npos)
        continue;
      b.tell("KB0755"_code, begin + last_mark, 1, {std::string(1, quote)});
      break;
    }
  }
}

struct Interpreter {
  std::string_view command;
  std::string_view language;
};
constexpr Interpreter kInterpreters[] = {
    {"julia", "julia"}, {"python", "python"}, {"python3", "python"}, {"ipython", "python"},
    {"R", "r"},         {"matlab", "matlab"}, {"octave", "matlab"}};

}  // namespace

std::optional<Typed> find_typed(const snippets::Snippet& s, std::string_view text) {
  if (!s.session.empty() || s.role != snippets::Role::fragment) return std::nullopt;
  for (std::string_view line : base::split_lines(text)) {
    std::string_view command = base::trim(line);
    auto row = std::find_if(std::begin(kInterpreters), std::end(kInterpreters),
                            [&](const Interpreter& i) { return i.command == command; });
    if (row == std::end(kInterpreters)) continue;
    auto offset = static_cast<std::size_t>(command.data() - text.data());
    if (snippets::guess_language(text.substr(offset + command.size())).language != row->language)
      return std::nullopt;
    return Typed{offset, row->command, row->language};
  }
  return std::nullopt;
}

void lint_shell_lines(const ShellBlock& block) {
  check_continuations(block);
  for (std::size_t n = 0; n < block.lines.size(); ++n) {
    check_gap(block, n);
    check_status(block, n);
  }
  check_prompts(block);
  check_session(block);
  if (auto typed = find_typed(block.snippet, block.text))
    block.tell("KB0767"_code, typed->offset, typed->command.size(),
               {std::string(typed->command), std::string(typed->language)});
}

}  // namespace kbuild::run
