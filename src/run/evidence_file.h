// Files of evidence: one a system and run, a record each line, appended and never changed. Each
// line carries the SHA-256 of the one before it and of itself, and an index beside the file
// (evidence_index.h) tells its end, so that what was changed, removed, moved or added by hand
// shows. Files merge by copying them with their indexes. Lines from before there were digests are
// read. How the files of a directory hang together is evidence_set.h's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/disk.h"
#include "run/evidence.h"
#include "run/evidence_index.h"

namespace kbuild::run {

/// What is wrong with a file of evidence or with an index, and how to mend it.
struct EvidenceFault {
  std::string path;
  /// 1-based.
  std::size_t line = 1;
  std::string message;
  std::string hint;
};
/// "path:line: message".
base::Error to_error(const EvidenceFault& fault);

struct EvidenceFile {
  std::vector<RunRecord> records;
  /// SHA-256 of each line.
  std::vector<std::string> digests;
  /// Bytes of whole lines; a last line without its end was never written whole and is left out.
  std::size_t whole = 0;
  std::optional<EvidenceIndex> index;
  /// The index as it stands in its file.
  std::string index_text;

  /// The digest of the last of the first `count` lines.
  const std::string& last_of(std::size_t count) const {
    return count == 0 ? no_record() : digests[count - 1];
  }
};

/// One file with its index, each line judged by itself, by the line before it and by the index. The
/// fault is the first one. Read again for a while where a run may be writing it.
tl::expected<EvidenceFile, EvidenceFault> read_evidence_file(const base::Disk& disk,
                                                             const std::string& path);
/// Its records alone.
base::Result<std::vector<RunRecord>> read_evidence(const base::Disk& disk, const std::string& path);

/// The file at an earlier time, as version control has it, against what it holds now: evidence only
/// grows. nullopt: all that was there still is. `earlier` says when that was.
std::optional<EvidenceFault> compare_with_earlier(const std::string& path,
                                                  std::string_view earlier_text,
                                                  std::string_view text, std::string_view earlier);

/// Appends records to one file, chaining them. The file is read once; a last line that was not
/// written whole is dropped, and so is a signature, which was of fewer records.
class EvidenceWriter {
 public:
  EvidenceWriter(base::Disk& disk, std::string path) : disk_(disk), path_(std::move(path)) {}
  /// Errors: the disk refuses, or the file or its index was changed by others.
  base::Result<void> append(const RunRecord& record);

 private:
  base::Result<void> open();

  base::Disk& disk_;
  std::string path_;
  /// Empty until the file was read.
  std::optional<EvidenceIndex> index_;
};

}  // namespace kbuild::run
