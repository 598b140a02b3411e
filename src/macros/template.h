// Runs a text of the template language Jinja, without Python: values, if, for, set, macro, include,
// raw and comments. What it cannot run it leaves out and says, with a mark in its place. Files, and
// functions that Jinja does not have, are its host's.
#pragma once

#include <functional>
#include <optional>
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

/// A range of the template.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

enum class Marks {
  all,
  /// Only `{{ name(...) }}` with a function of the host; all else is text.
  functions_of_host,
};

enum class Absence { is_fault, is_fine };

/// What a template is run with. All but `take` may be empty.
struct Host {
  /// Asked before each step (with the bytes it adds to the output); false ends the run.
  std::function<bool(std::size_t bytes)> take;
  /// Opens the file that `include` names at the range, until `leave`; its text outlives the run.
  /// nullopt where it has none; that this is a fault, the host says.
  std::function<std::optional<std::string_view>(std::string_view path, Absence absence, Range at)>
      enter = {};
  std::function<void()> leave = {};
  /// Names that `call` takes, here at the range.
  std::vector<std::string_view> functions = {};
  std::function<Value(std::string_view name, const Arguments& arguments, Range at)> call = {};
};

/// Whether the text has a mark of the language at all.
bool is_template(std::string_view text);
Rendered render(std::string_view text, Marks marks, const base::Json& values, const Host& host);

}  // namespace kbuild::macros
