// Lines of Markdown; see lines.h. The columns are those of markdown-it's StateBlock.
#include "read/myst/lines.h"

#include "base/text.h"

namespace kbuild::read::myst {

namespace {

rst::Lines split(std::string_view text, rst::FileId file, std::size_t begin) {
  rst::Lines lines;
  while (begin < text.size()) {
    std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (line.find_first_not_of(" \t\v\f") == line.npos) line = line.substr(0, 0);
    lines.push_back({line, file, static_cast<std::uint32_t>(begin), 0, false});
    begin = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
  }
  return lines;
}

}  // namespace

rst::Lines split_lines(const rst::SourceStore& sources, rst::FileId file, std::uint32_t begin) {
  return split(sources.text(file), file, begin);
}

rst::Lines split_lines(std::string_view text, rst::Arena& arena) {
  return split(arena.emplace_back(text), {}, 0);
}

Mark measure(const rst::Line& line) {
  Mark mark;
  while (mark.first < line.text.size() && is_blank(line.text[mark.first])) {
    mark.indent += line.text[mark.first] == '\t' ? 4 - mark.indent % 4 : 1;
    ++mark.first;
  }
  return mark;
}

rst::Line without_indent(const rst::Line& line, const Mark& mark, int columns, rst::Arena& arena) {
  int column = 0;
  std::size_t at = mark.begin;
  for (; at < line.text.size() && column < columns; ++at) {
    if (line.text[at] == '\t')
      column += 4 - (column + mark.base) % 4;
    else if (line.text[at] == ' ' || at < mark.first)
      ++column;
    else
      break;
  }
  if (column <= columns) return line.cut(at);
  auto rest = static_cast<std::size_t>(column - columns);
  rst::Line out = line.cut(at - std::min(at, rest));
  out.text = arena.emplace_back(std::string(rest, ' ') + std::string(line.text.substr(at)));
  return out;
}

}  // namespace kbuild::read::myst
