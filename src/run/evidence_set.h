// The evidence of a directory: its files one by one, whether each that was there is still there,
// and who signed them. What this tells and what not: a record that was changed, removed, moved or
// added by hand, a file that was cut, exchanged, or removed while a later one is there. The newest
// files removed with their indexes leave no trace here: only an earlier state of the directory, as
// version control has it, shows that (kbuild evidence verify --since).
#pragma once

#include <string>
#include <vector>

#include "run/evidence_file.h"
#include "run/evidence_signature.h"

namespace kbuild::run {

struct EvidenceFileState {
  std::string path;
  std::size_t records = 0;
  Signature signature;
};

struct EvidenceSet {
  /// By time; a record that is in several files, such as copies, counts once.
  std::vector<RunRecord> records;
  /// Those without a fault, sorted by path.
  std::vector<EvidenceFileState> files;
  /// At most one a file, sorted by path. With any, what the others say is not the whole: a failure
  /// may be what is missing.
  std::vector<EvidenceFault> faults;
};

/// All files below a directory; an absent one gives none. Signatures are judged by a list of
/// signers, a file of the machine; without one nobody's signature is known.
EvidenceSet read_evidence_set(const base::Disk& disk, const std::string& directory,
                              const std::string& signers_file = "");

/// The records alone, signatures not judged; the first fault is an error.
base::Result<std::vector<RunRecord>> read_all_evidence(const base::Disk& disk,
                                                       const std::string& directory);

}  // namespace kbuild::run
