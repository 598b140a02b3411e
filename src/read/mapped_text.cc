// Text with places; see mapped_text.h. One row a piece; neighbours of one source become one row.
#include "read/mapped_text.h"

#include <algorithm>

namespace kbuild::read {

void MappedText::append(std::string_view bytes, source::Span origin) {
  if (bytes.empty()) return;
  bool exact = origin && origin.end - origin.begin == bytes.size();
  bool joins = false;
  if (!runs_.empty() && exact) {
    const Run& last = runs_.back();
    joins = last.exact && last.origin.file == origin.file && last.origin.end == origin.begin;
  }
  if (joins) {
    runs_.back().origin.end = origin.end;
  } else {
    runs_.push_back({text_.size(), origin, exact});
  }
  text_ += bytes;
}

void MappedText::append(const MappedText& other, std::size_t begin, std::size_t end) {
  if (begin >= end) return;
  auto run = static_cast<std::size_t>(other.find(begin) - other.runs_.data());
  while (begin < end) {
    const Run& from = other.runs_[run];
    std::size_t run_end = run + 1 < other.runs_.size() ? other.runs_[run + 1].at : other.size();
    std::size_t stop = std::min(run_end, end);
    source::Span origin = from.origin;
    if (from.exact) {
      origin.begin += static_cast<std::uint32_t>(begin - from.at);
      origin.end = origin.begin + static_cast<std::uint32_t>(stop - begin);
    }
    // A byte that replaces one byte has an exact place.
    append(other.text().substr(begin, stop - begin), origin);
    begin = stop;
    ++run;
  }
}

void MappedText::truncate(std::size_t size) {
  text_.resize(size);
  while (!runs_.empty() && runs_.back().at >= size) runs_.pop_back();
  if (!runs_.empty() && runs_.back().exact)
    runs_.back().origin.end =
        runs_.back().origin.begin + static_cast<std::uint32_t>(size - runs_.back().at);
}

const MappedText::Run* MappedText::find(std::size_t at) const {
  auto after = std::upper_bound(runs_.begin(), runs_.end(), at,
                                [](std::size_t wanted, const Run& run) { return wanted < run.at; });
  return after == runs_.begin() ? nullptr : &*(after - 1);
}

source::Span MappedText::span(std::size_t begin, std::size_t end) const {
  if (begin >= end || end > size()) return {};
  const Run* first = find(begin);
  const Run* last = find(end - 1);
  source::Span from = first->origin, to = last->origin;
  if (!from || !to || from.file != to.file) return {};
  if (first->exact) from.begin += static_cast<std::uint32_t>(begin - first->at);
  if (last->exact) to.end = to.begin + static_cast<std::uint32_t>(end - last->at);
  return from.begin <= to.end ? source::Span{from.file, from.begin, to.end} : source::Span{};
}

}  // namespace kbuild::read
