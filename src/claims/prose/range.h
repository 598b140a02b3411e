// Limits in words: "2.3 and higher", "older than 2.3". Operators are binding.cc's.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace kbuild::claims {

struct RangeRow {
  std::string_view phrase;
  std::string_view range;
};

/// Phrases before the product or version that they limit, with their ranges.
std::span<const RangeRow> ranges_before();
/// The range by the words after a version: ">=" for "2.3 and higher"; "" if none.
std::string_view range_after(std::string_view text, std::size_t end);
/// The range by the words before a product's name or the word "version".
std::string_view range_before(std::string_view text, std::size_t begin);

}  // namespace kbuild::claims
