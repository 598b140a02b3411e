// The tokens of a stored text, small enough to be cached, since many queries need excerpts of the
// same sections.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "search/index/prepare.h"
#include "search/language/tokens.h"

namespace kbuild::search {

/// Distinguishes tokens of different kinds or texts: 48 bits of a digest.
std::uint64_t digest_of(TokenKind kind, std::string_view text);

struct PlacedToken {
  std::uint32_t begin = 0;
  std::uint16_t length = 0;
  std::uint16_t digest_high = 0;
  std::uint32_t digest_low = 0;

  std::uint32_t end() const { return begin + length; }
  std::uint64_t digest() const { return std::uint64_t{digest_high} << 32 | digest_low; }
};

/// In order of place; a version is followed by the shorter ones of its chain, at the same place.
std::vector<PlacedToken> place_tokens(std::string_view text, std::string_view language);

/// Of one section.
struct TextTokens {
  std::vector<PlacedToken> body, code;
};

}  // namespace kbuild::search
