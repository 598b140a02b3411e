// What pages say of the matrix as a whole: its systems by name, and what changed
// between two builds, for a feed.
#pragma once

#include "matrix/matrix.h"

namespace kbuild::matrix {

/// Systems in order.
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
