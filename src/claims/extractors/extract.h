// Extracts what a page claims: runs the extractors, one a kind of source, each in a file of its own
// in the directories beside this one.
#pragma once

#include "claims/claim.h"

namespace kbuild::claims {

/// The claims of a page in document order, none twice. A draft, a comment and what a reader drops
/// claim nothing. `diagnostics` receives faults of explicit statements. Time is linear in the page.
std::vector<Claim> extract_claims(const page::Page& page, diag::Diagnostics& diagnostics);

}  // namespace kbuild::claims
