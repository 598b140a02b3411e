// Conditions of a request on what it gets: a version that the reader has (RFC 9110, 13.1), and the
// part of a file that it wants (RFC 9110, 14).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kbuild::serve {

/// Whether If-None-Match, a list of tags or "*", names the tag. A weak tag counts as its strong
/// one.
bool names_tag(std::string_view if_none_match, std::string_view tag);

struct ByteRange {
  std::uint64_t begin = 0;
  /// 0: the file has no byte that was asked for.
  std::uint64_t length = 0;
};

/// The wanted bytes of a file. Nothing, which means the whole, where the header is absent, wrong,
/// or asks for several ranges: answering those is optional, and costs memory.
std::optional<ByteRange> parse_range(std::string_view range, std::uint64_t size);

}  // namespace kbuild::serve
