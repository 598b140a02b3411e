// Tables of GFM; see scanner.h.
#include <algorithm>

#include "base/bounds.h"
#include "base/text.h"
#include "read/myst/scanner.h"

namespace kbuild::read::myst {

namespace {

/// The alignments of "| :-- | --: |", one a column; nothing where the line is no such row.
std::optional<std::vector<long long>> read_alignments(std::string_view line) {
  if (line.size() < 2 || line.find_first_not_of("|-: \t") != line.npos) return std::nullopt;
  if (is_blank(line[0]) || (line[0] == '-' && is_blank(line[1]))) return std::nullopt;
  std::vector<long long> out;
  auto cells = base::split(line, '|');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string_view cell = base::trim(cells[i]);
    if (cell.empty()) {
      if (i > 0 && i + 1 < cells.size()) return std::nullopt;
      continue;
    }
    bool left = cell.front() == ':', right = cell.back() == ':';
    std::string_view dashes = cell.substr(left ? 1 : 0);
    if (right && !dashes.empty()) dashes.remove_suffix(1);
    if (dashes.empty() || dashes.find_first_not_of('-') != dashes.npos) return std::nullopt;
    out.push_back(left && right ? 2 : right ? 3 : left ? 1 : 0);
  }
  return out;
}

/// A cell as the bytes of its line, and whether a bar in it is escaped.
struct Cell {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool escaped = false;
};

/// The cells of a row; a backslash before a bar makes it text.
std::vector<Cell> split_cells(std::string_view line) {
  std::vector<Cell> out(1);
  bool escaped = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '|' && !escaped) {
      out.back().end = i;
      out.push_back({i + 1, i + 1});
    } else if (line[i] == '|') {
      out.back().escaped = true;
    }
    escaped = line[i] == '\\';
  }
  out.back().end = line.size();
  if (out.front().begin == out.front().end) out.erase(out.begin());
  if (!out.empty() && out.back().begin == out.back().end) out.pop_back();
  return out;
}

}  // namespace

bool Scanner::table(std::size_t line, std::size_t end, Mode mode) {
  if (line + 2 > end || line + 1 >= lines_.size() || empty(line + 1)) return false;
  if (rest(line).find('|') == std::string_view::npos) return false;
  if (outdented(line + 1) || indented(line + 1) || indented(line)) return false;
  auto alignments = read_alignments(rest(line + 1));
  if (!alignments) return false;
  std::size_t columns = alignments->size();
  if (columns == 0 || split_cells(base::trim(rest(line))).size() != columns) return false;
  if (mode == Mode::look) return true;

  Parent parent = std::exchange(parent_, Parent::table);
  Node node;
  node.kind = NodeKind::table;
  auto add_row = [&](std::size_t at_line) {
    Node& row = node.children.emplace_back();
    row.kind = NodeKind::row;
    row.span = span(at_line, at_line + 1);
    std::string_view text = base::trim(rest(at_line));
    auto offset = static_cast<std::size_t>(text.data() - at(at_line).data());
    std::vector<Cell> cells = split_cells(text);
    for (std::size_t i = 0; i < columns; ++i) {
      Node& cell = row.children.emplace_back();
      cell.kind = NodeKind::cell;
      cell.number = (*alignments)[i];
      if (i >= cells.size()) continue;
      rst::Line part = lines_[at_line].slice(offset + cells[i].begin, offset + cells[i].end);
      part = part.cut(std::min(part.text.find_first_not_of(" \t"), part.text.size()));
      if (cells[i].escaped) {
        std::string& own = context_.page.arena.emplace_back(part.text);
        own = base::replace_all(own, "\\|", "|");
        part.text = own;
        part.file = {};
      }
      cell.span = rst::span_of(context_.page.sources, part, part);
      cell.lines.push_back(part);
    }
  };
  add_row(line);
  std::size_t next = line + 2, cells = columns;
  for (; next < end && !empty(next); ++next) {
    if (outdented(next) || indented(next) || terminates(next, end, quote)) break;
    cells += columns;
    if (cells > static_cast<std::size_t>(base::kMaxTableCells)) break;
    add_row(next);
  }
  parent_ = parent;
  line_ = next;
  node.span = span(line, next);
  out_->push_back(std::move(node));
  return true;
}

}  // namespace kbuild::read::myst
