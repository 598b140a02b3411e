// Runs a text of the template language Jinja, without Python: values, if, for, set, macro, raw and
// comments. What it cannot run it leaves out and says, with a mark in its place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "macros/expression.h"

namespace kbuild::macros {

/// A part of the output: a range of the template, or text that was made (then begin == end).
struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string made = {};
};

/// What could not be run, at a range of the template.
struct Fault {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string what;
};

struct Rendered {
  std::vector<Piece> pieces;
  std::vector<Fault> faults;
};

/// Whether the text has a mark of the language at all.
bool is_template(std::string_view text);
/// `take` is asked before each step (with the bytes it adds to the output); false ends the run.
Rendered render(std::string_view text, const base::Json& values,
                const std::function<bool(std::size_t bytes)>& take);

}  // namespace kbuild::macros
