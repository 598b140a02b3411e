// Wiki text on its way through the passes of the MediaWiki reader: bytes together with where in the
// page they came from. Each pass builds a new text out of slices of the one before and of what it
// makes itself; what was not made by an expansion keeps its place, so that blocks get exact spans
// at the end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kbuild::read::mediawiki {

/// The place of a byte that does not come from the page.
inline constexpr std::uint32_t kNowhere = 0xffffffff;

/// A half-open range of bytes of the page; begin == kNowhere if there is none.
struct Range {
  std::uint32_t begin = kNowhere;
  std::uint32_t end = kNowhere;
  explicit operator bool() const { return begin != kNowhere; }
};

/// The smallest range that holds both.
Range merge(Range a, Range b);

/// The lines of a page, for making ranges whole.
class PageLines {
 public:
  explicit PageLines(std::string_view page);
  /// From the begin of the line of the range's first byte to the end of that of its last, without
  /// the line end.
  Range whole(Range range) const;
  std::uint32_t begin_of(std::uint32_t place) const;

 private:
  std::vector<std::uint32_t> begins_ = {0};
  std::uint32_t size_ = 0;
};

class WikiText {
 public:
  WikiText() = default;
  /// Text that comes from nowhere.
  explicit WikiText(std::string made) : text_(std::move(made)) {}

  std::string_view view() const { return text_; }
  std::size_t size() const { return text_.size(); }
  bool empty() const { return text_.empty(); }
  char operator[](std::size_t at) const { return text_[at]; }
  char back() const { return text_.empty() ? '\0' : text_.back(); }

  void reserve(std::size_t size) { text_.reserve(size); }
  void append(std::string_view made);
  void append(char made) { append(std::string_view(&made, 1)); }
  /// Bytes from `place` of the page.
  void append_page(std::string_view bytes, std::uint32_t place);
  /// The bytes [begin, end) of another text with their places. O(length + log runs).
  void append(const WikiText& from, std::size_t begin, std::size_t end);
  void append(const WikiText& from) { append(from, 0, from.size()); }
  /// Keeps the first `size` bytes.
  void truncate(std::size_t size);
  /// The bytes [begin, end) as a text of their own; white space at both ends left out by trimmed().
  WikiText slice(std::size_t begin, std::size_t end) const;
  WikiText trimmed() const;

  std::uint32_t place(std::size_t at) const;
  /// From the first to the last byte of [begin, end) that the page has; nothing where the order was
  /// changed.
  Range range(std::size_t begin, std::size_t end) const;
  /// The same, but only where the page has the very same bytes in one piece.
  Range exact_range(std::size_t begin, std::size_t end) const;

 private:
  /// Bytes from `at` to the next run come from `place` on, or from nowhere.
  struct Run {
    std::uint32_t at;
    std::uint32_t place;
  };
  std::size_t run_of(std::size_t at) const;
  void begin_run(std::uint32_t place);

  std::string text_;
  /// By `at`; none where everything comes from nowhere.
  std::vector<Run> runs_;
};

}  // namespace kbuild::read::mediawiki
