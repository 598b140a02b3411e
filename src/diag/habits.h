// Findings by cause: what an author does everywhere is one finding with its count and first places,
// not one a block.
#pragma once

#include "diag/diagnostic.h"
#include "source/store.h"

namespace kbuild::diag {

/// The findings with those of one habit gathered in the first of them, by path and place. What
/// counts as one habit is the table in habits.cc. O(n log n).
Diagnostics gather_habits(Diagnostics diagnostics, const source::SourceStore& sources);

}  // namespace kbuild::diag
