// The literals that a Python file gives to names at its top level, read as text: nothing is run. A
// conf.py is read in this way; computed values are reported by name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "meta/value.h"

namespace kbuild::meta {

/// The tag of a value that is the path of a file whose text is meant: open("path").read().
constexpr std::string_view kFileText = "file";

struct PythonNames {
  /// A mapping of names to what the file assigns last. Lists, tuples and sets are sequences, True
  /// and False the scalars "true" and "false", None is null.
  Value values;
  /// Names that are given anything but literals, or under a condition: each assignment, in order.
  std::vector<std::pair<std::string, source::Span>> computed;
};

/// Reads strings with their prefixes and escapes, numbers, True, False, None, lists, tuples, sets,
/// dicts, names assigned before (also within f"{name}"), open("path").read(), and `+` between texts
/// or lists; also `+=`. Any bytes are read. Depth (100) and values (100,000) are bounded: what
/// exceeds them counts as computed.
PythonNames read_python_names(const source::SourceStore& sources, source::FileId file);

}  // namespace kbuild::meta
