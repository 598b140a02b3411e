// Reports contradictions between claims as diagnostics with both places: a table against news, page
// against page, a translation against its original, a snippet against what pages offer, use of a
// retired system. Which claim wins is decided in matrix.h.
#pragma once

#include <functional>

#include "matrix/matrix.h"

namespace kbuild::matrix {

struct ConflictOptions {
  /// The language of originals, which translations are compared with.
  std::string original_language = "en";
  /// Gives retired systems and parts of systems.
  const meta::Names* names = nullptr;
};

/// Maps a claim to a place in the caller's sources; a finding may have no place.
using Locate = std::function<source::Span(const claims::Claim&)>;

/// In the order of the matrix; one finding for each cell and kind. Linear in claims.
diag::Diagnostics find_conflicts(const Matrix& matrix, const ConflictOptions& options,
                                 const Locate& locate);

}  // namespace kbuild::matrix
