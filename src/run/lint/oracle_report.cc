// Groups the scripts by system, asks one controller at a time; see oracle_report.h.
#include "run/lint/oracle_report.h"

#include <algorithm>
#include <map>

#include "base/jobs.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

using namespace diag::literals;

struct Script {
  const snippets::Snippet* snippet;
  BatchHeader header;
  OracleAnswer answer;
};

/// A script that can be submitted unchanged: with an interpreter, with directives, and with figures
/// instead of placeholders.
bool is_complete(const snippets::Snippet& s, const BatchHeader& header) {
  bool script = s.role == snippets::Role::script && s.session.empty() &&
                base::trim_left(s.text).find("#SBATCH") != s.text.npos;
  std::string_view first = base::trim_left(s.text);
  bool begins = first.starts_with("#!") || first.starts_with("!/");
  bool open = std::any_of(header.options.begin(), header.options.end(), [](const BatchOption& o) {
    return o.open && o.name != "account" && o.name != "job-name" && o.name != "output" &&
           o.name != "error" && o.name != "mail-user";
  });
  return script && begins && !open;
}

/// A type of GPU if the profile names none for its nodes: else Slurm would refuse types that the
/// system may have.
bool asks_for_unnamed_gpu(const BatchHeader& header, const SystemProfile& system) {
  if (resources_of(header).gpu_type.empty()) return false;
  return std::any_of(system.node_types.begin(), system.node_types.end(),
                     [](const NodeType& type) { return type.gpus > 0 && type.gpu_type.empty(); });
}

}  // namespace

base::Result<OracleReport> ask_oracle(base::Disk& disk,
                                      const std::vector<const snippets::Snippet*>& snippets,
                                      const std::vector<SystemProfile>& systems, unsigned jobs) {
  OracleReport report;
  // By name, so that answers are sorted by name.
  std::map<std::string, std::pair<const SystemProfile*, std::vector<Script>>> by_system;
  for (const snippets::Snippet* s : snippets) {
    if (s->text.find("#SBATCH") == s->text.npos) continue;
    BatchHeader header = parse_batch_header(s->text);
    if (!is_complete(*s, header)) continue;
    const SystemProfile* system = s->system.empty() ? nullptr : find_profile(systems, s->system);
    if (system && (system->partitions.empty() || asks_for_unnamed_gpu(header, *system)))
      system = nullptr;
    auto& group = by_system[system ? system->name : ""];
    group.first = system;
    group.second.push_back({s, std::move(header), {}});
  }
  std::string cluster = by_system.empty() ? "" : cluster_name();
  for (auto& [name, group] : by_system) {
    const SystemProfile* system = group.first;
    std::vector<Script>& scripts = group.second;
    std::unique_ptr<Oracle> oracle;
    if (system && !cluster.empty() && find_profile({*system}, cluster)) {
      oracle = Oracle::of_cluster(disk);
    } else {
      auto started = Oracle::start(disk, system ? *system : SystemProfile{});
      if (!started) return tl::unexpected(started.error());
      oracle = std::move(*started);
    }
    std::vector<std::string> errors(scripts.size());
    base::for_each_index(scripts.size(), jobs, [&](std::size_t i) {
      auto answer = oracle->judge(scripts[i].snippet->text);
      if (answer)
        scripts[i].answer = std::move(*answer);
      else
        errors[i] = answer.error().message;
    });
    for (const std::string& error : errors)
      if (!error.empty()) return base::fail(error);
    for (const Script& script : scripts) {
      // For what profiles do not describe, only kbuild's parsing is compared with sbatch's.
      bool header_alone = script.answer.verdict == OracleVerdict::not_judged;
      report.header_alone += header_alone ? 1 : 0;
      bool there = !header_alone && script.answer.verdict != OracleVerdict::accepted;
      bool here = is_refused_here(script.header, header_alone ? nullptr : system);
      ++report.judged;
      report.agreed += here == there ? 1 : 0;
      const snippets::Snippet& s = *script.snippet;
      source::Span place{s.block.file, s.block.begin, s.block.begin};
      if (there && !here)
        report.findings.push_back({"KB0832"_code, place, {script.answer.message}});
      if (here && !there) report.only_here.push_back(&s);
    }
  }
  return report;
}

}  // namespace kbuild::run
