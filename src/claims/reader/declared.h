// Tables, lists and listings whose author declares what they state: {.versions system=LUMI}, the
// directive "versions" of RST, class="versions" data-system="LUMI" of wikis.
#pragma once

#include "claims/reader/assertion.h"

namespace kbuild::claims::reader {

/// What attributes with the class "versions", which stand at `span`, declare; null for others.
std::shared_ptr<const Declaration> declaration_of(const doc::Attributes& attributes,
                                                  source::Span span);

/// Makes what is read from declared blocks explicit statements, with the systems, date and status
/// of the declaration where the text has none of its own. Reports attributes that are none, and
/// declared blocks from which nothing was read.
void declare(Assertions& assertions, const Outline& outline, const Subject& subject,
             diag::Diagnostics& diagnostics);

}  // namespace kbuild::claims::reader
