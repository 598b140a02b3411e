// Cuts ranges of lines; see line_range.h.
#include "read/mkdocs/text/line_range.h"

#include <algorithm>

namespace kbuild::read::mkdocs {

namespace {

template <class IsEdge>
LineRange without_edges(const LineRange& lines, IsEdge is_edge) {
  std::size_t first = 0, last = lines.size();
  while (first < last && is_edge(lines[first])) ++first;
  while (last > first && is_edge(lines[last - 1])) --last;
  return lines.part(first, last);
}

}  // namespace

std::vector<LineRange> split_blocks(const LineRange& lines) {
  std::vector<LineRange> blocks;
  std::size_t begin = 0;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (!lines[i].empty() || i == begin) continue;
    blocks.push_back(lines.part(begin, i));
    begin = i + 1;
  }
  if (begin < lines.size()) blocks.push_back(lines.from(begin));
  return blocks;
}

LineRange without_empty_edges(LineRange lines) {
  return without_edges(lines, [](std::string_view line) { return line.empty(); });
}

LineRange without_blank_edges(LineRange lines) {
  return without_edges(lines, [](std::string_view line) { return is_blank(line); });
}

bool is_blank(const LineRange& lines) {
  return std::all_of(lines.begin(), lines.end(),
                     [](std::string_view line) { return is_blank(line); });
}

}  // namespace kbuild::read::mkdocs
