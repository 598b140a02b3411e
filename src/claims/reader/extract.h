// Reads the claims of a page: outline, assertions of each form of text, place, reconcile.
#pragma once

#include "claims/claim.h"

namespace kbuild::claims {

/// The claims of a page in document order without duplicates. Drafts, comments and text that
/// readers drop claim nothing. `diagnostics` receives errors in declarations and what was left out.
/// Linear time in the page's size.
std::vector<Claim> extract_claims(const page::Page& page, diag::Diagnostics& diagnostics);

}  // namespace kbuild::claims
