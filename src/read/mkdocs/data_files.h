// Files of data as pages show them: the functions of the plugin table-reader, without Python.
// Source: the manual of mkdocs-table-reader-plugin.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "macros/expression.h"
#include "read/mkdocs/inline/page.h"

namespace kbuild::read::mkdocs {

/// All of the plugin; those that only Python could read have no value.
inline constexpr std::string_view kDataFunctions[] = {"read_csv",     "read_table", "read_yaml",
                                                      "read_json",    "read_raw",   "read_excel",
                                                      "read_feather", "read_fwf"};

/// Opens a file by path, with a finding where there is none.
using OpenFile = std::function<std::optional<source::FileId>(std::string_view path)>;

/// The file that the arguments name, as a table in Markdown, or as it is. Missing for an option
/// that would show something else, and, with a finding at `where`, for a file that is no table.
macros::Value read_data(Page& page, std::string_view function, const macros::Arguments& arguments,
                        source::Span where, const OpenFile& open);

}  // namespace kbuild::read::mkdocs
