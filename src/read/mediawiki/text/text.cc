// Text with places; see text.h. Places are kept as runs, so that untouched stretches cost
// nothing.
#include "read/mediawiki/text/text.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::read::mediawiki {

Range merge(Range a, Range b) {
  if (!a) return b;
  if (!b) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

PageLines::PageLines(std::string_view page) : size_(static_cast<std::uint32_t>(page.size())) {
  for (std::size_t at = page.find('\n'); at != page.npos; at = page.find('\n', at + 1))
    begins_.push_back(static_cast<std::uint32_t>(at + 1));
}

std::uint32_t PageLines::begin_of(std::uint32_t place) const {
  return *(std::upper_bound(begins_.begin(), begins_.end(), place) - 1);
}

Range PageLines::whole(Range range) const {
  std::uint32_t last = range.end > range.begin ? range.end - 1 : range.begin;
  auto next = std::upper_bound(begins_.begin(), begins_.end(), last);
  return {begin_of(range.begin), next == begins_.end() ? size_ : *next - 1};
}

std::size_t WikiText::run_of(std::size_t at) const {
  auto after = std::upper_bound(runs_.begin(), runs_.end(), at,
                                [](std::size_t wanted, const Run& run) { return wanted < run.at; });
  return static_cast<std::size_t>(after - runs_.begin()) - 1;
}

void WikiText::begin_run(std::uint32_t place) {
  auto at = static_cast<std::uint32_t>(text_.size());
  std::uint32_t expected = kNowhere;
  if (!runs_.empty() && runs_.back().place != kNowhere)
    expected = runs_.back().place + (at - runs_.back().at);
  if (place == expected) return;
  if (!runs_.empty() && runs_.back().at == at)
    runs_.back().place = place;
  else
    runs_.push_back({at, place});
}

void WikiText::append(std::string_view made) {
  if (made.empty()) return;
  begin_run(kNowhere);
  text_ += made;
}

void WikiText::append_page(std::string_view bytes, std::uint32_t place) {
  if (bytes.empty()) return;
  begin_run(place);
  text_ += bytes;
}

void WikiText::append(const WikiText& from, std::size_t begin, std::size_t end) {
  if (begin >= end) return;
  std::size_t index = from.runs_.empty() ? 0 : from.run_of(begin);
  for (std::size_t at = begin; at < end;) {
    bool known = index < from.runs_.size();
    std::size_t stop =
        index + 1 < from.runs_.size() ? std::min<std::size_t>(from.runs_[index + 1].at, end) : end;
    if (!known && !from.runs_.empty()) stop = std::min<std::size_t>(from.runs_[0].at, end);
    std::uint32_t place = kNowhere;
    if (known && from.runs_[index].place != kNowhere)
      place = from.runs_[index].place + static_cast<std::uint32_t>(at - from.runs_[index].at);
    begin_run(place);
    text_.append(from.text_, at, stop - at);
    at = stop;
    ++index;
  }
}

void WikiText::truncate(std::size_t size) {
  text_.resize(std::min(size, text_.size()));
  while (!runs_.empty() && runs_.back().at >= text_.size()) runs_.pop_back();
}

WikiText WikiText::slice(std::size_t begin, std::size_t end) const {
  WikiText out;
  out.append(*this, begin, end);
  return out;
}

WikiText WikiText::trimmed() const {
  std::string_view rest = base::trim_left(text_);
  std::size_t begin = text_.size() - rest.size();
  return slice(begin, begin + base::trim_right(rest).size());
}

std::uint32_t WikiText::place(std::size_t at) const {
  std::size_t index = run_of(at);
  if (index >= runs_.size() || runs_[index].place == kNowhere) return kNowhere;
  return runs_[index].place + static_cast<std::uint32_t>(at - runs_[index].at);
}

Range WikiText::range(std::size_t begin, std::size_t end) const {
  Range out;
  if (begin >= end || runs_.empty()) return out;
  std::size_t index = run_of(begin);
  if (index >= runs_.size()) index = 0;
  for (; index < runs_.size() && runs_[index].at < end; ++index) {
    const Run& run = runs_[index];
    if (run.place == kNowhere) continue;
    std::size_t from = std::max<std::size_t>(run.at, begin);
    std::size_t to =
        index + 1 < runs_.size() ? std::min<std::size_t>(runs_[index + 1].at, end) : end;
    Range piece{run.place + static_cast<std::uint32_t>(from - run.at),
                run.place + static_cast<std::uint32_t>(to - run.at)};
    if (out && piece.begin < out.end) return {};
    out = merge(out, piece);
  }
  return out;
}

Range WikiText::exact_range(std::size_t begin, std::size_t end) const {
  Range out = range(begin, end);
  return out && out.end - out.begin == end - begin ? out : Range{};
}

}  // namespace kbuild::read::mediawiki
