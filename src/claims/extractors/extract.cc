// See extract.h.
#include "claims/extractors/extract.h"

#include "claims/reader/read.h"

namespace kbuild::claims {

std::vector<Claim> extract_claims(const page::Page& page, diag::Diagnostics& diagnostics) {
  const meta::Value& front = page.content.front_matter;
  if (front["draft"].boolean().value_or(false) || !front["claims"].boolean().value_or(true))
    return {};
  return reader::read_claims(page, diagnostics);
}

}  // namespace kbuild::claims
