// Checks of a text that don't depend on its dialect: mojibake and invisible characters.
#pragma once

#include "diag/diagnostic.h"
#include "source/store.h"

namespace kbuild::normalise {

/// KB0002 for text decoded in the wrong encoding, with its repair, and KB0005 for invisible and
/// direction-changing characters. O(size).
diag::Diagnostics check_text(const source::SourceStore& sources, source::FileId file);

}  // namespace kbuild::normalise
