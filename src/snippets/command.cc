// The table of known commands and the form of others; see command.h.
#include "snippets/command.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "shell/programs.h"
#include "shell/words.h"

namespace kbuild::snippets {

bool is_assignment(std::string_view word) {
  std::size_t length = shell::assigned_length(word);
  return length > 0 && word.substr(length) != "=" && !word.substr(length).starts_with("==");
}

bool is_known_command(std::string_view word, LocalCommands local) {
  using enum shell::ProgramClass;
  if (word == "(" || word == ")") return true;
  if (shell::is_well_known(word)) return !shell::is_program(word, ambiguous);
  return std::find(local.begin(), local.end(), word) != local.end();
}

std::string_view command_word(std::string_view line) {
  for (std::string_view word : base::split_words(line)) {
    bool wraps = shell::is_program(word, shell::ProgramClass::prefix) || word == "!";
    if (wraps || is_assignment(word)) continue;
    return word;
  }
  return {};
}

bool is_command_shaped(std::string_view line, LocalCommands local) {
  std::string_view trimmed = base::trim(line);
  if (trimmed.empty()) return false;
  std::string_view word = command_word(trimmed);
  if (word.empty() || is_known_command(word, local)) return true;
  char first = word.front();
  if (std::string_view("./~$`(<\"{[").find(first) != std::string_view::npos) {
    // "..." and "[1] text" are omissions and output; "./x", "/x" and "$X" can be run.
    if (word == "..." || word == "..") return false;
    return first != '[' || word == "[" || word == "[[";
  }
  char last = word.back();
  if (last == ':' || last == ',' || last == '.' || last == ';' || last == '!') return last == ';';
  bool words_only = base::is_all(word, [](char c) {
    return base::is_name_byte(c) || c == '-' || c == '.' || c == '+' || c == '/' || c == '<' ||
           c == '>';
  });
  if (!words_only || base::is_digit(first)) return false;
  if (base::is_lower(first) || first == '_') return true;
  std::vector<std::string_view> words = base::split_words(trimmed);
  bool has_option = std::any_of(words.begin(), words.end(), [](std::string_view w) {
    return w.size() > 1 && w[0] == '-' && (base::is_alpha(w[1]) || w[1] == '-');
  });
  return words.size() == 1 || has_option || word.find('.') != word.npos ||
         word.find('/') != word.npos;
}

}  // namespace kbuild::snippets
