// Splitting, trimming, replacing and comparing byte strings; see text.h.
#include "base/text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace kbuild::base {

std::string to_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = to_lower(c);
  return out;
}

std::string to_upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = to_upper(c);
  return out;
}

std::string_view trim_left(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view trim_right(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view trim(std::string_view text) {
  return trim_left(trim_right(text));
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return to_lower(x) == to_lower(y);
         });
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         equals_ignoring_case(text.substr(0, prefix.size()), prefix);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t at; (at = text.find(separator, begin)) != text.npos; begin = at + 1)
    parts.push_back(text.substr(begin, at - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

namespace {

/// Bit 8 * i + 7 of the result is set if byte i of eight is white space.
std::uint64_t spaces_among(const char* bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kLow = kOnes * 0x7f;
  std::uint64_t eight = 0;
  // In this order on every machine; compilers make one load of it where they can.
  for (unsigned i = 0; i < 8; ++i)
    eight |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  std::uint64_t low = eight & kLow, from_blank = low ^ (kOnes * ' ');
  std::uint64_t blank = ~(from_blank + kLow);
  std::uint64_t from_tab = low + kOnes * (0x80 - '\t'), past_return = low + kOnes * (0x7f - '\r');
  return (blank | (from_tab & ~past_return)) & ~eight & ~kLow;
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  constexpr std::size_t kUsualLength = 6, kStep = 8;
  words.reserve(text.size() / kUsualLength + 1);
  std::size_t begin = 0, at = 0;
  for (; at + kStep <= text.size(); at += kStep)
    for (std::uint64_t spaces = spaces_among(text.data() + at); spaces; spaces &= spaces - 1) {
      std::size_t space = at + static_cast<std::size_t>(std::countr_zero(spaces)) / 8;
      if (space > begin) words.push_back(text.substr(begin, space - begin));
      begin = space + 1;
    }
  for (; at < text.size(); ++at)
    if (is_space(text[at])) {
      if (at > begin) words.push_back(text.substr(begin, at - begin));
      begin = at + 1;
    }
  if (begin < text.size()) words.push_back(text.substr(begin));
  return words;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  // Few texts have carriage returns; without, a line's end is found faster than byte by byte.
  bool returns = text.find('\r') != text.npos;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = returns ? text.find_first_of("\r\n", begin) : text.find('\n', begin);
    end = std::min(end, text.size());
    lines.push_back(text.substr(begin, end - begin));
    bool crlf = returns && end + 1 < text.size() && text[end] == '\r' && text[end + 1] == '\n';
    begin = end + (crlf ? 2 : 1);
  }
  return lines;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i) out += separator;
    out += parts[i];
  }
  return out;
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at; (at = text.find(from, begin)) != text.npos; begin = at + from.size()) {
    out += text.substr(begin, at - begin);
    out += to;
  }
  out += text.substr(begin);
  return out;
}

namespace {

/// Whether all white space is single blanks.
bool is_collapsed(std::string_view text) {
  constexpr std::size_t kStep = 8;
  std::size_t at = 0;
  for (; at + kStep <= text.size(); at += kStep)
    for (std::uint64_t spaces = spaces_among(text.data() + at); spaces; spaces &= spaces - 1) {
      std::size_t space = at + static_cast<std::size_t>(std::countr_zero(spaces)) / 8;
      if (text[space] != ' ' || (space > 0 && text[space - 1] == ' ')) return false;
    }
  for (; at < text.size(); ++at)
    if (is_space(text[at]) && (text[at] != ' ' || (at > 0 && text[at - 1] == ' '))) return false;
  return true;
}

}  // namespace

std::string collapse_spaces(std::string_view text) {
  if (is_collapsed(text)) return std::string(trim(text));
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    if (at > begin && !out.empty()) out += ' ';
    out.append(text, begin, at - begin);
    while (at < text.size() && is_space(text[at])) ++at;
  }
  return out;
}

std::optional<long long> parse_integer(std::string_view text) {
  long long value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void append_escaped_html(std::string& out, std::string_view text) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    // One comparison for most of a text: all four are below the digits or just behind them.
    if (c > '>' || (c != '&' && c != '<' && c != '>' && c != '"')) continue;
    out += text.substr(begin, at - begin);
    begin = at + 1;
    switch (text[at]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      default: out += "&quot;"; break;
    }
  }
  out += text.substr(begin);
}

std::string escape_html(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_escaped_html(out, text);
  return out;
}

void append_utf8(std::string& out, char32_t c) {
  if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) c = 0xfffd;
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xe0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

DecodedCodePoint decode_utf8(std::string_view text, std::size_t offset) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char first = byte(offset);
  if (first < 0x80) return {first, 1};
  std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first > 0xf4 || offset + length > text.size()) return {0xfffd, 1};
  char32_t value = first & (0x7f >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(offset + i) & 0xc0) != 0x80) return {0xfffd, 1};
    value = (value << 6) | (byte(offset + i) & 0x3f);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < kSmallest[length] || value > 0x10ffff || surrogate) return {0xfffd, 1};
  return {value, length};
}

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

bool is_valid_utf8(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  for (std::size_t at = 0; at < text.size();) {
    // Most of a text is ASCII: eight bytes at a time.
    std::uint64_t eight = 0;
    if (at + sizeof eight <= text.size()) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if ((eight & kHighBits) == 0) {
        at += sizeof eight;
        continue;
      }
    }
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    auto [value, length] = decode_utf8(text, at);
    if (value == 0xfffd && length == 1) return false;
    at += length;
  }
  return true;
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;
  std::vector<std::size_t> before(a.size() + 1), last(a.size() + 1), now(a.size() + 1);
  for (std::size_t i = 0; i <= a.size(); ++i) last[i] = i;
  for (std::size_t j = 1; j <= b.size(); ++j) {
    now[0] = j;
    std::size_t smallest = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
      now[i] = std::min({last[i] + 1, now[i - 1] + 1, last[i - 1] + cost});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[i] = std::min(now[i], before[i - 2] + 1);
      smallest = std::min(smallest, now[i]);
    }
    if (smallest > limit) return limit + 1;
    std::swap(before, last);
    std::swap(last, now);
  }
  return std::min(last[a.size()], limit + 1);
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::size_t best = std::max<std::size_t>(1, word.size() / 3);
  std::string_view found;
  for (std::string_view candidate : candidates) {
    std::size_t distance = edit_distance(word, candidate, best);
    if (distance > best || (distance == best && !found.empty())) continue;
    best = distance;
    found = candidate;
  }
  return found;
}

bool is_any_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_ascii(c); });
}

}  // namespace kbuild::base
