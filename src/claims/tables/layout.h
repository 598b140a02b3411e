// The roles of the columns of an availability table: version, module, product, systems. A column
// gets its role by its header or by its cells. The claims of the rows are table.cc's.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "claims/extraction/extraction.h"
#include "claims/extraction/grid.h"

namespace kbuild::claims {

enum class Role : std::uint8_t {
  unknown,
  version,
  module,
  product,
  system_names,
  system_marks,
  /// The header is a module with many products; the cells are versions in it.
  bundle,
  notes,
  status,
  ignored
};

struct Column {
  Role role = Role::unknown;
  /// The systems in the header of a column of marks.
  std::vector<std::uint32_t> systems = {};
  /// The product of a column's versions if the header names it; for a bundle, the product that the
  /// module is named after.
  std::optional<std::uint32_t> product = {};
  /// The module in the header of a bundle.
  std::string module = {};
};

class TableLayout {
 public:
  TableLayout(const Extraction& extraction, const Passage& passage, const Grid& grid);

  /// How much of the table is understood; 0 means that it isn't an availability table.
  int score() const { return score_; }
  const std::vector<Column>& columns() const { return columns_; }
  /// The first row below the header.
  std::size_t body_begin() const { return body_begin_; }
  /// Whether "x" means no.
  bool crosses_deny() const { return crosses_deny_; }
  int count(Role role) const;
  std::vector<std::uint32_t> systems_of(std::string_view text) const;

  /// The lowest row of the header, in lower case.
  std::string header_above(std::size_t column) const;

  /// Whether the column of products also has versions: "PyTorch 2.1".
  bool holds_releases() const;

 private:
  void find_body();
  /// Reads a corner such as "Package\PyTorch" above versions: they are of the product named last,
  /// whatever the other columns contain.
  void read_corner();
  std::string header_of(std::size_t column) const;
  bool is_header(std::size_t row) const;
  bool versions_in_cells() const;
  /// Whether all cells of a column are versions.
  bool holds_versions(std::size_t column) const;
  /// Whether cells below bundles name software with versions.
  bool holds_pairs() const;
  /// Whether there are rows for systems.
  bool has_system_row() const;
  /// Whether a cell consists of system names: "Puhti/Mahti".
  bool is_all_systems(std::string_view text) const;
  Column classify_by_header(std::string_view header) const;
  void classify_by_cells(std::size_t column, std::string_view header);
  /// A column of products that contains header words belongs to a transposed table.
  void drop_header_words();
  void find_releases();
  void find_crosses();
  void find_names();
  /// Whether its modules are dependencies of the versions: "TensorFlow | cuDNN module to load".
  bool lists_requirements() const;
  void rate();

  const Extraction& extraction_;
  const vocabulary::Vocabulary& vocabulary_;
  const Passage& passage_;
  const Grid& grid_;
  std::vector<Column> columns_;
  std::size_t body_begin_ = 0;
  int score_ = 0;
  bool crosses_deny_ = false;
};

/// The software at the beginning of a cell with its versions: "PyTorch 1.2.0"; empty if there is
/// none.
std::vector<BoundVersion> pairs_in(const vocabulary::Vocabulary& vocabulary, std::string_view text);
/// Whether a text is a typical header: "Version", "Modules".
bool is_header_word(std::string_view text);
/// The product of a build that is named like a module: "pytorch-gpu".
std::optional<std::uint32_t> product_of_variant(const vocabulary::Vocabulary& vocabulary,
                                                std::string_view text);
/// Whether a header mentions versions: "PyTorch version".
bool says_version(std::string_view header);
/// Whether a header is about required versions instead of available ones.
bool says_requirement(std::string_view header);
/// Whether a cell begins with a version or is a number.
bool is_version_cell(std::string_view text);

}  // namespace kbuild::claims
