// Makes a system profile from Slurm's own records of partitions and nodes, so that nobody has to
// copy figures by hand.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace kbuild::run {

struct ProfileImport {
  std::string name;
  /// What `scontrol show partition -o` and `scontrol show node -o` print.
  std::string_view partitions;
  std::string_view nodes;
  /// Where that was asked, and the ISO date of it.
  std::string title;
  std::string url;
  std::string date;
};

/// The YAML of a profile that parse_profile() reads: a node type for each kind of node (usable
/// cores, memory in whole GiB, GPUs, disk of the gres `nvme`), partitions that are up with their
/// limits. What only a QoS or an association limits is not in it. Errors: no partition, a partition
/// without nodes of the list. O(size). Formats: scontrol(1), Slurm 22.05 to 25.
base::Result<std::string> import_profile(const ProfileImport& import);

}  // namespace kbuild::run
