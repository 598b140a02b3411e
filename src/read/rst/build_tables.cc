// Tables by directive: table, csv-table and list-table; see builders.h.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "read/rst/builders.h"
#include "read/rst/inline/inline.h"
#include "read/rst/text/include.h"
#include "source/csv.h"

namespace kbuild::read::rst {

using namespace diag::literals;

namespace {

/// Relative widths in percent; empty for "auto", "grid" or what is no list of numbers.
std::vector<std::uint32_t> parse_widths(std::string_view text) {
  std::string separated(text);
  std::replace(separated.begin(), separated.end(), ',', ' ');
  std::vector<long long> parts;
  long long sum = 0;
  for (std::string_view part : base::split_words(separated)) {
    auto number = base::parse_integer(part);
    if (!number || *number <= 0 || *number > 1'000'000) return {};
    parts.push_back(*number);
    sum += *number;
  }
  std::vector<std::uint32_t> out;
  for (long long part : parts)
    out.push_back(static_cast<std::uint32_t>((part * 100 + sum / 2) / sum));
  return out;
}

/// What is wrong with the option `widths` of a table with so many columns, or "".
std::string check_widths(std::string_view widths, std::size_t columns) {
  auto given = parse_widths(widths);
  if (given.empty() || given.size() == columns) return "";
  return base::format("it has {} columns, but {} widths", columns, given.size());
}

void finish_table(BlockParser& parser, const DirectiveCall& call, doc::Table table,
                  doc::Blocks& out) {
  if (!call.argument().empty()) table.caption = argument_inlines(parser, call);
  if (call.has("widths")) table.widths = parse_widths(call.get("widths"));
  doc::Block block{std::move(table), call.span, {}};
  add_common(parser, call, block);
  if (call.has("align"))
    block.attributes.add_class("align-" + base::to_lower(base::trim(call.get("align"))));
  std::string width = css_length(call.get("width"));
  if (!width.empty()) block.attributes.set("style", base::format("width: {};", width));
  out.push_back(std::move(block));
}

using Grid = std::vector<std::vector<doc::TableCell>>;

/// Marks header rows and stub columns and makes all rows equally long.
doc::Table make_table(Grid grid, std::size_t header_rows, std::size_t stub_columns) {
  std::size_t columns = 0;
  for (const auto& row : grid) columns = std::max(columns, row.size());
  doc::Table table;
  table.header_rows = static_cast<std::uint32_t>(std::min(header_rows, grid.size()));
  for (auto& cells : grid) {
    doc::TableRow& row = table.rows.emplace_back();
    row.cells = std::move(cells);
    row.cells.resize(columns);
    for (std::size_t i = 0; i < columns; ++i)
      row.cells[i].header = table.rows.size() <= header_rows || i < stub_columns;
  }
  return table;
}

std::size_t count_option(const DirectiveCall& call, std::string_view option) {
  return static_cast<std::size_t>(std::max(0LL, call.number(option).value_or(0)));
}

}  // namespace

void build_table_directive(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!require_content(parser, call, out)) return;
  doc::Blocks content = parser.nested(call.content);
  auto* table = content.size() == 1 ? std::get_if<doc::Table>(&content[0].value) : nullptr;
  if (!table)
    return parser.refuse(out, "KB0341"_code, call.whole,
                         {std::string(call.written), "its content is not one table"});
  std::size_t columns = 0;
  if (!table->rows.empty())
    for (const doc::TableCell& cell : table->rows[0].cells) columns += cell.column_span;
  if (std::string fault = check_widths(call.get("widths"), columns); !fault.empty())
    return parser.refuse(out, "KB0341"_code, call.whole,
                         {std::string(call.written), std::move(fault)});
  finish_table(parser, call, std::move(*table), out);
}

// ---- csv-table

namespace {

/// A character, its code ("U+007C", "0x7C") or name; "\0" where it is none.
char separator(std::string_view text, char otherwise) {
  text = base::trim(text);
  if (text.empty()) return otherwise;
  if (base::equals_ignoring_case(text, "tab")) return '\t';
  if (base::equals_ignoring_case(text, "space")) return ' ';
  std::string character = unicode_text(text);
  return character.size() == 1 ? character[0] : '\0';
}

/// `lines` are those of the source if the text is from it. False where the text is no such table.
bool append_rows(BlockParser& parser, std::string_view text, const source::CsvDialect& dialect,
                 Grid& grid, LineView lines = {}) {
  std::size_t cells = 0;
  for (const auto& row : grid) cells += row.size();
  auto rows = source::parse_csv(text, dialect);
  if (!rows) return false;
  for (const auto& [fields, line] : *rows) {
    cells += fields.size();
    if (cells > base::kMaxTableCells) return true;
    auto& row = grid.emplace_back();
    for (const std::string& field : fields) {
      doc::TableCell& cell = row.emplace_back();
      cell.children = parser.nested(split_text(field, parser.page().arena));
      if (line < lines.size()) cell.span = span_of(parser.page().sources, lines[line], lines[line]);
    }
  }
  return true;
}

/// Why a table with this many header rows and stub columns is none, or "": a row and a column must
/// be left, and as many widths as columns given (docutils' check_table_dimensions).
std::string check_size(const Grid& grid, std::size_t header_rows, std::size_t stubs,
                       std::string_view widths) {
  std::size_t columns = 0;
  for (const auto& row : grid) columns = std::max(columns, row.size());
  if (header_rows > 0 && header_rows >= grid.size())
    return base::format("it has {} rows, but {} header rows", grid.size(), header_rows);
  if (stubs > 0 && stubs >= columns)
    return base::format("it has {} columns, but {} stub columns", columns, stubs);
  return check_widths(widths, columns);
}

}  // namespace

void build_csv_table(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  Page& page = parser.page();
  auto refuse = [&](diag::Code code, std::string why) {
    parser.refuse(out, code, call.whole, {std::string(call.written), std::move(why)});
  };
  std::string text = join(call.content);
  if (call.has("url"))
    return refuse("KB0341"_code, "kbuild fetches nothing; use the option 'file'");
  if (call.has("file")) {
    if (!call.content.empty()) return refuse("KB0341"_code, "it takes a file or rows, not both");
    auto file = find_included(page, base::trim(call.get("file")), call.span);
    if (!file)
      return parser.refuse(out, "KB0344"_code, call.whole, {std::string(call.get("file"))});
    if (!*file) return;
    text = page.sources.text(*file);
    std::erase(text, '\r');
  }
  if (base::trim(text).empty()) return refuse("KB0341"_code, "it has no rows");
  source::CsvDialect dialect;
  dialect.delimiter = separator(call.get("delim"), ',');
  dialect.quote = separator(call.get("quote"), '"');
  dialect.escape = separator(call.get("escape"), '\0');
  dialect.keep_space = call.has("keepspace");
  for (std::string_view option : {"delim", "quote", "escape"})
    if (call.has(option) && separator(call.get(option), ' ') == '\0')
      return refuse("KB0341"_code, base::format("option '{}' needs one character", option));
  Grid grid;
  std::size_t header_rows = count_option(call, "header-rows");
  if (call.has("header")) {
    // The header is always separated by commas.
    source::CsvDialect plain;
    plain.escape = '\\';
    append_rows(parser, call.get("header"), plain, grid);
    header_rows += grid.size();
  }
  if (!append_rows(parser, text, dialect, grid,
                   call.has("file") ? LineView() : LineView(call.content)))
    return refuse("KB0341"_code, "a quote is left open");
  std::size_t stubs = count_option(call, "stub-columns");
  if (std::string fault = check_size(grid, header_rows, stubs, call.get("widths")); !fault.empty())
    return refuse("KB0341"_code, std::move(fault));
  finish_table(parser, call, make_table(std::move(grid), header_rows, stubs), out);
}

// ---- list-table

namespace {

/// The items of a two-level list as rows; else what is wrong with it.
std::string read_rows(doc::Blocks& content, Grid& grid) {
  auto bullets = [](const doc::Blocks& blocks) {
    auto* list = blocks.size() == 1 ? std::get_if<doc::List>(&blocks[0].value) : nullptr;
    return list && list->style == doc::ListStyle::bullet;
  };
  if (!bullets(content)) return "its content is not one list";
  for (doc::ListItem& item : std::get<doc::List>(content[0].value).items) {
    if (!bullets(item.children))
      return base::format("row {} is not a list of cells", grid.size() + 1);
    auto* cells = &std::get<doc::List>(item.children[0].value);
    auto& row = grid.emplace_back();
    for (doc::ListItem& cell : cells->items) {
      doc::TableCell& made = row.emplace_back();
      made.children = std::move(cell.children);
      made.span = cell.span;
    }
    if (row.size() != grid[0].size())
      return base::format("row {} has {} cells, the first has {}", grid.size(), row.size(),
                          grid[0].size());
  }
  return "";
}

}  // namespace

void build_list_table(BlockParser& parser, const DirectiveCall& call, doc::Blocks& out) {
  if (!require_content(parser, call, out)) return;
  doc::Blocks content = parser.nested(call.content);
  Grid grid;
  std::string fault = read_rows(content, grid);
  std::size_t header_rows = count_option(call, "header-rows"),
              stubs = count_option(call, "stub-columns");
  if (fault.empty()) fault = check_size(grid, header_rows, stubs, call.get("widths"));
  if (!fault.empty())
    return parser.refuse(out, "KB0341"_code, call.whole,
                         {std::string(call.written), std::move(fault)});
  finish_table(parser, call, make_table(std::move(grid), header_rows, stubs), out);
}

}  // namespace kbuild::read::rst
