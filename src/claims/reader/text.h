// Text of the tree with the source position of each of its pieces, and its sentences.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "doc/tree.h"

namespace kbuild::claims::reader {

/// Text of inlines with the source positions of its pieces.
class LocatedText {
 public:
  /// `fallback` is used for pieces without a position.
  explicit LocatedText(source::Span fallback = {}) : fallback_(fallback) {}
  /// Appends; forced line breaks become line ends, others blanks.
  void append(const doc::Inlines& inlines);
  /// Appends all text of blocks, one paragraph or line of code a line.
  void append(const doc::Blocks& blocks);
  /// Appends text of one place.
  void append(std::string_view text, source::Span span);

  const std::string& text() const { return text_; }
  /// The source position of the byte at `offset`: an empty span.
  source::Span place(std::size_t offset) const;
  /// Inline code, as ranges of the text.
  const std::vector<std::pair<std::size_t, std::size_t>>& code() const { return code_; }

 private:
  struct Piece {
    std::size_t begin = 0;
    source::Span span;
  };
  source::Span fallback_;
  std::string text_;
  std::vector<Piece> pieces_;
  std::vector<std::pair<std::size_t, std::size_t>> code_;
};

/// A part of a text.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// What a claim keeps of a text: at most its first 200 bytes, whole characters.
std::string shortened(std::string_view text);

/// Splits a text into sentences: at . ! ? before a blank and a capital or digit, and at line ends;
/// not in versions or after "e.g."; after 2,000 bytes at the latest. Linear.
std::vector<Range> sentences_of(std::string_view text);

/// A paragraph "These are available:\n- 2.1\n- 2.4", a list without the blank line that some
/// dialects of Markdown require before it, as the sentence and the items without marks; empty for
/// others.
std::vector<doc::Inlines> stuck_items(const doc::Inlines& paragraph);

}  // namespace kbuild::claims::reader
