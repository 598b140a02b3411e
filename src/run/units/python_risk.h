// Risks of a page's Python: other programs, code that is made while it runs, and files outside the
// unit's directory that it deletes or changes; see risk.h.
#pragma once

#include <string_view>

#include "run/units/risk.h"

namespace kbuild::run {

/// The worst that a program does as far as its names tell. O(size).
RiskFound find_python_risk(std::string_view code);

}  // namespace kbuild::run
