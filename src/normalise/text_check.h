// What is wrong with a text as text, whatever its dialect: mojibake and characters that nobody
// sees.
#pragma once

#include "diag/diagnostic.h"
#include "source/store.h"

namespace kbuild::normalise {

/// KB0002 for text that was decoded in the wrong encoding, with its repair, and KB0005 for
/// invisible and direction-changing characters. O(size).
diag::Diagnostics check_text(const source::SourceStore& sources, source::FileId file);

}  // namespace kbuild::normalise
