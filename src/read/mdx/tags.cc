// Tags and expressions of JSX; see tags.h.
#include "read/mdx/tags.h"

#include "base/text.h"

namespace kbuild::read::mdx {

std::string_view Tag::get(std::string_view key) const {
  for (const auto& [own, value] : attributes)
    if (own == key) return value;
  return "";
}

bool Tag::has(std::string_view key) const {
  for (const auto& [own, value] : attributes)
    if (own == key) return true;
  return false;
}

std::size_t expression_end(std::string_view text, std::size_t at) {
  int open = 0;
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (c == '"' || c == '\'' || c == '`') {
      std::size_t close = at + 1;
      while (close < text.size() && text[close] != c) close += text[close] == '\\' ? 2 : 1;
      // An apostrophe in prose opens no text.
      if (close < text.size()) at = close;
    } else if (text.substr(at).starts_with("/*")) {
      std::size_t close = text.find("*/", at + 2);
      if (close == text.npos) return text.npos;
      at = close + 1;
    } else if (c == '{') {
      ++open;
    } else if (c == '}' && --open == 0) {
      return at + 1;
    }
  }
  return text.npos;
}

std::optional<std::string> literal(std::string_view expression) {
  expression = base::trim(expression);
  if (expression.size() >= 2) {
    char quote = expression.front();
    std::string_view inside = expression.substr(1, expression.size() - 2);
    bool text = (quote == '"' || quote == '\'' || quote == '`') && expression.back() == quote &&
                inside.find_first_of(std::string("\\$") + quote) == inside.npos;
    if (text) return std::string(inside);
  }
  bool number = !expression.empty() &&
                base::is_all(expression, [](char c) { return base::is_digit(c) || c == '.'; });
  if (number) return std::string(expression);
  return std::nullopt;
}

std::optional<Tag> read_tag(std::string_view text, std::size_t at) {
  Tag tag;
  std::size_t pos = at + 1;
  auto skip = [&] {
    while (pos < text.size() && base::is_space(text[pos])) ++pos;
  };
  auto is_name = [](char c) {
    return base::is_alnum(c) || c == '_' || c == '-' || c == '.' || c == ':' || c == '$';
  };
  if (pos < text.size() && text[pos] == '/') {
    tag.closing = true;
    ++pos;
  }
  std::size_t begin = pos;
  if (pos < text.size() && base::is_alpha(text[pos]))
    while (pos < text.size() && is_name(text[pos])) ++pos;
  tag.name = text.substr(begin, pos - begin);
  // "<https://...>" is an address.
  if (tag.name.find(':') != tag.name.npos) return std::nullopt;
  for (;;) {
    std::size_t before = pos;
    skip();
    if (pos >= text.size()) return std::nullopt;
    if (text[pos] == '>') {
      tag.end = pos + 1;
      return tag;
    }
    if (text.substr(pos).starts_with("/>") && !tag.closing) {
      tag.single = true;
      tag.end = pos + 2;
      return tag;
    }
    if (before == pos || tag.closing || tag.name.empty()) return std::nullopt;
    if (text[pos] == '{') {
      // {...values}
      pos = expression_end(text, pos);
      if (pos == text.npos) return std::nullopt;
      continue;
    }
    begin = pos;
    while (pos < text.size() && is_name(text[pos])) ++pos;
    if (begin == pos) return std::nullopt;
    std::string name(text.substr(begin, pos - begin)), value;
    std::size_t end = pos;
    skip();
    if (pos >= text.size() || text[pos] != '=') {
      pos = end;
    } else {
      ++pos;
      skip();
      if (pos >= text.size()) return std::nullopt;
      if (text[pos] == '{') {
        end = expression_end(text, pos);
        if (end == text.npos) return std::nullopt;
        std::string_view inside = base::trim(text.substr(pos + 1, end - pos - 2));
        value = inside.starts_with('[') ? std::string(inside) : literal(inside).value_or("");
        pos = end;
      } else if (text[pos] == '"' || text[pos] == '\'') {
        end = text.find(text[pos], pos + 1);
        if (end == text.npos) return std::nullopt;
        value = text.substr(pos + 1, end - pos - 1);
        pos = end + 1;
      } else {
        return std::nullopt;
      }
    }
    tag.attributes.emplace_back(std::move(name), std::move(value));
  }
}

}  // namespace kbuild::read::mdx
