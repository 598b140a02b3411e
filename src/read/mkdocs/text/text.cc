// Mapped texts, lines and placeholders; see text.h.
#include "read/mkdocs/text/text.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::read::mkdocs {

Origin Origins::add(source::FileId file, std::size_t size) {
  for (const File& known : files_)
    if (known.file == file) return known.base;
  std::uint64_t base =
      files_.empty() ? 0 : std::uint64_t{files_.back().base} + files_.back().size + 1;
  if (base + size >= kNowhere) return kNowhere;
  files_.push_back({static_cast<Origin>(base), file, static_cast<std::uint32_t>(size)});
  return static_cast<Origin>(base);
}

const Origins::File* Origins::find(Origin origin) const {
  if (origin == kNowhere) return nullptr;
  auto after = std::upper_bound(files_.begin(), files_.end(), origin,
                                [](Origin value, const File& file) { return value < file.base; });
  if (after == files_.begin()) return nullptr;
  const File& file = *std::prev(after);
  return origin - file.base <= file.size ? &file : nullptr;
}

source::Span Origins::span(Origin begin, Origin end) const {
  const File* file = find(begin);
  if (!file || file != find(end) || end < begin) return {};
  return {file->file, begin - file->base, end - file->base};
}

void MappedText::append(std::string_view bytes, Origin origin) {
  if (bytes.empty()) return;
  auto at = static_cast<std::uint32_t>(text_.size());
  bool follows =
      !pieces_.empty() && (pieces_.back().origin == kNowhere
                               ? origin == kNowhere
                               : origin == pieces_.back().origin + (at - pieces_.back().at));
  if (!follows) pieces_.push_back({at, origin});
  text_ += bytes;
}

void MappedText::append(const MappedText& from, std::size_t begin, std::size_t end) {
  if (begin >= end) return;
  const Piece* piece = from.piece_at(begin);
  const Piece* last = from.pieces_.data() + from.pieces_.size();
  for (; piece != last && begin < end; ++piece) {
    std::size_t stop = piece + 1 == last ? end : std::min<std::size_t>(end, piece[1].at);
    append(std::string_view(from.text_).substr(begin, stop - begin),
           piece->origin == kNowhere ? kNowhere
                                     : piece->origin + static_cast<Origin>(begin - piece->at));
    begin = stop;
  }
}

const MappedText::Piece* MappedText::piece_at(std::size_t offset) const {
  auto after =
      std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                       [](std::size_t value, const Piece& piece) { return value < piece.at; });
  return pieces_.data() + (after - pieces_.begin()) - (after == pieces_.begin() ? 0 : 1);
}

Origin MappedText::origin(std::size_t offset) const {
  if (pieces_.empty()) return kNowhere;
  const Piece* piece = piece_at(offset);
  return piece->origin == kNowhere ? kNowhere
                                   : piece->origin + static_cast<Origin>(offset - piece->at);
}

bool MappedText::holds(std::string_view view) const {
  return view.data() >= text_.data() && view.data() + view.size() <= text_.data() + text_.size();
}

Origin MappedText::begin_of(std::string_view view) const {
  return holds(view) ? origin(static_cast<std::size_t>(view.data() - text_.data())) : kNowhere;
}

Origin MappedText::end_of(std::string_view view) const {
  if (!holds(view)) return kNowhere;
  auto end = static_cast<std::size_t>(view.data() - text_.data()) + view.size();
  if (view.empty()) return origin(end);
  Origin last = origin(end - 1);
  return last == kNowhere ? kNowhere : last + 1;
}

Lines split(std::string_view text) {
  Lines lines;
  std::size_t begin = 0;
  for (std::size_t at; (at = text.find('\n', begin)) != text.npos; begin = at + 1)
    lines.push_back(text.substr(begin, at - begin));
  lines.push_back(text.substr(begin));
  return lines;
}

bool is_blank(std::string_view line) {
  return std::all_of(line.begin(), line.end(), [](char c) { return base::is_space(c); });
}

bool is_blank(const Lines& lines) {
  return std::all_of(lines.begin(), lines.end(),
                     [](std::string_view line) { return is_blank(line); });
}

void trim_blank(Lines& lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  std::size_t first = 0;
  while (first < lines.size() && lines[first].empty()) ++first;
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(first));
}

std::size_t indentation(std::string_view line) {
  std::size_t at = line.find_first_not_of(' ');
  return at == line.npos ? line.size() : at;
}

bool indented(std::string_view line, std::size_t columns) {
  return indentation(line) >= columns;
}

std::string placeholder(Stash kind, std::size_t index) {
  std::string out(kPlaceholder, kMark);
  out[1] = static_cast<char>(kind);
  for (std::size_t i = kPlaceholder - 1; i > 1; --i, index >>= 4)
    out[i] = static_cast<char>(0x10 + (index & 15));
  return out;
}

bool placeholder_at(std::string_view text, std::size_t offset, FoundPlaceholder& out) {
  if (offset + kPlaceholder > text.size() || text[offset] != kMark) return false;
  out.kind = static_cast<Stash>(text[offset + 1]);
  out.index = 0;
  for (std::size_t i = 2; i < kPlaceholder; ++i)
    out.index = out.index << 4 | (static_cast<unsigned char>(text[offset + i]) - 0x10u);
  return true;
}

}  // namespace kbuild::read::mkdocs
