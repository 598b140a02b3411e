// What runs on record say of versions on systems, for the cells of the matrix.
#pragma once

#include <vector>

#include "matrix/matrix.h"
#include "run/evidence.h"

namespace kbuild::build {

/// One outcome for each product that the modules of a run name, in the order of the runs' begin. A
/// run that was not started, or that failed for reasons of the system, says nothing.
std::vector<matrix::Outcome> outcomes_of(std::vector<run::RunRecord> records,
                                         const meta::Names& names);

}  // namespace kbuild::build
