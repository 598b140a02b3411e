// What the columns of an availability table are: version, module, product, systems. Each column
// gets a role by its header, or by what its cells hold. What the rows then claim is
// table.cc's. Internal to src/page.
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
  /// Headed by a module that brings many products: what its cells hold are their versions in it.
  bundle,
  notes,
  status,
  ignored
};

struct Column {
  Role role = Role::unknown;
  /// The systems that the header of a column of marks names.
  std::vector<std::uint32_t> systems = {};
  /// The product whose versions a column holds, where the header says so; of a bundle what its
  /// module is named after.
  std::optional<std::uint32_t> product = {};
  /// The module that heads a bundle.
  std::string module = {};
};

class TableLayout {
 public:
  TableLayout(const Extraction& extraction, const Passage& passage, const Grid& grid);

  /// How much of the table is understood; 0: no availability table.
  int score() const { return score_; }
  const std::vector<Column>& columns() const { return columns_; }
  /// The first row below the header.
  std::size_t body_begin() const { return body_begin_; }
  /// Whether "x" stands for no.
  bool crosses_deny() const { return crosses_deny_; }
  int count(Role role) const;
  std::vector<std::uint32_t> systems_of(std::string_view text) const;

  /// The lowest row of the header, in lower case.
  std::string header_above(std::size_t column) const;

  /// Whether the column of products gives each its version: "PyTorch 2.1".
  bool holds_releases() const;

 private:
  void find_body();
  /// "Package\PyTorch" above versions: they are of what the corner names last, whatever the other
  /// columns hold of it.
  void read_corner();
  std::string header_of(std::size_t column) const;
  bool is_header(std::size_t row) const;
  bool versions_in_cells() const;
  /// Whether all that stands in a column are versions.
  bool holds_versions(std::size_t column) const;
  /// Whether cells below bundles name software with its version.
  bool holds_pairs() const;
  /// Whether a row is a system.
  bool has_system_row() const;
  /// Whether a cell is nothing but names of systems: "Puhti/Mahti".
  bool is_all_systems(std::string_view text) const;
  Column classify_by_header(std::string_view header) const;
  void classify_by_cells(std::size_t column, std::string_view header);
  /// A column of products that holds the heads of columns is of a table on its side.
  void drop_header_words();
  void find_releases();
  void find_crosses();
  void find_names();
  /// Whether its modules are of what the versions need: "TensorFlow | cuDNN module to load".
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

/// The software that a cell begins with, with its versions: "PyTorch 1.2.0"; empty where it begins
/// otherwise.
std::vector<BoundVersion> pairs_in(const vocabulary::Vocabulary& vocabulary, std::string_view text);
/// Whether a text is what columns are headed by: "Version", "Modules".
bool is_header_word(std::string_view text);
/// The product of a cell that names a build of it as modules do: "pytorch-gpu".
std::optional<std::uint32_t> product_of_variant(const vocabulary::Vocabulary& vocabulary,
                                                std::string_view text);
/// Whether a header speaks of versions anywhere in it: "PyTorch version".
bool says_version(std::string_view header);
/// Whether a header speaks of versions that are needed, not of those that are there.
bool says_requirement(std::string_view header);
/// Whether a cell begins with a version, or is a number alone.
bool is_version_cell(std::string_view text);

}  // namespace kbuild::claims
