// A row of an availability table: software, versions, modules, status and systems in its cells. The
// claims that follow are table.cc's.
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
  /// The status in remarks next to versions: "2.1 (deprecated)".
  std::map<std::string, ClaimStatus> states;
  std::vector<std::string> modules;
  ClaimStatus status = ClaimStatus::available;
  /// The only systems according to a note; empty if there is no such note.
  std::vector<std::uint32_t> only_systems;
  /// The systems that a note or status is about; empty means all of the row.
  std::vector<std::uint32_t> status_systems;
  std::vector<std::uint32_t> systems;
  bool has_system_names = false;
  std::string label;
  source::Span place;
  /// In a transposed table: the places of its versions and of the current cell.
  std::map<std::string, source::Span> version_places;
  source::Span cell;
  /// The non-empty cells as a reader sees them.
  std::string excerpt;
};

/// Reads the rows of a table from top to bottom; a blank cell may continue the row above.
class TableRowReader {
 public:
  /// `transposed`: the grid's rows are the columns of the page.
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
  /// The module in the row's "Version" column.
  std::optional<ModuleName> version_module(const Cells& cells) const;
  void read_modules(const Cells& cells, TableRow& row);
  /// Drops modules of other software, which are dependencies. The row's own are those of its
  /// product, else those of the product of its first module.
  void keep_own_modules(TableRow& row);
  /// Whether a column's header says modules or is blank.
  bool says_modules() const;
  void read_versions(const Cells& cells, TableRow& row);
  /// Reads "2.1 (deprecated)" and "2.4 *" if a note explains the star.
  void read_remark(std::string_view text, const std::string& version, TableRow& row);
  void read_status(const Cells& cells, TableRow& row);
  void read_systems(const Cells& cells, TableRow& row);
  /// The systems of a cell below "System": known names, and single words listed with one.
  std::vector<std::uint32_t> listed_systems(std::string_view text);

  int count(Role role) const { return layout_.count(role); }

  Extraction& extraction_;
  vocabulary::Vocabulary& vocabulary_;
  const Passage& passage_;
  const TableLayout& layout_;
  const std::vector<Column>& columns_;
  bool transposed_;
  /// The page's explanation of a star, once looked up.
  std::optional<ClaimStatus> star_ = {};
  /// Of the row before.
  std::optional<std::uint32_t> last_product_ = {};
  /// Of the last row that names systems.
  std::vector<std::uint32_t> last_systems_ = {};
};

}  // namespace kbuild::claims
