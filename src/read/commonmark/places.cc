// Spans for what cmark-gfm parsed; see places.h.
#include "read/commonmark/places.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::read {

CommonmarkPlaces::CommonmarkPlaces(const source::SourceStore& sources, source::FileId file,
                                   std::uint32_t body_begin)
    : file_(file), text_(sources.text(file)) {
  for (std::string_view line : base::split_lines(text_.substr(body_begin))) lines_.push_back(line);
}

bool CommonmarkPlaces::has_line(int line) const {
  return line >= 1 && static_cast<std::size_t>(line) <= lines_.size();
}

std::string_view CommonmarkPlaces::line(int line) const {
  return lines_[static_cast<std::size_t>(line) - 1];
}

std::size_t CommonmarkPlaces::line_begin(int line) const {
  return static_cast<std::size_t>(this->line(line).data() - text_.data());
}

source::Span CommonmarkPlaces::span(std::size_t begin, std::size_t end) const {
  return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

source::Span CommonmarkPlaces::block(const CmarkPlace& place) const {
  if (!has_line(place.begin_line)) return {};
  std::string_view first = line(place.begin_line);
  std::size_t column = static_cast<std::size_t>(std::max(place.begin_column, 1)) - 1;
  std::size_t begin = line_begin(place.begin_line) + std::min(column, first.size());
  int last = std::clamp(place.end_line, place.begin_line, static_cast<int>(lines_.size()));
  std::size_t end = std::max(begin, line_begin(last) + line(last).size());
  while (end > begin && base::is_space(text_[end - 1])) --end;
  return span(begin, end);
}

source::Span CommonmarkPlaces::code_content(const CmarkPlace& place, bool fenced,
                                            std::string_view literal) const {
  int begin_line = place.begin_line + (fenced ? 1 : 0);
  if (!has_line(begin_line)) return {};
  int lines = static_cast<int>(std::count(literal.begin(), literal.end(), '\n'));
  if (lines == 0) return span(line_begin(begin_line), line_begin(begin_line));
  std::string_view wanted = literal.substr(0, literal.find('\n'));
  std::string_view first = line(begin_line);
  std::size_t begin = line_begin(begin_line);
  // Tabs that were split between container and code leave a line that does not end as its content
  // does.
  if (first.ends_with(wanted)) begin += first.size() - wanted.size();
  int last = std::min(begin_line + lines - 1, static_cast<int>(lines_.size()));
  return span(begin, std::max(begin, line_begin(last) + line(last).size()));
}

source::Span CommonmarkPlaces::literal(const CmarkPlace& place, std::string_view text) const {
  if (!has_line(place.begin_line) || text.empty()) return {};
  std::string_view all = line(place.begin_line);
  std::size_t begin = line_begin(place.begin_line);
  if (place.begin_column >= 1) {
    auto column = static_cast<std::size_t>(place.begin_column) - 1;
    if (column <= all.size() && all.substr(column).starts_with(text))
      return span(begin + column, begin + column + text.size());
  }
  // A very long line is not searched, so that a page of one line stays linear.
  constexpr std::size_t kMaxSearched = 1000;
  if (all.size() > kMaxSearched) return {};
  std::size_t found = all.find(text);
  if (found == all.npos || all.find(text, found + 1) != all.npos) return {};
  return span(begin + found, begin + found + text.size());
}

source::Span CommonmarkPlaces::delimited(const CmarkPlace& place, std::string_view openers,
                                         std::string_view closers) const {
  if (!has_line(place.begin_line) || !has_line(place.end_line)) return {};
  if (place.begin_column < 1 || place.end_column < 1) return {};
  auto first_column = static_cast<std::size_t>(place.begin_column) - 1;
  auto last_column = static_cast<std::size_t>(place.end_column) - 1;
  std::string_view first = line(place.begin_line), last = line(place.end_line);
  if (first_column >= first.size() || last_column >= last.size()) return {};
  std::size_t begin = line_begin(place.begin_line) + first_column;
  std::size_t end = line_begin(place.end_line) + last_column + 1;
  bool proved = openers.find(first[first_column]) != openers.npos &&
                closers.find(last[last_column]) != closers.npos && end > begin;
  return proved ? span(begin, end) : source::Span{};
}

source::Span CommonmarkPlaces::with_angles(source::Span inner) const {
  bool angled = inner && inner.begin > 0 && text_[inner.begin - 1] == '<' &&
                inner.end < text_.size() && text_[inner.end] == '>';
  return angled ? span(inner.begin - 1, inner.end + 1) : inner;
}

}  // namespace kbuild::read
