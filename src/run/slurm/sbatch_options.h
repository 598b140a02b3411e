// The options of sbatch as one table: Slurm 22.05, sbatch(1) and the names that its getopt_long
// knows.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kbuild::run {

enum class OptionArgument : std::uint8_t { none, required, optional };

/// What an option's value must look like.
enum class ValueForm : std::uint8_t {
  text,
  /// From one on, and from zero on.
  count,
  number,
  nodes,
  time,
  memory,
  gpus,
  gres,
  array,
  mail_type,
  hint,
  exclusive,
  signal,
  distribution,
  yes_no,
  zero_one,
};

struct SbatchOption {
  /// Long name without dashes.
  std::string_view name;
  /// Short letter, or '\0'.
  char letter = '\0';
  OptionArgument argument = OptionArgument::required;
  ValueForm form = ValueForm::text;
  /// The name that this one is an old or second name of; "" for a proper name.
  std::string_view proper = {};
};

const std::vector<SbatchOption>& sbatch_options();
const SbatchOption* find_short_option(char letter);
/// An exact name, else every option that the abbreviation may mean.
std::vector<const SbatchOption*> find_long_option(std::string_view name);

}  // namespace kbuild::run
