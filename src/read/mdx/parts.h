// The parts of an MDX page: stretches of Markdown, and what stands around them.
#pragma once

#include <string>
#include <vector>

#include "read/mdx/tags.h"
#include "read/rst/text/lines.h"

namespace kbuild::read::mdx {

struct Piece {
  enum class Kind : std::uint8_t {
    /// Lines of Markdown.
    text,
    /// A component or element with its content.
    element,
    /// :::type[title]
    note,
    /// import and export
    module,
    /// {...} on lines of its own.
    expression,
  } kind = Kind::text;
  rst::Lines lines = {};
  Tag tag = {};
  /// Of a note.
  std::string title = {};
  rst::Span span = {};
  std::vector<Piece> children = {};
};

/// Parts the lines of a page. Tags count that begin a line; the content of an element goes up to
/// the line that closes it, or to the end of what is around it. Nesting is bounded.
std::vector<Piece> part(const rst::SourceStore& sources, const rst::Lines& lines,
                        rst::Arena& arena);

}  // namespace kbuild::read::mdx
