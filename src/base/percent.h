// Percent-encoding of URLs (RFC 3986, 2.1).
#pragma once

#include <string>
#include <string_view>

namespace kbuild::base {

/// "%41" becomes "A"; a '%' that two hexadecimal digits do not follow stays.
std::string decode_percent(std::string_view text);

/// A path of files as the path of a URL: "a b/50%.md" is "a%20b/50%25.md". All that has a meaning
/// in a URL is encoded ('%', '?', '#', ':', so that no name becomes a scheme, a query or an
/// anchor), with every byte that is no ASCII letter, digit or plain mark; '/' stays.
std::string encode_path(std::string_view path);

/// A URL as an author wrote it: bytes that no URL may hold are encoded, what is encoded already and
/// what has a meaning stays.
std::string encode_url(std::string_view url);

/// Whether the byte stays as it is in encode_url(), but for '&' and '\'', which HTML escapes.
bool is_url_byte(char c);

/// The length of a URL's begin up to the end of an IPv6 address as its host, the one place for
/// brackets in a URL: "http://[::1]"; 0 for other hosts.
std::size_t bracketed_host_length(std::string_view url);

}  // namespace kbuild::base
