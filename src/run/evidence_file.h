// Files of evidence: one a system and run, a record each line, appended and never changed. Each
// line carries the SHA-256 of the one before it and of itself, and an index beside the file
// (evidence_index.h) tells its end, so that what was changed, removed, moved or added by hand
// shows. Files merge by copying them with their indexes. Lines from before there were digests are
// read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/disk.h"
#include "run/evidence.h"
#include "run/evidence_index.h"

namespace kbuild::run {

/// Appends records to one file, chaining them. The file is read once; a last line that was not
/// written whole is dropped.
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

/// The records of one file; an error names the first line that is no record, was changed, or is not
/// where it was. A last line without its end was never written whole and is left out.
base::Result<std::vector<RunRecord>> read_evidence(const base::Disk& disk, const std::string& path);
/// All files below a directory, sorted by time; an absent one gives none. A record that is in
/// several files, such as copies, counts once. Also an error: a file that an index names is missing
/// or shorter than it was.
base::Result<std::vector<RunRecord>> read_all_evidence(const base::Disk& disk,
                                                       const std::string& directory);

}  // namespace kbuild::run
