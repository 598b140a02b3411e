// What is wrong with a site's evidence, as findings at the lines of its files.
#pragma once

#include "diag/diagnostic.h"
#include "run/evidence_set.h"
#include "source/store.h"

namespace kbuild::run {

/// Whether files without a known signature are findings: where somebody's are expected.
enum class Signing : std::uint8_t { free, expected };

diag::Diagnostics evidence_findings(const base::Disk& disk, source::SourceStore& sources,
                                    const EvidenceSet& evidence, Signing signing);

}  // namespace kbuild::run
