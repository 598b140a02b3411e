// The one gate for addresses: which URLs may stand where in a site. Every producer of a link, an
// image, a redirect or a feed asks it; base/percent.h writes the bytes of those that pass.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kbuild::html {

/// Who wrote an address, and for what.
enum class AddressUse : std::uint8_t {
  /// A link of a trusted author: any scheme but those that run code or carry a document.
  link,
  /// A picture, sound or film of a trusted author: the same, and pictures in "data:".
  media,
  /// Anything in text of an untrusted source: the schemes of web, mail and file transfer alone.
  stranger,
  /// What a browser is sent to or a configuration names: "http:", "https:", or no scheme.
  web,
};

/// Whether an address may be used so, however its scheme is disguised: browsers skip blanks and
/// controls before a scheme, and tabs and line ends inside it. `url` has its character references
/// decoded. Addresses without a scheme are safe.
bool is_safe_url(std::string_view url, AddressUse use);

/// "https://host:8443" of an address of another host (also of "//host/x", as "https:"), lower case;
/// "" where it has none or holds anything but letters, digits, '-', '.', ':' and brackets.
std::string origin_of(std::string_view url);

}  // namespace kbuild::html
