// Makes grids and reads marks; see grid.h.
#include "claims/reader/grid.h"

#include <algorithm>

#include "base/bounds.h"
#include "base/text.h"
#include "vocabulary/word_list.h"
#include "vocabulary/words.h"

namespace kbuild::claims::reader {

namespace {

using vocabulary::WordClass;
using vocabulary::Words;

constexpr std::size_t kMaxColumns = 200;

/// Mean "no" only if check marks mean "yes".
constexpr std::string_view kCrosses[] = {"x", "×"};
/// In bytes: longer texts are no marks.
constexpr std::size_t kMaxMarkLength = 40;

/// ":material-check:", ":x:": the meaning is in the icon's name.
std::optional<bool> icon_meaning(std::string_view text) {
  if (text.size() < 3 || text.front() != ':' || text.back() != ':' || text.find(' ') != text.npos)
    return std::nullopt;
  for (std::string_view no : {"close", "cross", ":x:", "cancel", "minus", "no_entry", "-x-", "red"})
    if (text.find(no) != text.npos) return false;
  for (std::string_view yes : {"check", "tick", "yes", "green", "done"})
    if (text.find(yes) != text.npos) return true;
  return std::nullopt;
}

std::string bare(std::string_view text) {
  std::string out = base::to_lower(base::collapse_spaces(text));
  std::string_view view = out;
  for (std::string_view quote : {"`", "**", "*", "_"})
    if (view.size() > 2 * quote.size() && view.starts_with(quote) && view.ends_with(quote))
      view = view.substr(quote.size(), view.size() - 2 * quote.size());
  return std::string(view);
}

/// Start of the sign after a mark that refers to a legend: "*", "†", "1", "[1]", "¹".
std::size_t sign_begin(std::string_view text) {
  std::size_t begin = text.size();
  for (;;) {
    std::size_t before = begin;
    std::string_view head = text.substr(0, begin);
    for (std::string_view sign : {"*", "†", "‡", "¹", "²", "³", "#", "\\"})
      if (head.ends_with(sign)) begin -= sign.size();
    if (begin > 1 && before == begin && base::is_digit(text[begin - 1])) --begin;
    if (head.ends_with("]") && head.rfind('[') != head.npos && head.rfind('[') > 0)
      begin = head.rfind('[');
    if (before == begin) return begin;
  }
}

Mark::Meaning plain_meaning(std::string_view text, bool crosses_deny, const Words& words) {
  if (text.size() > kMaxMarkLength) return Mark::Meaning::other;
  if (auto icon = icon_meaning(text))
    return *icon ? Mark::Meaning::positive : Mark::Meaning::negative;
  if (crosses_deny && vocabulary::is_one_of(kCrosses, text)) return Mark::Meaning::negative;
  auto meaning = words.whole(text, {WordClass::yes, WordClass::no, WordClass::default_version});
  if (!meaning || text == "(x)") return Mark::Meaning::other;
  if (*meaning == WordClass::yes) return Mark::Meaning::positive;
  return *meaning == WordClass::no ? Mark::Meaning::negative : Mark::Meaning::default_version;
}

}  // namespace

bool Grid::is_band(std::size_t row) const {
  const auto& cells = rows[row];
  return cells.size() > 1 && std::all_of(cells.begin() + 1, cells.end(),
                                         [](const GridCell& cell) { return cell.continued; });
}

Grid Grid::transposed() const {
  Grid out;
  out.header_rows = 1;
  out.rows.resize(columns());
  for (std::size_t column = 0; column < columns(); ++column)
    for (const auto& row : rows) {
      out.rows[column].push_back(row[column]);
      out.rows[column].back().continued = false;
    }
  return out;
}

Grid make_grid(const doc::Table& table, source::Span span, const Words& words) {
  Grid grid;
  // For each column, the cell that spans down from an earlier row and for how many rows more.
  std::vector<std::pair<std::uint32_t, GridCell>> spanning;
  std::size_t widest = 0;
  for (const doc::TableRow& row : table.rows) {
    if (grid.rows.size() * widest >= base::kMaxTableCells) {
      grid.cut = true;
      break;
    }
    std::vector<GridCell> cells;
    auto take_spanning = [&] {
      while (cells.size() < spanning.size() && spanning[cells.size()].first > 0) {
        --spanning[cells.size()].first;
        cells.push_back(spanning[cells.size()].second);
      }
    };
    for (const doc::TableCell& cell : row.cells) {
      take_spanning();
      GridCell made{LocatedText(cell.span ? cell.span : row.span ? row.span : span), cell.header};
      made.located.append(cell.children);
      for (std::uint32_t i = 0; i < std::max(1u, cell.column_span) && cells.size() < kMaxColumns;
           ++i) {
        if (spanning.size() <= cells.size()) spanning.resize(cells.size() + 1);
        if (cell.row_span > 1) spanning[cells.size()] = {cell.row_span - 1, made};
        cells.push_back(made);
        made.continued = true;
      }
      grid.cut |= cells.size() == kMaxColumns;
    }
    take_spanning();
    widest = std::max(widest, cells.size());
    grid.rows.push_back(std::move(cells));
  }
  for (auto& row : grid.rows) row.resize(widest, GridCell{LocatedText(span), false});
  grid.header_rows = std::min<std::size_t>(table.header_rows, grid.rows.size());
  bool first_is_header = !grid.rows.empty() && !grid.rows[0].empty() &&
                         std::all_of(grid.rows[0].begin(), grid.rows[0].end(),
                                     [](const GridCell& cell) { return cell.header; });
  if (grid.header_rows == 0 && first_is_header) grid.header_rows = 1;
  // Header of two rows, in dialects that mark cells instead of rows.
  auto is_header_row = [](const std::vector<GridCell>& row) {
    return std::all_of(row.begin(), row.end(), [](const GridCell& cell) { return cell.header; });
  };
  while (grid.header_rows > 0 && grid.header_rows + 1 < grid.rows.size() &&
         is_header_row(grid.rows[grid.header_rows]))
    ++grid.header_rows;
  for (std::size_t i = grid.header_rows + 1; i < grid.rows.size(); ++i)
    for (std::size_t column = 0; column < widest; ++column) {
      std::string mark = base::to_lower(base::trim(grid.rows[i][column].text()));
      // The text of the cell above at the place of this cell.
      if (!words.is(mark, WordClass::ditto)) continue;
      LocatedText same(grid.rows[i][column].located.place(0));
      same.append(grid.rows[i - 1][column].text(), grid.rows[i][column].located.place(0));
      grid.rows[i][column].located = std::move(same);
    }
  return grid;
}

bool is_check(std::string_view text, const Words& words) {
  std::string mark = bare(text);
  return !vocabulary::is_one_of(kCrosses, mark) &&
         plain_meaning(mark, false, words) == Mark::Meaning::positive;
}

Mark read_mark(std::string_view written, bool crosses_deny, const Words& words) {
  std::string text = bare(written);
  if (text.empty() || text == "\xc2\xa0" || text == "?") return {};
  Mark::Meaning meaning = plain_meaning(text, crosses_deny, words);
  if (meaning != Mark::Meaning::other) return {meaning, {}};
  if (text.size() > 2 && text.front() == '(' && text.back() == ')') {
    std::string_view inner = base::trim(std::string_view(text).substr(1, text.size() - 2));
    if (plain_meaning(inner, crosses_deny, words) == Mark::Meaning::positive)
      return {Mark::Meaning::qualified, base::collapse_spaces(written)};
  }
  // "X (default)", "oui, par défaut": a yes with a remark.
  std::size_t part = text.find_first_of("(,");
  if (part != text.npos && part > 0) {
    std::string_view head = base::trim(std::string_view(text).substr(0, part));
    std::string_view tail = base::trim(std::string_view(text).substr(part + 1));
    if (text[part] == '(' && tail.ends_with(')')) tail.remove_suffix(1);
    if (plain_meaning(head, crosses_deny, words) == Mark::Meaning::positive &&
        plain_meaning(base::trim(tail), false, words) == Mark::Meaning::default_version)
      return {Mark::Meaning::default_version, {}};
  }
  // "✔ default".
  if (std::size_t blank = text.find(' '); blank != text.npos) {
    std::string_view rest = base::trim(std::string_view(text).substr(blank));
    if (is_check(std::string_view(text).substr(0, blank), words) &&
        plain_meaning(rest, false, words) == Mark::Meaning::default_version)
      return {Mark::Meaning::default_version, {}};
  }
  std::size_t sign = sign_begin(text);
  if (sign > 0 && sign < text.size()) {
    std::string_view head = base::trim(std::string_view(text).substr(0, sign));
    meaning = plain_meaning(head, crosses_deny, words);
    if (meaning == Mark::Meaning::positive) return {Mark::Meaning::qualified, text.substr(sign)};
    if (meaning != Mark::Meaning::other && !head.empty()) return {meaning, {}};
    bool parenthesised = head.size() > 2 && head.front() == '(' && head.back() == ')' &&
                         plain_meaning(base::trim(head.substr(1, head.size() - 2)), crosses_deny,
                                       words) == Mark::Meaning::positive;
    if (parenthesised) return {Mark::Meaning::qualified, std::string(head)};
  }
  return {Mark::Meaning::other, {}};
}

Mark::Meaning meaning_before_remark(std::string_view written, bool crosses_deny,
                                    const Words& words) {
  std::string text = bare(written);
  std::string_view first = std::string_view(text).substr(0, text.find_first_of(" (,;"));
  if (first.empty() || first.size() == text.size()) return Mark::Meaning::other;
  // "X11" and "no other" begin with words, "x (GPU)" with a mark.
  std::string_view rest = base::trim_left(std::string_view(text).substr(first.size()));
  bool parted = rest.front() == '(' || rest.front() == ',' || rest.front() == ';';
  if (base::is_alpha(first.front()) && !parted) return Mark::Meaning::other;
  Mark::Meaning meaning = plain_meaning(first, crosses_deny, words);
  bool says = meaning == Mark::Meaning::positive || meaning == Mark::Meaning::negative;
  // "- new" is no mark.
  return says && (parted || first.front() != '-') ? meaning : Mark::Meaning::other;
}

}  // namespace kbuild::claims::reader
