// Owns every input text of the process and turns offsets into lines and columns on demand.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.h"

namespace kbuild::source {

/// 1-based; the column counts code points.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const Position&) const = default;
};

/// Texts are added by any thread and never change or move, so that views into them stay valid as
/// long as the store lives.
class SourceStore {
 public:
  SourceStore();
  ~SourceStore();
  SourceStore(const SourceStore&) = delete;
  SourceStore& operator=(const SourceStore&) = delete;

  /// `path` is what diagnostics print. The text is kept as given.
  FileId add(std::string path, std::string text);
  std::string_view path(FileId file) const;
  std::string_view text(FileId file) const;
  /// The bytes of the span; empty for no span.
  std::string_view text(Span span) const;
  /// Position of a byte offset (clamped to the text). O(log lines) after O(bytes) at a file's first
  /// use.
  Position position(FileId file, std::uint32_t offset) const;
  /// The line of that position, without the cost of a column in a long line: O(log lines).
  std::uint32_t line_number(FileId file, std::uint32_t offset) const;
  Position begin(Span span) const { return position(span.file, span.begin); }
  Position end(Span span) const { return position(span.file, span.end); }
  /// 1-based line without its end; empty past the end.
  std::string_view line(FileId file, std::uint32_t number) const;
  /// Byte offset at which a 1-based line begins (clamped to the end).
  std::uint32_t line_begin(FileId file, std::uint32_t number) const;

 private:
  struct Entry;
  const Entry* find(FileId file) const;
  mutable std::mutex guard_;
  std::deque<Entry> entries_;
};

}  // namespace kbuild::source
