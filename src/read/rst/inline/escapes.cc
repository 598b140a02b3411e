// Escapes in texts and addresses; see inline.h.
#include "base/text.h"
#include "read/rst/inline/inline.h"
#include "read/rst/text/uri.h"

namespace kbuild::read::rst {

std::string unescape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      out += text[at];
      continue;
    }
    ++at;
    if (at < text.size() && text[at] != ' ' && text[at] != '\n') out += text[at];
  }
  return out;
}

std::vector<std::string_view> split_escaped_space(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (text[at] != '\\') continue;
    if (text[at + 1] == ' ' || text[at + 1] == '\n') {
      parts.push_back(text.substr(begin, at - begin));
      begin = at + 2;
    }
    ++at;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string join_uri(std::string_view text) {
  std::string out;
  bool first = true;
  for (std::string_view part : split_escaped_space(text)) {
    if (!first) out += ' ';
    first = false;
    for (char c : unescape(part))
      if (!base::is_space(c)) out += c;
  }
  return out;
}

std::string adjust_uri(std::string uri) {
  return is_email(uri) ? "mailto:" + uri : uri;
}

}  // namespace kbuild::read::rst
