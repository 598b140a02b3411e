// Cuts texts into lines, keeps the stack of files that include each other, and runs what inserts
// into lines, in the order of MkDocs; see statements.h.
#include "read/mkdocs/statements.h"

#include <algorithm>

#include "base/bounds.h"
#include "read/mkdocs/file_marks.h"
#include "read/mkdocs/include_markdown.h"
#include "read/mkdocs/page_template.h"

namespace kbuild::read::mkdocs {

namespace {

using namespace diag::literals;

constexpr std::size_t kMaxLines = 1'000'000;

}  // namespace

std::vector<InputLine> cut_lines(std::string_view text, Origin origin) {
  std::vector<InputLine> lines;
  lines.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  bool returns = text.find('\r') != text.npos;
  for (std::size_t begin = 0;;) {
    std::size_t end = std::min(
        returns ? find_either(text, '\r', '\n', begin) : text.find('\n', begin), text.size());
    lines.push_back({text.substr(begin, end - begin),
                     origin == kNowhere ? kNowhere : origin + static_cast<Origin>(begin)});
    if (end == text.size()) return lines;
    lines.back().ended = text[end] == '\n';
    begin = end + (text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n' ? 2 : 1);
  }
}

source::Span line_span(const Page& page, const InputLine& line) {
  if (line.origin == kNowhere) return page.span(kNowhere, kNowhere);
  return page.span(line.origin, line.origin + static_cast<Origin>(line.text.size()));
}

std::optional<source::FileId> Inclusions::open(std::string_view path, source::Span where) {
  std::optional<source::FileId> file;
  if (page_.inclusions_refused) return std::nullopt;
  if (!path.empty() && page_.options.include) file = page_.options.include(stack_.back(), path);
  if (!file) {
    page_.report("KB0102"_code, where, {std::string(path)});
    return std::nullopt;
  }
  // By file or, as two reads of one file may have two ids, by path.
  bool loop = std::any_of(stack_.begin(), stack_.end(), [&](source::FileId open) {
    return open == *file || page_.sources.path(open) == page_.sources.path(*file);
  });
  if (loop || stack_.size() > base::kMaxIncludeDepth) {
    page_.report("KB0103"_code, where, {std::string(path)});
    return std::nullopt;
  }
  if (!page_.budget.take_file(page_.sources.text(*file).size(), where)) {
    page_.inclusions_refused = true;
    return std::nullopt;
  }
  if (std::find(page_.included.begin(), page_.included.end(), *file) == page_.included.end())
    page_.included.push_back(*file);
  return file;
}

bool Inclusions::has(std::string_view path) const {
  return !path.empty() && page_.options.include && page_.options.include(stack_.back(), path);
}

bool Inclusions::allows(std::size_t lines, source::Span where) {
  total_ += lines;
  if (total_ <= kMaxLines) return true;
  page_.report("KB0004"_code, where, {"text of snippets", "1,000,000 lines"});
  return false;
}

std::vector<InputLine> run_statements(Page& page, std::vector<InputLine> lines) {
  const auto& definitions = page.options.definitions;
  if (definitions.contains("plugin:include-markdown")) lines = include_markdown(page, lines);
  if (definitions.contains("plugin:macros") || definitions.contains("plugin:table-reader"))
    lines = run_template(page, std::move(lines));
  if (page.on.inclusions) lines = put_marked_files(page, lines);
  return lines;
}

}  // namespace kbuild::read::mkdocs
