// The journal of submitted jobs: a job's name is written before it is submitted and its id after,
// so that the next run finds every job of a killed one. One JSON object in a file of the work
// directory; the runner decides what is taken up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/disk.h"

namespace kbuild::run {

/// A job, or a task of an array.
struct JournalJob {
  /// "" while the submission was not answered; then `name` tells what to search for.
  std::string id;
  std::string name;
  std::size_t task = 0;
  std::string directory;
  std::int64_t submitted = 0;
  int attempt = 1;
  /// Of its cells.
  std::vector<std::string> keys;
};

struct Journal {
  /// The evidence file that the run writes.
  std::string evidence;
  std::vector<JournalJob> jobs;
};

/// nullopt where there is none; what is no journal is taken for none.
std::optional<Journal> read_journal(const base::Disk& disk, const std::string& path);
base::Result<void> write_journal(base::Disk& disk, const std::string& path, const Journal& journal);

}  // namespace kbuild::run
