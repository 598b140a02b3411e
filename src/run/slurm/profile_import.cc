// Reads scontrol's one-line records as "Key=value" pairs, groups nodes that are equal to jobs, and
// writes YAML by hand, as a maintainer would lay it out; see profile_import.h.
#include "run/slurm/profile_import.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "run/slurm/values.h"

namespace kbuild::run {

namespace {

using Record = std::map<std::string, std::string, std::less<>>;

/// "NodeName" and "CPUTot" are keys; "#1" and "5.14.0" are pieces of a value with blanks.
bool is_key(std::string_view word) {
  return !word.empty() && base::is_alpha(word.front()) && !base::is_lower(word.front()) &&
         std::all_of(word.begin(), word.end(),
                     [](char c) { return base::is_alnum(c) || c == ':' || c == '/'; });
}

Record read_record(std::string_view line) {
  Record record;
  std::string* last = nullptr;
  for (std::string_view word : base::split_words(line)) {
    std::size_t equals = word.find('=');
    if (equals != word.npos && is_key(word.substr(0, equals)))
      last = &(record[std::string(word.substr(0, equals))] = word.substr(equals + 1));
    else if (last)
      *last += base::format(" {}", word);
  }
  return record;
}

std::string_view value_of(const Record& record, std::string_view key) {
  auto found = record.find(key);
  return found == record.end() ? std::string_view{} : std::string_view(found->second);
}

long long number_of(const Record& record, std::string_view key, long long otherwise = 0) {
  return parse_unsigned(value_of(record, key)).value_or(otherwise);
}

/// The properties of a node that matter to jobs.
struct Kind {
  long long cores = 0, threads = 1;
  /// Whole GiB, so that nodes which differ by a module of memory are one kind.
  long long memory = 0;
  std::string gpu_type;
  long long gpus = 0;
  long long disk = 0;
  auto operator<=>(const Kind&) const = default;

  std::string name() const {
    std::string begin =
        gpus ? base::format("{}x{}", gpu_type.empty() ? "gpu" : gpu_type, gpus) : "cpu";
    return base::format("{}-{}c-{}G{}", begin, cores, memory,
                        disk ? base::format("-{}", disk) : "");
  }
};

/// "gpu:a100:4(S:0-1),nvme:3600G" into GPUs and GiB of disk.
void read_gres(std::string_view gres, Kind& kind) {
  for (std::string_view item : base::split(gres, ',')) {
    item = item.substr(0, item.find('('));
    std::vector<std::string_view> parts = base::split(item, ':');
    if (parts.size() < 2) continue;
    std::string_view count = parts.back();
    while (!count.empty() && base::is_alpha(count.back())) count.remove_suffix(1);
    long long number = parse_unsigned(count).value_or(0);
    if (parts[0] == "gpu") {
      kind.gpus = std::min(kind.gpus + number, kMaxCount);
      if (parts.size() > 2) kind.gpu_type = parts[1];
    }
    if (parts[0] == "nvme") kind.disk = number;
  }
}

Kind kind_of(const Record& node) {
  Kind kind;
  kind.threads = std::max(1ll, number_of(node, "ThreadsPerCore", 1));
  // Cores that the system keeps for itself are not in CPUEfctv (22.05 and later).
  long long cpus = number_of(node, "CPUEfctv", number_of(node, "CPUTot"));
  kind.cores = cpus / kind.threads;
  kind.memory =
      std::max(0ll, number_of(node, "RealMemory") - number_of(node, "MemSpecLimit")) / 1024;
  read_gres(value_of(node, "Gres"), kind);
  return kind;
}

std::string in_quotes(std::string_view text) {
  return base::dump_line(base::Json(std::string(text)));
}

std::string node_type_row(const Kind& kind) {
  std::string row = base::format("  - {{name: {}, source: scontrol, cores: {}",
                                 in_quotes(kind.name()), kind.cores);
  if (kind.threads > 1) row += base::format(", threads_per_core: {}", kind.threads);
  if (kind.memory) row += base::format(", memory: {}G", kind.memory);
  if (!kind.gpu_type.empty()) row += base::format(", gpu_type: {}", in_quotes(kind.gpu_type));
  if (kind.gpus) row += base::format(", gpus: {}", kind.gpus);
  if (kind.disk) row += base::format(", local_disk: {}", kind.disk);
  return row + "}\n";
}

std::string partition_row(const Record& partition, const std::set<Kind>& kinds) {
  std::string row = base::format("  - {{name: {}, source: scontrol",
                                 in_quotes(value_of(partition, "PartitionName")));
  if (std::string_view time = value_of(partition, "MaxTime"); parse_slurm_time(time))
    row += base::format(", time: {}", in_quotes(time));
  if (long long least = number_of(partition, "MinNodes"); least > 1)
    row += base::format(", min_nodes: {}", least);
  if (long long most = number_of(partition, "MaxNodes"); most > 0)
    row += base::format(", max_nodes: {}", most);
  std::string types;
  for (const Kind& kind : kinds) types += (types.empty() ? "" : ", ") + in_quotes(kind.name());
  row += base::format(", node_types: [{}]", types);
  if (long long memory = number_of(partition, "MaxMemPerNode"); memory > 0)
    row += base::format(", memory: {}M", memory);
  bool disk = std::any_of(kinds.begin(), kinds.end(), [](const Kind& k) { return k.disk > 0; });
  if (!disk) row += ", local_disk: -1";
  if (value_of(partition, "OverSubscribe").starts_with("EXCLUSIVE")) row += ", exclusive: true";
  return row + "}\n";
}

}  // namespace

base::Result<std::string> import_profile(const ProfileImport& import) {
  std::map<std::string, std::set<Kind>, std::less<>> kinds_of;
  std::set<Kind> all;
  for (std::string_view line : base::split_lines(import.nodes)) {
    Record node = read_record(line);
    if (value_of(node, "NodeName").empty()) continue;
    Kind kind = kind_of(node);
    for (std::string_view partition : base::split(value_of(node, "Partitions"), ','))
      if (!partition.empty()) kinds_of[std::string(partition)].insert(kind), all.insert(kind);
  }
  std::string rows;
  for (std::string_view line : base::split_lines(import.partitions)) {
    Record partition = read_record(line);
    std::string_view name = value_of(partition, "PartitionName");
    if (name.empty() || value_of(partition, "State") != "UP") continue;
    auto kinds = kinds_of.find(name);
    if (kinds == kinds_of.end())
      return base::fail(base::format("no node of the list is in the partition '{}'", name),
                        "take both lists from the same cluster, with 'scontrol show node -o'");
    rows += partition_row(partition, kinds->second);
  }
  if (rows.empty())
    return base::fail("the list names no partition that is up",
                      "write it with 'scontrol show partition -o'");
  std::string out = base::format(
      "name: {}\nsources:\n  scontrol: {{title: {}, url: {}, date: {}}}\nnode_types:\n",
      in_quotes(import.name), in_quotes(import.title), in_quotes(import.url),
      in_quotes(import.date));
  for (const Kind& kind : all) out += node_type_row(kind);
  return out + "partitions:\n" + rows;
}

}  // namespace kbuild::run
