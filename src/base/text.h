// Small operations on byte strings that hold UTF-8. Letter case here is ASCII only; what needs
// Unicode tables is in source/unicode.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::base {

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_alpha(char c) {
  return is_lower(c) || is_upper(c);
}
constexpr bool is_alnum(char c) {
  return is_alpha(c) || is_digit(c);
}
constexpr bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
/// ASCII punctuation as CommonMark defines it.
constexpr bool is_punctuation(char c) {
  return c > ' ' && c < 0x7f && !is_alnum(c);
}
constexpr char to_lower(char c) {
  return is_upper(c) ? static_cast<char>(c + 32) : c;
}
constexpr char to_upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 32) : c;
}

std::string to_lower(std::string_view text);
std::string to_upper(std::string_view text);

/// Without white space at both ends, at the left end, at the right end.
std::string_view trim(std::string_view text);
std::string_view trim_left(std::string_view text);
std::string_view trim_right(std::string_view text);

/// True where the two are equal except for the case of ASCII letters.
bool equals_ignoring_case(std::string_view a, std::string_view b);
bool starts_with_ignoring_case(std::string_view text, std::string_view prefix);

/// The parts between separators; "a,,b" gives three parts, "" gives one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);
/// The runs of bytes between runs of white space; no empty part.
std::vector<std::string_view> split_words(std::string_view text);
/// The lines without their ends; "\r\n", "\n" and "\r" each end a line, and an end at the end of
/// the text does not begin another line.
std::vector<std::string_view> split_lines(std::string_view text);

std::string join(const std::vector<std::string>& parts, std::string_view separator);
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);
/// White space runs become one blank; both ends are trimmed.
std::string collapse_spaces(std::string_view text);

/// A decimal integer that is the whole text.
std::optional<long long> parse_integer(std::string_view text);

/// Escapes & < > and " for HTML text and double-quoted attribute values.
std::string escape_html(std::string_view text);
void append_escaped_html(std::string& out, std::string_view text);

/// The UTF-8 bytes of a code point (U+FFFD for a surrogate or a number past U+10FFFF).
void append_utf8(std::string& out, char32_t code_point);
/// The code point at `offset` and its length in bytes; an invalid byte gives U+FFFD and length 1.
struct DecodedCodePoint {
  char32_t value;
  std::size_t length;
};
DecodedCodePoint decode_utf8(std::string_view text, std::size_t offset);
/// Number of code points.
std::size_t count_code_points(std::string_view text);
bool is_valid_utf8(std::string_view text);

/// Optimal string alignment distance (insert, delete, substitute, transpose) over bytes,
/// or limit + 1 where it exceeds the limit. Serves "did you mean" hints.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);
/// The candidate nearest to `word`, if one is within a third of its length; else empty.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// Whether `word` is one of a list.
bool is_any_of(std::string_view word, std::initializer_list<std::string_view> list);

/// Whether a text is not empty and each of its bytes fulfils the predicate.
bool is_all(std::string_view text, auto predicate) {
  return !text.empty() && std::all_of(text.begin(), text.end(), predicate);
}

/// Whether a line of a text, without the blanks around it, fulfils the predicate.
bool has_line(std::string_view text, auto predicate) {
  for (std::string_view line : split_lines(text))
    if (predicate(trim(line))) return true;
  return false;
}

/// A byte of a name in most programming languages: a letter, a digit or '_'.
inline bool is_name_byte(char c) {
  return is_alnum(c) || c == '_';
}

inline bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}
bool is_ascii(std::string_view text);

/// A set of bytes, for tests in constant time.
class CharacterSet {
 public:
  constexpr explicit CharacterSet(std::string_view characters) {
    for (char c : characters) add(c);
  }
  constexpr void add(char c) { has_[static_cast<unsigned char>(c)] = true; }
  constexpr bool operator()(char c) const { return has_[static_cast<unsigned char>(c)]; }

 private:
  std::array<bool, 256> has_{};
};

}  // namespace kbuild::base
