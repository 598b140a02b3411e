// Parses attribute lists by the rules of Python-Markdown's attr_list; see attributes.h.
#include "read/mkdocs/text/attributes.h"

#include "base/text.h"

namespace kbuild::read::mkdocs {

namespace {

bool ends_word(char c) {
  return c == ' ' || c == '=' || c == '}';
}

void add(doc::Attributes& attributes, std::string_view key, std::string_view value) {
  if (key == "class")
    attributes.add_class(value);
  else
    attributes.set(key, value);
}

/// Reads one word, key=value or blank at `at`; false where nothing fits.
bool read_part(std::string_view text, std::size_t& at, doc::Attributes& attributes) {
  if (text[at] == ' ') return ++at, true;
  std::size_t end = at;
  while (end < text.size() && !ends_word(text[end]) && text[end] != '\n') ++end;
  if (end == at) return false;
  std::string_view word = text.substr(at, end - at);
  if (end < text.size() && text[end] == '=') {
    std::size_t value = end + 1;
    if (value < text.size() && (text[value] == '"' || text[value] == '\'')) {
      std::size_t close = text.find(text[value], value + 1);
      if (close != text.npos && text.substr(value, close - value).find('\n') == text.npos) {
        add(attributes, word, text.substr(value + 1, close - value - 1));
        return at = close + 1, true;
      }
    }
    std::size_t stop = value;
    while (stop < text.size() && !ends_word(text[stop]) && text[stop] != '\n') ++stop;
    if (stop > value) {
      add(attributes, word, text.substr(value, stop - value));
      return at = stop, true;
    }
  }
  if (word[0] == '.')
    attributes.add_class(word.substr(1));
  else if (word[0] == '#')
    attributes.set("id", word.substr(1));
  else
    attributes.set(word, word);
  return at = end, true;
}

}  // namespace

std::optional<AttributeList> read_attribute_list(std::string_view text) {
  // A list of more stays text.
  constexpr std::size_t kMaxParts = 500;
  if (!text.starts_with('{')) return std::nullopt;
  std::size_t at = 1;
  bool colon = at < text.size() && text[at] == ':';
  if (colon) ++at;
  while (at < text.size() && text[at] == ' ') ++at;
  if (at >= text.size() || text[at] == '\n') return std::nullopt;
  // "{:}" is an empty list, "{}" none.
  if (text[at] == '}' && !colon) return std::nullopt;
  AttributeList list;
  for (std::size_t parts = 0; at < text.size() && text[at] != '}' && text[at] != '\n'; ++parts) {
    if (parts == kMaxParts) return std::nullopt;
    if (read_part(text, at, list.attributes)) continue;
    // Unreadable text is skipped up to the brace, as Python-Markdown has always done.
    list.clean = false;
    at = std::min(text.find_first_of("}\n", at), text.size());
  }
  if (at >= text.size() || text[at] != '}') return std::nullopt;
  list.length = at + 1;
  return list;
}

doc::Attributes read_attribute_words(std::string_view text) {
  constexpr std::size_t kMaxAttributes = 200;
  doc::Attributes attributes;
  for (std::size_t at = 0; at < text.size() && attributes.items.size() < kMaxAttributes;)
    if (!read_part(text, at, attributes)) ++at;
  return attributes;
}

std::optional<TrailingList> find_trailing_list(std::string_view line) {
  std::string_view trimmed = line;
  while (trimmed.ends_with(' ')) trimmed.remove_suffix(1);
  if (!trimmed.ends_with('}')) return std::nullopt;
  constexpr int kMaxBraces = 32;
  int braces = 0;
  for (std::size_t at = trimmed.find('{'); at != trimmed.npos && braces < kMaxBraces;
       at = trimmed.find('{', at + 1), ++braces) {
    std::optional<AttributeList> list = read_attribute_list(trimmed.substr(at));
    if (list && list->clean && at + list->length == trimmed.size())
      return TrailingList{at, std::move(list->attributes)};
  }
  return std::nullopt;
}

}  // namespace kbuild::read::mkdocs
