// Membership in lists of words, for the rules that read text.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace kbuild::vocabulary {

/// Whether a list holds the word as it is written.
template <std::size_t N>
bool is_one_of(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

}  // namespace kbuild::vocabulary
