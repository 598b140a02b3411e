// Makes the claims of a page of its assertions.
#pragma once

#include "claims/reader/assertion.h"

namespace kbuild::claims::reader {

/// Gives marks the state that the page's text says they stand for. Linear time.
void apply_legends(Assertions& assertions, const Outline& outline, const vocabulary::Words& words);

/// Applies legends ("(X): deprecated"), gives a version the module that loads it, drops duplicates,
/// and makes a claim for each system, in the order of the page. Linear time but for sorting.
std::vector<Claim> reconcile(Assertions assertions, const Outline& outline, const Subject& subject);

}  // namespace kbuild::claims::reader
