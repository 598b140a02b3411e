// Known findings set aside, so that a site with old ones can begin to check: a file of them is
// written once, and from then on only new ones are reported.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "diag/diagnostic.h"
#include "source/store.h"

namespace kbuild::diag {

/// One line of JSON for each {path, code, message} with how often it occurs, sorted. Lines and
/// columns are left out: a finding stays known where the text around it moves.
std::string print_baseline(const Diagnostics& diagnostics, const source::SourceStore& sources);

/// The diagnostics that the baseline does not know: of equal ones, those beyond its count. Errors:
/// a line that print_baseline would not write.
base::Result<Diagnostics> subtract_baseline(Diagnostics diagnostics, std::string_view baseline,
                                            const source::SourceStore& sources);

}  // namespace kbuild::diag
