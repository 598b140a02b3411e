// What runs of snippets say of the site's pages: for each page the badges of its units, and for
// each unit a page with its runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "build/stages/corpus.h"
#include "matrix/matrix.h"
#include "run/reach.h"
#include "run/slurm/profile.h"
#include "run/trust/evidence_set.h"

namespace kbuild::build {

/// A unit's latest run on one system.
struct Badge {
  /// The text of its block: that of the unit's last step.
  std::string block;
  std::string unit;
  std::string variant;
  run::Standing standing = run::Standing::unproved;
  /// Into Evidence::records.
  std::size_t record = 0;
};

struct PageEvidence {
  /// What could be run, each with its variant; nothing where no run of the site is recorded.
  std::vector<std::pair<std::string, std::string>> units;
  std::vector<Badge> badges;
  /// Texts of blocks that annotations hide from readers.
  std::vector<std::string> hidden;
};

struct Evidence {
  /// As it was read; its records are in `records`. Where it has faults, there are none: a badge
  /// would not be the whole truth.
  run::EvidenceSet read;
  /// By time.
  std::vector<run::RunRecord> records;
  /// By the ledger's key of a page; pages without units and hidden blocks are absent.
  std::map<std::string, PageEvidence> pages;
  /// When the first record will prove nothing any more, in seconds; 0: never.
  std::int64_t expires = 0;
};

/// The cells of a page for the place where units run without a cluster: their digests are those of
/// every system.
std::vector<run::Cell> local_cells(const std::string& path,
                                   const std::vector<snippets::Snippet>& snippets,
                                   const run::UnitTable& units,
                                   const std::vector<run::SystemProfile>& systems,
                                   const matrix::Matrix& matrix);

/// What the evidence says of the pages at the time `now`.
Evidence match_evidence(run::EvidenceSet evidence, const meta::Config& config,
                        const std::vector<run::SystemProfile>& systems, const Corpus& corpus,
                        const matrix::Matrix& matrix, std::int64_t now);

/// The address of the page of a unit's runs, from a language's root: "runs/<slug>/".
std::string runs_url(const std::string& unit);

}  // namespace kbuild::build
