// The lines of a block while the block phase takes it apart. Processors cut a block at a line, keep
// what is in front and give back the rest, for each heading of a block of a thousand headings, so
// ranges share their lines, and what was looked for in them is remembered with them: each search
// passes over a line once.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "read/mkdocs/text/text.h"

namespace kbuild::read::mkdocs {

/// What LineRange::find() looks for, one for each of its callers.
enum class Search : std::uint8_t {
  admonition,
  details,
  tab,
  directive,
  row_without_edge,
  heading,
  rule,
  definition,
  quote,
  footnote,
  abbreviation,
  reference,
  indented,
};
inline constexpr std::size_t kSearches = static_cast<std::size_t>(Search::indented) + 1;

/// Lines that ranges share; it must outlive them.
class SharedLines {
 public:
  explicit SharedLines(Lines lines) : lines_(std::move(lines)) {
    // Few lines are looked through as fast as they are remembered.
    constexpr std::size_t kMinRemembered = 32;
    if (lines_.size() >= kMinRemembered) found_ = std::make_unique<Found>();
  }

 private:
  friend class LineRange;
  /// No line from `from` up to `to` matches; the one at `to` may.
  struct Passed {
    std::size_t from = 0;
    std::size_t to = 0;
  };
  using Found = std::array<Passed, kSearches>;

  Lines lines_;
  std::unique_ptr<Found> found_;
};

class LineRange {
 public:
  LineRange() = default;
  explicit LineRange(const SharedLines& lines) : lines_(&lines), end_(lines.lines_.size()) {}

  bool empty() const { return begin_ == end_; }
  std::size_t size() const { return end_ - begin_; }
  std::string_view operator[](std::size_t i) const { return lines_->lines_[begin_ + i]; }
  std::string_view front() const { return (*this)[0]; }
  std::string_view back() const { return (*this)[size() - 1]; }
  const std::string_view* begin() const {
    return lines_ ? lines_->lines_.data() + begin_ : nullptr;
  }
  const std::string_view* end() const { return lines_ ? lines_->lines_.data() + end_ : nullptr; }

  /// The lines `first` and after; the lines in front of `last`.
  LineRange from(std::size_t first) const { return part(first, size()); }
  LineRange before(std::size_t last) const { return part(0, last); }
  LineRange part(std::size_t first, std::size_t last) const {
    LineRange out = *this;
    out.begin_ = begin_ + std::min(first, size());
    out.end_ = std::max(out.begin_, begin_ + std::min(last, size()));
    return out;
  }
  Lines copy() const { return Lines(begin(), end()); }

  /// Index of the first line from `from` on that `matches`, a function of an index into this range;
  /// size(): none. Whether a line matches must not depend on the lines in front of it.
  template <class Matches>
  std::size_t find(Search search, std::size_t from, Matches matches) const {
    if (from >= size()) return size();
    std::size_t at = begin_ + from;
    SharedLines::Passed none;
    SharedLines::Passed& passed =
        lines_->found_ ? (*lines_->found_)[static_cast<std::size_t>(search)] : none;
    if (at >= passed.from && at <= passed.to)
      at = passed.to;
    else
      passed.from = at;
    if (at >= end_) return size();
    while (at < end_ && !matches(at - begin_)) ++at;
    passed.to = at;
    return at - begin_;
  }

 private:
  const SharedLines* lines_ = nullptr;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

/// Cuts lines at blank lines as Python's text.split("\n\n") does: of three line ends in a row the
/// third begins the next block. A block has at least one line, but for none.
std::vector<LineRange> split_blocks(const LineRange& lines);
/// The range without blank lines at its edges; blank is empty, or of nothing but white space.
LineRange without_empty_edges(LineRange lines);
LineRange without_blank_edges(LineRange lines);
bool is_blank(const LineRange& lines);

}  // namespace kbuild::read::mkdocs
