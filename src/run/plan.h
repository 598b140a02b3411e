// From units to what would be run: files, steps, resources and the reasons against, for one system.
// Nothing is run here.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "run/evidence.h"
#include "run/lint/lint.h"
#include "run/slurm/profile.h"
#include "run/units/expectation.h"
#include "run/units/substitution.h"

namespace kbuild::run {

struct PlannedStep {
  std::string name;
  std::size_t snippet = 0;
  /// Page line of the first line of `as_written`.
  std::uint32_t line = 0;
  /// The page includes the text from another file: `line` is that of the include.
  bool included = false;
  std::string as_written;
  std::string as_run;
  std::vector<Replacement> replaced;
  /// Blocks that it runs: its own, and scripts that it would have submitted.
  std::vector<std::size_t> runs = {};
  Expectation expected;
  /// What the page shows without deciding by it; see MatchKind::shown.
  Expectation shown;
  /// The block that shows what is expected.
  std::size_t shown_in = 0;
  int expected_exit = 0;
  /// Sets up the environment for the others; its failure is theirs.
  bool setup = false;
  /// Calls a compiler or a build tool.
  bool compiles = false;
};

struct CellFile {
  /// Relative to the working directory.
  std::string name;
  std::string content;
  /// Page line of its first line; 0: it is no part of a page.
  std::uint32_t line = 0;
};

/// How a product that a module is named after can be asked for its version: as a package of Python.
struct ProductProbe {
  std::string product;
  /// The module's name without version.
  std::string module;
  std::vector<std::string> packages;
};

/// A unit on a system.
struct Cell {
  std::string page;
  std::uint32_t line = 0;
  std::string unit;
  std::string variant;
  std::string system;
  /// The system that the page says it is for; "" for any.
  std::string only_for;
  std::string version;
  /// The version is one of several that the unit claims.
  bool of_several = false;
  /// In a sweep, the module that is loaded in place of the page's, which is `replaced_module`.
  std::string swept_module;
  std::string replaced_module;
  std::vector<CellFile> files;
  std::vector<PlannedStep> steps;
  std::vector<std::string> modules;
  std::vector<ProductProbe> probes;
  /// Programs that it calls and whose versions are worth a record; images of containers.
  std::vector<std::string> compilers;
  std::vector<std::string> images;
  /// What does not run as the page has it.
  std::vector<ChangedCommand> changes;
  /// Shell lines before the first step: variables and stubs of annotations.
  std::string prologue;
  std::string options_written;
  /// Options for sbatch, clamped.
  std::vector<std::string> options_run;
  long long seconds = 60;
  long long nodes = 1;
  long long gpus = 0;
  /// Of all nodes together, as far as its header says.
  long long cpus = 1;
  /// Its commands call the batch system or a launcher, whose tasks no wall round them reaches.
  bool starts_tasks = false;
  /// Why it cannot be run; empty: it can.
  std::vector<std::string> obstacles;
  std::string xfail;
  /// SHA-256 of what is executed, where, and by which version of this program.
  std::string key;
  /// SHA-256 of what the page has: files, commands, expectations, options. The same on every
  /// system.
  std::string digest;
};

/// A version that a system has, and the module that loads it.
struct InstalledVersion {
  std::string version;
  std::string module;
  /// Sets of modules one of which has to be loaded before it; none where it is there at once.
  std::vector<std::string> prerequisites = {};
};

/// Whether `version=` of an annotation claims more than one version: ">=2.5", ">=2.1,<2.6",
/// "2.6, 2.7"; and whether one of them is `version`.
bool claims_versions(std::string_view version);
bool claims_version(std::string_view claimed, std::string_view version);

/// Which versions of the modules that it loads a unit is run with.
enum class Versions : std::uint8_t {
  /// Those that it claims.
  claimed,
  /// All that the system has; units that load none of its modules give no cells.
  installed,
};

struct PlanRequest {
  std::string page;
  const std::vector<snippets::Snippet>& snippets;
  const UnitTable& units;
  const SyntaxReport& syntax;
  const SystemProfile& profile;
  /// From the profile or the command line.
  std::string executor;
  /// Output of the compiler's `--version`, for the key; may be empty.
  std::string compiler;
  /// What the system has, by the matrix or by its list.
  std::vector<InstalledVersion> installed = {};
  Versions versions = Versions::claimed;
};

/// The cells of a page's units for the profile's system: each variant that names the system or
/// none, once for each installed version that it claims. Units without any command give none.
std::vector<Cell> plan_cells(const PlanRequest& request);

struct Budget {
  std::size_t jobs = 0;
  double node_minutes = 0;
  double gpu_minutes = 0;
};
Budget budget_of(const std::vector<Cell>& cells);

}  // namespace kbuild::run
