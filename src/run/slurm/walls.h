// The walls around a unit: what the profile of the machine declares as base::Sandbox, and shell
// lines that make them on the node of a batch system, where this program does not run.
#pragma once

#include <string>
#include <vector>

#include "base/sandbox.h"
#include "run/slurm/profile.h"

namespace kbuild::run {

/// Walls by the profile, without the unit's own directory: its readable and writable paths, GPUs
/// and limits.
base::Sandbox unit_walls(const SystemProfile& profile);

/// For records and plans: the kind of walls that this machine makes of the sandbox, then "files",
/// "network", "processes" as far as they hold.
std::vector<std::string> wall_words_here(const base::Sandbox& walls);

/// Lines of bash that set the array kb_wall to the words before a command that put it behind walls
/// round `directory`, and kb_words to what those keep apart: by bubblewrap, else by unshare(1),
/// which hides no files, else none.
std::string wall_lines(const base::Sandbox& walls, const std::string& directory);

/// Lines that set kb_wall to nothing, for units that start tasks through the batch system, which
/// would be out of reach of any wall.
std::string no_wall_lines();

}  // namespace kbuild::run
