// Encodes and decodes bytes of URLs by tables of 256 flags; see percent.h.
#include "base/percent.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace kbuild::base {

namespace {

using Bytes = std::array<bool, 256>;

constexpr Bytes letters_digits_and(std::string_view marks) {
  Bytes table{};
  for (char c = 'a'; c <= 'z'; ++c) table[static_cast<unsigned char>(c)] = true;
  for (char c = 'A'; c <= 'Z'; ++c) table[static_cast<unsigned char>(c)] = true;
  for (char c = '0'; c <= '9'; ++c) table[static_cast<unsigned char>(c)] = true;
  for (char c : marks) table[static_cast<unsigned char>(c)] = true;
  return table;
}

// The bytes that stay as they are in an address (the set of cmark-gfm's houdini_href_e).
constexpr Bytes kUrlBytes = letters_digits_and("-_.+!*(),%#@?=;:/$~");
constexpr Bytes kEncodedUrlBytes = letters_digits_and("-_.+!*(),%#@?=;:/$~&'");
constexpr Bytes kPathBytes = letters_digits_and("-_.+!*(),@=;/$~&");

std::string encode(std::string_view text, const Bytes& kept) {
  constexpr char kHex[] = "0123456789ABCDEF";
  auto stays = [&](char c) { return kept[static_cast<unsigned char>(c)]; };
  if (std::all_of(text.begin(), text.end(), stays)) return std::string(text);
  std::string out;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (stays(c)) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  return out;
}

}  // namespace

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

std::string encode_path(std::string_view path) {
  return encode(path, kPathBytes);
}

std::string encode_url(std::string_view url) {
  std::size_t host = bracketed_host_length(url);
  return std::string(url.substr(0, host)) + encode(url.substr(host), kEncodedUrlBytes);
}

std::size_t bracketed_host_length(std::string_view url) {
  std::size_t at = 0;
  while (at < url.size() && (is_alnum(url[at]) || url[at] == '+' || url[at] == '-')) ++at;
  if (at < url.size() && url[at] == ':') ++at;
  if (!url.substr(at).starts_with("//[")) return 0;
  at += 3;
  std::size_t end = at;
  while (end < url.size() && (is_hex(url[end]) || url[end] == ':' || url[end] == '.')) ++end;
  return end > at && end < url.size() && url[end] == ']' ? end + 1 : 0;
}

bool is_url_byte(char c) {
  return kUrlBytes[static_cast<unsigned char>(c)];
}

}  // namespace kbuild::base
