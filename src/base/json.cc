// Writing JSON; see json.h. The library goes through texts byte by byte; most have nothing in them
// that is written otherwise, and are copied.
#include "base/json.h"

#include <string_view>
#include <utility>

#include "base/text.h"

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace kbuild::base {

namespace {

bool is_written_otherwise(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

std::string dump_by_library(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_text(std::string& out, const std::string& text) {
  if (!is_valid_utf8(text)) {
    out += dump_by_library(text);
    return;
  }
  constexpr std::string_view kShort = "b\bf\fn\nr\rt\t\"\"\\\\";
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += '"';
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_written_otherwise(text[i])) continue;
    out.append(text, begin, i - begin);
    begin = i + 1;
    out += '\\';
    std::size_t letter = 0;
    while (letter < kShort.size() && kShort[letter + 1] != text[i]) letter += 2;
    if (letter < kShort.size()) {
      out += kShort[letter];
    } else {
      auto byte = static_cast<unsigned char>(text[i]);
      out += "u00";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  out.append(text, begin);
  out += '"';
}

void append(std::string& out, const Json& value) {
  if (value.is_string()) return append_text(out, value.get_ref<const std::string&>());
  if (!value.is_structured()) {
    out += dump_by_library(value);
    return;
  }
  char separator = value.is_object() ? '{' : '[';
  if (value.empty()) out += separator;
  for (auto item = value.begin(); item != value.end(); ++item) {
    out += std::exchange(separator, ',');
    if (value.is_object()) {
      append_text(out, item.key());
      out += ':';
    }
    append(out, *item);
  }
  out += value.is_object() ? '}' : ']';
}

}  // namespace

std::string dump_line(const Json& value) {
  std::string out;
  append(out, value);
  return out;
}

}  // namespace kbuild::base
