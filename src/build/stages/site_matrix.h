// The matrix of a site: all pages' claims, the lists of what is installed, and what runs proved,
// weighed and merged. Every command that needs the matrix has it from here.
#pragma once

#include <vector>

#include "build/stages/corpus.h"
#include "matrix/matrix.h"
#include "run/evidence.h"
#include "run/slurm/profile.h"

namespace kbuild::build {

struct MatrixInputs {
  const meta::Config& config;
  /// With unpacked rows.
  const Corpus& corpus;
  /// Their names count as configured.
  const std::vector<run::SystemProfile>& systems;
  /// What machines list, as installed_claims() gives it.
  std::vector<claims::Claim> installed = {};
  std::vector<run::RunRecord> records = {};
  /// The present in seconds, for the age of lists; 0: none is too old.
  std::int64_t now = 0;
};

/// A claim's path is from the site's source root. Drafts claim nothing.
matrix::Matrix make_site_matrix(MatrixInputs inputs);

}  // namespace kbuild::build
