// JSON with the place of each string, for findings and spans inside of notebooks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::read::notebook {

struct JsonMember;

struct JsonValue {
  enum class Kind : std::uint8_t { null, text, word, list, object } kind = Kind::null;
  /// Of a text: the bytes between its quotes, as offsets; of a word ("true", "12"): the word's. Of
  /// lists and objects only the begin.
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;

  /// The member, or a null value.
  const JsonValue& operator[](std::string_view key) const;
};

struct JsonMember {
  std::string name;
  JsonValue value;
};

/// Reads a whole text; `fault` says why there is nothing. Values nest up to a bound. Linear.
std::optional<JsonValue> parse_json(std::string_view text, std::string& fault);
/// The text between quotes with its escapes resolved; surrogates without a partner are U+FFFD.
std::string decode_json_text(std::string_view raw);

}  // namespace kbuild::read::notebook
