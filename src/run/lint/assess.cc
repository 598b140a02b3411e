// How far a snippet could get without running it; see Assessment in lint.h. The level is the lowest
// of what its kind, its parser, its placeholders and its unit allow; each limit that binds leaves a
// reason.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "run/lint/lint.h"
#include "run/units/python_risk.h"
#include "run/units/risk.h"
#include "shell/command.h"

namespace kbuild::run {

namespace {

using snippets::Role;
using snippets::Snippet;

struct Limit {
  Level level = Level::ran_gpu;
  std::vector<std::string> reasons = {};

  void lower(Level to, std::string reason) {
    if (to > level) return;
    if (to < level) reasons.clear();
    level = to;
    reasons.push_back(std::move(reason));
  }
};

bool wants_gpu(const Snippet& s) {
  if (s.text.find("#SBATCH") != std::string::npos &&
      resources_of(parse_batch_header(s.text)).wants_gpu())
    return true;
  for (const shell::Command& command : shell::parse(commands_of(s))) {
    const shell::Command inner = shell::unwrap(command);
    std::string_view program = inner.program();
    if (program == "nvidia-smi" || program == "rocm-smi") return true;
    for (const std::string& word : command.words)
      if (command.program() == "srun" &&
          (word.starts_with("--gres=gpu") || word.starts_with("--gpus")))
        return true;
  }
  return false;
}

bool is_batch(const Snippet& s) {
  return s.text.find("#SBATCH") != std::string::npos;
}

void limit_by_kind(const Snippet& s, const SyntaxVerdict& verdict, Limit& limit) {
  if (s.role == Role::output) return limit.lower(Level::none, "output");
  if (s.role == Role::data) return limit.lower(Level::none, "data");
  if (s.role == Role::pseudo_code) return limit.lower(Level::none, "a synopsis, not a command");
  if (verdict.state == Parsed::bad) return limit.lower(Level::none, "syntax: " + verdict.message);
  if (s.role == Role::config)
    return limit.lower(verdict.state == Parsed::good ? Level::parsed : Level::none,
                       "a configuration file");
  bool shell = s.language == "bash" || s.language == "console";
  bool program = s.language == "python" || s.language == "c" || s.language == "cpp" ||
                 s.language == "cuda" || s.language == "fortran" || s.language == "cmake" ||
                 s.language == "make";
  if (!shell && !program)
    return limit.lower(Level::none, base::format("no toolchain for '{}'", s.language));
  if (s.role == Role::fragment && !shell)
    limit.lower(verdict.state == Parsed::good ? Level::parsed : Level::none,
                "a part of a larger program");
  if (!wants_gpu(s))
    limit.lower(is_batch(s) ? Level::ran_job : Level::ran_cpu,
                is_batch(s) ? "asks for no GPU" : "no batch job");
}

void limit_by_text(const Snippet& s, Limit& limit) {
  if (s.part_of_file) limit.lower(Level::parsed, base::format("a part of '{}'", s.file_name));
  for (const snippets::Placeholder& p : s.placeholders)
    limit.lower(Level::linted, base::format("'{}' has no value", p.text));
  // A script that the unit holds is run in place of its submission.
  RiskFound found = s.language == "python" && s.role == Role::source
                        ? find_python_risk(s.text)
                        : find_risk(commands_of(s), {"sbatch"});
  if (found.risk != Risk::none) limit.lower(Level::linted, found.reason);
}

void limit_by_annotation(const Snippet& s, Limit& limit) {
  if (auto skip = s.annotations.find("skip"); skip != s.annotations.end())
    limit.lower(Level::linted, "skipped by its author: " + skip->second);
}

struct Demand {
  std::string_view name;
  Level level;
};
/// The values of `check=`.
constexpr Demand kDemands[] = {{"none", Level::none},   {"parse", Level::parsed},
                               {"lint", Level::linted}, {"compile", Level::compiled},
                               {"cpu", Level::ran_cpu}, {"job", Level::ran_job},
                               {"gpu", Level::ran_gpu}};

}  // namespace

diag::Diagnostics lint_levels(const LintInput& input) {
  using namespace diag::literals;
  diag::Diagnostics out;
  bool any = std::any_of(input.snippets.begin(), input.snippets.end(),
                         [](const Snippet& s) { return s.annotations.contains("check"); });
  if (!any) return out;
  std::vector<Assessment> levels = assess(input);
  for (std::size_t i = 0; i < input.snippets.size(); ++i) {
    const Snippet& s = input.snippets[i];
    auto check = s.annotations.find("check");
    if (check == s.annotations.end()) continue;
    for (const Demand& demand : kDemands)
      if (demand.name == check->second && levels[i].level < demand.level)
        out.push_back({"KB0713"_code,
                       source::Span{s.block.file, s.block.begin, s.block.begin},
                       {std::string(level_name(levels[i].level)), check->second,
                        base::join(levels[i].reasons, "; ")}});
  }
  return out;
}

std::vector<Assessment> assess(const LintInput& input) {
  std::vector<Assessment> out;
  for (std::size_t i = 0; i < input.snippets.size(); ++i) {
    const Snippet& s = input.snippets[i];
    const Unit& unit = input.units.units[input.units.unit_of[i]];
    Limit limit;
    limit_by_kind(s, input.syntax.verdicts[i], limit);
    limit_by_text(s, limit);
    limit_by_annotation(s, limit);
    bool source = s.role == Role::source || s.role == Role::build_file;
    bool has_steps = std::any_of(unit.members.begin(), unit.members.end(), [&](std::size_t m) {
      return !commands_of(input.snippets[m]).empty();
    });
    if (source && !has_steps && s.language != "python")
      limit.lower(Level::compiled, "no command of the page runs it");
    if (unit.lacks_file() && (!source || s.language != "python"))
      for (const UnitFile& file : unit.files)
        if (!file.snippet)
          limit.lower(Level::linted, base::format("'{}' is not on the page", file.name));
    out.push_back({limit.level, std::move(limit.reasons)});
  }
  return out;
}

}  // namespace kbuild::run
