// Encodes and decodes bytes of URLs; see percent.h.
#include "base/percent.h"

#include "base/text.h"

namespace kbuild::base {

std::string decode_percent(std::string_view text) {
  auto digit = [](char c) { return is_digit(c) ? c - '0' : to_lower(c) - 'a' + 10; };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool escape =
        text[i] == '%' && i + 2 < text.size() && is_hex(text[i + 1]) && is_hex(text[i + 2]);
    out += escape ? static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])) : text[i];
    if (escape) i += 2;
  }
  return out;
}

}  // namespace kbuild::base
