// Risks of a page's commands in a test: use of the network, waiting for input, access outside their
// directory. Judged by the text only, not by what programs do: the walls of a run hold whatever
// this does not see. What cannot be read for certain counts as a risk.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::run {

enum class Risk : std::uint8_t {
  none,
  /// Needs the network: run only where the author demands it.
  network,
  /// Waits for a person, reaches outside its directory, or cannot be judged: never run.
  person,
};
struct RiskFound {
  Risk risk = Risk::none;
  std::string reason = {};
};

/// The worst that these commands do, in the order of their text. Names in `stubs` are no commands
/// here.
RiskFound find_risk(std::string_view commands, const std::vector<std::string>& stubs = {});

/// The worst that a file does when it is run: one in shell or Python by its name or first line.
/// Those in other languages are left to the walls.
RiskFound find_file_risk(std::string_view name, std::string_view content,
                         const std::vector<std::string>& stubs = {});

/// A path of the machine; the directories below which a unit writes are its own.
bool is_path_elsewhere(std::string_view path);

}  // namespace kbuild::run
