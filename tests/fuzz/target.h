// What the fuzz targets share. Each is one file with try_input(), linked to entry.cc; their table
// is in tests/CMakeLists.txt.
#pragma once

#include <cstdlib>
#include <string_view>

namespace kbuild::fuzz {

/// Does what the program does with such an input. Any bytes have to come through without a crash, a
/// finding of the sanitizers, an exception, or a broken promise.
void try_input(std::string_view bytes);

/// Ends the program where a promise is broken.
inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace kbuild::fuzz
