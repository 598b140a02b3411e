// Long texts for tests of bounds and growth.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::test {

/// `part`, `times` times.
inline std::string repeat(std::string_view part, std::size_t times) {
  std::string out;
  out.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += part;
  return out;
}

}  // namespace kbuild::test
