// A file of evidence, and the index beside one. A record that can be read is written so that it
// reads the same.
#include "run/evidence_set.h"

#include "base/text.h"
#include "target.h"

namespace kbuild::fuzz {

void try_input(std::string_view bytes) {
  base::MemoryDisk disk;
  disk.files["evidence/a.jsonl"] = bytes.substr(bytes.size() / 2);
  disk.files["evidence/a.index"] = bytes.substr(0, bytes.size() / 2);
  (void)run::read_all_evidence(disk, "evidence");
  for (std::string_view line : base::split_lines(bytes)) {
    auto record = run::from_json(line);
    if (!record) continue;
    std::string written = run::to_json(*record);
    auto again = run::from_json(written);
    require(again && run::to_json(*again) == written);
    (void)run::badge_text(*record);
    (void)run::redact(record->output, {"user"});
    (void)run::head_and_tail(record->output, 100);
    (void)run::standing_of(*record, record->digest, 0, 30);
  }
}

}  // namespace kbuild::fuzz
