// Which version of a product is the default on a system, of those that lists and pages call so.
#pragma once

#include <vector>

#include "matrix/matrix.h"

namespace kbuild::matrix {

/// Of the cells of one product and system at most one stays or becomes the default: that of the
/// list, else of what is declared, else of what is read; of dated ones the newest, if nothing
/// undated says otherwise. Claims that name another are marked as conflicting or superseded.
/// Returns whether the list names the one default.
bool choose_default(std::vector<Cell>& cells, const meta::Names* names);

}  // namespace kbuild::matrix
