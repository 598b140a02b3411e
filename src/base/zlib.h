// Texts compressed in the zlib format (RFC 1950).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace kbuild::base {

std::string deflate(std::string_view text);
/// Errors: not zlib, cut off, longer than `limit` bytes when whole.
Result<std::string> inflate(std::string_view compressed, std::size_t limit);

}  // namespace kbuild::base
