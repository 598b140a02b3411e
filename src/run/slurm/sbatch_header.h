// The #SBATCH lines of a batch script, read by sbatch's own rules (Slurm 22.05, src/sbatch/opt.c
// and sbatch(1)); tests hold this reader and a real sbatch --test-only to the same verdicts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "run/slurm/sbatch_options.h"
#include "run/slurm/values.h"

namespace kbuild::run {

/// A directive as sbatch takes it.
struct BatchOption {
  /// Proper long name.
  std::string name;
  std::string value;
  /// Bytes of the whole word or words in the script.
  std::size_t offset = 0;
  std::size_t length = 0;
  /// Holds a placeholder ("<n>", "...", a word in capitals where a number belongs), so that nothing
  /// follows.
  bool open = false;
};

/// A fault of the header: a diagnostic whose place is relative to the script.
struct BatchFault {
  diag::Code code;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::vector<std::string> arguments;
  std::string hint = {};
};

struct BatchHeader {
  /// In the order written; a later one replaces an earlier of the same name.
  std::vector<BatchOption> options;
  std::vector<BatchFault> faults;

  /// The last option of that name, or nullptr.
  const BatchOption* find(std::string_view name) const;
  std::optional<long long> count(std::string_view name) const;
  /// True where sbatch would refuse the script before any cluster looks at it.
  bool refused() const;
};

/// Reads the directives up to the first command. Values that hold a placeholder are not judged;
/// directives that sbatch would not see are faults.
BatchHeader parse_batch_header(std::string_view script);

/// What a header requests; -1: not set.
struct Resources {
  long long nodes = -1;
  long long tasks = -1;
  long long tasks_per_node = -1;
  long long cpus_per_task = 1;
  long long seconds = -1;
  long long memory_per_node = -1;
  long long memory_per_cpu = -1;
  std::string gpu_type;
  long long gpus_per_node = 0;
  long long gpus = 0;
  /// GRES other than GPUs with their counts.
  std::vector<std::pair<std::string, long long>> gres;
  std::string partition;
  long long array_size = 1;
  bool exclusive = false;

  bool wants_gpu() const { return gpus > 0; }
  long long node_count() const;
  /// Cores on the fullest node, or -1.
  long long cores_per_node() const;
};
Resources resources_of(const BatchHeader& header);

}  // namespace kbuild::run
