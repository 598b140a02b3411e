// Spans for what cmark-gfm parsed. Its lines are reliable, its columns are not: a column is
// accepted only if the text there matches. Otherwise the text is searched on its line; if it is not
// unique there, the span stays absent.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "source/store.h"

namespace kbuild::read {

/// A place reported by cmark-gfm: 1-based lines of the parsed text, 1-based byte columns, both
/// inclusive.
struct CmarkPlace {
  int begin_line = 0;
  int begin_column = 0;
  int end_line = 0;
  int end_column = 0;
};

class CommonmarkPlaces {
 public:
  /// The parsed text is `file` from `body_begin`, which begins a line, to its end; what a reader
  /// appended behind that has no place.
  CommonmarkPlaces(const source::SourceStore& sources, source::FileId file,
                   std::uint32_t body_begin);

  /// From the block's first byte to its last that is not blank.
  source::Span block(const CmarkPlace& place) const;
  /// The lines of a code block's content, without the container's indentation before the first.
  source::Span code_content(const CmarkPlace& place, bool fenced, std::string_view literal) const;
  /// A stretch of text that reads as in the source.
  source::Span literal(const CmarkPlace& place, std::string_view text) const;
  /// An inline that opens with one of `openers` and closes with one of `closers`.
  source::Span delimited(const CmarkPlace& place, std::string_view openers,
                         std::string_view closers) const;
  /// An autolink's place with the angle brackets around it, if there are any.
  source::Span with_angles(source::Span inner) const;

 private:
  bool has_line(int line) const;
  std::size_t line_begin(int line) const;
  std::string_view line(int line) const;
  source::Span span(std::size_t begin, std::size_t end) const;

  source::FileId file_;
  std::string_view text_;
  /// Of the body, without their ends; found once, since every node asks.
  std::vector<std::string_view> lines_;
};

}  // namespace kbuild::read
