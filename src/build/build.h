// Builds a site: brings the state up to date, renders what is stale, and swaps the output in one
// step.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "build/ledger/receipt.h"
#include "build/stages/state.h"

namespace kbuild::build {

enum class Search : std::uint8_t { with, without };
enum class Freshness : std::uint8_t { incremental, clean };

struct BuildOptions {
  StateOptions state;
  /// Output directory; empty: of the configuration, else <state directory>/site.
  std::string out;
  /// Where themes lie; the configuration's theme is a directory below it or a path.
  std::string themes;
  Search search = Search::with;
  Freshness freshness = Freshness::incremental;
  /// In seconds, to date the matrix's changes since the last build; 0 makes no feed of them.
  std::int64_t now = 0;
  /// How the build waits for another one of the same site.
  base::LockRequest lock = {.holder = "kbuild build"};
};

struct BuildReport {
  diag::Diagnostics diagnostics;
  std::string out;
  std::size_t pages = 0;
  std::size_t read = 0;
  std::size_t rendered = 0;
  std::size_t written = 0;
  std::size_t removed = 0;
  /// Files and directories in the site that no build made, which were not named before: they stay.
  std::vector<std::string> kept;
  /// Pages that were put into the search index.
  std::size_t indexed = 0;
  /// One sentence for each thing that was stale: "apps/pytorch.md: read, its text changed".
  std::vector<std::string> explanations;
  /// What the build made and no one needs any more. Destroying it costs a tenth of a short build: a
  /// program that ends need not.
  std::shared_ptr<void> remains;
  /// All but the request and the findings, which the caller completes.
  Receipt receipt;
};

/// Digest of the request: the same request over the same files gives the same site and the same
/// report.
base::Digest build_request(const base::Disk& disk, const std::string& config_path,
                           const BuildOptions& options);

/// Where the receipt of a configuration's last build lies.
std::string receipt_path(const base::Disk& disk, const std::string& config_path);

/// Errors: the environment refuses (unreadable source, unwritable output, broken theme, another
/// build at work). The old site stays whole then.
base::Result<BuildReport> build_site(base::Disk& disk, source::SourceStore& sources,
                                     const meta::Config& config, const BuildOptions& options);

}  // namespace kbuild::build
