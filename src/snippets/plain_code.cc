// Collects what each part of the grammar finds, outer parts before inner ones, and cuts it; see
// plain_code.h. The forms of placeholders and elisions are placeholder.h's.
#include "snippets/plain_code.h"

#include <algorithm>

#include "base/text.h"
#include "shell/embedded.h"
#include "snippets/label.h"
#include "snippets/placeholder.h"

namespace kbuild::snippets {

namespace {

/// Bytes of the longest mark of a template engine.
constexpr std::size_t kMaxMark = 400;

/// Whether two braces in a row can be the language's own.
bool has_brace_syntax(std::string_view language) {
  return base::is_any_of(language,
                         {"python",     "pycon", "c",   "cpp",    "cuda",  "java", "javascript",
                          "typescript", "rust",  "go",  "csharp", "julia", "r",    "matlab",
                          "fortran",    "latex", "tex", "lua",    "perl",  "php"});
}

class Cutter {
 public:
  /// `before` is what was cut already.
  Cutter(PlainCode before, std::string_view language)
      : before_(std::move(before)), text_(before_.text), language_(language) {}

  void cut(CutKind kind, std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    cuts_.push_back(
        {kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)});
  }

  PlainCode finish() {
    // Of two that overlap the outer one stays: it begins first, or was found first.
    cuts_.insert(cuts_.begin(), before_.cuts.begin(), before_.cuts.end());
    std::stable_sort(cuts_.begin(), cuts_.end(),
                     [](const Cut& a, const Cut& b) { return a.offset < b.offset; });
    PlainCode out{before_.text, {}};
    for (const Cut& cut : cuts_) {
      if (!out.cuts.empty() && cut.offset < out.cuts.back().end()) continue;
      out.cuts.push_back(cut);
      bool word = cut.kind == CutKind::placeholder ||
                  (cut.kind == CutKind::template_mark && text_.substr(cut.offset, 2) == "{{");
      for (std::size_t at = cut.offset; at < cut.end(); ++at)
        if (out.text[at] != '\n') out.text[at] = word ? kStandIn : ' ';
    }
    return out;
  }

  void cut_embedded() {
    if (is_shell_language(language_))
      for (const shell::Embedded& part : shell::embedded_texts(text_))
        cut(part.here_document ? CutKind::here_document : CutKind::quoted, part.begin, part.end);
    if (language_ == "python") cut_long_strings();
  }

  void cut_placeholders() {
    for (const Placeholder& p : find_placeholders(text_, language_))
      cut(CutKind::placeholder, p.offset, p.offset + p.text.size());
  }

  void cut_elisions();
  void cut_template_marks();

 private:
  void cut_long_strings();

  PlainCode before_;
  std::string_view text_;
  std::string_view language_;
  std::vector<Cut> cuts_;
};

/// Strings of Python in three quotes. Others end with their line.
void Cutter::cut_long_strings() {
  for (std::size_t at = 0; at < text_.size();) {
    char c = text_[at];
    if (c == '#') {
      at = std::min(text_.find('\n', at), text_.size());
    } else if (c != '"' && c != '\'') {
      ++at;
    } else if (std::string_view mark = text_.substr(at, 3); mark == std::string(3, c)) {
      std::size_t close = text_.find(mark, at + 3);
      if (close == text_.npos) return;
      if (text_.substr(at, close - at).find('\n') != text_.npos)
        cut(CutKind::quoted, at + 3, close);
      at = close + 3;
    } else {
      ++at;
      while (at < text_.size() && text_[at] != c && text_[at] != '\n')
        at += text_[at] == '\\' ? 2 : 1;
      ++at;
    }
  }
}

/// "[...]" within a line, or all of a line that begins with dots. Dots in the place of a value are
/// a value that readers give.
void Cutter::cut_elisions() {
  std::size_t line = 0;
  bool blank = true;
  for (std::size_t at = 0; at < text_.size();) {
    char c = text_[at];
    bool may_begin = c == '.' || c == '[' || c == '(' || c == '<' || c == '{' || c == '\xe2';
    std::size_t length = may_begin ? elision_length(text_, at) : 0;
    if (length > 0) {
      std::size_t end = at + length;
      bool value =
          at > line && std::string_view("=:").find(text_[at - 1]) != std::string_view::npos;
      // "... (other options)" as a line tells what was left out; "...)" closes what was begun.
      std::size_t next = std::min(text_.find_first_not_of(" \t", end), text_.size());
      bool words = next < text_.size() && text_[next] != '\n' &&
                   std::string_view(")]},;\\").find(text_[next]) == std::string_view::npos;
      if (blank && words) end = std::min(text_.find('\n', at), text_.size());
      // An argument or an element goes with its comma.
      if (!value && end < text_.size() && text_[end] == ',') ++end;
      cut(value ? CutKind::placeholder : CutKind::elision, at, end);
      at = end;
      blank = false;
      continue;
    }
    blank = c == '\n' || (blank && base::is_space(c));
    ++at;
    if (c == '\n') line = at;
    while (c == '.' && at < text_.size() && text_[at] == '.') ++at;
  }
}

void Cutter::cut_template_marks() {
  static constexpr std::string_view kOpen[] = {"{{", "{%", "{#"}, kClose[] = {"}}", "%}", "#}"};
  bool own_braces = has_brace_syntax(language_);
  for (std::size_t at = text_.find('{'); at != text_.npos; at = text_.find('{', at + 1)) {
    std::string_view line = text_.substr(at, kMaxMark);
    line = line.substr(0, line.find('\n'));
    for (std::size_t i = own_braces ? 1 : 0; i < 3; ++i) {
      if (!line.starts_with(kOpen[i])) continue;
      std::size_t close = line.find(kClose[i], 2);
      if (close == line.npos || close == 2) continue;
      std::string_view inside = line.substr(2, close - 2);
      if (inside.find_first_of("{,") != inside.npos) continue;
      // "${#x}" asks for a length.
      if (i == 2 && !(inside.starts_with(' ') && inside.ends_with(' '))) continue;
      cut(CutKind::template_mark, at, at + close + 2);
      at += close + 1;
      break;
    }
  }
  constexpr std::string_view kTranslate = "<!--T:";
  for (std::size_t at = text_.find(kTranslate); at != text_.npos;
       at = text_.find(kTranslate, at + 1))
    if (std::size_t close = text_.substr(at, 40).find("-->"); close != text_.npos)
      cut(CutKind::template_mark, at, at + close + 3);
}

/// Cuts prompts and answers of a session.
void cut_session(const Snippet& s, Cutter& cutter) {
  std::vector<bool> commands;
  std::vector<std::size_t> prompts;
  std::vector<std::string_view> lines = base::split_lines(s.text);
  commands.resize(lines.size(), false);
  prompts.resize(lines.size(), 0);
  for (const SessionPart& part : s.session) {
    if (part.prompt.empty()) continue;
    std::vector<std::string_view> typed = base::split_lines(part.command);
    for (std::size_t i = 0; i < std::max<std::size_t>(1, typed.size()); ++i) {
      std::size_t line = part.line + i;
      if (line >= lines.size()) break;
      commands[line] = true;
      std::string_view command = i < typed.size() ? typed[i] : "";
      prompts[line] = lines[line].size() - std::min(command.size(), lines[line].size());
    }
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto at = static_cast<std::size_t>(lines[i].data() - s.text.data());
    if (commands[i])
      cutter.cut(CutKind::prompt, at, at + prompts[i]);
    else
      cutter.cut(CutKind::output, at, at + lines[i].size());
  }
}

PlainCode cut_code(PlainCode before, std::string_view language) {
  Cutter cutter(std::move(before), language);
  cutter.cut_embedded();
  cutter.cut_template_marks();
  cutter.cut_placeholders();
  cutter.cut_elisions();
  return cutter.finish();
}

}  // namespace

const Cut* PlainCode::find(std::size_t offset, std::size_t length) const {
  auto cut = std::partition_point(cuts.begin(), cuts.end(),
                                  [&](const Cut& c) { return c.end() <= offset; });
  return cut != cuts.end() && cut->offset < offset + length ? &*cut : nullptr;
}

bool PlainCode::has(CutKind kind) const {
  return std::any_of(cuts.begin(), cuts.end(), [&](const Cut& c) { return c.kind == kind; });
}

PlainCode plain_code(std::string_view text, std::string_view language) {
  return cut_code({std::string(text), {}}, language);
}

PlainCode plain_code(const Snippet& s) {
  Cutter cutter({s.text, {}}, s.language);
  if (s.role == Role::output)
    cutter.cut(CutKind::output, 0, s.text.size());
  else if (!s.session.empty())
    cut_session(s, cutter);
  return cut_code(cutter.finish(), s.language);
}

std::vector<PlainCode> plain_codes(const std::vector<Snippet>& snippets) {
  std::vector<PlainCode> out;
  out.reserve(snippets.size());
  for (const Snippet& s : snippets) out.push_back(plain_code(s));
  return out;
}

}  // namespace kbuild::snippets
