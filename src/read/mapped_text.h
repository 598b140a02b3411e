// Text assembled from pieces of source texts, with the origin of each byte, so that what is parsed
// from expanded text still has its place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.h"

namespace kbuild::read {

class MappedText {
 public:
  std::string_view text() const { return text_; }
  std::size_t size() const { return text_.size(); }

  /// Appends bytes. Where the span is as long as they are, each byte gets its own place; else all
  /// get the whole span (the value of a variable for the variable).
  void append(std::string_view bytes, source::Span origin);
  /// Appends [begin, end) of another text with its places.
  void append(const MappedText& other, std::size_t begin, std::size_t end);
  /// Forgets everything from `size` on.
  void truncate(std::size_t size);

  /// From the origin of the byte at `begin` to that of the one before `end`; absent unless both are
  /// in one text and in order. O(log pieces).
  source::Span span(std::size_t begin, std::size_t end) const;

 private:
  struct Run {
    std::size_t at;
    source::Span origin;
    bool exact;
  };
  const Run* find(std::size_t at) const;

  std::string text_;
  std::vector<Run> runs_;
};

}  // namespace kbuild::read
