// The index of an evidence file: a line of JSON in a file beside it, which says how many records
// the file has and what the last one is. By it show records removed from a file's end, files that
// were removed or made whole, and, as each index names the files that were there before its own,
// pairs of both. Who rewrites everything is not noticed by it; a signature of an index
// (evidence_signature.h) tells whose word it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"

namespace kbuild::run {

/// A file of the same directory as it was when another was begun.
struct EarlierEvidence {
  /// Its name, without directories.
  std::string file;
  std::size_t records = 0;
  /// SHA-256 of the last of them.
  std::string last;
};

struct EvidenceIndex {
  std::size_t records = 0;
  /// SHA-256 of the last record's line; kNoRecord where there is none.
  std::string last;
  /// SHA-256 of a line that is being appended, which may be there or not; else "".
  std::string next;
  /// Files that no older index names already.
  std::vector<EarlierEvidence> after;
};

/// What stands for the record before the first.
const std::string& no_record();

/// "lumi/1.jsonl" -> "lumi/1.index".
std::string index_path(std::string_view evidence_path);
/// "lumi/1.index" -> "lumi/1.jsonl".
std::string evidence_path(std::string_view index_path);

/// "lumi/1.jsonl" -> "lumi/1.sig".
std::string signature_path(std::string_view evidence_path);

/// nullopt: this is no index.
std::optional<EvidenceIndex> parse_index(std::string_view text);
/// Errors: absent, or no index.
base::Result<EvidenceIndex> read_index(const base::Disk& disk, const std::string& path);
base::Result<void> write_index(base::Disk& disk, const std::string& path,
                               const EvidenceIndex& index);

}  // namespace kbuild::run
