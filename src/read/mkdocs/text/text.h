// Text that knows where each of its bytes came from. Every stage of the MkDocs reader that rewrites
// its input (snippets, tabs, fences, HTML) makes such a text; the block and inline phases cut views
// out of the last one and ask it for places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.h"

namespace kbuild::read::mkdocs {

/// An offset into the sources of one page laid end to end (see Origins), or kNowhere for bytes that
/// a stage made up.
using Origin = std::uint32_t;
inline constexpr Origin kNowhere = UINT32_MAX;

/// Lays the files of a page (itself and its snippets) end to end and maps back to spans.
class Origins {
 public:
  /// Returns the origin of the file's first byte, or kNowhere where 4 GiB would be passed.
  Origin add(source::FileId file, std::size_t size);
  /// Empty where an end is nowhere or the two lie in different files.
  source::Span span(Origin begin, Origin end) const;

 private:
  struct File {
    Origin base;
    source::FileId file;
    std::uint32_t size;
  };
  const File* find(Origin origin) const;
  std::vector<File> files_;
};

/// A string with a piecewise linear map to origins.
class MappedText {
 public:
  /// Bytes from `origin`, one to one.
  void append(std::string_view bytes, Origin origin);
  /// Bytes that come from nowhere.
  void append(std::string_view bytes) { append(bytes, kNowhere); }
  /// A part of another text with its origins.
  void append(const MappedText& from, std::size_t begin, std::size_t end);

  void reserve(std::size_t size) { text_.reserve(size); }
  const std::string& text() const { return text_; }
  std::size_t size() const { return text_.size(); }
  /// O(log pieces). The origin of the text's end is one past its last byte's.
  Origin origin(std::size_t offset) const;
  /// Whether the view is a part of this text.
  bool holds(std::string_view view) const;
  /// Origin of the first byte of a view (of the end of it); kNowhere for views of other strings.
  Origin begin_of(std::string_view view) const;
  Origin end_of(std::string_view view) const;

 private:
  struct Piece {
    std::uint32_t at;
    Origin origin;
  };
  const Piece* piece_at(std::size_t offset) const;
  std::string text_;
  std::vector<Piece> pieces_;
};

/// The first of two characters at or behind `from`; npos where neither is. string_view's own search
/// for a set is a call a byte.
inline std::size_t find_either(std::string_view text, char a, char b, std::size_t from) {
  while (from < text.size() && text[from] != a && text[from] != b) ++from;
  return from < text.size() ? from : text.npos;
}

/// Finds one string at rising offsets of a text; where it is, or is not, is remembered, so that a
/// text full of openings without an end stays linear.
class Seeker {
 public:
  Seeker(std::string_view text, std::string_view wanted) : text_(text), wanted_(wanted) {}
  /// The first place from `from` on; npos where there is none.
  std::size_t next(std::size_t from) {
    if (from < asked_ || from > found_) {
      asked_ = from;
      found_ = text_.find(wanted_, from);
    }
    return found_;
  }

 private:
  std::string_view text_;
  std::string_view wanted_;
  /// The string is not between the two.
  std::size_t asked_ = std::string_view::npos;
  std::size_t found_ = 0;
};

// ---- Lines

/// Lines of a block without their ends. The first line of a block may be empty.
using Lines = std::vector<std::string_view>;

Lines split(std::string_view text);
/// A trailing blank line run and leading ones removed.
void trim_blank(Lines& lines);
bool is_blank(std::string_view line);
bool is_blank(const Lines& lines);
std::size_t indentation(std::string_view line);
/// Whether the line begins with that many blanks.
bool indented(std::string_view line, std::size_t columns);

inline constexpr std::size_t kTab = 4;

// ---- Placeholders: eight bytes that represent an object stored elsewhere. Control bytes below
// 0x20 never take part in markup.

inline constexpr char kMark = '\x02';
enum class Stash : char { block = '\x04', node = '\x05' };
inline constexpr std::size_t kPlaceholder = 8;

std::string placeholder(Stash kind, std::size_t index);
struct FoundPlaceholder {
  Stash kind;
  std::size_t index;
};
/// Whether there is a placeholder at `offset`; only then is `out` set.
bool placeholder_at(std::string_view text, std::size_t offset, FoundPlaceholder& out);

}  // namespace kbuild::read::mkdocs
