// The pages that `snippets` and `test` work on: files named on the command line, or all of a
// configuration.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "build/ledger/page_files.h"
#include "matrix/matrix.h"
#include "meta/config.h"
#include "meta/enclosure.h"
#include "run/slurm/profile.h"
#include "snippets/snippet.h"

namespace kbuild::build {

/// Where pages are looked for.
struct SnippetSource {
  base::Disk& disk;
  /// The configuration's path; empty: the one in the working directory.
  std::string config = {};
  /// Threads; 0: one per processor.
  unsigned jobs = 0;
  /// Directories, see run::ProfileDirectories.
  std::vector<std::string> machine_profiles = {};
  /// What the configuration may read.
  meta::Permissions permissions = {};
};

/// One page's snippets, with where it came from.
struct SnippetPage {
  /// As diagnostics print it.
  std::string path;
  /// Relative to its source's root; unit ids begin with it.
  std::string key;
  std::vector<snippets::Snippet> snippets;
  /// Names of the files that the page links to.
  std::vector<std::string> linked;
  /// Of a configuration's page.
  PageFile source;
};

struct SnippetCorpus {
  std::vector<SnippetPage> pages;
  std::vector<run::SystemProfile> systems;
  /// Findings on the configuration.
  diag::Diagnostics diagnostics;
  /// The levels that the configuration gives to findings.
  std::vector<meta::CheckLevel> checks;
  /// From the configuration; "" and false without one.
  std::string evidence_directory;
  std::string key;
  bool execute = false;
  int expiry_days = 0;
  /// With the lists of what is installed on systems.
  meta::Names names;
  /// The claims of the pages, for blocks with several versions; else empty.
  matrix::Matrix matrix;
};

/// Reads `files`, or without any the pages of the configuration. Profiles come from the
/// configuration's directory, without one from snippets/systems here. Errors: unreadable files, no
/// configuration, a broken profile.
base::Result<SnippetCorpus> load_snippets(const SnippetSource& from, source::SourceStore& sources,
                                          const std::vector<std::string>& files);

/// The pages of the configuration by a ledger of their blocks, in which only pages that changed are
/// read again. The blocks have lines, but no spans.
base::Result<SnippetCorpus> recall_snippets(const SnippetSource& from,
                                            source::SourceStore& sources);

/// The text of a configuration's page, for findings in it; empty where it cannot be read any more.
source::FileId add_page(const SnippetSource& from, source::SourceStore& sources,
                        const SnippetPage& page);

}  // namespace kbuild::build
