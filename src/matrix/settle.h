// The last look at merged cells: those that say less than others are folded into them, and each
// cites the claim that carries its status. How cells come about is in group.h.
#pragma once

#include <span>
#include <vector>

#include "matrix/matrix.h"

namespace kbuild::matrix {

/// Puts the claim that carries the cell's status before all others of pages, so that readers are
/// sent to the line that says it. A list's claim keeps its place.
void cite_status(Cell& cell);

/// Removes cells without a version where a version of the product is usable on the system or on a
/// part of it, and adds their claims to that version's cell: the default, else the newest. `cells`
/// are sorted as those of a matrix; `names` gives the parts and may be null. O(n log n).
void fold_unversioned(std::vector<Cell>& cells, const meta::Names* names);

}  // namespace kbuild::matrix
