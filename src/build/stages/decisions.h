// The claims of a site as maintainers decided about them: reads the configuration's file of
// decisions, gathers what pages and lists claim, weighs it and applies the decisions. What these
// mean is matrix/decisions.h's, which claim wins is merge()'s.
#pragma once

#include "base/disk.h"
#include "build/stages/corpus.h"
#include "matrix/decisions.h"
#include "meta/config.h"

namespace kbuild::build {

struct SiteDecisions {
  matrix::Decisions decisions;
  /// False where a part of the file could not be used and would be lost by writing it.
  bool is_whole = true;
  /// Of the file, with places in it.
  diag::Diagnostics diagnostics;
};

/// None where the file is absent. Errors: it is unreadable, or larger than 16 MB.
base::Result<SiteDecisions> read_decisions(const base::Disk& disk, source::SourceStore& sources,
                                           const meta::Config& config);

/// All claims of published pages and of `installed`; those of pages have their paths from the
/// site's source root.
std::vector<claims::Claim> gather_claims(const meta::Config& config, const Corpus& corpus,
                                         std::vector<claims::Claim> installed);

/// Weighs claims by `names`, those of the configuration and of profiles of systems, and applies
/// decisions. Where these are not whole, no claim that was read counts: a rejection may be among
/// what is missing.
matrix::DecidedClaims decide_claims(const meta::Config& config, const meta::Names& names,
                                    const SiteDecisions& decisions,
                                    std::vector<claims::Claim> claims);

}  // namespace kbuild::build
