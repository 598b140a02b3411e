// A place in a source text.
#pragma once

#include <compare>
#include <cstdint>

namespace kbuild::source {

/// Names a text of a SourceStore. The value implies neither order nor content; 0 is "no text".
struct FileId {
  std::uint32_t value = 0;
  auto operator<=>(const FileId&) const = default;
  explicit operator bool() const { return value != 0; }
};

/// A half-open range of bytes of one text. A default Span means "nowhere known". `begin == end`
/// with a file is a point.
struct Span {
  FileId file;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  auto operator<=>(const Span&) const = default;
  explicit operator bool() const { return static_cast<bool>(file); }
};

/// The smallest span that covers both; for different files the first.
constexpr Span merge(Span a, Span b) {
  if (!a.file.value) return b;
  if (!b.file.value || a.file != b.file) return a;
  return {a.file, a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

}  // namespace kbuild::source
