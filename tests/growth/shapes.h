// Texts that repeat one thing, by which readers are measured: what a reader needs for a byte of
// them must not depend on how many bytes there are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "read/reader.h"

namespace kbuild::test {

/// "head part part ... middle close close ... tail": as many of `part` as of `close`. "@@" in a
/// part is the number of its repetition.
struct Shape {
  std::string_view head = {};
  std::string_view part = {};
  std::string_view middle = {};
  std::string_view close = {};
  std::string_view tail = {};
};

/// A shape with the dialects that it is for; none: all.
struct ShapeRow {
  std::vector<read::Dialect> dialects;
  Shape shape;
};

/// The table.
const std::vector<ShapeRow>& shape_table();

/// All shapes of a dialect: its rows, and the same few for each character of punctuation.
std::vector<Shape> shapes_of(read::Dialect dialect);

/// The text of about `size` bytes; of none where `size` is 0.
std::string text_of(const Shape& shape, std::size_t size);

/// What to print for it: its members with line ends as "\n".
std::string name_of(const Shape& shape);

}  // namespace kbuild::test
