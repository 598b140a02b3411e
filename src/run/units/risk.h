// What commands of a page would do that nobody wants of a test: use the network, wait for a person,
// reach outside their directory. Judged by the text alone; what a program does inside is not seen.
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
