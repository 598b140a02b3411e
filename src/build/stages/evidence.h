// Recorded runs as evidence for cells of the matrix: which versions worked on which systems.
#pragma once

#include <vector>

#include "matrix/matrix.h"
#include "run/evidence.h"
#include "run/plan.h"

namespace kbuild::build {

/// One outcome for each product whose module a run really had loaded to its end, in the order of
/// the runs' begin; what its text names is no proof, nor is a run with changed commands. A run that
/// was not started or that failed for reasons of the system says nothing; a pass more than
/// `expiry_days` ago is expired.
std::vector<matrix::Outcome> outcomes_of(std::vector<run::RunRecord> records,
                                         const meta::Names& names, int expiry_days);

/// The versions that a system can load by the matrix; of all systems where `system` is "".
std::vector<run::InstalledVersion> installed_versions(const matrix::Matrix& matrix,
                                                      std::string_view system);

}  // namespace kbuild::build
