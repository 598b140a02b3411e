// Evidence: what is recorded of a run, as a line of JSON, and what it proves. Its files are
// evidence_file.h's.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "run/units/unit.h"

namespace kbuild::run {

enum class Verdict : std::uint8_t {
  pass,
  fail,
  compile_error,
  output_mismatch,
  timeout,
  oom,
  rejected,
  pending_too_long,
  infra,
  skipped,
  stale,
  never_run,
  /// It failed, as its author expects.
  xfail,
};
std::string_view verdict_name(Verdict verdict);
std::optional<Verdict> find_verdict(std::string_view name);
/// Whether the page is at fault, or the machine or its queue; a fault of the machine says nothing
/// of the page.
bool is_failure(Verdict verdict);
bool is_machine_fault(Verdict verdict);

struct StepRecord {
  std::string name;
  std::uint32_t line = 0;
  int exit_code = 0;
  double seconds = 0;
  std::string as_written;
  /// "" where nothing was replaced.
  std::string as_run;
};

/// A GPU that a run had; empty for a fake resource of a scheduler.
struct GpuRecord {
  std::string model;
  std::string driver;
  std::string memory;
  std::string runtime;
};

/// What was loaded while a run went on, by the word of the tool that loaded it and never of the
/// page.
struct LoadedSoftware {
  /// "module", "spack", "conda", "container", "product", "compiler".
  std::string kind;
  /// "pytorch/2.7", the prefix of an environment, the name of a product.
  std::string name;
  /// What the program itself said: the version of a product or compiler, a container's digest.
  std::string version;
  /// Still there when the last command began; what was unloaded before proves nothing.
  bool at_end = false;
};

/// A command that did not run as the page has it.
struct ChangedCommand {
  /// "substituted", "stubbed", "shortened".
  std::string kind;
  /// Line of the page.
  std::uint32_t line = 0;
  std::string as_written;
  std::string as_run;
  std::string why;
};

/// Where a step's output is not what the page shows, and no `expect` decides about it.
struct OutputDifference {
  /// Line of the page: that of the step.
  std::uint32_t line = 0;
  std::string text;
};

struct RunRecord {
  std::string unit;
  std::string variant;
  /// Digest of what was executed and for what, and of the page's part of it; see run/plan.h.
  std::string key;
  std::string digest;
  std::string page;
  std::uint32_t line = 0;
  std::string commit;
  std::string system;
  std::string executor;
  std::string partition;
  std::string version;
  std::string options_written;
  std::string options_run;
  std::string job;
  std::string state;
  int exit_code = 0;
  int derived_exit_code = 0;
  Verdict verdict = Verdict::never_run;
  std::string reason;
  /// The page's line that failed, or 0.
  std::uint32_t failed_line = 0;
  Level level = Level::none;
  std::string node;
  /// How many the job requested; the names of those that reported one.
  long long gpus_asked = 0;
  std::vector<GpuRecord> gpus;
  /// That the page's text names: a claim, no proof.
  std::vector<std::string> modules;
  /// Empty in older records, which therefore prove no version.
  std::vector<LoadedSoftware> loaded;
  std::vector<ChangedCommand> changes;
  std::vector<OutputDifference> differences;
  std::string compiler;
  /// Seconds since the epoch.
  std::int64_t started = 0;
  double seconds = 0;
  std::vector<StepRecord> steps;
  /// Redacted head and tail.
  std::string output;
  bool recovered = false;
  /// What the walls round the run kept apart; see wall_words_here(). Empty in older records.
  std::vector<std::string> walls;
  /// The digest that its line carries in a file; "" in older files, and before it is written.
  std::string sha256;
  /// Who signed its file, by the list of signers that was asked; "" where nobody of it did. In no
  /// line.
  std::string signer;
};

/// Without line end, without the fields of the chain and of the digest.
std::string to_json(const RunRecord& record);
std::optional<RunRecord> from_json(std::string_view line);

void sort_by_time(std::vector<RunRecord>& records);

/// A record's verdict today: `stale` for a pass older than `days`.
Verdict verdict_at(const RunRecord& record, std::int64_t now, int days);

/// What a record proves of a unit as the page has it now.
enum class Standing : std::uint8_t {
  /// It ran and passed exactly as written in the page.
  proved,
  /// It passed with commands that were substituted, stubbed or shortened.
  changed,
  /// It passed, but long ago, or the page has changed since.
  outdated,
  failed,
  /// It was not run to the end, or on another resource than the requested one.
  unproved,
};
/// All of them, in their order.
inline constexpr Standing kStandings[] = {Standing::proved, Standing::changed, Standing::outdated,
                                          Standing::failed, Standing::unproved};
/// `digest` is the unit's own today; see Cell::digest in plan.h.
Standing standing_of(const RunRecord& record, std::string_view digest, std::int64_t now, int days);
/// "proved", "changed", "outdated", "failed", "unproved".
std::string_view standing_name(Standing standing);

/// A version of something that a run had loaded.
struct ProvedSoftware {
  /// "pytorch/2.7"
  std::string module;
  /// As the product's own program says it, else by the module's name.
  std::string version;
};
/// The modules and packages that the page loads by its text and that were there to the end, with
/// what was really loaded: none where a command was changed or the run did not use what it asked
/// for.
std::vector<ProvedSoftware> proved_software(const RunRecord& record);
/// The version that the record is about, if what was loaded has it; else "".
std::string proved_version(const RunRecord& record);

/// "ran-gpu, Mahti NVIDIA A100, 2.7.1, 2026-11-20, 42 s", with a version only where it is proved.
std::string badge_text(const RunRecord& record);

/// Without tokens, keys, passwords, e-mail addresses and the user's name and home.
std::string redact(std::string_view text, const std::vector<std::string>& private_words);
/// The first and last `bytes` / 2 of a long text, cut at line ends.
std::string head_and_tail(std::string_view text, std::size_t bytes);

}  // namespace kbuild::run
