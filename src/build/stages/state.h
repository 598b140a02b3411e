// Everything a command knows about a site before anything is rendered: the pages' rows, the index,
// the navigation, and the target of each link. Built from the ledger and what changed since.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "build/ledger/history.h"
#include "build/stages/corpus.h"
#include "build/stages/decisions.h"
#include "build/stages/unit_evidence.h"
#include "check/site_checks.h"
#include "matrix/matrix.h"
#include "site/navigation.h"

namespace kbuild::build {

struct StateOptions {
  /// Empty: all languages of the configuration.
  std::vector<std::string> languages;
  unsigned jobs = 0;
  /// The present in seconds; 0: that of the system's clock.
  std::int64_t now = 0;
  /// Checked also where the configuration says so.
  check::Syntax syntax = check::Syntax::skipped;
  TellProgress progress = {};
  /// Directories, see run::ProfileDirectories.
  std::vector<std::string> machine_profiles = {};
  /// In place of the configuration's list of signers, see run::signers_of_runner().
  std::optional<std::string> signers = {};
  /// Snapshots of directories that were just made.
  std::vector<Snapshot> snapshots = {};
};

/// The state directory of a configuration's builds: ".kbuild/<key>" below the working directory.
std::string state_directory(const meta::Config& config);

struct State {
  const meta::Config* config = nullptr;
  /// Threads that make files; 0: as many as processors.
  unsigned jobs = 0;
  std::int64_t now = 0;
  std::vector<std::string> languages;
  /// Of state_directory().
  std::string directory;
  Ledger ledger;
  Corpus corpus;
  std::unique_ptr<site::SiteIndex> index;
  /// One per language, in the order of `languages`.
  std::vector<site::Navigation> navigations;
  /// One per page of the index.
  std::vector<check::CheckedPage> checked;
  /// How many pages of its language link to each page, see search::PreparedPage.
  std::vector<std::uint32_t> links;
  /// Of the configuration and the navigation.
  diag::Diagnostics diagnostics;
  /// The ledger's file.
  std::string ledger_path;
  /// Dates of each source's files by their history, by tree; empty until a build asks for them.
  std::vector<History> histories;
  /// Directories other than the sources whose files the state was made from.
  std::vector<Snapshot> watched;
  /// Single files other than the sources, likewise; a zero stamp for an absent one.
  std::vector<std::pair<std::string, FileStamp>> watched_files;
  std::vector<run::SystemProfile> systems;
  SiteDecisions decisions;
  matrix::Matrix matrix;
  Evidence evidence;
  /// Whose signatures of evidence count; "": nobody's is known.
  std::string signers_file;

  /// The corpus page whose content a page of the site shows.
  const CorpusPage& content_of(site::PageId page) const;
  CorpusPage& content_of(site::PageId page);
  const site::Navigation& navigation(std::string_view language) const;
  /// Whether a file that is no page is part of the site.
  bool publishes(const site::Asset& asset) const;
  /// Whether pages of the language are part of this build.
  bool builds(const std::string& language) const;
  /// The ISO date on which a page last changed: stated by its author, else from the history, else
  /// "".
  std::string date_of(site::PageId page) const;
  /// Where records of runs are: as configured, else those of local tries.
  std::string evidence_directory() const;

  /// Files that pages link to.
  std::set<const site::Asset*> referred;
  /// Corpus positions of the index's own pages.
  std::vector<std::size_t> corpus_of;
  /// Corpus positions of the redirects of wikis, as the index counts them.
  std::vector<std::size_t> redirects_of;
};

/// Reads what changed; after a change of the program, everything. Reused rows stay packed, and the
/// state has neither the index nor anything made from it. Errors: a language that the configuration
/// lacks, an unreadable tree.
base::Result<State> open_state(const base::Disk& disk, source::SourceStore& sources,
                               const meta::Config& config, const StateOptions& options);
/// Folds the index, the navigation, the matrix and all links; the matrix with what machines list as
/// `installed` besides the lists of the configuration. Errors: unreadable evidence, lists or
/// inventories.
base::Result<void> complete(const base::Disk& disk, State& state,
                            std::vector<claims::Claim> installed = {});
/// Both.
base::Result<State> make_state(const base::Disk& disk, source::SourceStore& sources,
                               const meta::Config& config, const StateOptions& options);

/// Whether a page's source is Markdown, which is then published next to its HTML as index.md.
bool has_markdown_copy(std::string_view path);

/// Of this program's file: another build of it may read and write differently.
base::Digest program_digest(const base::Disk& disk);

/// Findings of each page, and files of the trees that could not be read.
diag::Diagnostics page_findings(const base::Disk& disk, source::SourceStore& sources,
                                const State& state);
/// Findings that need the whole site: links, navigation, configuration, conflicts of the matrix.
diag::Diagnostics site_findings(const base::Disk& disk, source::SourceStore& sources,
                                const State& state);
/// Of these, those of the matrix.
diag::Diagnostics matrix_findings(const base::Disk& disk, source::SourceStore& sources,
                                  const State& state);
/// Those of pages and of the site.
diag::Diagnostics findings(const base::Disk& disk, source::SourceStore& sources,
                           const State& state);

}  // namespace kbuild::build
