// Reads conditions of requests; see conditions.h.
#include "serve/http/conditions.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::serve {

bool names_tag(std::string_view if_none_match, std::string_view tag) {
  for (std::string_view one : base::split(if_none_match, ',')) {
    one = base::trim(one);
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == tag || one == "*") return true;
  }
  return false;
}

std::optional<ByteRange> parse_range(std::string_view range, std::uint64_t size) {
  constexpr std::string_view kUnit = "bytes=";
  if (!base::starts_with_ignoring_case(range, kUnit)) return std::nullopt;
  range = base::trim(range.substr(kUnit.size()));
  std::size_t dash = range.find('-');
  auto number = [](std::string_view text) -> std::optional<std::uint64_t> {
    auto parsed = base::is_all(text, base::is_digit) ? base::parse_integer(text) : std::nullopt;
    return parsed ? std::optional<std::uint64_t>(static_cast<std::uint64_t>(*parsed))
                  : std::nullopt;
  };
  if (dash == range.npos) return std::nullopt;
  std::string_view first = range.substr(0, dash), last = range.substr(dash + 1);
  auto begin = number(first), end = number(last);
  if ((!begin && !first.empty()) || (!end && !last.empty()) || (!begin && !end))
    return std::nullopt;
  // "-n": the last n bytes.
  if (!begin) return ByteRange{size - std::min(*end, size), std::min(*end, size)};
  if (end && *end < *begin) return std::nullopt;
  if (*begin >= size) return ByteRange{};
  std::uint64_t stop = end ? std::min(*end, size - 1) + 1 : size;
  return ByteRange{*begin, stop - *begin};
}

}  // namespace kbuild::serve
