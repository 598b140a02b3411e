// What the columns of a table are: versions, modules, software, systems, marks below a system's
// name. A header's words decide, then names of systems and products in it, then the form of all
// cells of the column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "claims/reader/grid.h"
#include "claims/reader/subject.h"

namespace kbuild::claims::reader {

enum class Role : std::uint8_t {
  /// Nothing that is read: descriptions, licences, addresses, versions of other things.
  other,
  version,
  /// Its marks say which row is the default; its versions are defaults.
  default_version,
  module,
  software,
  /// The cells name systems.
  systems,
  /// The header names systems; the cells are marks, versions or modules.
  of_system,
  status,
  notes
};

struct Column {
  Role role = Role::other;
  /// Those that the header names.
  std::vector<std::string> systems = {};
  /// Whether the header's name is no known system but stands over marks beside versions.
  bool as_written = false;
  /// The product that the header names.
  std::string product = {};
};

struct Layout {
  std::vector<Column> columns;
  /// The first row below the header.
  std::size_t body = 0;
  /// Whether "x" means no, as in tables that also have check marks.
  bool crosses_deny = false;
  /// Rows that are one cell across the table.
  std::vector<bool> bands = {};

  int count(Role role) const;
};

/// Where a table stands.
struct TableContext {
  const Subject& subject;
  /// The product of the labels above; empty if none.
  std::string product = {};
  /// Whether the structure above names systems.
  bool placed = false;
};

/// The columns of a table whose rows are read; all are Role::other if it lists no versions. `grid`
/// is transposed where its columns are versions or its first column has the headers.
Layout layout_of(Grid& grid, const TableContext& context);

}  // namespace kbuild::claims::reader
