// Tables (extensions/tables.py): a header row and a row of hyphens, with or without pipes at the
// edges; pipes in code spans and behind a backslash part no cells.
#include <map>

#include "base/bounds.h"
#include "base/text.h"
#include "read/mkdocs/blocks.h"

namespace kbuild::read::mkdocs {

namespace {

enum Border : unsigned { none = 0, left = 1, right = 2 };

std::string_view strip(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// The last character is an unescaped pipe.
bool ends_with_pipe(std::string_view row) {
  if (!row.ends_with('|')) return false;
  std::size_t slashes = 0;
  while (slashes + 1 < row.size() && row[row.size() - 2 - slashes] == '\\') ++slashes;
  return slashes % 2 == 0;
}

/// A run of backticks: "\```" is one whose first is escaped.
struct Tick {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t length = 0;
  bool escaped = false;
};

/// Offsets of the pipes that are outside code spans.
std::vector<std::size_t> find_pipes(std::string_view row) {
  std::vector<Tick> ticks;
  std::vector<std::size_t> pipes, good;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == '\\' && i + 1 < row.size() && (row[i + 1] == '\\' || row[i + 1] == '|')) {
      ++i;
    } else if (row[i] == '`' || (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '`')) {
      Tick tick{i, i, 0, row[i] == '\\'};
      if (tick.escaped) ++i;
      std::size_t first = i;
      while (i + 1 < row.size() && row[i + 1] == '`') ++i;
      tick.end = i;
      tick.length = i - first + 1 + (tick.escaped ? 1 : 0);
      ticks.push_back(tick);
    } else if (row[i] == '|') {
      pipes.push_back(i);
    }
  }
  // Where the last run of each length is, so that none is looked for behind it.
  std::map<std::size_t, std::size_t> last_of;
  for (std::size_t i = 0; i < ticks.size(); ++i) last_of[ticks[i].length] = i;
  std::size_t next = 0, until = 0;
  bool inside = false;
  for (std::size_t pipe : pipes) {
    // Pair runs of equal length up to the pipe.
    while (next < ticks.size() && ticks[next].begin < pipe) {
      std::size_t size = ticks[next].length - (ticks[next].escaped ? 1 : 0), match = next + 1;
      // The escape counts into the length of a run that would open, so "\`" never does.
      if (ticks[next].escaped) --size;
      auto last = last_of.find(size);
      if (size == 0 || last == last_of.end() || last->second < match) {
        ++next;
        continue;
      }
      while (ticks[match].length != size) ++match;
      inside = true;
      until = ticks[match].end;
      next = match + 1;
      if (until > pipe) break;
    }
    if (inside && pipe <= until) continue;
    good.push_back(pipe);
  }
  return good;
}

Lines split_row(std::string_view row, unsigned border) {
  if (border != none) {
    if (row.starts_with('|')) row.remove_prefix(1);
    if (ends_with_pipe(row)) row.remove_suffix(1);
  }
  Lines cells;
  std::size_t begin = 0;
  for (std::size_t pipe : find_pipes(row)) {
    cells.push_back(row.substr(begin, pipe - begin));
    begin = pipe + 1;
  }
  cells.push_back(row.substr(begin));
  return cells;
}

bool is_separator(const Lines& cells) {
  for (std::string_view cell : cells)
    if (cell.find_first_not_of("|:- ") != cell.npos) return false;
  return true;
}

doc::Alignment alignment_of(std::string_view cell) {
  cell = strip(cell);
  bool at_left = cell.starts_with(':'), at_right = cell.ends_with(':');
  if (at_left && at_right) return doc::Alignment::center;
  if (at_left) return doc::Alignment::left;
  return at_right ? doc::Alignment::right : doc::Alignment::none;
}

}  // namespace

bool BlockParser::read_table(Node& parent, Queue& blocks) {
  const LineRange& front = blocks.front();
  if (!page_.on.tables || front.size() < 2 ||
      front[1].find_first_not_of("|:- ") != std::string_view::npos)
    return false;
  std::string_view header = strip(front[0]);
  unsigned border =
      (header.starts_with('|') ? left : none) | (ends_with_pipe(header) ? right : none);
  Lines head = split_row(header, border), separator = split_row(strip(front[1]), border);
  if (head.size() == 1) {
    // A table of one column has a pipe in each of its rows.
    if (border == none) return false;
    std::size_t without = front.find(Search::row_without_edge, 1, [&](std::size_t i) {
      return !strip(front[i]).starts_with('|') && !ends_with_pipe(strip(front[i]));
    });
    if (without < front.size()) return false;
  }
  if (separator.size() != head.size() || !is_separator(separator)) return false;

  LineRange block = blocks.pop();
  Node& node = parent.add(Tag::table);
  extend(node, block);
  for (std::string_view cell : separator) node.alignments.push_back(alignment_of(cell));
  std::size_t columns = head.size();
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (i == 1) continue;
    // Short rows are filled up, so that the cells of all tables count.
    page_.table_cells += columns;
    if (page_.table_cells > base::kMaxTableCells) {
      if (!page_.too_many_cells_said)
        page_.report({4}, page_.span_of(block[i]),
                     {"what the tables of a page hold", "100,000 cells"});
      page_.too_many_cells_said = true;
      break;
    }
    Lines cells = i == 0 ? std::move(head) : split_row(strip(block[i]), border);
    cells.resize(columns);
    for (std::string_view& cell : cells) cell = strip(cell);
    node.rows.push_back(std::move(cells));
  }
  // A table without rows has one with empty cells.
  if (node.rows.size() == 1) node.rows.push_back(Lines(columns));
  return true;
}

}  // namespace kbuild::read::mkdocs
