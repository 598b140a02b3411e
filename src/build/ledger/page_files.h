// What the files of a source tree are to the site: pages, the pages inside a MediaWiki export, or
// assets.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"
#include "build/ledger/ledger.h"
#include "meta/config.h"
#include "source/store.h"
#include "xml/wiki_export.h"

namespace kbuild::build {

/// A MediaWiki export that is part of a tree, read once a run.
struct ExportFile {
  /// On disk, as diagnostics name it.
  std::string path;
  source::FileId file;
  FileStamp stamp;
  base::Digest digest;
  std::vector<xml::WikiPage> pages;
  /// By full title, to an index of `pages`.
  std::map<std::string, std::size_t, std::less<>> by_title;
};

/// A page of a tree.
struct PageFile {
  /// Relative to the tree's root. A page of an export has the path that a file of its own would
  /// have: "Help:Batch jobs" is "Help/Batch_jobs.wiki" next to the export. The path of a topic of a
  /// TWiki has no "data/", the directory of all topics.
  std::string path;
  /// On disk, as diagnostics name it; of an export's page, that of the export.
  std::string file;
  /// The same from the tree's root.
  std::string file_in_tree = {};
  /// Of that file before it was read.
  FileStamp stamp = {};
  /// The tree's, or that of a wiki's subpage "Page/fi", whose file may be "Page_fi".
  std::string language;
  /// The path of the page that this one is a translation of ("Page.wiki"); else `path`.
  std::string original;
  /// For pages of an export: it, and the page's index in it.
  std::shared_ptr<const ExportFile> origin = {};
  std::size_t part = 0;
};

struct TreeFiles {
  std::vector<PageFile> pages;
  /// Paths relative to the tree's root, sorted, with stamps.
  std::vector<std::pair<std::string, FileStamp>> assets;
};

/// Whether a file is a page: `include` names pages whatever their suffix, else `suffixes` do;
/// without both every file with a page's suffix is one, and in a tree configured as a wiki also a
/// ".txt".
bool is_page(const meta::SourceTree& tree, std::string_view path);

/// What the files of `tree`, as they are in `snapshot`, are to the site. `languages` are those that
/// a wiki's subpages may be in. Exports that cannot be read are reported.
TreeFiles list_tree(const base::Disk& disk, source::SourceStore& sources,
                    const meta::SourceTree& tree, const Snapshot& snapshot,
                    const std::vector<std::string>& languages, diag::Diagnostics& diagnostics);

}  // namespace kbuild::build
