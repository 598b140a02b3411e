// What the last build knew: a row per page with its public facts and the digests of what was made
// from it. Reading it back costs a few milliseconds for a thousand pages; trees are never stored.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "build/ledger/cached_findings.h"
#include "build/ledger/snapshot.h"
#include "snippets/code.h"

namespace kbuild::build {

struct IncludedFile {
  std::string path;
  FileStamp stamp;
  base::Digest digest;
};

/// A diagnostic whose places are relative to its page, so that it can be stored.
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

/// A page of the site that shows this page's text: its own, or a fallback of another language.
struct ShownPage {
  std::string url;
  std::string language;
  /// As site::SitePage has it, and its title in the navigation: for the search index.
  std::string key;
  std::string listed_title;
  /// Of State::links.
  std::uint32_t links = 0;
  /// Archive of its slice of the site (see build/stages/compose.h), and the digest of that.
  std::string slice;
  base::Digest slice_digest;
};

struct PageRow {
  FileStamp stamp;
  base::Digest source;
  std::vector<IncludedFile> included;
  /// Paths at which an included file was missing; a file that appears there changes the page.
  std::vector<std::string> missed;
  /// Of the options of the configuration with which the page is read.
  base::Digest reading;
  /// Of the page's public facts; if unchanged, dependants are not rebuilt.
  base::Digest public_digest;
  std::vector<StoredDiagnostic> diagnostics;
  /// As the last build left them.
  std::vector<ShownPage> shown;
  /// Archive of all members below, which a build needs for edited pages only: unpack() fills them
  /// in. A part of Ledger::bytes; empty where the row was made in this run.
  std::string_view packed;
  page::PageFacts facts;
  page::PagePlaces places;
  /// Archives of std::vector<page::Claim> and std::vector<page::Snippet>.
  std::string claims;
  std::string snippets;
  /// Of the snippets, in order.
  std::vector<snippets::CodeMark> code;
};

/// Fills in what is packed.
void unpack(PageRow& row);

/// A file of the site and what it was made from.
struct OutputRow {
  /// Of everything that went into it.
  base::Digest input;
  /// Of its bytes; zero for a copied asset.
  base::Digest output;
  /// State within the current build; not stored.
  enum class Fate : std::uint8_t { old, kept, staged } fate = Fate::old;
};

struct Ledger {
  /// Of the program. Another key: the ledger counts as empty.
  base::Digest key;
  /// By "<tree index>/<path>".
  std::map<std::string, PageRow> pages;
  /// The file of rows that was loaded.
  std::shared_ptr<const std::string> bytes;
  /// The directory of the site that `outputs` describe, with its state when it was finished.
  std::string site;
  FileStamp site_stamp;
  /// By path in the site.
  std::map<std::string, OutputRow> outputs;
  /// Paths in which the spare differs from the site; none: there is no spare. See
  /// build/outputs/site_writer.h.
  std::optional<std::vector<std::string>> stale_in_spare;
  /// What no build made in the site's directory, as it was named to the user; sorted.
  std::vector<std::string> foreign;
  /// Files of the trees that are no pages, with their stamps, by "<tree index>/<path>".
  std::map<std::string, FileStamp> assets;
  /// Digest of what the search index holds, by page URL.
  std::map<std::string, base::Digest> searched;
  /// The index's own files as they were then, by path.
  std::vector<std::pair<std::string, FileStamp>> index_files;
  /// Of what the search index as files was made from: the input of its rows of `outputs`.
  base::Digest static_search;
  /// Likewise, the input of the files made from the whole site.
  base::Digest site_files;
  /// Of all that the last build knew of the site except the prose of its pages; if unchanged, so
  /// are all slices and `findings`. Zero: no results of an earlier build are valid for the rows.
  base::Digest public_digest;
  /// Archives of the site's part of every page's model, by language.
  std::map<std::string, std::string> models;
  /// What the checks of the whole site found, at places of the pages as their rows have them.
  std::vector<CachedFinding> findings;
  /// When the site becomes outdated although no file changed, in seconds; 0: never.
  std::int64_t expires = 0;
};

/// The file beside the ledger at `path` that has its rows.
std::string rows_path(const std::string& path);

/// The ledger at `path`; an empty one if there is none, it is damaged, or its key differs.
Ledger load_ledger(const base::Disk& disk, const std::string& path, const base::Digest& key);

/// What the ledger at `path` says of the site, whichever program wrote it: only members that every
/// form of the ledger begins with. Nothing where there is none, or it is damaged.
struct RecordedSite {
  base::Digest key;
  std::string site;
  FileStamp site_stamp;
  std::map<std::string, OutputRow> outputs;
};
std::optional<RecordedSite> load_recorded_site(const base::Disk& disk, const std::string& path);

/// Identifies the rows that the rest of the ledger belongs to, so that it is never read with
/// others.
struct SavedRows {
  std::uint64_t count = 0;
  base::Digest digest;
};
/// Writes the rows, which are left as they are. As long as what save_ledger() makes of the result
/// is not written, there is no ledger at `path`.
base::Result<SavedRows> save_rows(base::Disk& disk, const std::string& path,
                                  std::map<std::string, PageRow>& pages);
/// Writes all but the rows.
base::Result<void> save_ledger(base::Disk& disk, const std::string& path, Ledger& ledger,
                               SavedRows rows);
/// Both.
base::Result<void> save_ledger(base::Disk& disk, const std::string& path, Ledger& ledger);

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
void describe(Archive& a, ShownPage& x) {
  a(x.url, x.language, x.key, x.listed_title, x.links, x.slice, x.slice_digest);
}
template <class Archive>
void describe(Archive& a, PageRow& x) {
  // Those are in `packed`.
  a.without(x.facts, x.places, x.claims, x.snippets, x.code)(x.stamp, x.source, x.included,
                                                             x.missed, x.reading, x.public_digest,
                                                             x.diagnostics, x.shown, x.packed);
}
template <class Archive>
void describe(Archive& a, SavedRows& x) {
  a(x.count, x.digest);
}
template <class Archive>
void describe(Archive& a, OutputRow& x) {
  a.without(x.fate)(x.input, x.output);
}
template <class Archive>
void describe(Archive& a, RecordedSite& x) {
  a(x.key, x.site, x.site_stamp, x.outputs);
}
template <class Archive>
void describe(Archive& a, Ledger& x) {
  // Those have a file of their own.
  a.without(x.pages, x.bytes)(x.key, x.site, x.site_stamp, x.outputs, x.stale_in_spare, x.foreign,
                              x.assets, x.searched, x.index_files, x.static_search, x.site_files,
                              x.public_digest, x.models, x.findings, x.expires);
}

}  // namespace kbuild::build
