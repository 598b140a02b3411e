// Cuts a template in one pass over its braces. Source: Jinja 3.1, "Template Designer
// Documentation".
#include "macros/tokens.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace kbuild::macros {

namespace {

/// A call of one of the functions.
bool is_call_of(std::string_view inside, const std::vector<std::string_view>& functions) {
  return std::any_of(functions.begin(), functions.end(), [&](std::string_view name) {
    return inside.starts_with(name) && base::trim_left(inside.substr(name.size())).starts_with('(');
  });
}

/// Cuts the text into tokens; comments and the marks of raw go. With `only`, calls of these
/// functions alone are no text.
std::vector<Token> cut(std::string_view text, const std::vector<std::string_view>* only) {
  std::vector<Token> out;
  bool trim_next = false;
  auto add_text = [&](std::size_t begin, std::size_t end, bool trim_end) {
    while (trim_next && begin < end && base::is_space(text[begin])) ++begin;
    while (trim_end && end > begin && base::is_space(text[end - 1])) --end;
    if (begin < end) out.push_back({Token::Kind::text, begin, end});
    trim_next = false;
  };
  std::size_t from = 0;
  // Ends that are not in the rest of the text, so that it is not searched for them again.
  std::string absent;
  for (std::size_t at = text.find('{'); at != text.npos; at = text.find('{', at)) {
    std::string_view rest = text.substr(at, 2);
    std::string_view close = rest == "{{" ? "}}" : rest == "{%" ? "%}" : rest == "{#" ? "#}" : "";
    bool known_absent = close.empty() || absent.find(close[0]) != absent.npos;
    std::size_t end = known_absent ? text.npos : text.find(close, at + 2);
    if (end == text.npos) {
      if (!close.empty()) absent += close[0];
      ++at;
      continue;
    }
    if (only &&
        (rest != "{{" || !is_call_of(base::trim(text.substr(at + 2, end - at - 2)), *only))) {
      ++at;
      continue;
    }
    std::size_t begin = at + 2, stop = end;
    bool before = begin < stop && text[begin] == '-';
    bool after = stop > begin + (before ? 1u : 0u) && text[stop - 1] == '-';
    begin += before || (begin < stop && text[begin] == '+') ? 1 : 0;
    stop -= after ? 1 : 0;
    add_text(from, at, before);
    trim_next = after;
    std::string_view inside = base::trim(text.substr(begin, stop - begin));
    from = end + 2;
    if (rest == "{{") out.push_back({Token::Kind::value, at, from, inside});
    if (rest == "{%") {
      std::size_t size = 0;
      while (size < inside.size() && base::is_name_byte(inside[size])) ++size;
      std::string_view name = inside.substr(0, size);
      if (name == "raw") {
        std::size_t close_at = text.find("endraw", from);
        std::size_t mark = close_at == text.npos ? close_at : text.rfind("{%", close_at);
        std::size_t last = close_at == text.npos ? close_at : text.find("%}", close_at);
        if (mark == text.npos || last == text.npos || mark < from) {
          add_text(from, text.size(), false);
          return out;
        }
        add_text(from, mark, false);
        from = last + 2;
      } else {
        out.push_back({Token::Kind::statement, at, from, base::trim(inside.substr(size)), name});
      }
    }
    at = from;
  }
  add_text(from, text.size(), false);
  return out;
}

/// Links each opening statement to what continues and ends it.
void link(std::vector<Token>& tokens) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Token& token = tokens[i];
    if (token.kind != Token::Kind::statement) continue;
    bool middle = token.name == "elif" || token.name == "else", end = token.name.starts_with("end");
    if ((middle || end) && !open.empty()) {
      tokens[open.back()].next = i;
      open.pop_back();
    }
    bool block_set = token.name == "set" && token.inside.find('=') == token.inside.npos;
    if (middle || block_set ||
        base::is_any_of(token.name, {"if", "for", "macro", "call", "filter", "block", "with"}))
      open.push_back(i);
  }
}

}  // namespace

Template::Template(std::string_view from, const std::vector<std::string_view>* only)
    : text(from), tokens(cut(from, only)) {
  link(tokens);
}

}  // namespace kbuild::macros
