// Whether a text is CMake as far as its grammar goes (cmake-language(7)): commands with balanced
// parentheses, closed quotes and brackets. Nothing is run; whether commands exist is not checked.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kbuild::run {

struct CMakeFault {
  std::string message;
  std::size_t offset = 0;
  std::size_t length = 1;
};

/// The first fault, or nullopt. Lines that begin with "..." mean omitted text. O(size).
std::optional<CMakeFault> check_cmake(std::string_view text);

}  // namespace kbuild::run
