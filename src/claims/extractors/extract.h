// Extracts the claims of a page by running the extractors, one for each kind of source; each is in
// a file of its own in the neighbouring directories.
#pragma once

#include "claims/claim.h"

namespace kbuild::claims {

/// The claims of a page in document order without duplicates. Drafts, comments and text that
/// readers drop claim nothing. `diagnostics` receives errors in explicit statements. Linear time in
/// the page's size.
std::vector<Claim> extract_claims(const page::Page& page, diag::Diagnostics& diagnostics);

}  // namespace kbuild::claims
