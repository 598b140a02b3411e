// Reads a file of data as rows of text, keeps those that the options name, and writes them as a
// table. Values stay as written: "4.10" is no number 4.1, and a cell without a value is empty.
#include "read/mkdocs/data_files.h"

#include <algorithm>
#include <span>

#include "base/bounds.h"
#include "base/format.h"
#include "base/text.h"
#include "meta/typed.h"
#include "source/csv.h"

namespace kbuild::read::mkdocs {

using namespace diag::literals;

namespace {

using base::Json;
using macros::Arguments;

using Cells = std::vector<std::string>;

struct DataTable {
  Cells header;
  std::vector<Cells> rows;
};

/// A table, or why a file makes none.
struct ReadTable {
  DataTable table;
  std::string fault;
};

/// Options that choose what is shown, by function, and options that change nothing of it here.
constexpr std::string_view kChoices[] = {"sep",      "delimiter", "header",  "names",
                                         "skiprows", "nrows",     "usecols", "colalign"};
constexpr std::string_view kWithoutEffect[] = {
    "engine",           "encoding",        "tablefmt", "disable_numparse", "na_filter",
    "skipinitialspace", "keep_default_na", "dtype",    "low_memory",       "skip_blank_lines"};

bool is_among(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_readable(std::string_view function, const Arguments& arguments) {
  bool by_lines = function == "read_csv" || function == "read_table";
  if (!by_lines && !base::is_any_of(function, {"read_yaml", "read_json", "read_raw"})) return false;
  std::size_t nameless = 0;
  for (const auto& [name, value] : arguments) {
    nameless += name.empty();
    bool path = name.empty() || name == "filepath_or_buffer" || name == "path_or_buf";
    bool orient = name == "orient" && function == "read_json" && value.json == "records";
    bool format = name == "tablefmt" && !(value.json == "pipe" || value.json == "github");
    bool known = path || orient || is_among(name, kWithoutEffect) ||
                 (by_lines && is_among(name, kChoices)) || name == "colalign";
    if (!known || format || !value.missing.empty()) return false;
  }
  return nameless <= 1;
}

/// An argument that is given by its name alone.
Json option(const Arguments& arguments, std::string_view name, Json otherwise = nullptr) {
  return macros::argument(arguments, std::string_view::npos, name, std::move(otherwise));
}

std::size_t count_option(const Arguments& arguments, std::string_view name, std::size_t otherwise) {
  Json value = option(arguments, name);
  return value.is_number_unsigned() ? value.get<std::size_t>() : otherwise;
}

ReadTable read_lines(std::string_view function, std::string_view text, const Arguments& arguments) {
  source::CsvDialect dialect;
  dialect.keep_space = true;
  Json separator =
      option(arguments, "delimiter", function == "read_table" ? Json("\t") : Json(","));
  separator = option(arguments, "sep", separator);
  if (!separator.is_string() || separator.get_ref<const std::string&>().size() != 1)
    return {{}, "its separator is not one character"};
  dialect.delimiter = separator.get_ref<const std::string&>()[0];
  for (std::size_t left = count_option(arguments, "skiprows", 0); left > 0 && !text.empty(); --left)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  auto rows = source::parse_csv(base::replace_all(text, "\r\n", "\n"), dialect);
  if (!rows) return {{}, "a quote is left open"};
  if (rows->empty()) return {{}, "it is empty"};

  DataTable table;
  Json names = option(arguments, "names");
  bool has_header = !option(arguments, "header", names.is_null() ? Json(0) : Json()).is_null();
  if (names.is_array())
    for (const Json& name : names) table.header.push_back(macros::text_of(name));
  else if (has_header)
    table.header = rows->front().fields;
  else
    for (std::size_t i = 0; i < rows->front().fields.size(); ++i)
      table.header.push_back(base::format("{}", i));
  std::size_t first = has_header ? 1 : 0, most = count_option(arguments, "nrows", rows->size());
  for (std::size_t i = first; i < rows->size() && table.rows.size() < most; ++i) {
    Cells& cells = (*rows)[i].fields;
    if (cells.size() > table.header.size())
      return {{}, base::format("line {} has more cells than the first", (*rows)[i].line + 1)};
    table.rows.push_back(std::move(cells));
  }
  return {std::move(table), {}};
}

/// Texts by key, those of nested mappings under "outer.inner".
void flatten(const Json& value, const std::string& prefix, std::vector<std::string>& keys,
             Cells& cells) {
  if (value.is_object()) {
    for (const auto& [key, item] : value.items())
      flatten(item, prefix.empty() ? key : prefix + "." + key, keys, cells);
    return;
  }
  auto at = static_cast<std::size_t>(std::find(keys.begin(), keys.end(), prefix) - keys.begin());
  if (at == keys.size()) keys.push_back(prefix);
  cells.resize(std::max(cells.size(), at + 1));
  cells[at] = value.is_null() ? "" : macros::text_of(value);
}

/// A list of mappings is a table of rows; a mapping of lists or mappings one of columns, and any
/// other mapping a row.
ReadTable table_of(const Json& data) {
  DataTable table;
  auto add_row = [&](const Json& row) {
    flatten(row, "", table.header, table.rows.emplace_back());
  };
  if (data.is_array()) {
    for (const Json& row : data) {
      if (!row.is_object()) return {{}, "it is no list of mappings"};
      add_row(row);
      if (table.header.size() * table.rows.size() > base::kMaxTableCells) break;
    }
    return {std::move(table), {}};
  }
  if (!data.is_object()) return {{}, "it is no list of mappings"};
  bool columns =
      std::all_of(data.begin(), data.end(), [](const Json& item) { return item.is_structured(); });
  if (!columns) {
    add_row(data);
    return {std::move(table), {}};
  }
  for (const auto& [key, column] : data.items()) {
    std::size_t row = 0;
    for (const Json& item : column) {
      if (table.rows.size() <= row) table.rows.emplace_back();
      table.rows[row].resize(table.header.size());
      table.rows[row++].push_back(item.is_null() ? "" : macros::text_of(item));
    }
    table.header.push_back(key);
  }
  return {std::move(table), {}};
}

ReadTable read_yaml(Page& page, source::FileId file) {
  auto size = static_cast<std::uint32_t>(page.sources.text(file).size());
  meta::ParsedYaml yaml = meta::parse_yaml(page.sources, {file, 0, size});
  return yaml.error ? ReadTable{{}, *yaml.error} : table_of(meta::to_json(yaml.value));
}

ReadTable read_json(std::string_view text) {
  bool too_deep = false;
  Json data = Json::parse(
      text,
      [&](int depth, Json::parse_event_t, Json&) {
        too_deep = too_deep || depth > base::kMaxNesting;
        return !too_deep;
      },
      false);
  if (data.is_discarded()) return {{}, "it is not JSON"};
  return too_deep ? ReadTable{{}, "it is nested too deeply"} : table_of(data);
}

/// Only these columns, by name or place, in the table's order.
void keep_columns(DataTable& table, const Json& wanted) {
  if (!wanted.is_array()) return;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < table.header.size(); ++i)
    if (std::any_of(wanted.begin(), wanted.end(),
                    [&](const Json& each) { return each == i || each == table.header[i]; }))
      kept.push_back(i);
  auto keep = [&](const Cells& cells) {
    Cells out;
    for (std::size_t i : kept) out.push_back(i < cells.size() ? cells[i] : "");
    return out;
  };
  table.header = keep(table.header);
  for (Cells& row : table.rows) row = keep(row);
}

/// The line below the header: columns of numbers stand right, unless the option says otherwise.
std::string alignment(const DataTable& table, std::size_t column, const Json& wish) {
  std::string said = wish.is_array() && column < wish.size() ? macros::text_of(wish[column]) : "";
  if (said == "center") return ":---:";
  if (said == "left" || said == "right") return said == "left" ? ":---" : "---:";
  bool any = false;
  for (const Cells& row : table.rows) {
    if (column >= row.size() || row[column].empty()) continue;
    Json number = Json::parse(row[column], nullptr, false);
    if (!number.is_number()) return ":---";
    any = true;
  }
  return any ? "---:" : ":---";
}

std::string markdown_of(const DataTable& table, const Json& alignments) {
  auto line = [&](const Cells& cells) {
    std::string out = "|";
    for (std::size_t i = 0; i < table.header.size(); ++i) {
      std::string cell = i < cells.size() ? cells[i] : "";
      cell = base::replace_all(base::replace_all(cell, "|", "\\|"), "\n", "<br>");
      out += " " + cell + " |";
    }
    return out;
  };
  std::string out = line(table.header) + "\n|";
  for (std::size_t i = 0; i < table.header.size(); ++i)
    out += alignment(table, i, alignments) + "|";
  for (const Cells& row : table.rows) out += "\n" + line(row);
  return out;
}

}  // namespace

macros::Value read_data(Page& page, std::string_view function, const Arguments& arguments,
                        source::Span where, const OpenFile& open) {
  macros::Value said = macros::make_missing(function, true);
  if (!is_readable(function, arguments)) return said;
  Json path = option(arguments, "filepath_or_buffer");
  path = macros::argument(arguments, 0, "path_or_buf", path);
  if (!path.is_string()) return said;
  said.is_said = true;
  auto file = open(path.get_ref<const std::string&>());
  if (!file) return said;
  std::string_view text = page.sources.text(*file);
  if (function == "read_raw") return {std::string(text)};
  ReadTable read = function == "read_yaml"   ? read_yaml(page, *file)
                   : function == "read_json" ? read_json(text)
                                             : read_lines(function, text, arguments);
  keep_columns(read.table, option(arguments, "usecols"));
  if (read.fault.empty() && read.table.header.empty()) read.fault = "it has no columns";
  if (read.table.header.size() * (read.table.rows.size() + 1) > base::kMaxTableCells)
    read.fault = base::format("it has more than {} cells", base::kMaxTableCells);
  if (!read.fault.empty()) {
    page.report("KB0160"_code, where, {path.get<std::string>(), read.fault});
    return said;
  }
  return {markdown_of(read.table, option(arguments, "colalign"))};
}

}  // namespace kbuild::read::mkdocs
