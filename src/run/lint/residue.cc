// What markup left in code, or code in markup: closing tags in a block, tags whose name is
// misspelt, fences that nothing closes, blanks in the name of an included file. See lint.h.
#include <algorithm>
#include <iterator>
#include <set>

#include "base/text.h"
#include "run/lint/lint.h"

namespace kbuild::run {

using namespace diag::literals;

namespace {

using snippets::Snippet;

/// Elements of running text, which code has no use for.
constexpr std::string_view kTextTags[] = {"span",           "font", "strong",   "em",     "tt",
                                          "code",           "pre",  "verbatim", "nowiki", "div",
                                          "syntaxhighlight"};

/// The name of the tag at `at` ("</span>" -> "span"), with its length; "" for none.
struct Tag {
  std::string name;
  bool closes = false;
  std::size_t length = 0;
};
Tag tag_at(std::string_view text, std::size_t at) {
  Tag tag;
  std::size_t begin = at + 1;
  if (begin < text.size() && text[begin] == '/') {
    tag.closes = true;
    ++begin;
  }
  std::size_t end = begin;
  while (end < text.size() && end - begin < 20 && base::is_alpha(text[end])) ++end;
  std::size_t close = tag.closes ? end : text.find_first_of(">\n<", end);
  if (end == begin || close >= text.size() || text[close] != '>') return {};
  tag.name = base::to_lower(text.substr(begin, end - begin));
  tag.length = close + 1 - at;
  return tag;
}

/// "</span>" in a program that opens none.
void check_closing_tags(const LintInput& in, const Snippet& s, diag::Diagnostics& out) {
  static constexpr std::string_view kPrograms[] = {"bash", "python", "c",       "cpp",  "cuda",
                                                   "perl", "r",      "fortran", "julia"};
  if (std::find(std::begin(kPrograms), std::end(kPrograms), s.language) == std::end(kPrograms))
    return;
  const std::string& text = in.code_of(s).text;
  for (std::size_t at = text.find("</"); at != text.npos; at = text.find("</", at)) {
    std::size_t end = at;
    while (text.compare(end, 2, "</") == 0) {
      Tag tag = tag_at(text, end);
      bool known =
          std::find(std::begin(kTextTags), std::end(kTextTags), tag.name) != std::end(kTextTags);
      if (!known || text.find("<" + tag.name) != text.npos) break;
      end += tag.length;
    }
    if (end > at)
      out.push_back({"KB0749"_code,
                     snippets::locate(in.sources, s, at, end - at),
                     {text.substr(at, end - at)}});
    at = std::max(end, at + 2);
  }
}

/// Elements that hold code as it is, with names too long to be met by chance.
constexpr std::string_view kCodeTags[] = {"verbatim", "syntaxhighlight", "nowiki", "literal",
                                          "source"};

/// "<vebratim> ... </verbatim>" in the source of a page of a wiki: elsewhere such tags are
/// examples.
void check_tag_names(const source::SourceStore& sources, source::FileId file,
                     diag::Diagnostics& out) {
  static constexpr std::string_view kOther[] = {".md", ".markdown", ".mdx", ".rst", ".ipynb"};
  std::string_view path = sources.path(file), text = sources.text(file);
  if (std::any_of(std::begin(kOther), std::end(kOther),
                  [&](std::string_view suffix) { return path.ends_with(suffix); }))
    return;
  for (std::string_view real : kCodeTags) {
    std::string closing = "</" + std::string(real) + ">", opening = "<" + std::string(real);
    std::size_t from = 0;
    for (std::size_t end = text.find(closing); end != text.npos;
         end = text.find(closing, end + 1)) {
      // The last tag before an end that nothing opened.
      std::string_view before = text.substr(from, end - from);
      std::size_t begin = from;
      from = end + closing.size();
      if (before.find(opening) != before.npos) continue;
      for (std::size_t at = before.find('<'); at != before.npos; at = before.find('<', at + 1)) {
        Tag tag = tag_at(before, at);
        bool near = !tag.closes && tag.name.size() >= real.size() - 1 && tag.name != real &&
                    tag.name[0] == real[0] && base::edit_distance(tag.name, real, 2) <= 2;
        if (!near) continue;
        auto offset = static_cast<std::uint32_t>(begin + at);
        out.push_back({"KB0759"_code,
                       {file, offset, offset + static_cast<std::uint32_t>(tag.length)},
                       {"<" + tag.name + ">", std::string(real)}});
      }
    }
  }
}

/// "#include < stdio.h >": the compiler looks for a name with blanks.
void check_includes(const LintInput& in, const Snippet& s, diag::Diagnostics& out) {
  bool language = s.language == "c" || s.language == "cpp" || s.language == "cuda";
  std::string_view text = s.text;
  for (std::size_t at = text.find("#include"); language && at != text.npos;
       at = text.find("#include", at + 1)) {
    std::string_view line = text.substr(at, text.find('\n', at) - at);
    std::size_t open = line.find('<'), close = line.find('>', std::min(open, line.size()));
    if (open == line.npos || close == line.npos) continue;
    if (!base::trim(line.substr(8, open - 8)).empty()) continue;
    std::string_view name = line.substr(open + 1, close - open - 1);
    bool blank = name.find(' ') != name.npos && base::split_words(name).size() <= 2;
    // "<your header>" stands for a name.
    std::string joined = base::replace_all(name, " ", "");
    if (!blank || (joined.find('.') == joined.npos && base::trim(name).find(' ') != name.npos))
      continue;
    out.push_back({"KB0758"_code,
                   snippets::locate(in.sources, s, at + open, close - open + 1),
                   {std::string(line.substr(open, close - open + 1)), "<" + joined + ">"}});
  }
}

/// A fence of Markdown without its end: what follows is shown as code.
void check_fence(const LintInput& in, const Snippet& s, diag::Diagnostics& out) {
  if (s.content_line == 0 || !s.block) return;
  std::string_view block =
      in.sources.text(s.block.file).substr(s.block.begin, s.block.end - s.block.begin);
  std::string_view first = base::trim(block.substr(0, block.find('\n')));
  char mark = first.empty() ? '\0' : first.front();
  std::size_t length = std::min(first.find_first_not_of(mark), first.size());
  if ((mark != '`' && mark != '~') || length < 3) return;
  // An indented block that begins with a fence: which of the two was meant only an end tells.
  std::string_view end = first.substr(0, length);
  bool shows_fence = base::trim_left(s.text).starts_with(first);
  if (shows_fence && base::has_line(s.text, [&](std::string_view line) { return line == end; }))
    return;
  std::string_view trimmed = base::trim_right(block);
  std::string_view last = base::trim(trimmed.substr(trimmed.rfind('\n') + 1));
  while (last.starts_with('>')) last = base::trim_left(last.substr(1));
  bool closed = last.size() >= length && last.find_first_not_of(mark) == last.npos &&
                trimmed.find('\n') != trimmed.npos;
  if (closed) return;
  out.push_back(
      {"KB0768"_code,
       {s.block.file, s.block.begin, s.block.begin + static_cast<std::uint32_t>(first.size())},
       {std::string(length, mark)}});
}

}  // namespace

diag::Diagnostics lint_residue(const LintInput& input) {
  diag::Diagnostics out;
  std::set<source::FileId> files;
  for (const Snippet& s : input.snippets) {
    check_closing_tags(input, s, out);
    check_includes(input, s, out);
    check_fence(input, s, out);
    if (files.insert(s.block.file).second) check_tag_names(input.sources, s.block.file, out);
  }
  return out;
}

}  // namespace kbuild::run
