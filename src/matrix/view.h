// The matrix as plain tables for pages: of a product (versions by systems), of a system (software
// with default and number of versions), and of all. Also the changes between two builds, for a
// feed.
#pragma once

#include "matrix/matrix.h"

namespace kbuild::matrix {

struct ViewRow {
  /// The version, or the product.
  std::string title;
  /// One for each column; nullptr if nothing is claimed. They point into the matrix.
  std::vector<const Cell*> cells;
};

struct View {
  std::string title;
  /// Names of systems.
  std::vector<std::string> columns;
  std::vector<ViewRow> rows;
};

/// Rows are versions, newest first; a row with an empty title is for the product itself. Columns
/// are the systems that any claim names. Also for products that only snippets load.
View view_product(const Matrix& matrix, std::string_view product);
/// Rows are products with their default, else newest usable, version on the system.
View view_system(const Matrix& matrix, std::string_view system);
/// Rows are products that a page states something about (not only snippets), columns all their
/// systems; each cell is the default, else the newest usable version.
View view_all(const Matrix& matrix);

/// Products or systems in order; only products that pages state something about.
std::vector<std::string> products_of(const Matrix& matrix);
std::vector<std::string> systems_of(const Matrix& matrix);
/// Whether the "system" of a cell is one, not empty and not hardware ("* (H100 GPUs)").
bool is_system(std::string_view name);
/// The header of a system's column: its name, or the kind of hardware.
std::string system_title(std::string_view name);

/// A cell that was added, removed or changed its status.
struct Change {
  std::string id;
  std::string product;
  std::string version;
  std::string system;
  /// Empty if the cell didn't exist, or doesn't any more.
  std::string before;
  std::string after;
  std::string path;
  std::string language;
  std::string anchor;
};
/// By id.
std::vector<Change> changes_between(const Matrix& before, const Matrix& after);

}  // namespace kbuild::matrix
