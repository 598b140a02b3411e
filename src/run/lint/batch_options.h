// The options of batch systems other than Slurm as tables, one a system, from qsub(1B) of PBS and
// TORQUE, bsub(1) of LSF, qsub(1) of Grid Engine, flux-batch(1) and oarsub(1).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kbuild::run {

/// What a value must look like; texts of manuals are in batch_header.cc.
enum class BatchValue : std::uint8_t {
  /// No value at all.
  none,
  text,
  count,
  integer,
  yes_no,
  /// PBS: letters of mail events, and of joined streams.
  pbs_mail,
  pbs_join,
  /// PBS: "name=value" pairs; a walltime among them is hours:minutes:seconds.
  pbs_resources,
  /// LSF: [hours:]minutes, and a count or "least,most".
  lsf_time,
  lsf_count,
  /// Grid Engine: letters of mail events.
  sge_mail,
  /// Grid Engine: "name slots".
  two_words,
};

struct BatchSystemOption {
  /// With its dashes; several names of one option are several rows.
  std::string_view name;
  BatchValue value = BatchValue::text;
};

struct BatchSystem {
  /// With what a directive begins: "#PBS".
  std::string_view mark;
  /// The command that reads it, for messages.
  std::string_view command;
  std::span<const BatchSystemOption> options;
  /// Whether directives after the first command are ignored.
  bool ends_at_command = false;
};

std::span<const BatchSystem> batch_systems();

}  // namespace kbuild::run
