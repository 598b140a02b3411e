// Lines of reStructuredText; see lines.h. docutils' statemachine.py (string2lines, StringList)
// is the source of the rules.
#include "read/rst/text/lines.h"

#include <algorithm>

#include "base/text.h"
#include "source/letter_boundary.h"
#include "source/unicode.h"

namespace kbuild::read::rst {

namespace {

constexpr std::size_t kTabWidth = 8;

/// Without white space at the right end, that of Unicode included.
std::string_view trim_end(std::string_view text) {
  while (!text.empty()) {
    if (base::is_space(text.back())) {
      text.remove_suffix(1);
      continue;
    }
    if (static_cast<signed char>(text.back()) >= 0) break;
    std::size_t at = source::letter_boundary(text, text.size() - 1);
    base::DecodedCodePoint last = base::decode_utf8(text, at);
    if (at + last.length < text.size() || !source::is_unicode_space(last.value)) break;
    text.remove_suffix(text.size() - at);
  }
  return text;
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Tabs become blanks up to the next column of 8, other white space inside a line one blank.
std::string expand(std::string_view text) {
  std::string out;
  std::size_t column = 0;
  for (char c : text) {
    if (c == '\t') {
      std::size_t width = kTabWidth - column % kTabWidth;
      out.append(width, ' ');
      column += width;
      continue;
    }
    out += c == '\v' || c == '\f' ? ' ' : c;
    if (!is_continuation(c)) ++column;
  }
  return out;
}

Lines split(std::string_view text, FileId file, std::uint32_t begin, Arena& arena) {
  Lines lines;
  while (begin < text.size()) {
    std::size_t end = begin;
    bool spaced = false;
    for (; end < text.size() && text[end] != '\n' && text[end] != '\r'; ++end)
      spaced = spaced || text[end] == '\t' || text[end] == '\v' || text[end] == '\f';
    std::string_view whole = trim_end(text.substr(begin, end - begin));
    Line line{whole, file, begin, 0, false};
    if (spaced) {
      line.text = arena.emplace_back(expand(whole));
      line.expanded = true;
    }
    lines.push_back(line);
    begin = static_cast<std::uint32_t>(end + (text.substr(end, 2) == "\r\n" ? 2 : 1));
  }
  return lines;
}

}  // namespace

std::size_t Line::indent() const {
  std::size_t at = text.find_first_not_of(' ');
  return at == text.npos ? text.size() : at;
}

Line Line::cut(std::size_t bytes) const {
  Line out = *this;
  bytes = std::min(bytes, text.size());
  out.text.remove_prefix(bytes);
  out.skip += static_cast<std::uint32_t>(bytes);
  return out;
}

Line Line::slice(std::size_t from, std::size_t to) const {
  Line out = cut(from);
  out.text = trim_end(out.text.substr(0, to > from ? to - from : 0));
  return out;
}

Lines split_source(const SourceStore& sources, FileId file, std::uint32_t begin, Arena& arena) {
  return split(sources.text(file), file, begin, arena);
}

Lines split_text(std::string_view text, Arena& arena) {
  return split(arena.emplace_back(text), FileId{}, 0, arena);
}

std::uint32_t source_offset(const SourceStore& sources, const Line& line, std::size_t index) {
  std::size_t wanted = line.skip + index;
  if (!line.expanded) return line.begin + static_cast<std::uint32_t>(wanted);
  std::string_view text = sources.text(line.file);
  std::size_t at = line.begin, written = 0, column = 0;
  while (at < text.size() && written < wanted) {
    std::size_t width = 1;
    if (text[at] == '\t') width = kTabWidth - column % kTabWidth;
    written += width;
    column += is_continuation(text[at]) ? 0 : width;
    ++at;
  }
  return static_cast<std::uint32_t>(at);
}

Span span_of(const SourceStore& sources, const Line& first, const Line& last) {
  if (!first.file || first.file != last.file) return {};
  return {first.file, source_offset(sources, first, 0),
          source_offset(sources, last, last.text.size())};
}

Span span_of(const SourceStore& sources, LineView lines) {
  lines = trim_bottom(trim_top(lines));
  return lines.empty() ? Span{} : span_of(sources, lines.front(), lines.back());
}

LineView trim_top(LineView lines) {
  while (!lines.empty() && lines.front().blank()) lines = lines.subspan(1);
  return lines;
}

LineView trim_bottom(LineView lines) {
  while (!lines.empty() && lines.back().blank()) lines = lines.first(lines.size() - 1);
  return lines;
}

std::string join(LineView lines) {
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) out += '\n';
    out += lines[i].text;
  }
  return out;
}

std::string join_written(const SourceStore& sources, LineView lines, long long tab_width) {
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) out += '\n';
    const Line& line = lines[i];
    if (!line.expanded || !line.file) {
      out += line.text;
      continue;
    }
    long long column = 0;
    for (char c : sources.text(span_of(sources, line, line))) {
      long long width = c == '\t' && tab_width > 0 ? tab_width - column % tab_width : 1;
      if (width > 1 || (c == '\t' && tab_width > 0))
        out.append(static_cast<std::size_t>(width), ' ');
      else
        out += c;
      column += is_continuation(c) ? 0 : width;
    }
  }
  return out;
}

Indented take_indented(LineView lines, std::size_t start, const IndentRule& rule) {
  std::optional<std::size_t> first = rule.first ? rule.first : rule.block;
  std::optional<std::size_t> indent = rule.block;
  Indented out;
  std::size_t end = first ? start + 1 : start;
  for (; end < lines.size(); ++end) {
    const Line& line = lines[end];
    std::size_t own = line.indent();
    if (!line.blank() && (own == 0 || (rule.block && own < *rule.block))) {
      out.blank_finish = end > start && lines[end - 1].blank();
      break;
    }
    if (line.blank() && rule.until_blank) break;
    if (!line.blank() && !rule.block) indent = indent ? std::min(*indent, own) : own;
  }
  out.end = std::min(end, lines.size());
  std::size_t cut = rule.keep_indent ? 0 : indent.value_or(0);
  bool top = !rule.keep_top;
  for (std::size_t i = start; i < out.end; ++i) {
    Line line = i == start && first ? lines[i].cut(*first) : lines[i].cut(cut);
    if (top && line.blank()) continue;
    top = false;
    out.lines.push_back(line);
  }
  return out;
}

Chunk::Chunk(LineView lines) {
  std::size_t size = lines.size();
  for (const Line& line : lines) size += line.text.size();
  text_.reserve(size);
  pieces_.reserve(lines.size());
  for (const Line& line : lines) {
    if (!pieces_.empty()) text_ += '\n';
    pieces_.push_back({text_.size(), line});
    text_ += line.text;
  }
}

const Chunk::Piece* Chunk::piece_at(std::size_t offset) const {
  auto after = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                [](std::size_t at, const Piece& piece) { return at < piece.at; });
  return after == pieces_.begin() ? nullptr : &*(after - 1);
}

Span Chunk::span(const SourceStore& sources, std::size_t begin, std::size_t end) const {
  const Piece* first = piece_at(begin);
  const Piece* last = piece_at(end > begin ? end - 1 : end);
  if (!first || !last || !first->line.file || first->line.file != last->line.file) return {};
  return {first->line.file, source_offset(sources, first->line, begin - first->at),
          source_offset(sources, last->line, end - last->at)};
}

}  // namespace kbuild::read::rst
