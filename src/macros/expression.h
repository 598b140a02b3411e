// Expressions of the template language Jinja, without Python: literals, names with attributes and
// indices, operators, conditions, a table of filters and tests. What is not known is a value that
// says so, and only showing it is a fault.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace kbuild::macros {

struct Value {
  base::Json json = nullptr;
  /// What has no value here; "" for a value.
  std::string missing = {};
  /// What is missing is a function, filter or test, which only Python could add.
  bool needs_python = false;
  /// A finding says already why it is missing.
  bool is_said = false;
};

Value make_missing(std::string_view what, bool needs_python);
/// As Python's bool() and str() see it.
bool is_true(const Value& value);
std::string text_of(const base::Json& value);

using Scope = std::map<std::string, Value, std::less<>>;
using Arguments = std::vector<std::pair<std::string, Value>>;
/// The argument at a position, or of that name, or `otherwise`.
base::Json argument(const Arguments& arguments, std::size_t at, std::string_view name,
                    base::Json otherwise);

/// Names by scope, innermost last, and functions that templates define.
struct Names {
  std::vector<Scope> scopes;
  std::function<Value(std::string_view name, const Arguments& arguments)> call;
  /// False where the page's budget is spent.
  std::function<bool()> take_step;
  /// Asked before a value of about that many bytes is copied into an expression, as all growth
  /// comes of that.
  std::function<bool(std::size_t bytes)> take_copy;
};

/// The value of the whole text; missing, with Python needed, where it is not an expression.
Value evaluate(std::string_view text, const Names& names);

}  // namespace kbuild::macros
