// Scans bytes for the forms of placeholders; see placeholder.h. A bracket is read to its partner on
// the same line, or it is none: the scan is linear but for a bounded look ahead.
#include "snippets/placeholder.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "snippets/label.h"

namespace kbuild::snippets {

namespace {

/// Bytes of the longest placeholder: a sentence.
constexpr std::size_t kMaxLength = 160;

constexpr std::string_view kEllipsis = "\u2026";

bool has_angle_syntax(std::string_view language) {
  static constexpr std::array<std::string_view, 15> kLanguages = {
      "cpp",  "c",  "cuda",   "html", "xml",      "java", "javascript", "typescript",
      "rust", "go", "csharp", "php",  "markdown", "svg",  "fortran"};
  return std::find(kLanguages.begin(), kLanguages.end(), language) != kLanguages.end();
}

bool is_letter(char c) {
  return base::is_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether what stands between "<" and ">" can be words for a reader, not two redirections of a
/// shell or a comparison: "in >out" ends with a blank, "in 2>err" with the number of a file.
bool reads_as_words(std::string_view inside) {
  if (inside.empty() || base::is_space(inside.back())) return false;
  std::size_t start = inside.find_first_not_of("-/.~$#*[");
  if (start == inside.npos || start > 3) return false;
  if (!is_letter(inside[start]) && !base::is_digit(inside[start])) return false;
  // "</span>" closes an element.
  if (inside[0] == '/' && inside.find_first_of("/ ", 1) == inside.npos) return false;
  for (std::string_view sign : {"&&", "||", " | ", ";", "`", "$("})
    if (inside.find(sign) != inside.npos) return false;
  std::size_t blank = inside.rfind(' ');
  std::string_view last = blank == inside.npos ? inside : inside.substr(blank + 1);
  bool file_number = last.size() == 1 && base::is_digit(last[0]);
  bool many_words = std::count(inside.begin(), inside.end(), ' ') > 1;
  return last != "&" && (blank == inside.npos || !file_number || many_words);
}

/// Length of "<words>", "<<words>>" or "&lt;words&gt;" at `at`, else 0.
std::size_t angle_length(std::string_view text, std::size_t at, bool shell) {
  std::string_view rest = text.substr(at, kMaxLength);
  rest = rest.substr(0, rest.find('\n'));
  std::string_view open = "<", close = ">";
  if (rest.starts_with("&lt;")) {
    open = "&lt;";
    close = "&gt;";
  } else if (rest.starts_with("<<")) {
    open = "<<";
    close = ">>";
  } else if (!rest.starts_with('<')) {
    return 0;
  }
  std::size_t end = rest.find(close, open.size());
  if (end == rest.npos) return 0;
  std::string_view inside = rest.substr(open.size(), end - open.size());
  std::size_t length = end + close.size();
  if (open != "&lt;" && inside.find_first_of("<>") != inside.npos) return 0;
  // "a<b and c>d" compares, unless it is a shell's.
  bool compares = at > 0 && (base::is_alnum(text[at - 1]) || text[at - 1] == ')');
  if (!shell && compares && inside.find(' ') != inside.npos) return 0;
  bool goes_on = length < rest.size() && (base::is_alnum(rest[length]) || rest[length] == '"');
  if (open == "<<" && goes_on) return 0;
  return reads_as_words(inside) ? length : 0;
}

/// Length of "[budget code]" or "=[code]" at `at`, else 0: words where a shell expects a value. A
/// test, a range of characters and an index of an array are none.
std::size_t bracket_length(std::string_view text, std::size_t at) {
  char before = at > 0 ? text[at - 1] : ' ';
  bool value = before == '=' || before == ':';
  if (!value && !base::is_space(before)) return 0;
  std::string_view rest = text.substr(at, kMaxLength);
  rest = rest.substr(0, rest.find('\n'));
  std::size_t end = rest.find(']');
  if (end == rest.npos || end < 3) return 0;
  std::string_view inside = rest.substr(1, end - 1);
  if (!is_letter(inside.front()) || base::is_space(inside.back())) return 0;
  bool words = base::is_all(inside, [](char c) {
    return is_letter(c) || base::is_digit(c) ||
           std::string_view(" _-/.'").find(c) != std::string_view::npos;
  });
  bool several = inside.find(' ') != inside.npos;
  bool range = inside.size() == 3 && inside[1] == '-';
  char after = end + 1 < rest.size() ? rest[end + 1] : ' ';
  bool ends = base::is_space(after) || after == '/' || after == '"' || after == '\'';
  return words && !range && ends && value | several ? end + 1 : 0;
}

bool is_path_byte(char c) {
  return base::is_alnum(c) || c == '_' || c == '-';
}

/// "YOURNAME", "your_x", "your-x": a word that begins with "your" and goes on.
bool begins_yours(std::string_view rest) {
  if (!base::starts_with_ignoring_case(rest, "your") || rest.size() < 6) return false;
  if (rest[4] == '_' || rest[4] == '-') return true;
  // "yours", "yourself" are words of a sentence.
  return base::is_upper(rest[0]) && base::is_upper(rest[4]) && base::is_upper(rest[5]);
}

/// Length of "/path/to/x", "your_x", "YOURX" or "xxxx" at `at`, else 0.
std::size_t word_length(std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at);
  bool path =
      base::starts_with_ignoring_case(rest, "/path/to/") ||
      (base::starts_with_ignoring_case(rest, "path/to/") && (at == 0 || text[at - 1] != '/'));
  bool begins = at == 0 || !is_path_byte(text[at - 1]);
  if (!path && !(begins && begins_yours(rest))) return 0;
  std::size_t end = 0;
  while (end < rest.size() &&
         (is_path_byte(rest[end]) || rest[end] == '.' || (path && rest[end] == '/')))
    ++end;
  return end;
}

/// Length of "XXXX" or "xxxx", at least three, at the end of a word.
std::size_t crosses_length(std::string_view text, std::size_t at) {
  char c = text[at];
  std::size_t end = at;
  while (end < text.size() && text[end] == c) ++end;
  bool in_word = (at > 0 && base::is_alnum(text[at - 1])) ||
                 (end < text.size() && (base::is_alnum(text[end]) || text[end] == '\\'));
  return end - at >= 3 && !in_word ? end - at : 0;
}

/// Length of "SYNC_LEVEL" at `at`, else 0: a word in capitals, unquoted, as a value of JSON.
std::size_t bare_value_length(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() &&
         (base::is_upper(text[end]) || base::is_digit(text[end]) || text[end] == '_'))
    ++end;
  std::size_t before = at == 0 ? text.npos : text.find_last_not_of(' ', at - 1);
  std::size_t after = std::min(text.find_first_not_of(" \t\r", end), text.size());
  bool value = before != text.npos && text[before] == ':' &&
               (after == text.size() || std::string_view(",}\n").find(text[after]) != text.npos);
  return value && end - at >= 3 ? end - at : 0;
}

/// Past the dots at `at`: "...", "....", an ellipsis sign, ". . ."; `at` if there are none.
std::size_t skip_dots(std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at);
  if (rest.starts_with(kEllipsis)) return at + kEllipsis.size();
  if (rest.starts_with(". . .")) return at + 5;
  std::size_t count = std::min(rest.find_first_not_of('.'), rest.size());
  return count >= 3 ? at + count : at;
}

}  // namespace

std::size_t elision_length(std::string_view text, std::size_t at) {
  static constexpr std::string_view kOpen = "[(<{", kClose = "])>}";
  if (std::size_t bracket = kOpen.find(text[at]); bracket != kOpen.npos) {
    // "f(...)" calls; its brackets belong to the code.
    bool call = at > 0 && (base::is_name_byte(text[at - 1]) || text[at - 1] == '$');
    if (call && text[at] != '<') return 0;
    std::string_view rest = text.substr(at, kMaxLength);
    std::size_t begin = std::min(rest.find_first_not_of(' ', 1), rest.size());
    std::size_t end = skip_dots(rest, begin);
    if (end == begin) return 0;
    // "<... more options ...>" tells what was left out; round brackets and braces may be code.
    bool words = text[at] == '[' || text[at] == '<';
    std::size_t close = words ? rest.find(kClose[bracket], end) : rest.find_first_not_of(' ', end);
    bool closed = close < rest.size() && rest[close] == kClose[bracket] && rest.find('\n') > close;
    return closed ? close + 1 : 0;
  }
  std::size_t end = skip_dots(text, at);
  if (end == at) return 0;
  char before = at > 0 ? text[at - 1] : ' ', after = end < text.size() ? text[end] : ' ';
  bool in_word = base::is_name_byte(before) || before == '.' || before == '/' || before == '*' ||
                 after == '/' || after == '*';
  return in_word ? 0 : end - at;
}

std::vector<Placeholder> find_placeholders(std::string_view text, std::string_view language) {
  std::vector<Placeholder> found;
  bool angles = !has_angle_syntax(language), shell = is_shell_language(language),
       json = language == "json";
  for (std::size_t at = 0; at < text.size();) {
    char c = text[at];
    std::size_t length = 0;
    if (angles && (c == '<' || c == '&')) length = angle_length(text, at, shell);
    if (shell && c == '[') length = bracket_length(text, at);
    if (!length && (c == '/' || base::to_lower(c) == 'p' || base::to_lower(c) == 'y'))
      length = word_length(text, at);
    if (!length && json && base::is_upper(c)) length = bare_value_length(text, at);
    if (!length && (c == 'X' || c == 'x')) length = crosses_length(text, at);
    if (length) {
      found.push_back({std::string(text.substr(at, length)), static_cast<std::uint32_t>(at)});
      at += length;
    } else {
      // The rest of a run: "<<EOF" is none, and so is not the second of its brackets.
      do ++at;
      while (at < text.size() && (c == '<' || c == 'X' || c == 'x') && text[at] == c);
    }
  }
  return found;
}

}  // namespace kbuild::snippets
