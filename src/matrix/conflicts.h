// Reports what the matrix found wrong as diagnostics at the page's line, with the other place as a
// note: what a list of installed software denies, page against page, a translation against its
// original, code that loads what is not there, use of a retired system. Which claim wins is decided
// in matrix.h.
#pragma once

#include <functional>

#include "matrix/matrix.h"

namespace kbuild::matrix {

/// Maps a claim to a place in the caller's sources; a finding may have no place.
using Locate = std::function<source::Span(const claims::Claim&)>;

/// In the order of the matrix. `names` are those that it was merged with and may be null. Linear in
/// claims.
diag::Diagnostics find_conflicts(const Matrix& matrix, const meta::Names* names,
                                 const Locate& locate);

}  // namespace kbuild::matrix
