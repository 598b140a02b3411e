// What the claims of a page may do that nobody declared: `claims` of a configuration or of a page's
// front matter.
#pragma once

#include <cstdint>
#include <optional>

#include "meta/value.h"

namespace kbuild::meta {

enum class ClaimsPolicy : std::uint8_t {
  /// Tables, lists, listings and code are published, the rest waits for review.
  read,
  /// Only declarations are published; what is read waits for review.
  declared,
  /// Nothing is inferred; declarations stay.
  off,
};

/// "read" or true, "declared", "off" or false; nullopt for anything else.
std::optional<ClaimsPolicy> claims_policy(const Value& value);

}  // namespace kbuild::meta
