// Contradictions between claims as diagnostics, each with both places: a table against the news,
// page against page, a translation against its original, a snippet against what pages offer, a
// system out of service.
#pragma once

#include <functional>

#include "matrix/matrix.h"

namespace kbuild::matrix {

struct ConflictOptions {
  /// The language that translations are measured by.
  std::string original_language = "en";
  /// For systems out of service and parts of systems.
  const meta::Names* names = nullptr;
};

/// The place of a claim in a text of the caller's store; a claim without one is reported without.
using Locate = std::function<source::Span(const claims::Claim&)>;

/// In the order of the matrix; one finding a cell and kind. Linear in claims.
diag::Diagnostics find_conflicts(const Matrix& matrix, const ConflictOptions& options,
                                 const Locate& locate);

}  // namespace kbuild::matrix
