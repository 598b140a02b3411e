// Translated pages against their originals: which list other versions than these do.
#pragma once

#include "matrix/group.h"

namespace kbuild::matrix {

/// Adds to the context's stale translations where the translations of one product and system list
/// something else than their originals, as far as both list versions. `published` and `candidates`
/// are what is said besides. O(n log n) in the entries.
void compare_translations(MergeContext& context, const Entries& translations,
                          const Entries& published, const Entries& candidates);

}  // namespace kbuild::matrix
