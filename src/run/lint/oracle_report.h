// Submits many scripts to sbatch itself, and compares its answers with kbuild's own findings on
// their headers.
#pragma once

#include <vector>

#include "diag/diagnostic.h"
#include "run/lint/oracle.h"
#include "snippets/snippet.h"

namespace kbuild::run {

struct OracleReport {
  /// Scripts that both judged, and those of them on which they agree.
  std::size_t judged = 0;
  std::size_t agreed = 0;
  /// Of the compared scripts, those that request what profiles do not describe: their headers were
  /// compared, but not the limits.
  std::size_t header_alone = 0;
  /// Headers that sbatch refuses and kbuild accepts.
  diag::Diagnostics findings;
  /// Headers that kbuild refuses and sbatch accepts.
  std::vector<const snippets::Snippet*> only_here;
};

/// Asks for every complete batch script: one that has an interpreter, directives, and figures where
/// figures belong. Starts one private controller for each system that they name, one after the
/// other. Errors: Slurm is not installed or its controller does not start.
base::Result<OracleReport> ask_oracle(base::Disk& disk,
                                      const std::vector<const snippets::Snippet*>& snippets,
                                      const std::vector<SystemProfile>& systems, unsigned jobs);

}  // namespace kbuild::run
