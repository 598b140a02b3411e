// Parses `kb:` comments; see annotation.h.
#include "snippets/annotation.h"

#include "base/text.h"

namespace kbuild::snippets {

namespace {

std::string_view strip_marks(std::string_view text) {
  text = base::trim(text);
  if (text.starts_with("<!--")) text.remove_prefix(4);
  if (text.ends_with("-->")) text.remove_suffix(3);
  if (text.starts_with("..")) text.remove_prefix(2);
  return base::trim(text);
}

/// Removes a bare or quoted value from the front of `rest`; a backslash in quotes escapes the next
/// byte.
std::string take_value(std::string_view& rest) {
  std::string value;
  if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
    char quote = rest.front();
    std::size_t at = 1;
    for (; at < rest.size() && rest[at] != quote; ++at) {
      if (rest[at] == '\\' && at + 1 < rest.size()) ++at;
      value += rest[at];
    }
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return value;
  }
  while (!rest.empty() && !base::is_space(rest.front())) {
    value += rest.front();
    rest.remove_prefix(1);
  }
  return value;
}

}  // namespace

std::optional<std::map<std::string, std::string>> parse_annotation(std::string_view comment) {
  std::string_view rest = strip_marks(comment);
  if (!rest.starts_with("kb:")) return std::nullopt;
  rest.remove_prefix(3);
  std::map<std::string, std::string> pairs;
  for (rest = base::trim_left(rest); !rest.empty(); rest = base::trim_left(rest)) {
    std::size_t end = 0;
    while (end < rest.size() && rest[end] != '=' && !base::is_space(rest[end])) ++end;
    std::string key(rest.substr(0, end));
    rest.remove_prefix(end);
    if (rest.starts_with('=')) {
      rest.remove_prefix(1);
      pairs[key] = take_value(rest);
    } else {
      pairs[key] = "true";
    }
  }
  return pairs;
}

}  // namespace kbuild::snippets
