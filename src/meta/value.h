// YAML as values with places, so that only this file uses yaml-cpp, and every finding about a key
// has a line and a column.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.h"
#include "source/store.h"

namespace kbuild::meta {

enum class ValueKind { null, scalar, sequence, mapping };

struct Member;

struct Value {
  ValueKind kind = ValueKind::null;
  /// Scalars as written, quotes and escapes resolved.
  std::string scalar;
  /// True for a scalar in quotes or a block scalar: "1.10" is then text, not a number.
  bool quoted = false;
  /// "!ENV", "!!python/name:x.y", ... as written; "" where none.
  std::string tag;
  std::vector<Value> items;
  /// In the order written. A repeated key keeps its last value.
  std::vector<Member> members;
  source::Span span;

  explicit operator bool() const { return kind != ValueKind::null; }
  bool is_mapping() const { return kind == ValueKind::mapping; }
  bool is_sequence() const { return kind == ValueKind::sequence; }
  bool is_scalar() const { return kind == ValueKind::scalar; }
  /// The member of a mapping, or a null value.
  const Value& operator[](std::string_view key) const;
  /// The scalar's text, or `otherwise`.
  std::string text(std::string_view otherwise = {}) const;
  std::optional<bool> boolean() const;
  std::optional<long long> integer() const;
  /// A sequence's scalars; one scalar counts as a sequence of one.
  std::vector<std::string> texts() const;
};

/// A key of a mapping and its value.
struct Member {
  Value key;
  Value value;
};

struct ParsedYaml {
  Value value;
  /// Set where the text is not YAML: the parser's message and its place.
  std::optional<std::string> error;
  source::Span error_span;
};

/// Reads the YAML in `range` of a source text; spans refer to that text. Aliases are expanded;
/// depth (100) and total nodes (100,000, or one for eight bytes of a larger text) are bounded.
ParsedYaml parse_yaml(const source::SourceStore& sources, source::Span range);

}  // namespace kbuild::meta
