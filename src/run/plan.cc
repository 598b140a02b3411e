// Makes cells from units: chooses variants, resources and modules, and derives their keys; see
// plan.h.
#include "run/plan.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/format.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "run/changes.h"
#include "run/module_versions.h"
#include "run/questions.h"
#include "run/shown_output.h"
#include "run/slurm/scheduler.h"
#include "run/units/file_use.h"
#include "run/units/risk.h"
#include "shell/command.h"
#include "shell/modules.h"
#include "shell/programs.h"
#include "shell/words.h"
#include "vocabulary/version.h"

namespace kbuild::run {

namespace {

using snippets::Role;
using snippets::Snippet;

/// Changes with whatever changes the outcome of a run for the same input.
constexpr std::string_view kRunnerVersion = "3";
constexpr long long kDefaultSeconds = 300;

bool is_compile_command(const shell::Command& command) {
  using enum shell::ProgramClass;
  return shell::is_program(shell::unwrap(command).program(), compiler | build_tool);
}

/// Wherever a launcher or a command of the batch system is named, as a wrapper may run it.
bool starts_tasks(std::string_view text) {
  using enum shell::ProgramClass;
  for (const shell::Command& command : shell::parse(text))
    for (const std::string& word : command.words)
      if (shell::is_program(base::file_name(word), launcher | batch | submits)) return true;
  return false;
}

/// A reference, because callers keep views of the parts.
const std::string& find_annotation(const Snippet& s, const std::string& key) {
  static const std::string none;
  auto at = s.annotations.find(key);
  return at == s.annotations.end() ? none : at->second;
}

/// Options for what a job needs. Its output files, mail, dependencies and priority are not for a
/// page to decide.
bool is_resource(std::string_view option) {
  return base::is_any_of(option, {"constraint",
                                  "contiguous",
                                  "core-spec",
                                  "cores-per-socket",
                                  "cpu-freq",
                                  "cpus-per-gpu",
                                  "cpus-per-task",
                                  "distribution",
                                  "exclude",
                                  "exclusive",
                                  "extra-node-info",
                                  "gpu-bind",
                                  "gpu-freq",
                                  "gpus",
                                  "gpus-per-node",
                                  "gpus-per-socket",
                                  "gpus-per-task",
                                  "gres",
                                  "gres-flags",
                                  "hint",
                                  "licenses",
                                  "mem",
                                  "mem-bind",
                                  "mem-per-cpu",
                                  "mem-per-gpu",
                                  "mincpus",
                                  "network",
                                  "nodelist",
                                  "ntasks",
                                  "ntasks-per-core",
                                  "ntasks-per-gpu",
                                  "ntasks-per-node",
                                  "ntasks-per-socket",
                                  "ntasks-per-tres",
                                  "overcommit",
                                  "oversubscribe",
                                  "signal",
                                  "sockets-per-node",
                                  "spread-job",
                                  "switches",
                                  "thread-spec",
                                  "threads-per-core",
                                  "tmp",
                                  "use-min-nodes",
                                  "wait-all-nodes"});
}

/// Whether a file of that name stays below the unit's directory.
bool is_safe_name(std::string_view name) {
  bool controls = std::any_of(name.begin(), name.end(),
                              [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  std::string path = base::normalise_path(name);
  return !controls && path != "." && !path.empty() && base::stays_inside(path) &&
         !name.ends_with('/') && name.size() < 200;
}

std::uint32_t first_line(const Snippet& s) {
  return s.content_line ? s.content_line : s.line;
}

class Planner {
 public:
  explicit Planner(const PlanRequest& request)
      : r_(request), execution_(request.profile.execution) {}

  std::vector<Cell> run() {
    std::vector<Cell> cells;
    for (const Unit& unit : r_.units.units)
      for (const Variant& variant : unit.variants) {
        bool elsewhere = !variant.system.empty() && !runs_here(r_.executor) &&
                         !base::equals_ignoring_case(variant.system, r_.profile.name);
        if (elsewhere) continue;
        std::vector<InstalledVersion> versions =
            r_.versions == Versions::installed
                ? sweep_versions(modules_of(unit, variant), r_.installed)
                : versions_of(unit, variant);
        for (const InstalledVersion& version : versions) {
          Cell cell = plan(unit, variant, version);
          if (!cell.steps.empty()) cells.push_back(std::move(cell));
        }
      }
    return cells;
  }

 private:
  std::vector<InstalledVersion> versions_of(const Unit& unit, const Variant& variant) const;
  void add_missing_versions(std::string_view claimed, const std::vector<std::size_t>& members,
                            std::vector<InstalledVersion>& versions) const;
  Cell plan(const Unit& unit, const Variant& variant, const InstalledVersion& version);
  std::string load_version(std::string text, std::vector<Replacement>& replaced) const;
  void add_members(const Unit& unit, const Variant& variant, Cell& cell);
  void add_step(const Snippet& s, std::size_t index, std::string text, std::string name,
                Cell& cell);
  void add_prologue(const std::vector<std::size_t>& members, Cell& cell);
  void add_options(const Unit& unit, const std::vector<std::size_t>& members, Cell& cell);
  void add_obstacles(const Unit& unit, const std::vector<std::size_t>& members, Cell& cell);
  void seal(Cell& cell) const;
  std::string prepare(const Snippet& s, std::string_view text,
                      std::vector<Replacement>& replaced) const;
  std::string fill_placeholders(const Snippet& s, std::string_view text) const;
  std::vector<std::size_t> members_of(const Unit& unit, const Variant& variant) const;
  std::vector<std::string> modules_of(const Unit& unit, const Variant& variant) const {
    std::vector<std::string> out;
    for (std::size_t i : members_of(unit, variant))
      out.insert(out.end(), r_.snippets[i].modules.begin(), r_.snippets[i].modules.end());
    return out;
  }
  const UnitFile* file_of(const Unit& unit, std::size_t snippet) const {
    for (const UnitFile& f : unit.files)
      if (f.snippet == snippet) return &f;
    return nullptr;
  }

  const PlanRequest& r_;
  const Execution& execution_;
  /// Names and texts of the cell's files as the page has them.
  std::vector<std::string> texts_;
  /// Commands that annotations of the cell stub.
  std::vector<std::string> stubs_;
  /// Of the versions that the unit claims, the one of this cell; empty: as the page says.
  InstalledVersion version_;
};

/// A unit that claims several versions (version=">=2.5") is run with each of them that the system
/// has a module of; the others as they are.
std::vector<InstalledVersion> Planner::versions_of(const Unit& unit, const Variant& variant) const {
  std::vector<InstalledVersion> out;
  if (!claims_versions(variant.version)) return {{}};
  std::vector<std::size_t> members = members_of(unit, variant);
  for (const InstalledVersion& installed : r_.installed) {
    bool loaded = std::any_of(members.begin(), members.end(), [&](std::size_t i) {
      const auto& modules = r_.snippets[i].modules;
      return std::any_of(modules.begin(), modules.end(), [&](const std::string& module) {
        return is_version_of(module, installed.module);
      });
    });
    bool known = std::any_of(out.begin(), out.end(), [&](const InstalledVersion& other) {
      return other.version == installed.version;
    });
    if (loaded && !known && claims_version(variant.version, installed.version))
      out.push_back(installed);
  }
  if (out.empty()) out.push_back({});
  add_missing_versions(variant.version, members, out);
  return out;
}

/// A version that the unit names and nothing loads gets a cell as well, which says so: one with a
/// version and without a module.
void Planner::add_missing_versions(std::string_view claimed,
                                   const std::vector<std::size_t>& members,
                                   std::vector<InstalledVersion>& versions) const {
  std::vector<std::string> loaded;
  for (std::size_t i : members)
    for (const std::string& module : r_.snippets[i].modules)
      loaded.push_back(vocabulary::release_of(module.substr(module.rfind('/') + 1)));
  // What loads no module says nothing of modules.
  if (loaded.empty()) return;
  for (const InstalledVersion& version : versions) loaded.push_back(version.version);
  for (std::string_view part : base::split(claimed, ',')) {
    part = base::trim(part);
    bool found = part.empty() || vocabulary::is_version_range(part) ||
                 std::any_of(loaded.begin(), loaded.end(), [&](const std::string& version) {
                   return vocabulary::version_names(part, version);
                 });
    if (!found) versions.push_back({std::string(part), ""});
  }
}

/// The text with the cell's version in place of the one that its `module load` names.
std::string Planner::load_version(std::string text, std::vector<Replacement>& replaced) const {
  if (version_.module.empty()) return text;
  std::vector<shell::Command> commands = shell::parse(text);
  for (auto command = commands.rbegin(); command != commands.rend(); ++command) {
    auto loads = shell::module_command(*command);
    if (!loads) continue;
    std::span<const std::string_view> loaded = loads->loaded();
    for (std::size_t i = command->words.size(); i-- > 1;) {
      const std::string& word = command->words[i];
      bool same = is_version_of(word, version_.module) && word != version_.module &&
                  std::find(loaded.begin(), loaded.end(), word) != loaded.end();
      if (!same || text.compare(command->offsets[i], word.size(), word) != 0) continue;
      replaced.push_back({word, version_.module, "a version that the page claims", true});
      text.replace(command->offsets[i], word.size(), version_.module);
    }
  }
  return text;
}

/// Variables, and functions in place of commands that cannot work here.
void Planner::add_prologue(const std::vector<std::size_t>& members, Cell& cell) {
  for (std::size_t i : members) {
    const Snippet& s = r_.snippets[i];
    for (std::string_view pair : base::split(find_annotation(s, "env"), ',')) {
      std::size_t equals = pair.find('=');
      if (equals == pair.npos || !shell::is_variable_name(pair.substr(0, equals))) continue;
      cell.prologue += base::format("export {}={}\n", pair.substr(0, equals),
                                    shell::quote(pair.substr(equals + 1)));
    }
    for (std::string_view name : base::split(find_annotation(s, "stub"), ',')) {
      if (!shell::is_command_name(name)) continue;
      stubs_.emplace_back(name);
      cell.prologue += base::format("{0}() {{ :; }}; export -f {0}\n", name);
    }
  }
}

std::vector<std::size_t> Planner::members_of(const Unit& unit, const Variant& variant) const {
  std::vector<std::size_t> members;
  for (std::size_t i : unit.members) {
    bool other = r_.snippets[i].tab_set != 0 && r_.snippets[i].tab != variant.label;
    if (!other) members.push_back(i);
  }
  return members;
}

/// Placeholders filled, then the profile's substitutions.
std::string Planner::prepare(const Snippet& s, std::string_view text,
                             std::vector<Replacement>& replaced) const {
  std::string out = fill_placeholders(s, text);
  return load_version(substitute(out, execution_.substitutions, replaced), replaced);
}

std::string Planner::fill_placeholders(const Snippet& s, std::string_view text) const {
  std::string out(text);
  for (const snippets::Placeholder& p : s.placeholders) {
    auto value = execution_.placeholders.find(p.text);
    if (value != execution_.placeholders.end()) out = base::replace_all(out, p.text, value->second);
  }
  std::string settings = find_annotation(s, "set");
  for (std::string_view pair : base::split(settings, ',')) {
    std::size_t equals = pair.find('=');
    if (equals != pair.npos)
      out = base::replace_all(out, pair.substr(0, equals), pair.substr(equals + 1));
  }
  return out;
}

void Planner::add_step(const Snippet& s, std::size_t index, std::string text, std::string name,
                       Cell& cell) {
  PlannedStep step;
  step.name = std::move(name);
  step.snippet = index;
  step.line = first_line(s);
  step.included = s.content_line == 0;
  step.as_written = std::move(text);
  step.as_run = prepare(s, step.as_written, step.replaced);
  add_replacements(step.replaced, step.line, cell);
  for (const shell::Command& command : shell::parse(step.as_run))
    step.compiles |= is_compile_command(command);
  step.expected_exit =
      static_cast<int>(base::parse_integer(find_annotation(s, "exit")).value_or(0));
  cell.steps.push_back(std::move(step));
}

/// Files are laid down, shell text becomes steps; a script is run where a command submits or calls
/// it, else after all other steps.
void Planner::add_members(const Unit& unit, const Variant& variant, Cell& cell) {
  std::vector<std::size_t> members = members_of(unit, variant);
  for (std::size_t i : unit.setup) {
    add_step(r_.snippets[i], i, commands_of(r_.snippets[i]), "set up", cell);
    cell.steps.back().setup = true;
  }
  // Set-up that readers do not see comes before what they do.
  std::stable_partition(members.begin(), members.end(), [&](std::size_t i) {
    return r_.snippets[i].annotations.contains("hidden");
  });
  std::string all_commands;
  for (std::size_t i : members) all_commands += commands_of(r_.snippets[i]) + "\n";
  std::vector<std::size_t> scripts;
  for (std::size_t i : members) {
    const Snippet& s = r_.snippets[i];
    const UnitFile* file = file_of(unit, i);
    bool script = s.role == Role::script;
    if (file || script || s.role == Role::source) {
      std::string name = file ? (file->wanted_as.empty() ? file->name : file->wanted_as) : "";
      if (name.empty()) name = script ? "script.sh" : s.language == "python" ? "program.py" : "";
      if (!name.empty() && !s.part_of_file) {
        std::vector<Replacement> replaced;
        texts_.push_back(name);
        texts_.push_back(s.text);
        cell.files.push_back(
            {name, script ? prepare(s, s.text, replaced) : s.text, s.content_line});
        add_replacements(replaced, first_line(s), cell);
        if (script) scripts.push_back(i);
      }
    }
    bool types = s.role == Role::fragment || s.role == Role::session;
    if (types && !commands_of(s).empty()) {
      add_step(s, i, commands_of(s), base::format("line {}", first_line(s)), cell);
      cell.steps.back().setup = s.annotations.contains("hidden");
    }
    bool alone = s.role == Role::source && s.language == "python" && !file;
    if (alone) add_step(s, i, "python3 program.py\n", "python3 program.py", cell);
  }
  for (std::size_t i : scripts) {
    const UnitFile* file = file_of(unit, i);
    std::string name =
        file ? (file->wanted_as.empty() ? file->name : file->wanted_as) : "script.sh";
    bool called = all_commands.find("/" + name) != std::string::npos ||
                  all_commands.find(" " + name) != std::string::npos;
    bool submitted = false;
    for (PlannedStep& step : cell.steps)
      for (const shell::Command& command : shell::parse(step.as_run))
        if (command.program() == "sbatch" && !command.words.empty() &&
            base::file_name(command.words.back()) == name) {
          std::vector<Replacement> replaced;
          step.as_run = substitute(
              step.as_run, {{"sbatch *" + name, "./" + name, "the job is run in this allocation"}},
              replaced);
          for (Replacement& one : replaced) {
            one.as_meant = true;
            step.replaced.push_back(std::move(one));
          }
          step.runs.push_back(i);
          submitted = true;
        }
    if (submitted || called) continue;
    const Snippet& s = r_.snippets[i];
    add_step(s, i, s.text, name, cell);
    cell.steps.back().as_run = "./" + name + "\n";
  }
}

/// Of a page's array, its first task is run.
std::string first_task(std::string_view tasks) {
  std::size_t digits = 0;
  while (digits < tasks.size() && base::is_digit(tasks[digits])) ++digits;
  if (digits == 0) return {};
  return base::format(
      "export SLURM_ARRAY_TASK_ID={0} SLURM_ARRAY_TASK_MIN={0} "
      "SLURM_ARRAY_TASK_MAX={0} SLURM_ARRAY_TASK_COUNT=1\n",
      tasks.substr(0, digits));
}

/// The options of the first batch header, clamped to what tests may use.
void Planner::add_options(const Unit&, const std::vector<std::size_t>& members, Cell& cell) {
  // As the page has it, and with its placeholders filled.
  BatchHeader page, header;
  std::optional<long long> seconds;
  std::string added;
  for (std::size_t i : members) {
    const Snippet& s = r_.snippets[i];
    if (header.options.empty() && s.text.find("#SBATCH") != std::string::npos) {
      page = parse_batch_header(s.text);
      header = parse_batch_header(fill_placeholders(s, s.text));
    }
    if (auto timeout = base::parse_integer(find_annotation(s, "timeout"))) seconds = timeout;
    // The author's additions come last, as on a command line.
    for (std::string_view option : base::split_words(find_annotation(s, "sbatch")))
      added += "#SBATCH " + std::string(option) + "\n";
    for (std::string_view need : base::split(find_annotation(s, "needs"), ','))
      if (need.starts_with("gpus="))
        added += "#SBATCH --gpus=" + std::string(need.substr(5)) + "\n";
  }
  if (!added.empty())
    for (const BatchOption& option : parse_batch_header("#!/bin/bash\n" + added).options)
      for (BatchHeader* own : {&page, &header}) own->options.push_back(option);
  Resources wanted = resources_of(header);
  cell.seconds = seconds.value_or(wanted.seconds > 0 ? wanted.seconds : kDefaultSeconds);
  cell.seconds = std::clamp<long long>(cell.seconds, 1, execution_.max_seconds);
  cell.nodes = std::min(wanted.node_count(), execution_.max_nodes);
  std::uint32_t line = first_line(r_.snippets[members.front()]);
  if (cell.nodes < wanted.node_count())
    cell.changes.push_back({"shortened", line, base::format("--nodes={}", wanted.node_count()),
                            base::format("--nodes={}", cell.nodes), "what a test may use here"});
  cell.gpus = wanted.gpus;
  cell.cpus = count_product(std::max(wanted.cores_per_node(), 1ll), cell.nodes);
  auto as_text = [](const BatchOption& o) {
    return "--" + o.name + (o.value.empty() ? "" : "=" + o.value);
  };
  std::vector<std::string> written;
  for (const BatchOption& o : page.options) written.push_back(as_text(o));
  for (const BatchOption& o : header.options)
    if (is_resource(o.name)) cell.options_run.push_back(as_text(o));
  cell.options_written = base::join(written, " ");
  for (const BatchOption& o : header.options)
    if (o.name == "array") {
      cell.prologue += first_task(o.value);
      if (o.value.find_first_of(",-:") != o.value.npos)
        cell.changes.push_back(
            {"shortened", line, "--array=" + o.value, "", "of an array, its first task is run"});
    }
  std::string partition =
      execution_.test_partition.empty() ? wanted.partition : execution_.test_partition;
  if (!partition.empty()) cell.options_run.push_back("--partition=" + partition);
  if (cell.nodes > 1) cell.options_run.push_back(base::format("--nodes={}", cell.nodes));
  if (!r_.profile.account.empty() && r_.executor == "slurm")
    cell.options_run.push_back("--account=" + r_.profile.account);
  cell.options_run.push_back(base::format("--time={}:{:02}", (cell.seconds + 90) / 60, 0));
}

void Planner::add_obstacles(const Unit& unit, const std::vector<std::size_t>& members, Cell& cell) {
  std::vector<std::string>& obstacles = cell.obstacles;
  for (const UnitFile& file : unit.files)
    if (!file.snippet) obstacles.push_back(base::format("'{}' is not on the page", file.name));
  for (const CellFile& file : cell.files)
    for (const CellFile& other : cell.files)
      if (other.name.starts_with(file.name + "/"))
        obstacles.push_back(base::format("'{}' cannot be a file and a directory", file.name));
  for (const CellFile& file : cell.files)
    if (!is_safe_name(file.name))
      obstacles.push_back(base::format("'{}' would not lie in the unit's directory",
                                       base::collapse_spaces(file.name)));
  for (std::size_t i : members) {
    const Snippet& s = r_.snippets[i];
    if (r_.syntax.verdicts[i].state == Parsed::bad)
      obstacles.push_back(
          base::format("line {}: {}", first_line(s), r_.syntax.verdicts[i].message));
    if (s.role == Role::pseudo_code)
      obstacles.push_back(base::format("line {} is a synopsis", s.line));
    if (std::string skip = find_annotation(s, "skip"); !skip.empty())
      obstacles.push_back("skipped by its author: " + skip);
    if (std::string xfail = find_annotation(s, "xfail"); !xfail.empty()) cell.xfail = xfail;
    std::string commands = commands_of(s);
    for (const snippets::Placeholder& p : s.placeholders) {
      auto holds = [&](const std::string& text) { return text.find(p.text) != std::string::npos; };
      std::size_t begin = s.text.rfind('\n', p.offset);
      begin = begin == std::string::npos ? 0 : begin + 1;
      // Of directives, those count that are handed on to sbatch.
      bool in_directive = std::string_view(s.text).substr(begin).starts_with("#SBATCH");
      bool handed_on = std::any_of(cell.options_run.begin(), cell.options_run.end(), holds);
      bool known = execution_.placeholders.contains(p.text) || !find_annotation(s, "set").empty();
      bool still_there = std::any_of(
          cell.steps.begin(), cell.steps.end(),
          [&](const PlannedStep& step) { return step.as_run.find(p.text) != std::string::npos; });
      for (const auto& [name, content, line] : cell.files)
        still_there |= content.find(p.text) != std::string::npos;
      if (in_directive ? handed_on : !known && still_there)
        obstacles.push_back(base::format("'{}' has no value", p.text));
    }
  }
  bool demanded = std::any_of(members.begin(), members.end(), [&](std::size_t i) {
    return base::is_any_of(find_annotation(r_.snippets[i], "check"), {"cpu", "job", "gpu"});
  });
  auto judge = [&](const RiskFound& found) {
    if (found.risk == Risk::person || (found.risk == Risk::network && !demanded))
      obstacles.push_back(found.reason);
  };
  // The steps run in one shell: what one of them writes or where it goes, the next one finds.
  std::string commands;
  for (const PlannedStep& step : cell.steps) commands += step.as_run + "\n";
  judge(find_risk(commands, stubs_));
  cell.starts_tasks = starts_tasks(commands);
  for (const CellFile& file : cell.files) {
    judge(find_file_risk(file.name, file.content, stubs_));
    if (file.content.starts_with("#!")) cell.starts_tasks |= starts_tasks(file.content);
  }
  bool gpu_here = std::any_of(r_.profile.node_types.begin(), r_.profile.node_types.end(),
                              [](const NodeType& t) { return t.gpus > 0; });
  if (cell.gpus > 0 && r_.executor != "slurm" && !gpu_here)
    obstacles.push_back("it asks for a GPU, and there is none here");
  if (!r_.profile.retired.empty())
    obstacles.push_back(base::format("{} was retired on {}", r_.profile.name, r_.profile.retired));
  std::sort(obstacles.begin(), obstacles.end());
  obstacles.erase(std::unique(obstacles.begin(), obstacles.end()), obstacles.end());
}

/// Pieces with their lengths, so that different pieces never give the same text.
class Seal {
 public:
  void add(std::string_view piece) { all_ += base::format("{}:{}\n", piece.size(), piece); }
  std::string finish() const { return base::sha256_hex(all_); }

 private:
  std::string all_;
};

void Planner::seal(Cell& cell) const {
  Seal said, run;
  for (const std::string& piece :
       {std::string(kRunnerVersion), cell.system, r_.executor, r_.profile.revision, r_.compiler})
    run.add(piece);
  for (const CellFile& file : cell.files) {
    run.add(file.name);
    run.add(file.content);
  }
  for (const PlannedStep& step : cell.steps) {
    said.add(step.as_written);
    run.add(step.as_run);
    for (Seal* seal : {&said, &run}) {
      seal->add(step.expected.text);
      if (step.shown.kind == MatchKind::shown) seal->add(step.shown.text);
      seal->add(base::format("{} {} {}", static_cast<int>(step.expected.kind),
                             step.expected.tolerance, step.expected_exit));
    }
  }
  said.add(cell.options_written);
  said.add(cell.prologue);
  run.add(cell.prologue);
  for (const std::string& text : texts_) said.add(text);
  for (const std::string& option : cell.options_run) run.add(option);
  run.add(base::format("{}", cell.seconds));
  cell.digest = said.finish();
  cell.key = run.finish();
}

Cell Planner::plan(const Unit& unit, const Variant& variant, const InstalledVersion& version) {
  Cell cell;
  version_ = version;
  texts_.clear();
  stubs_.clear();
  cell.page = r_.page;
  cell.unit = unit.id;
  cell.variant = variant.label;
  cell.system = r_.profile.name;
  cell.only_for = variant.system;
  cell.version = variant.version;
  if (!version.version.empty()) {
    cell.version = version.version;
    cell.of_several = r_.versions == Versions::claimed;
    cell.variant +=
        (cell.variant.empty() ? "" : ", ") + (cell.of_several ? version.version : version.module);
  }
  std::vector<std::size_t> members = members_of(unit, variant);
  if (members.empty()) return cell;
  cell.line = r_.snippets[members.front()].line;
  for (std::size_t i : members)
    for (const std::string& module : r_.snippets[i].modules) {
      bool chosen = is_version_of(module, version.module);
      cell.modules.push_back(chosen ? version.module : module);
    }
  if (r_.versions == Versions::installed) {
    cell.swept_module = version.module;
    for (const std::string& module : modules_of(unit, variant))
      if (is_version_of(module, version.module)) cell.replaced_module = module;
  }
  add_prologue(members, cell);
  add_members(unit, variant, cell);
  add_shown_outputs(r_.snippets, members, cell);
  add_options(unit, members, cell);
  for (std::size_t i : members) add_author_changes(r_.snippets[i], cell);
  add_stubs(execution_, cell);
  add_obstacles(unit, members, cell);
  if (!version.version.empty() && version.module.empty())
    cell.obstacles.push_back(
        base::format("no module of version {} is known for {}", version.version, cell.system));
  add_questions(cell);
  seal(cell);
  return cell;
}

}  // namespace

bool claims_versions(std::string_view version) {
  return vocabulary::is_version_range(version) || version.find(',') != version.npos;
}

bool claims_version(std::string_view claimed, std::string_view version) {
  bool any_named = false, named = false;
  for (std::string_view part : base::split(claimed, ',')) {
    part = base::trim(part);
    bool fits = vocabulary::version_names(part, version);
    if (vocabulary::is_version_range(part)) {
      if (!fits) return false;
      continue;
    }
    any_named = true;
    named |= fits;
  }
  return named || !any_named;
}

std::vector<Cell> plan_cells(const PlanRequest& request) {
  return Planner(request).run();
}

Budget budget_of(const std::vector<Cell>& cells) {
  Budget budget;
  for (const Cell& cell : cells) {
    if (!cell.obstacles.empty()) continue;
    double minutes = static_cast<double>(cell.seconds) / 60;
    ++budget.jobs;
    budget.node_minutes += minutes * static_cast<double>(cell.nodes);
    budget.gpu_minutes += minutes * static_cast<double>(cell.gpus);
  }
  return budget;
}

}  // namespace kbuild::run
