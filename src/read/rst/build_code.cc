// Code blocks and included code; see builders.h. The selection of lines follows Sphinx'
// LiteralIncludeReader.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "read/rst/builders.h"
#include "read/rst/inline/inline.h"
#include "read/rst/text/include.h"

namespace kbuild::read::rst {

using namespace diag::literals;

namespace {

/// "1, 3-5, 8-" as 1-based numbers up to `count`; std::nullopt where it is no such list.
std::optional<std::vector<std::uint32_t>> parse_line_numbers(std::string_view text,
                                                             std::size_t count) {
  std::vector<std::uint32_t> out;
  for (std::string_view part : base::split(text, ',')) {
    part = base::trim(part);
    std::size_t dash = part.find('-');
    std::string_view from = base::trim(part.substr(0, dash)),
                     to = dash == part.npos ? from : base::trim(part.substr(dash + 1));
    auto first = from.empty() ? std::optional<long long>(1) : base::parse_integer(from);
    auto last = to.empty() ? std::optional<long long>(static_cast<long long>(count))
                           : base::parse_integer(to);
    if (!first || !last || *first < 1 || *last < *first || (from.empty() && to.empty()))
      return std::nullopt;
    *last = std::min(*last, static_cast<long long>(count));
    for (long long line = *first; line <= *last; ++line)
      out.push_back(static_cast<std::uint32_t>(line));
  }
  return out;
}

/// Removes up to `columns` blanks from each line (without a value: all that the lines share).
void dedent(Lines& lines, std::string_view columns) {
  std::size_t least = std::string_view::npos;
  for (const Line& line : lines)
    if (!line.blank()) least = std::min(least, line.indent());
  if (least == std::string_view::npos) return;
  auto wanted = base::parse_integer(base::trim(columns));
  std::size_t cut = wanted && *wanted >= 0 ? static_cast<std::size_t>(*wanted) : least;
  // Sphinx cuts characters, and warns where they are not blank.
  for (Line& line : lines) line = line.cut(std::min(cut, line.text.size()));
}

/// Shared by code-block and literalinclude.
void append_code(BlockParser& parser, const DirectiveCall& call, Lines lines, std::string language,
                 bool contiguous, std::optional<int> first_number, doc::Blocks& out) {
  if (call.has("dedent")) dedent(lines, call.get("dedent"));
  // An included file keeps its tabs, which the page itself has not.
  long long tabs = std::min(call.number("tab-width").value_or(0), kMaxTabWidth);
  doc::CodeBlock node{join_written(parser.page().sources, lines, tabs), std::move(language)};
  // Only a run of lines of one file can be pointed at.
  if (contiguous && !lines.empty())
    node.content = span_of(parser.page().sources, lines.front(), lines.back());
  if (call.has("caption")) node.title = doc::plain_text(option_inlines(parser, call, "caption"));
  // A caption without words names the included file.
  if (call.has("caption") && node.title.empty()) node.title = call.argument();
  if (call.has("emphasize-lines")) {
    auto marked = parse_line_numbers(call.get("emphasize-lines"), lines.size());
    if (marked) {
      node.highlighted = std::move(*marked);
    } else {
      parser.page().report("KB0343"_code, call.span,
                           {"emphasize-lines", std::string(call.get("emphasize-lines"))});
    }
  }
  node.first_line_number = first_number;
  append(parser, call, std::move(node), "", out);
}

std::optional<int> first_number(const DirectiveCall& call) {
  if (auto start = call.number("lineno-start")) return static_cast<int>(*start);
  if (auto start = call.number("number-lines")) return static_cast<int>(*start);
  if (call.has("linenos") || call.has("number-lines")) return 1;
  return std::nullopt;
}

}  // namespace

void build_code(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (call.name == "code" && !require_content(parser, call, out)) return;
  std::string language =
      call.argument().empty() ? parser.page().highlight : code_language(call.argument());
  append_code(parser, call, call.content, std::move(language), true, first_number(call), out);
}

void build_cell(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!require_content(parser, call, out)) return;
  std::string language(call.name);
  if (call.name == "code-cell") {
    language = code_language(call.argument());
    if (language == "ipython3" || language == "ipython") language = "python";
  }
  append_code(parser, call, call.content, language, true, std::nullopt, out);
}

void build_doctest(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (call.has("hide")) return;
  std::string language = call.name == "testoutput" ? ""
                         : call.name == "doctest"  ? "pycon"
                                                   : "python";
  append_code(parser, call, call.content, language, true, std::nullopt, out);
  if (call.has("no-trim-doctest-flags")) out.back().attributes.set(kKeepFlagsKey, "");
}

void build_highlight(BlockParser& parser, const DirectiveCall& call, doc::Blocks&) {
  parser.page().highlight = code_language(call.argument());
}

namespace {

/// The lines of a class or function of a Python file, by its dotted name: from its decorators to
/// the line before the next one that is indented as little. Empty if there is none.
Lines python_object(const Lines& lines, std::string_view dotted) {
  std::size_t begin = 0, end = lines.size(), indent = 0;
  auto names = base::split(dotted, '.');
  for (std::size_t depth = 0; depth < names.size(); ++depth) {
    std::optional<std::size_t> found;
    for (std::size_t i = begin; i < end && !found; ++i) {
      std::string_view text = base::trim_left(lines[i].text);
      bool deeper = depth == 0 ? lines[i].indent() == 0 : lines[i].indent() > indent;
      if (!deeper) continue;
      for (std::string_view keyword : {"def ", "class ", "async def "}) {
        if (!text.starts_with(keyword)) continue;
        std::string_view rest = text.substr(keyword.size());
        if (rest.starts_with(names[depth]) &&
            (rest.size() == names[depth].size() ||
             std::string_view("(:[ ").find(rest[names[depth].size()]) != std::string_view::npos))
          found = i;
      }
    }
    if (!found) return {};
    indent = lines[*found].indent();
    std::size_t stop = *found + 1;
    while (stop < end && (lines[stop].blank() || lines[stop].indent() > indent)) ++stop;
    begin = *found;
    end = stop;
  }
  while (begin > 0 && lines[begin - 1].indent() == indent &&
         base::trim(lines[begin - 1].text).starts_with('@'))
    --begin;
  while (end > begin && lines[end - 1].blank()) --end;
  return Lines(lines.begin() + static_cast<std::ptrdiff_t>(begin),
               lines.begin() + static_cast<std::ptrdiff_t>(end));
}

/// A selection of a file's lines, with its position in the file if known.
struct Selection {
  Lines lines;
  /// 0-based number of the first line in the file.
  std::size_t first = 0;
  bool contiguous = true;
  std::string fault = {};
};

bool contains(const Line& line, std::string_view text) {
  return line.text.find(text) != std::string_view::npos;
}

void keep_from(Selection& part, std::size_t begin) {
  part.lines.erase(part.lines.begin(), part.lines.begin() + static_cast<std::ptrdiff_t>(begin));
  part.first += begin;
}

/// start-after / start-at and end-before / end-at.
void select_between(Selection& part, const DirectiveCall& call) {
  std::string_view start = call.has("start-at") ? call.get("start-at") : call.get("start-after");
  if (!start.empty()) {
    std::size_t at = 0;
    while (at < part.lines.size() && !contains(part.lines[at], start)) ++at;
    if (at == part.lines.size()) {
      part.fault = base::format("no line holds '{}'", start);
      return;
    }
    keep_from(part, call.has("start-at") ? at : at + 1);
  }
  std::string_view stop = call.has("end-at") ? call.get("end-at") : call.get("end-before");
  if (stop.empty()) return;
  // As in Sphinx, nothing ends before the first line.
  std::size_t at = call.has("end-at") ? 0 : 1;
  while (at < part.lines.size() && !contains(part.lines[at], stop)) ++at;
  if (at >= part.lines.size()) {
    part.fault = base::format("no line holds '{}'", stop);
    return;
  }
  part.lines.resize(call.has("end-at") ? at + 1 : at);
}

void select_numbers(Selection& part, std::string_view numbers) {
  auto wanted = parse_line_numbers(numbers, part.lines.size());
  if (!wanted || wanted->empty()) {
    part.fault = base::format("'{}' selects no lines", numbers);
    return;
  }
  Lines chosen;
  for (std::size_t i = 0; i < wanted->size(); ++i) {
    part.contiguous = part.contiguous && (i == 0 || (*wanted)[i] == (*wanted)[i - 1] + 1);
    chosen.push_back(part.lines[(*wanted)[i] - 1]);
  }
  part.first += wanted->front() - 1;
  part.lines = std::move(chosen);
}

Selection select_lines(Lines lines, const DirectiveCall& call) {
  Selection part{std::move(lines)};
  if (call.has("pyobject")) {
    std::string_view name = base::trim(call.get("pyobject"));
    Lines object = python_object(part.lines, name);
    if (object.empty()) part.fault = base::format("it has no Python object '{}'", name);
    for (const Line& line : part.lines) {
      if (!object.empty() && line.begin == object.front().begin) break;
      ++part.first;
    }
    part.lines = std::move(object);
  }
  if (part.fault.empty()) select_between(part, call);
  if (part.fault.empty() && call.has("lines")) select_numbers(part, call.get("lines"));
  return part;
}

/// One line of its own before or after the code.
void add_line(Lines& lines, std::string_view text, bool front, Arena& arena) {
  if (text.empty()) return;
  Lines extra = split_text(text, arena);
  lines.insert(front ? lines.begin() : lines.end(), extra.begin(), extra.end());
}

}  // namespace

void build_literal_include(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  Page& page = parser.page();
  auto file = find_included(page, call.argument(), call.span);
  if (!file) return parser.refuse(out, "KB0344"_code, call.whole, {std::string(call.argument())});
  if (!*file) return;
  Selection part = select_lines(split_source(page.sources, *file, 0, page.arena), call);
  if (!part.fault.empty())
    return parser.refuse(out, "KB0345"_code, call.whole,
                         {std::string(call.argument()), part.fault});
  auto number = first_number(call);
  if (call.has("lineno-match")) number = static_cast<int>(part.first + 1);
  if (call.has("prepend") || call.has("append")) part.contiguous = false;
  add_line(part.lines, call.get("prepend"), true, page.arena);
  add_line(part.lines, call.get("append"), false, page.arena);
  std::string language =
      call.has("language") ? code_language(call.get("language")) : page.highlight;
  if (call.has("diff")) language = "diff";
  append_code(parser, call, std::move(part.lines), std::move(language), part.contiguous, number,
              out);
}

}  // namespace kbuild::read::rst
