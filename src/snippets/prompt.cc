// Finds prompts by scanning bytes; see prompt.h.
#include "snippets/prompt.h"

#include <algorithm>
#include <array>

#include "base/prefix_filter.h"
#include "base/text.h"
#include "shell/programs.h"

namespace kbuild::snippets {

namespace {

struct FixedPrompt {
  std::string_view text;
  std::string_view language;
};
constexpr std::array kFixedPrompts = {
    FixedPrompt{"$> ", "console"},
    FixedPrompt{"Apptainer> ", "console"},
    FixedPrompt{"Singularity> ", "console"},
    FixedPrompt{">>> ", "pycon"},
    FixedPrompt{"In [", "pycon"},
    FixedPrompt{"julia> ", "julia"},
    FixedPrompt{"(gdb) ", "gdb"},
    FixedPrompt{"scala> ", "scala"},
    FixedPrompt{"sftp> ", "sftp"},
    FixedPrompt{"ftp> ", "sftp"},
    FixedPrompt{"mysql> ", "sql"},
    FixedPrompt{"MariaDB [", "sql"},
    FixedPrompt{"sqlite> ", "sql"},
    FixedPrompt{"PS C:\\", "powershell"},
};

constexpr std::size_t kMaxPromptLength = 80;

constexpr auto kPromptBytes = [] {
  std::array<bool, 256> made{};
  for (unsigned byte = 0; byte < made.size(); ++byte)
    made[byte] = byte >= 0x80 || base::is_alnum(static_cast<char>(byte));
  for (char c : std::string_view("@.:~/-_<>{}+")) made[static_cast<unsigned char>(c)] = true;
  return made;
}();

bool is_prompt_byte(char c) {
  return kPromptBytes[static_cast<unsigned char>(c)];
}

/// The offset after "(name) " at `at`, or after "(name)-" before a bracket; else `at`. Only before
/// a mark the name may have blanks: "(local machine) $ ".
std::size_t skip_environment(std::string_view line, std::size_t at) {
  if (at >= line.size() || line[at] != '(') return at;
  std::size_t close = line.find(')', at);
  if (close == line.npos || close - at > 40) return at;
  bool before_mark = base::trim_left(line.substr(close + 1)).starts_with('$');
  for (std::size_t i = at + 1; i < close; ++i)
    if (!base::is_alnum(line[i]) && !(line[i] == ' ' && before_mark) &&
        std::string_view("._-/~").find(line[i]) == std::string_view::npos)
      return at;
  std::size_t next = close + 1;
  if (line.substr(next).starts_with("-[")) return next + 1;
  while (next < line.size() && line[next] == ' ') ++next;
  return next;
}

/// The end of a prompt that closes at `at` with a mark and a blank (or the line's end).
std::size_t after_mark(std::string_view line, std::size_t at) {
  ++at;
  if (at == line.size()) return at;
  if (line[at] != ' ') return 0;
  while (at < line.size() && line[at] == ' ') ++at;
  return at;
}

/// "[user@host dir]$ ", "[host ~]$ ", "name@server:~]$ ", also without the final mark where the
/// text before it names a user or a directory: "[host:~] ".
std::size_t shell_prompt(std::string_view line) {
  std::size_t at = skip_environment(line, 0);
  if (at == line.size()) return 0;
  if (line[at] == '$' && at + 1 < line.size() && line[at + 1] == ' ') return after_mark(line, at);
  bool bracket = line[at] == '[';
  if (bracket) ++at;
  bool user_at_host = false, directory = false;
  std::size_t begin = at;
  for (; at < line.size() && at < kMaxPromptLength; ++at) {
    char c = line[at];
    if (c == '@' && at > begin) user_at_host = true;
    if (bracket && at > begin &&
        (line.substr(at).starts_with(":~") || line.substr(at).starts_with(":/")))
      directory = true;
    if (c == ']' && (bracket || user_at_host)) {
      // After a closed bracket: the mark, which may be missing after user@host or a directory.
      std::size_t mark = at + 1;
      if (mark < line.size() && line[mark] == ' ' && mark + 1 < line.size() &&
          std::string_view("$#%>").find(line[mark + 1]) != std::string_view::npos)
        ++mark;
      if (mark < line.size() && std::string_view("$#%>").find(line[mark]) != std::string_view::npos)
        return after_mark(line, mark);
      bool known = user_at_host || directory;
      return known && mark < line.size() && line[mark] == ' ' ? after_mark(line, at) : 0;
    }
    if (bracket && (c == ' ' || c == '|')) continue;
    if (at > begin && c == '$') return after_mark(line, at);
    if (at > begin && (c == '#' || c == '%') && user_at_host) return after_mark(line, at);
    if (at > begin && c == '>' && user_at_host &&
        line.substr(begin, at - begin).find('<') == line.npos &&
        line.substr(begin, at - begin).find(':') != line.npos)
      return after_mark(line, at);
    if (!is_prompt_byte(c)) return 0;
  }
  return 0;
}

/// "$module load x": a prompt without a blank before a command that isn't a variable's name.
bool is_glued_prompt(std::string_view line) {
  if (line.size() < 2 || line[0] != '$' || !base::is_alpha(line[1])) return false;
  std::string_view word = line.substr(1, line.find(' ') - 1);
  return line.size() > word.size() + 1 &&
         shell::is_program(word, shell::ProgramClass::never_variable);
}

/// The fixed prompts of the table, followed by a command or alone on their line.
Prompt fixed_prompt(std::string_view line) {
  static const base::PrefixFilter<3> beginnings = [] {
    base::PrefixFilter<3> made;
    for (const FixedPrompt& fixed : kFixedPrompts) made.add(fixed.text);
    return made;
  }();
  if (!beginnings.may_begin(line, 0)) return {};
  for (const FixedPrompt& fixed : kFixedPrompts) {
    if (!line.starts_with(fixed.text)) continue;
    std::size_t length = fixed.text.size();
    if (fixed.text == "MariaDB [") {
      std::size_t close = line.find("]> ");
      if (close == line.npos) continue;
      length = close + 3;
    } else if (fixed.text == "In [") {
      std::size_t close = line.find("]: ");
      if (close == line.npos) continue;
      length = close + 3;
    } else if (fixed.language == "powershell") {
      std::size_t close = line.find("> ");
      if (close == line.npos) continue;
      length = close + 2;
    }
    return {length, fixed.language};
  }
  if (line == ">>>") return {3, "pycon"};
  for (const FixedPrompt& fixed : kFixedPrompts)
    if (line.size() > 3 && line == base::trim_right(fixed.text))
      return {line.size(), fixed.language};
  return {};
}

/// "%UCL_PROMPT% ": a variable of a wiki that its name tells to be a prompt.
std::size_t wiki_prompt(std::string_view line) {
  if (!line.starts_with('%')) return 0;
  std::size_t close = line.find('%', 1);
  if (close == line.npos || line.substr(1, close - 1).find("PROMPT") == line.npos) return 0;
  bool name = base::is_all(line.substr(1, close - 1), [](char c) {
    return base::is_upper(c) || base::is_digit(c) || c == '_';
  });
  return name ? after_mark(line, close) : 0;
}

}  // namespace

Prompt find_prompt(std::string_view line) {
  if (Prompt fixed = fixed_prompt(line); fixed.length > 0) return fixed;
  if (std::size_t at = skip_environment(line, 0); at > 0 && line.substr(at).starts_with("$> "))
    return {at + 3, "console"};
  std::size_t length = is_glued_prompt(line) ? 1 : shell_prompt(line);
  if (!length) length = wiki_prompt(line);
  return length ? Prompt{length, "console"} : Prompt{};
}

std::vector<SessionPart> split_session(std::string_view text) {
  std::vector<SessionPart> parts;
  std::uint32_t number = 0;
  bool continued = false;
  for (std::string_view line : base::split_lines(text)) {
    Prompt prompt = find_prompt(base::trim_left(line));
    std::size_t indent = line.size() - base::trim_left(line).size();
    bool continuation_prompt =
        !parts.empty() && parts.back().output.empty() &&
        (line.starts_with("... ") || line == "..." || (continued && line.starts_with("> ")));
    if (continuation_prompt && !prompt.length) {
      std::size_t cut = line.starts_with("> ") ? 2 : std::min<std::size_t>(4, line.size());
      parts.back().command += "\n" + std::string(line.substr(cut));
    } else if (continued && !prompt.length) {
      parts.back().command += "\n" + std::string(line);
    } else if (prompt.length) {
      std::string_view command = line.substr(std::min(line.size(), indent + prompt.length));
      parts.push_back({std::string(base::trim_right(line.substr(indent, prompt.length))),
                       std::string(command), "", number});
    } else {
      if (parts.empty()) parts.push_back({"", "", "", number});
      parts.back().output += std::string(line) + "\n";
    }
    continued = !parts.empty() && !parts.back().command.empty() && parts.back().output.empty() &&
                base::trim_right(line).ends_with('\\');
    ++number;
  }
  return parts;
}

}  // namespace kbuild::snippets
