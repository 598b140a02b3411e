// Batch headers judged twice: by sbatch's rules, and by the limits of the partition. See lint.h.
#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "run/lint/lint.h"

namespace kbuild::run {

using namespace diag::literals;

namespace {

using snippets::Role;
using snippets::Snippet;

std::string hours(long long seconds) {
  long long days = seconds / 86400, rest = seconds % 86400;
  std::string clock = base::format("{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60);
  return days ? base::format("{}-{}", days, clock) : clock;
}

/// Input of one judgement.
struct Judge {
  const BatchHeader& header;
  const SystemProfile& system;
  const Partition& partition;
  Resources wanted;
  std::vector<BatchFault>& faults;

  void complain(diag::Code code, std::initializer_list<std::string_view> options,
                std::vector<std::string> arguments) const {
    const BatchOption* place = nullptr;
    for (std::string_view name : options)
      if (!place) place = header.find(name);
    if (!place) place = header.find("partition");
    if (place) faults.push_back({code, place->offset, place->length, std::move(arguments), ""});
  }

  /// Cores that one node must give: tasks whose nodes are unsaid may be spread where the partition
  /// allows.
  long long cores_here() const {
    bool spread = wanted.nodes < 0 && wanted.tasks_per_node < 0 && partition.max_nodes != 1;
    return spread ? wanted.cpus_per_task : wanted.cores_per_node();
  }

  void time() const {
    if (partition.time > 0 && (wanted.seconds > partition.time))
      complain("KB0821"_code, {"time"},
               {hours(wanted.seconds), partition.name, system.name, hours(partition.time)});
  }

  void nodes() const {
    if (partition.max_nodes > 0 && wanted.nodes > partition.max_nodes)
      complain("KB0822"_code, {"nodes"},
               {std::to_string(wanted.nodes), partition.name, system.name, "more",
                std::to_string(partition.max_nodes)});
    else if (wanted.nodes > 0 && wanted.nodes < partition.min_nodes)
      complain("KB0822"_code, {"nodes"},
               {std::to_string(wanted.nodes), partition.name, system.name, "fewer",
                std::to_string(partition.min_nodes)});
  }

  void cores() const {
    long long most = 0;
    for (const NodeType* type : system.types_of(partition))
      most = std::max(most, type->cores * type->threads_per_core);
    if (partition.max_cores > 0 && partition.max_nodes <= 1)
      most = std::min(most ? most : partition.max_cores, partition.max_cores);
    long long cores = cores_here();
    if (most > 0 && cores > most)
      complain("KB0823"_code, {"cpus-per-task", "ntasks-per-node", "ntasks"},
               {std::to_string(cores), partition.name, system.name, std::to_string(most)});
    if (system.cores_per_gpu > 0 && wanted.gpus_per_node > 0 && !wanted.exclusive &&
        cores > system.cores_per_gpu * wanted.gpus_per_node && cores <= most)
      complain("KB0831"_code, {"cpus-per-task", "ntasks-per-node", "ntasks"},
               {std::to_string((cores + wanted.gpus_per_node - 1) / wanted.gpus_per_node),
                system.name, std::to_string(system.cores_per_gpu)});
  }

  void memory() const {
    long long most = partition.memory;
    if (!most)
      for (const NodeType* type : system.types_of(partition)) most = std::max(most, type->memory);
    long long memory = wanted.memory_per_node;
    if (memory < 0 && wanted.memory_per_cpu > 0 && cores_here() > 0)
      memory = wanted.memory_per_cpu * cores_here();
    if (most > 0 && memory > most)
      complain("KB0824"_code, {"mem", "mem-per-cpu"},
               {std::to_string(memory / 1024), partition.name, system.name,
                std::to_string(most / 1024)});
  }

  void gpus() const {
    for (const BatchOption& option : header.options)
      if (option.open && (option.name == "gres" || option.name.starts_with("gpus"))) return;
    long long per_node = 0;
    std::vector<std::string> types;
    for (const NodeType* type : system.types_of(partition)) {
      per_node = std::max(per_node, type->gpus);
      if (!type->gpu_type.empty()) types.push_back(type->gpu_type);
    }
    if (!wanted.wants_gpu()) {
      if (partition.needs_gpu) complain("KB0828"_code, {}, {partition.name, system.name});
      return;
    }
    if (wanted.gpus_per_node > per_node)
      complain("KB0825"_code, {"gres", "gpus-per-node", "gpus", "gpus-per-task"},
               {std::to_string(wanted.gpus_per_node), partition.name, system.name, "a node",
                std::to_string(per_node)});
    else if (partition.max_gpus > 0 && wanted.gpus > partition.max_gpus)
      complain("KB0825"_code, {"gres", "gpus-per-node", "gpus", "gpus-per-task"},
               {std::to_string(wanted.gpus), partition.name, system.name, "a job",
                std::to_string(partition.max_gpus)});
    bool known = wanted.gpu_type.empty() ||
                 std::any_of(types.begin(), types.end(), [&](const std::string& type) {
                   // A slice is named after its card: "a100_1g.5gb".
                   return wanted.gpu_type == type || wanted.gpu_type.starts_with(type + "_");
                 });
    if (!known && !types.empty())
      complain("KB0826"_code, {"gres", "gpus-per-node", "gpus", "gpus-per-task"},
               {wanted.gpu_type, partition.name, system.name, base::join(types, ", ")});
  }

  void resources() const {
    for (const auto& [name, count] : wanted.gres) {
      bool none = partition.local_disk < 0;
      if (name == "nvme" && none)
        complain("KB0827"_code, {"gres"}, {name, partition.name, system.name});
      else if (name == "nvme" && partition.local_disk > 0 && count > partition.local_disk)
        complain("KB0827"_code, {"gres"},
                 {base::format("nvme:{}", count), partition.name, system.name});
    }
  }
};

bool has_placeholder(const BatchHeader& header) {
  return std::any_of(header.options.begin(), header.options.end(), [](const BatchOption& o) {
    return o.name == "partition" && o.value.find_first_of("<$.{") != std::string::npos;
  });
}

/// Whether a line of a script only prepares what other lines start.
bool prepares(std::string_view line) {
  std::vector<std::string_view> words = base::split_words(line);
  if (words.empty() || words[0].starts_with('#')) return true;
  std::size_t equals = words[0].find('=');
  if (equals != words[0].npos && base::is_all(words[0].substr(0, equals), base::is_name_byte))
    return true;
  return base::is_any_of(words[0], {"export", "module", "ml", "source", ".", "set", "unset",
                                    "ulimit", "umask", "cd", "conda", "echo"});
}

/// Whether the block is meant as a whole script. A piece to be put into one leaves something out,
/// starts no program, or lacks both a name and what every job says of itself.
bool is_whole_script(const Snippet& s, const snippets::PlainCode& code, const BatchHeader& header) {
  std::string_view first = base::trim_left(s.text);
  if (first.starts_with("...") || code.has(snippets::CutKind::elision)) return false;
  for (std::string_view begin : {"#!", "#/", "!/"})
    if (first.starts_with(begin)) return true;
  if (!first.starts_with('#')) return false;
  bool commands = base::has_line(code.text, [](std::string_view line) { return !prepares(line); });
  bool named = !s.file_name.empty() && !s.part_of_file;
  bool complete = header.find("time") || header.find("job-name") || header.find("account");
  return commands && (named || complete);
}

/// A directive that sbatch would read, or that is written like one: no comment about directives,
/// and none that another program gets.
bool has_header(const Snippet& s, std::string_view code) {
  return (s.language == "bash" || s.language == "python") && s.session.empty() &&
         s.role != Role::pseudo_code && base::has_line(code, [](std::string_view line) {
           std::string_view bare = base::trim_left(line);
           return bare.starts_with("#SBATCH") || bare.starts_with("# SBATCH -");
         });
}

/// Whether lines or words of the block were left out: what seems to be absent may stand there.
bool is_schematic(const snippets::PlainCode& code) {
  return code.has(snippets::CutKind::elision);
}

/// Findings about the order of lines and about what a header lacks.
bool needs_whole_script(diag::Code code) {
  return code == "KB0807"_code || code == "KB0809"_code || code == "KB0828"_code ||
         code == "KB0829"_code;
}

/// Whether the fault is a long option not similar to one of sbatch's own: a system's plugins may
/// add such options.
bool may_be_of_plugin(const BatchFault& fault) {
  return fault.code == "KB0802"_code && fault.arguments[0].starts_with("--") &&
         fault.arguments[1].empty();
}

}  // namespace

std::vector<BatchFault> judge_header(const BatchHeader& header, const SystemProfile& system) {
  std::vector<BatchFault> faults;
  const BatchOption* option = header.find("partition");
  if (!option || has_placeholder(header)) return faults;
  Resources wanted = resources_of(header);
  std::vector<const Partition*> partitions;
  for (std::string_view name : base::split(option->value, ',')) {
    const Partition* partition = system.partition(name);
    if (partition) {
      partitions.push_back(partition);
    } else if (system.complete) {
      std::vector<std::string> names;
      for (const Partition& p : system.partitions) names.push_back(p.name);
      faults.push_back({"KB0820"_code,
                        option->offset,
                        option->length,
                        {system.name, std::string(name), base::join(names, ", ")},
                        ""});
    }
  }
  if (partitions.size() != 1) return faults;
  Judge judge{header, system, *partitions[0], wanted, faults};
  judge.time();
  judge.nodes();
  judge.cores();
  judge.memory();
  judge.gpus();
  judge.resources();
  return faults;
}

diag::Diagnostics lint_slurm(const LintInput& input) {
  diag::Diagnostics out;
  std::set<std::string> told;
  for (const Snippet& s : input.snippets) {
    const snippets::PlainCode& code = input.code_of(s);
    if (!has_header(s, code.text)) continue;
    BatchHeader header = parse_batch_header(s.text);
    std::vector<BatchFault> faults = header.faults;
    bool whole = is_whole_script(s, code, header);
    const SystemProfile* system =
        s.system.empty() ? nullptr : find_profile(input.systems, s.system);
    if (system) {
      std::vector<BatchFault> limits = judge_header(header, *system);
      faults.insert(faults.end(), limits.begin(), limits.end());
      if (!system->account.empty() && !header.find("account") && whole && !header.options.empty())
        faults.push_back({"KB0829"_code,
                          header.options[0].offset,
                          header.options[0].length,
                          {system->name, system->account},
                          ""});
    }
    for (const BatchFault& fault : faults) {
      if (fault.code == "KB0809"_code && !whole) continue;
      if (needs_whole_script(fault.code) && is_schematic(code)) continue;
      out.push_back({may_be_of_plugin(fault) ? "KB0818"_code : fault.code,
                     snippets::locate(input.sources, s, fault.offset, fault.length),
                     fault.arguments,
                     {},
                     may_be_of_plugin(fault) ? "" : fault.hint});
    }
    // Once a page is enough: its other scripts share the fate.
    if (system && !system->retired.empty() && told.insert(system->name).second)
      out.push_back({"KB0830"_code,
                     source::Span{s.block.file, s.block.begin, s.block.begin},
                     {system->name, system->retired}});
  }
  return out;
}

}  // namespace kbuild::run
