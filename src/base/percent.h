// Percent-encoding of URLs (RFC 3986, 2.1).
#pragma once

#include <string>
#include <string_view>

namespace kbuild::base {

/// "%41" becomes "A"; a '%' that two hexadecimal digits do not follow stays.
std::string decode_percent(std::string_view text);

}  // namespace kbuild::base
