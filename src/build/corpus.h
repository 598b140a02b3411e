// The first stage: the files of all sources, read where they changed. Each page becomes a row of facts; its
// tree is kept for rendering in the same run as long as memory allows.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"
#include "build/ledger.h"
#include "check/page_checks.h"
#include "meta/config.h"
#include "read/reader.h"

namespace kbuild::build {

/// A page's text and tree, in memory.
struct LoadedPage {
  source::FileId file;
  read::Dialect dialect = read::Dialect::mkdocs;
  read::ReadResult content;
};

struct CorpusPage {
  /// Index into Config::sources, and the path relative to that tree.
  std::uint32_t tree = 0;
  std::string path;
  /// "<tree>/<path>": the ledger's key.
  std::string key;
  /// Points into Ledger::pages.
  PageRow* row = nullptr;
  /// One sentence on why the page was read anew; "" where its row was kept.
  std::string reason;
  std::unique_ptr<LoadedPage> loaded;
};

struct Corpus {
  std::vector<CorpusPage> pages;
  /// Paths of each tree's other files, sorted.
  std::vector<std::vector<std::string>> assets;
  /// Whether a page or an asset appeared, vanished or changed since the ledger was written.
  bool changed = false;
};

/// Scans the trees and brings the rows of `ledger` up to date: rows of vanished pages are dropped, changed and
/// new pages read on `jobs` threads. Errors: a tree cannot be listed.
base::Result<Corpus> read_corpus(const base::Disk& disk, source::SourceStore& sources,
                                 const meta::Config& config, const check::PageCheckOptions& checks, unsigned jobs,
                                 Ledger& ledger);

/// Reads one page's file and tree (again). Errors: the file is unreadable.
base::Result<LoadedPage> load_page(const base::Disk& disk, source::SourceStore& sources,
                                   const meta::Config& config, std::uint32_t tree, const std::string& path);

/// The page's kept diagnostics with places in `sources`; its files are added to the store when first needed.
diag::Diagnostics restore_diagnostics(const base::Disk& disk, source::SourceStore& sources,
                                      const meta::Config& config, const CorpusPage& page);
/// A place of the page's ledger row as a span; adds the page's file to the store if need be.
class PlaceFinder {
 public:
  PlaceFinder(const base::Disk& disk, source::SourceStore& sources, const meta::Config& config,
              const CorpusPage& page)
      : disk_(disk), sources_(sources), config_(config), page_(page) {}
  source::Span span(const page::Place& place);

 private:
  const base::Disk& disk_;
  source::SourceStore& sources_;
  const meta::Config& config_;
  const CorpusPage& page_;
  std::map<std::uint32_t, source::FileId> files_;
};

}  // namespace kbuild::build
