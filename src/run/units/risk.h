// Risks of a page's commands in a test: use of the network, waiting for input, access outside their
// directory. Judged by the text only, not by what programs do.
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
  /// Waits for a person, or reaches outside its directory: never run.
  person,
};
struct RiskFound {
  Risk risk = Risk::none;
  std::string reason = {};
};
/// The worst that these commands do. Names in `stubs` are no commands here.
RiskFound find_risk(std::string_view commands, const std::vector<std::string>& stubs = {});

}  // namespace kbuild::run
