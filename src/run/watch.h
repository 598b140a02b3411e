// What a unit loads, and where that fails, as the shells of the unit themselves see it: each bash
// that runs a text of the page reads a file of kbuild's first (BASH_ENV). That file notes commands
// that load software and fail although the script goes on, launches (`srun`) that fail, and, as
// soon as what is loaded has changed, what the tools themselves then list. It changes nothing that
// the page does. Shells other than bash are not watched: they prove nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "run/evidence.h"
#include "run/plan.h"

namespace kbuild::run {

/// The file that BASH_ENV names, for a cell in `directory`. It writes to "watched" there.
std::string watch_script(const Cell& cell, const std::string& directory);

/// Shell lines of the wrapper of a cell: from where steps are watched; before a step; after it.
std::string begin_watching();
std::string watch_step(std::size_t number);
std::string look_after_step();
/// After the last step: digests of the images of containers.
std::string look_at_images(const Cell& cell);

/// A command that failed while its script went on.
struct UnseenFailure {
  /// 1-based.
  std::size_t step = 0;
  int exit_code = 0;
  /// The script's line, and its name as the shell has it; "" for a text given with -c.
  std::uint32_t line = 0;
  std::string script;
  std::string command;
};

struct Watched {
  std::vector<UnseenFailure> failures;
  std::vector<LoadedSoftware> loaded;
};

/// Reads what the shells wrote: programs of the unit may have added anything to it. At most 10,000
/// lines are read. Commands that load nothing are no failures.
Watched read_watched(std::string_view text, const Cell& cell);

}  // namespace kbuild::run
