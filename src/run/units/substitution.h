// Commands of pages that a system's profile replaces by ones that work there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "run/slurm/profile.h"

namespace kbuild::run {

/// A command line of a page that a substitution of the profile replaced.
struct Replacement {
  std::string as_written;
  std::string as_run;
  std::string why;
  /// What is run is what the page means: the module of a version that it claims, its own job.
  bool as_meant = false;
};

/// The text with every command line that a substitution's glob matches replaced; lines joined by a
/// backslash count as one.
std::string substitute(std::string_view text, const std::vector<Substitution>& substitutions,
                       std::vector<Replacement>& replaced);

}  // namespace kbuild::run
