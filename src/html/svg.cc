// Looks for what is active by its bytes, in any place, since text that merely looks like it is rare
// in drawings; see svg.h.
#include "html/svg.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace kbuild::html {

namespace {

/// By local name, lower case.
constexpr std::string_view kActiveElements[] = {"script",
                                                "foreignobject",
                                                "iframe",
                                                "embed",
                                                "object",
                                                "handler",
                                                "listener",
                                                "set",
                                                "animate",
                                                "animatemotion",
                                                "animatetransform",
                                                "discard",
                                                "html",
                                                "body",
                                                "link",
                                                "meta",
                                                "audio",
                                                "video"};

constexpr std::string_view kEncodings[] = {"utf-8", "us-ascii", "ascii", "iso-8859-1"};

constexpr std::string_view kSafeLinks[] = {"#",
                                           "https://",
                                           "http://",
                                           "data:image/png",
                                           "data:image/jpeg",
                                           "data:image/jpg",
                                           "data:image/gif",
                                           "data:image/webp"};

bool has_active_element(std::string_view text) {
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    std::size_t end = text.find_first_of(" \t\r\n/>", at + 1);
    std::string_view name = text.substr(at + 1, end == text.npos ? end : end - at - 1);
    name = name.substr(name.rfind(':') + 1);
    if (std::find(std::begin(kActiveElements), std::end(kActiveElements), name) !=
        std::end(kActiveElements))
      return true;
  }
  return false;
}

/// The value of an attribute that ends at `at`, without blanks and its quote; nothing where no '='
/// follows.
bool value_after(std::string_view text, std::size_t at, std::string_view& value) {
  while (at < text.size() && base::is_space(text[at])) ++at;
  if (at == text.size() || text[at] != '=') return false;
  ++at;
  while (at < text.size() && (base::is_space(text[at]) || text[at] == '"' || text[at] == '\''))
    ++at;
  value = text.substr(at);
  return true;
}

bool has_handler(std::string_view text) {
  for (std::size_t at = text.find("on"); at != text.npos; at = text.find("on", at + 1)) {
    if (at > 0 && (base::is_alnum(text[at - 1]) || text[at - 1] == '-')) continue;
    std::size_t end = at + 2;
    while (end < text.size() && base::is_alpha(text[end])) ++end;
    std::string_view value;
    if (end > at + 2 && value_after(text, end, value)) return true;
  }
  return false;
}

bool has_unsafe_link(std::string_view text) {
  for (std::size_t at = text.find("href"); at != text.npos; at = text.find("href", at + 1)) {
    std::string_view value;
    if (!value_after(text, at + 4, value)) continue;
    if (std::none_of(std::begin(kSafeLinks), std::end(kSafeLinks),
                     [&](std::string_view link) { return value.starts_with(link); }))
      return true;
  }
  return false;
}

/// Bytes that do not mean what they seem to: UTF-16, UTF-7 and the like.
bool has_other_encoding(std::string_view text) {
  if (text.find('\0') != text.npos) return true;
  std::size_t at = text.substr(0, 200).find("encoding");
  std::string_view value;
  if (at == text.npos || !value_after(text, at + 8, value)) return false;
  return std::none_of(std::begin(kEncodings), std::end(kEncodings),
                      [&](std::string_view name) { return value.starts_with(name); });
}

}  // namespace

bool is_passive_svg(std::string_view bytes) {
  const std::string text = base::to_lower(bytes);
  bool declares = text.find("<!entity") != text.npos || text.find("<?xml-stylesheet") != text.npos;
  return !declares && !has_other_encoding(text) && !has_active_element(text) &&
         !has_handler(text) && !has_unsafe_link(text) && text.find("javascript:") == text.npos &&
         text.find("xml:base") == text.npos;
}

}  // namespace kbuild::html
