// Limits in words: "2.3 and higher", "older than 2.3". Internal to src/page.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace kbuild::claims {

struct RangeRow {
  std::string_view phrase;
  std::string_view range;
};

/// The phrases that may stand before what they limit, with their ranges.
std::span<const RangeRow> ranges_before();
/// The range that the words after a version's end make of it: ">=" of "2.3 and higher"; "" where
/// none.
std::string_view range_after(std::string_view text, std::size_t end);
/// The same of the words before a product's name or the word "version".
std::string_view range_before(std::string_view text, std::size_t begin);

}  // namespace kbuild::claims
