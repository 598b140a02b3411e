// What the last build knew, in one file: a row per page with its public face and the digests of
// what was made from it. Reading it back costs a few milliseconds for a thousand pages; trees are
// never kept.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/disk.h"
#include "build/snapshot.h"
#include "diag/diagnostic.h"
#include "page/snippet_code.h"

namespace kbuild::build {

struct IncludedFile {
  std::string path;
  FileStamp stamp;
  base::Digest digest;
};

/// A diagnostic whose places are relative to its page, so that it can be kept.
struct StoredDiagnostic {
  struct StoredNote {
    page::Place place;
    std::string text;
  };
  std::uint16_t code = 0;
  page::Place place;
  std::vector<std::string> arguments;
  std::vector<StoredNote> notes;
  std::string hint;
};

struct PageRow {
  FileStamp stamp;
  base::Digest source;
  std::vector<IncludedFile> included;
  /// Places where an included file was looked for in vain; one that appears there changes the page.
  std::vector<std::string> missed;
  /// Of what the configuration says of how the page is read.
  base::Digest reading;
  page::PageFacts facts;
  page::PagePlaces places;
  std::vector<StoredDiagnostic> diagnostics;
  /// Archives of std::vector<page::Claim> and std::vector<page::Snippet>.
  std::string claims;
  std::string snippets;
  /// Of the snippets, in order.
  std::vector<page::CodeMark> code;
  /// Digest of `facts` alone: early cut-off for all other pages.
  base::Digest facts_digest;
};

/// A file of the site and what it was made from.
struct OutputRow {
  /// Of everything that went into it.
  base::Digest input;
  /// Of its bytes; zero for a copied asset.
  base::Digest output;
};

struct Ledger {
  /// Of the program. Another key: the ledger counts as empty.
  base::Digest key;
  /// By "<tree index>/<path>".
  std::map<std::string, PageRow> pages;
  /// The directory of the site that `outputs` describe, with its state when it was finished.
  std::string site;
  FileStamp site_stamp;
  /// By path in the site.
  std::map<std::string, OutputRow> outputs;
  /// Paths in which the spare differs from the site; none: there is no spare. See site_writer.h.
  std::optional<std::vector<std::string>> lag;
  /// Files of the trees that are no pages, with their stamps, by "<tree index>/<path>".
  std::map<std::string, FileStamp> assets;
  /// Digest of what the search index holds, by page URL.
  std::map<std::string, base::Digest> searched;
  /// Of what the search index as files was made from: the input of its rows of `outputs`.
  base::Digest static_search;
  /// Of what the files that are made of the whole site were made from, likewise.
  base::Digest site_files;
};

/// The ledger at `path`; an empty one where there is none, it is damaged, or its key differs.
Ledger load_ledger(const base::Disk& disk, const std::string& path, const base::Digest& key);
base::Result<void> save_ledger(base::Disk& disk, const std::string& path, const Ledger& ledger);

template <class Archive>
void describe(Archive& a, IncludedFile& x) {
  a(x.path, x.stamp, x.digest);
}
template <class Archive>
void describe(Archive& a, StoredDiagnostic::StoredNote& x) {
  a(x.place, x.text);
}
template <class Archive>
void describe(Archive& a, StoredDiagnostic& x) {
  a(x.code, x.place, x.arguments, x.notes, x.hint);
}
template <class Archive>
void describe(Archive& a, PageRow& x) {
  a(x.stamp, x.source, x.included, x.missed, x.reading, x.facts, x.places, x.diagnostics, x.claims,
    x.snippets, x.code, x.facts_digest);
}
template <class Archive>
void describe(Archive& a, OutputRow& x) {
  a(x.input, x.output);
}
template <class Archive>
void describe(Archive& a, Ledger& x) {
  a(x.key, x.pages, x.site, x.site_stamp, x.outputs, x.lag, x.assets, x.searched, x.static_search,
    x.site_files);
}

}  // namespace kbuild::build
