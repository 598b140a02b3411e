// Decides roles by language, marks and surrounding text; see role.h.
#include "snippets/role.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "snippets/language.h"

namespace kbuild::snippets {

namespace {

bool is_word_byte(char c) {
  return base::is_alnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// Finds `word` as a whole word; npos if absent.
std::size_t find_word(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; ++at) {
    bool before = at > 0 && is_word_byte(text[at - 1]);
    std::size_t end = at + word.size();
    bool after = end < text.size() && is_word_byte(text[end]);
    if (!before && !after) return at;
  }
  return text.npos;
}

/// A synopsis: "[options]", or a line of dots for omitted lines.
bool is_synopsis(std::string_view text) {
  return base::has_line(text, [](std::string_view line) {
    std::size_t open = line.find(" [");
    if (open == line.npos || line.starts_with("if ") || line.find("[[") != line.npos) return false;
    std::size_t close = line.find(']', open);
    std::string_view inside = close == line.npos ? "" : line.substr(open + 2, close - open - 2);
    return !inside.empty() && base::is_alpha(inside[0]) && inside.find('$') == inside.npos;
  });
}

/// "the syntax is:": a form, not commands to type.
bool announces_syntax(std::string_view introduction) {
  std::string lower =
      base::to_lower(introduction.substr(introduction.size() > 60 ? introduction.size() - 60 : 0));
  for (std::string_view word :
       {"syntax is", "syntax:", "general form", "syntaksi on", "yleinen muoto"})
    if (lower.find(word) != lower.npos) return true;
  return false;
}

}  // namespace

bool mentions_output(std::string_view introduction) {
  static constexpr std::array<std::string_view, 14> kWords = {
      "output",    "outputs",   "prints",   "print",    "should see", "looks like", "will show",
      "result is", "the lines", "tulostaa", "tulostuu", "tuloste",    "tulos on",   "näyttää"};
  std::string lower = base::to_lower(introduction);
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return find_word(lower, word) != lower.npos; });
}

Role find_role(const Snippet& s, LocalCommands local) {
  std::string_view language = s.language;
  if (!s.session.empty()) return Role::session;
  if (language == "bash" || language == "tcsh") {
    std::string_view first = base::trim_left(s.text);
    bool marks =
        first.starts_with("#!") || first.starts_with("!/") ||
        base::has_line(s.text, [](std::string_view line) { return line.starts_with("#SBATCH"); });
    if (marks || (!s.file_name.empty() && !s.part_of_file)) return Role::script;
    return is_synopsis(s.text) || announces_syntax(s.introduction) ? Role::pseudo_code
                                                                   : Role::fragment;
  }
  // A console label without a prompt: only commands, or only their output.
  if (language == "console")
    return guess_language(s.text, local).language == "bash" ? Role::fragment : Role::output;
  if (base::is_any_of(language, {"cmake", "make", "dockerfile", "singularity"}))
    return Role::build_file;
  if (base::is_any_of(language, {"yaml", "json", "toml", "ini", "xml", "nginx", "ssh_config"}))
    return Role::config;
  if (base::is_any_of(language, {"csv", "diff", "markdown", "html", "rst", "mermaid", "sql"}))
    return Role::data;
  if (language == "text") {
    if (s.declared == "output" || mentions_output(s.introduction)) return Role::output;
    if (!s.file_name.empty()) return Role::data;
    if (is_synopsis(s.text)) return Role::pseudo_code;
    return Role::output;
  }
  if (s.part_of_file) return Role::fragment;
  if (!s.file_name.empty()) return Role::source;
  if (base::is_any_of(language, {"c", "cpp", "cuda"}))
    return s.text.find("main(") != s.text.npos ? Role::source : Role::fragment;
  if (language == "python" || language == "julia" || language == "r") {
    bool whole = base::has_line(s.text, [](std::string_view line) {
      return line.starts_with("import ") || line.starts_with("from ") ||
             line.starts_with("using ") || line.starts_with("library(") ||
             line.starts_with("if __name__");
    });
    return whole ? Role::source : Role::fragment;
  }
  return Role::source;
}

}  // namespace kbuild::snippets
