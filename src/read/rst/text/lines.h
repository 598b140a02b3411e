// The lines of a reStructuredText source: cut, de-indented and joined, always with the way back to
// the bytes they came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.h"
#include "source/store.h"

namespace kbuild::read::rst {

using source::FileId;
using source::SourceStore;
using source::Span;

/// One line without its end: tabs are expanded to columns of 8, trailing white space is removed.
struct Line {
  std::string_view text;
  /// None for text of no file (a prolog).
  FileId file = {};
  /// Offset of the source line, and the bytes of the expanded line that were cut off before `text`.
  std::uint32_t begin = 0;
  std::uint32_t skip = 0;
  /// Tabs were expanded, so that offsets have to be counted.
  bool expanded = false;

  bool blank() const { return text.empty(); }
  bool indented() const { return !text.empty() && text[0] == ' '; }
  std::size_t indent() const;
  /// Without its first `bytes` bytes (all of it where it is shorter).
  Line cut(std::size_t bytes) const;
  /// Only the bytes [begin, end), without white space at the right end.
  Line slice(std::size_t begin, std::size_t end) const;
};
using Lines = std::vector<Line>;
using LineView = std::span<const Line>;

/// Keeps the texts of lines that are not bytes of a source.
using Arena = std::deque<std::string>;

/// The lines of a file from an offset on. Views into the store and the arena.
Lines split_source(const SourceStore& sources, FileId file, std::uint32_t begin, Arena& arena);
/// The lines of a text of no file; the arena owns it.
Lines split_text(std::string_view text, Arena& arena);

/// Offset in its file of the byte `index` of a line's text (of its end, where index is the size).
std::uint32_t source_offset(const SourceStore& sources, const Line& line, std::size_t index);
/// From the first byte of `first` to the last of `last`; none if they are of no file or of two.
Span span_of(const SourceStore& sources, const Line& first, const Line& last);
/// Blank lines at both ends do not count.
Span span_of(const SourceStore& sources, LineView lines);

/// Lines without blank ones at their begin, at their end.
LineView trim_top(LineView lines);
LineView trim_bottom(LineView lines);
/// The texts joined by line ends.
std::string join(LineView lines);

inline constexpr long long kMaxTabWidth = 100;
/// The texts as their file has them, with a blank or more for each tab up to the next multiple of
/// `tab_width` columns; with tabs where that is not positive.
std::string join_written(const SourceStore& sources, LineView lines, long long tab_width);

/// How far an indented block extends and how it is cut, as docutils' StringList.get_indented has
/// it.
struct IndentRule {
  /// Columns that every line must be indented by; unknown: any, and the least of them is cut off.
  std::optional<std::size_t> block = {};
  /// Bytes cut off the first line, which needs no indentation then.
  std::optional<std::size_t> first = {};
  bool until_blank = false;
  bool keep_indent = false;
  /// Keep blank lines at the top.
  bool keep_top = false;
};
struct Indented {
  Lines lines;
  /// The line after the block.
  std::size_t end = 0;
  /// The block ends with a blank line, or with the text.
  bool blank_finish = true;
};
Indented take_indented(LineView lines, std::size_t start, const IndentRule& rule);

/// Text of one or more lines, joined by '\n', for the inline parser.
class Chunk {
 public:
  Chunk() = default;
  explicit Chunk(LineView lines);
  explicit Chunk(const Line& line) : Chunk(LineView(&line, 1)) {}
  /// Text from nowhere: all its spans are absent.
  explicit Chunk(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }
  /// Shortens the text to its first `size` bytes.
  void truncate(std::size_t size) { text_.resize(size); }
  /// The source of the bytes [begin, end) of the text.
  Span span(const SourceStore& sources, std::size_t begin, std::size_t end) const;

 private:
  struct Piece {
    std::size_t at;
    Line line;
  };
  const Piece* piece_at(std::size_t offset) const;

  std::string text_;
  std::vector<Piece> pieces_;
};

}  // namespace kbuild::read::rst
