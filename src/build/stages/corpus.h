// The first stage: reads the files of all sources that changed. Each page becomes a row of facts;
// its tree is cached for rendering in the same run as far as memory allows.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"
#include "build/ledger/page_files.h"
#include "build/ledger/progress.h"
#include "check/page_checks.h"
#include "meta/config.h"
#include "read/reader.h"

namespace kbuild::build {

/// A page's text and tree, in memory.
struct LoadedPage {
  source::FileId file;
  read::Dialect dialect = read::Dialect::mkdocs;
  read::Trust trust = read::Trust::trusted;
  read::ReadResult content;
  /// Paths at which included files were missing.
  std::vector<std::string> missed;
};

struct CorpusPage {
  /// Index into Config::sources.
  std::uint32_t tree = 0;
  PageFile source;
  /// "<tree>/<path>": the ledger's key.
  std::string key;
  /// Points into Ledger::pages.
  PageRow* row = nullptr;
  /// One sentence on why the page was read again; "" if its row was reused.
  std::string reason;
  /// Its text, where that was read in this run.
  source::FileId text = {};
  std::unique_ptr<LoadedPage> loaded;
  /// The row that was replaced in this run.
  std::unique_ptr<PageRow> before;
};

struct Corpus {
  std::vector<CorpusPage> pages;
  /// Paths of each tree's other files, sorted.
  std::vector<std::vector<std::string>> assets;
  /// What the configuration appends to the pages of a tree, by tree.
  std::map<std::uint32_t, std::string> appended;
  /// All files of each tree as they were before any was read.
  std::vector<Snapshot> trees;
  /// Where files to append are looked for, with stamps from before they were read.
  std::vector<std::pair<std::string, FileStamp>> beside;
  /// Of files that hold pages but could not be read.
  diag::Diagnostics diagnostics;
};

struct CorpusOptions {
  check::PageCheckOptions checks = {};
  /// Digest of `checks`; pages that were checked with others are read again.
  base::Digest checks_digest = {};
  unsigned jobs = 0;
  TellProgress progress = {};
  /// As StateOptions has them.
  std::vector<Snapshot> snapshots = {};
};

/// Scans the trees and brings the rows of `ledger` up to date: rows of vanished pages are dropped,
/// changed and new pages read on threads, and findings of the site follow their places. Reused rows
/// stay packed. Errors: a tree cannot be listed, a page is unreadable or larger than 64 MB.
base::Result<Corpus> read_corpus(const base::Disk& disk, source::SourceStore& sources,
                                 const meta::Config& config, const CorpusOptions& options,
                                 Ledger& ledger);

/// Unpacks all rows, on threads.
void unpack_rows(const Corpus& corpus, unsigned jobs);

/// Reads one page's file and tree (again). Errors: the file is unreadable.
base::Result<LoadedPage> load_page(const base::Disk& disk, source::SourceStore& sources,
                                   const meta::Config& config, const CorpusPage& page);

/// The tree of a page: cached in this run, or read again and put into `again`.
base::Result<const LoadedPage*> loaded_page(const base::Disk& disk, source::SourceStore& sources,
                                            const meta::Config& config, const CorpusPage& page,
                                            std::unique_ptr<LoadedPage>& again);

/// The page's stored diagnostics with places in `sources`; its files are added to the store when
/// first needed.
diag::Diagnostics restore_diagnostics(const base::Disk& disk, source::SourceStore& sources,
                                      const CorpusPage& page);
/// A place of the page's ledger row as a span, of an export's page in the export; adds the page's
/// file to the store if need be.
class PlaceFinder {
 public:
  PlaceFinder(const base::Disk& disk, source::SourceStore& sources, const CorpusPage& page)
      : disk_(disk), sources_(sources), page_(page) {}
  source::Span span(const page::Place& place);

 private:
  const base::Disk& disk_;
  source::SourceStore& sources_;
  const CorpusPage& page_;
  std::map<std::uint32_t, source::FileId> files_;
};

}  // namespace kbuild::build
