// Ends of quotes, expansions and words in the text of a shell; see words.h.
#include "shell/words.h"

#include <algorithm>

namespace kbuild::shell {

std::size_t quote_end(std::string_view text, std::size_t at, std::size_t end) {
  char mark = text[at];
  for (std::size_t i = at + 1; i < end; ++i) {
    if (text[i] == '\\' && mark != '\'')
      ++i;
    else if (text[i] == mark)
      return i + 1;
  }
  return end;
}

std::size_t variable_end(std::string_view text, std::size_t at, std::size_t end) {
  std::size_t i = at + 1;
  if (i >= end) return end;
  if (text[i] == '{') {
    int depth = 0;
    for (; i < end; ++i) {
      if (text[i] == '\'') {
        // Within the line, or it is an apostrophe.
        std::size_t close = text.substr(0, end).find_first_of("'\n", i + 1);
        if (close != text.npos && text[close] == '\'') i = close;
      } else if (text[i] == '{') {
        ++depth;
      } else if (text[i] == '}' && --depth == 0) {
        return i + 1;
      }
    }
    return end;
  }
  if (std::string_view("@*#?$!-").find(text[i]) != std::string_view::npos ||
      base::is_digit(text[i]))
    return i + 1;
  while (i < end && base::is_name_byte(text[i])) ++i;
  return i;
}

std::size_t assigned_length(std::string_view word) {
  std::size_t at = 0;
  while (at < word.size() && base::is_name_byte(word[at])) ++at;
  if (at == 0 || base::is_digit(word[0])) return 0;
  if (at < word.size() && word[at] == '[') {
    std::size_t close = word.find(']', at);
    if (close == word.npos) return 0;
    at = close + 1;
  }
  if (at < word.size() && word[at] == '+') ++at;
  return at < word.size() && word[at] == '=' ? at : 0;
}

bool is_variable_name(std::string_view text) {
  return !text.empty() && !base::is_digit(text[0]) && base::is_all(text, base::is_name_byte);
}

bool is_command_name(std::string_view text) {
  return !text.empty() && !base::is_digit(text[0]) && text[0] != '-' &&
         base::is_all(text, [](char c) { return base::is_name_byte(c) || c == '-'; });
}

std::string_view batch_directive(std::string_view line) {
  static constexpr std::string_view kMarks[] = {
      "#SBATCH", "#PBS", "#BSUB", "#FLUX:", "#COBALT", "#OAR", "#PJM", "#$ -"};
  if (!line.starts_with('#')) return {};
  for (std::string_view mark : kMarks)
    if (line.starts_with(mark)) return mark;
  return {};
}

std::string quote(std::string_view text) {
  return "'" + base::replace_all(text, "'", "'\\''") + "'";
}

std::vector<std::string_view> command_words(std::span<const std::string_view> command) {
  std::vector<std::string_view> words;
  for (std::string_view word : command) {
    if (word == "&&" || word == "||" || word == "|" || word == ";" || word == ">" || word == "\\")
      break;
    bool last = word.ends_with(';');
    while (!word.empty() && (word.back() == ';' || word.back() == '"' || word.back() == '\'' ||
                             word.back() == ',' || word.back() == '`'))
      word.remove_suffix(1);
    while (!word.empty() && (word.front() == '"' || word.front() == '\'' || word.front() == '`'))
      word.remove_prefix(1);
    if (!word.empty()) words.push_back(word);
    if (last) break;
  }
  return words;
}

}  // namespace kbuild::shell
