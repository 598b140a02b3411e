// Bounds on what cmark-gfm is given; see bounds.h.
#include "read/commonmark/bounds.h"

#include <algorithm>

#include "base/bounds.h"
#include "base/text.h"

namespace kbuild::read {

namespace {

/// Of one run of lines: far more than any page has, and still milliseconds of work.
constexpr std::size_t kMaxMarks = 3'000;

bool is_mark(char c) {
  return c == '*' || c == '_';
}

std::size_t count_mark_runs(std::string_view line) {
  std::size_t runs = 0;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (is_mark(line[i]) && (i == 0 || line[i - 1] != line[i])) ++runs;
  return runs;
}

/// The number of columns where the line can delimit a table's header, else 0.
std::size_t count_delimiter_columns(std::string_view line) {
  if (line.find_first_not_of("|:- \t>") != line.npos || line.find('-') == line.npos) return 0;
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), '|')) + 1;
}

bool is_code_fence(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of("> \t"), line.size()));
  return line.starts_with("```") || line.starts_with("~~~");
}

std::string escape_marks(std::string_view line) {
  std::string out;
  for (char c : line) {
    if (is_mark(c)) out += '\\';
    out += c;
  }
  return out;
}

/// What was counted since the last blank line or fence.
struct Run {
  std::size_t begin = 0;
  std::size_t marks = 0;
  std::size_t columns = 0;
  std::size_t cells = 0;
};

}  // namespace

BoundedMarkdown bound_markdown(std::string_view text) {
  BoundedMarkdown result;
  std::string out;
  std::size_t copied = 0;
  bool fenced = false;
  Run run;
  auto replace = [&](std::size_t begin, std::size_t end, std::string_view with) {
    out += text.substr(copied, begin - copied);
    out += with;
    copied = end;
  };
  auto report = [&](std::string_view what, std::string_view bound) {
    if (result.what.empty()) result = {{}, std::string(what), std::string(bound), run.begin};
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    std::string_view line = text.substr(at, end - at);
    bool fence = is_code_fence(line);
    if (fence) fenced = !fenced;
    if (fence || fenced || base::trim(line).empty()) {
      run = Run{end};
    } else {
      run.marks += count_mark_runs(line);
      run.columns = std::max(run.columns, count_delimiter_columns(line));
      run.cells += run.columns;
      if (run.marks > kMaxMarks) {
        replace(at, end, escape_marks(line));
        report("a paragraph", "3,000 emphasis marks");
      }
      if (run.cells > base::kMaxTableCells) {
        // A blank line ends the table; the row itself becomes text.
        replace(at, end, "");
        report("a table", "100,000 cells");
        run = Run{end};
      }
    }
    at = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
  }
  if (result.what.empty()) return result;
  out += text.substr(std::min(copied, text.size()));
  result.text = std::move(out);
  return result;
}

}  // namespace kbuild::read
