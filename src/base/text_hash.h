// A hash of short texts for hash tables in memory.
#pragma once

#include <cstddef>
#include <string_view>

namespace kbuild::base {

/// For unordered containers, which then look up views of texts, too. Values must not be stored.
struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const;
};

}  // namespace kbuild::base
