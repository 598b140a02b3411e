// The receipt of a finished build: everything it looked at, with stamps, and all its messages. If
// the receipt is still valid, the next build prints the same within milliseconds and does nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "build/ledger/cached_findings.h"
#include "build/ledger/snapshot.h"

namespace kbuild::build {

struct Receipt {
  /// Of the program and of what it was asked to do.
  base::Digest request;
  /// The directory of the site, with its state when it was finished.
  std::string out;
  FileStamp out_stamp;
  std::uint64_t pages = 0;
  std::vector<Snapshot> trees;
  /// Files that were read or looked for; a zero stamp for one that was not there.
  std::vector<std::pair<std::string, FileStamp>> files;
  /// Environment variables that the configuration asks for.
  std::map<std::string, std::optional<std::string>> environment;
  std::vector<CachedFinding> findings;
  /// What the caller tells besides: findings that it set aside, languages, keys without effect.
  std::uint64_t known = 0;
  std::vector<std::string> languages;
  std::vector<std::string> not_honoured;
  /// Levels that the configuration gives to diagnostics: code and diag::Level.
  std::vector<std::pair<std::uint16_t, std::uint16_t>> levels;
  /// When the site becomes outdated although no file changed, in seconds; 0: never.
  std::int64_t expires = 0;
};

/// The receipt at `path` if it answers this request, nothing that it names has changed and it holds
/// at the time `now`. Else `snapshots` gets the stamps that were looked at, for the build to go on
/// with.
std::optional<Receipt> find_receipt(const base::Disk& disk, const std::string& path,
                                    const base::Digest& request, std::int64_t now,
                                    std::vector<Snapshot>& snapshots);
base::Result<void> save_receipt(base::Disk& disk, const std::string& path, const Receipt& receipt);

template <class Archive>
void describe(Archive& a, Receipt& x) {
  a(x.request, x.out, x.out_stamp, x.pages, x.trees, x.files, x.environment, x.findings, x.known,
    x.languages, x.not_honoured, x.levels, x.expires);
}

}  // namespace kbuild::build
