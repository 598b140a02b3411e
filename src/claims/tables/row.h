// A row of an availability table: what its cells say of software, versions, modules, status and
// systems. What is claimed by it is table.cc's. Internal to src/page.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "claims/tables/status.h"

namespace kbuild::claims {

struct TableRow {
  std::vector<std::uint32_t> products;
  std::vector<std::pair<std::string, bool>> versions;  // with "(default)" beside it
  /// What remarks beside versions say of them: "2.1 (deprecated)".
  std::map<std::string, ClaimStatus> states;
  std::vector<std::string> modules;
  ClaimStatus status = ClaimStatus::available;
  /// Systems that a note gives as the only ones; empty where none does.
  std::vector<std::uint32_t> only_systems;
  /// Systems that a note or status names; empty: all of the row.
  std::vector<std::uint32_t> status_systems;
  std::vector<std::uint32_t> systems;
  bool has_system_names = false;
  std::string label;
  source::Span place;
  /// Of a table that lies on its side: where its versions, and the cell at hand, stand.
  std::map<std::string, source::Span> version_places;
  source::Span cell;
  /// The cells that say something, as a reader sees them.
  std::string excerpt;
};

/// Reads the rows of one table from top to bottom: a blank cell may go on with the row above.
class TableRowReader {
 public:
  /// `transposed` says that the grid's rows are the columns of the page.
  TableRowReader(Extraction& extraction, const Passage& passage, const TableLayout& layout,
                 bool transposed)
      : extraction_(extraction),
        vocabulary_(extraction.vocabulary),
        passage_(passage),
        layout_(layout),
        columns_(layout.columns()),
        transposed_(transposed) {}

  TableRow read(const std::vector<GridCell>& cells);

 private:
  using Cells = std::vector<GridCell>;

  void read_product(const Cells& cells, TableRow& row);
  /// The module that stands below "Version" in a row.
  std::optional<ModuleName> version_module(const Cells& cells) const;
  void read_modules(const Cells& cells, TableRow& row);
  /// Modules of other software in a row are what it needs. The row's own are those of its product,
  /// else those of the product of its first module.
  void keep_own_modules(TableRow& row);
  /// Whether a column is headed as one of modules, or by nothing.
  bool says_modules() const;
  void read_versions(const Cells& cells, TableRow& row);
  /// "2.1 (deprecated)", "2.4 *" where a note says what the star means.
  void read_remark(std::string_view text, const std::string& version, TableRow& row);
  void read_status(const Cells& cells, TableRow& row);
  void read_systems(const Cells& cells, TableRow& row);
  /// The names of a cell below "System": known ones, and other single words of a list that has one.
  std::vector<std::uint32_t> listed_systems(std::string_view text);

  int count(Role role) const { return layout_.count(role); }

  Extraction& extraction_;
  vocabulary::Vocabulary& vocabulary_;
  const Passage& passage_;
  const TableLayout& layout_;
  const std::vector<Column>& columns_;
  bool transposed_;
  /// What the page says of a star, once it was asked.
  std::optional<ClaimStatus> star_ = {};
  /// Of the row before.
  std::optional<std::uint32_t> last_product_ = {};
  /// Of the last row that names any.
  std::vector<std::uint32_t> last_systems_ = {};
};

}  // namespace kbuild::claims
