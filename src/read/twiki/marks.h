// Emphasis of TML: *strong*, _emphasis_, __both__, =code=, ==strong code==. The rules are those of
// Foswiki's renderer: five passes over a line, each of which puts marks around what it finds, so
// that later kinds may cross earlier ones and an unmatched sign stays a sign.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::read::twiki {

/// A line with marks among its bytes.
struct MarkedLine {
  std::string text;
  /// For each byte, its offset in the page's text.
  std::vector<std::size_t> at;

  MarkedLine part(std::size_t begin, std::size_t end) const;
};

/// In marked text these bytes open emphasis; the next one closes it.
inline constexpr char kStrongCode = '\x10';
inline constexpr char kStrongEmphasis = '\x12';
inline constexpr char kStrong = '\x14';
inline constexpr char kEmphasis = '\x16';
inline constexpr char kCode = '\x18';
inline constexpr char kLastEmphasisMark = '\x19';
/// Shows nothing, but keeps the following text from being linked (<nop>, '!').
inline constexpr char kNop = '\x0f';

/// Where a word may begin: at the begin of a line, after white space or '('.
bool begins_word(std::string_view text, std::size_t at);
/// Where emphasis may end: at the end, before white space or , . ; : ! ? ).
bool ends_word(std::string_view text, std::size_t at);

/// The bytes of a line with escapes (!WikiWord, !*no*, ![[no link]]) resolved.
MarkedLine read_line(std::string_view text, std::size_t begin);
/// Marks all emphasis of a line. O(size).
void mark_emphasis(MarkedLine& line);

}  // namespace kbuild::read::twiki
