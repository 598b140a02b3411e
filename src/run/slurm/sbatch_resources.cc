// Computes the resources that a header requests from its options; see sbatch_header.h.
#include <algorithm>

#include "base/text.h"
#include "run/slurm/sbatch_header.h"
#include "run/slurm/values.h"

namespace kbuild::run {

namespace {

long long array_size(std::string_view text) {
  text = text.substr(0, text.find('%'));
  long long total = 0;
  for (std::string_view part : base::split(text, ',')) {
    long long step = 1;
    if (std::size_t colon = part.find(':'); colon != part.npos) {
      step = std::max(1ll, parse_unsigned(part.substr(colon + 1)).value_or(1));
      part = part.substr(0, colon);
    }
    std::size_t dash = part.find('-');
    long long low = parse_unsigned(part.substr(0, dash)).value_or(0);
    long long high = dash == part.npos ? low : parse_unsigned(part.substr(dash + 1)).value_or(low);
    total += (high - low) / step + 1;
  }
  return std::min(total, kMaxCount);
}

}  // namespace

long long Resources::node_count() const {
  if (nodes > 0) return nodes;
  if (tasks > 0 && tasks_per_node > 0) return (tasks + tasks_per_node - 1) / tasks_per_node;
  return 1;
}

long long Resources::cores_per_node() const {
  if (tasks_per_node > 0) return count_product(tasks_per_node, cpus_per_task);
  if (tasks > 0) return count_product((tasks + node_count() - 1) / node_count(), cpus_per_task);
  return cpus_per_task > 1 ? cpus_per_task : -1;
}

Resources resources_of(const BatchHeader& header) {
  Resources r;
  if (const BatchOption* o = header.find("nodes"))
    if (auto nodes = parse_node_count(o->value)) r.nodes = nodes->first;
  r.tasks = header.count("ntasks").value_or(-1);
  r.tasks_per_node = header.count("ntasks-per-node").value_or(-1);
  r.cpus_per_task = header.count("cpus-per-task").value_or(1);
  if (const BatchOption* o = header.find("time"))
    r.seconds = parse_slurm_time(o->value).value_or(-1);
  if (const BatchOption* o = header.find("mem"))
    r.memory_per_node = parse_slurm_memory(o->value).value_or(-1);
  if (const BatchOption* o = header.find("mem-per-cpu"))
    r.memory_per_cpu = parse_slurm_memory(o->value).value_or(-1);
  if (const BatchOption* o = header.find("partition")) r.partition = o->value;
  if (const BatchOption* o = header.find("array"); o && is_array(o->value))
    r.array_size = array_size(o->value);
  r.exclusive = header.find("exclusive") != nullptr;
  if (const BatchOption* o = header.find("gres"); o && is_gres(o->value)) {
    for (std::string_view part : base::split(o->value, ',')) {
      std::size_t colon = part.find(':');
      std::string_view name = part.substr(0, colon);
      auto request = parse_gpu_request(colon == part.npos ? "1" : part.substr(colon + 1));
      if (!request) continue;
      if (name == "gpu") {
        r.gpu_type = request->type;
        r.gpus_per_node = request->count;
      } else if (name != "none") {
        r.gres.emplace_back(name, request->count);
      }
    }
  }
  auto gpus = [&](std::string_view name) {
    const BatchOption* o = header.find(name);
    auto request = o ? parse_gpu_request(o->value) : std::nullopt;
    if (request && !request->type.empty()) r.gpu_type = request->type;
    return request ? request->count : 0;
  };
  if (long long n = gpus("gpus-per-node")) r.gpus_per_node = n;
  if (long long n = gpus("gpus-per-task"); n && !r.gpus_per_node)
    r.gpus_per_node = count_product(
        n, std::max(1ll, r.tasks_per_node > 0 ? r.tasks_per_node : std::max(1ll, r.tasks)));
  r.gpus = count_product(r.gpus_per_node, r.node_count());
  if (long long n = gpus("gpus")) {
    r.gpus = n;
    if (!r.gpus_per_node) r.gpus_per_node = (n + r.node_count() - 1) / r.node_count();
  }
  return r;
}

}  // namespace kbuild::run
