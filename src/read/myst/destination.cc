// Parts of links; see destination.h.
#include "read/myst/destination.h"

#include "base/text.h"
#include "html/entities.h"
#include "html/sanitise.h"
#include "source/unicode.h"

namespace kbuild::read::myst {

namespace {

/// What CommonMark allows a label to be long.
constexpr std::size_t kMaxLabel = 999;
constexpr int kMaxParentheses = 32;

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n')) ++at;
  return at;
}

bool runs_scripts(std::string_view target) {
  target = base::trim(target);
  for (std::string_view scheme : {"javascript:", "vbscript:", "file:"})
    if (base::starts_with_ignoring_case(target, scheme)) return true;
  if (!base::starts_with_ignoring_case(target, "data:")) return false;
  for (std::string_view image : {"image/gif;", "image/png;", "image/jpeg;", "image/webp;"})
    if (base::starts_with_ignoring_case(target.substr(5), image)) return false;
  return true;
}

}  // namespace

std::string normalise_label(std::string_view label) {
  return source::fold_case(base::collapse_spaces(base::trim(label)));
}

std::string unescape_all(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && base::is_punctuation(text[i + 1])) {
      out += text[++i];
    } else if (auto reference = text[i] == '&' ? html::read_reference(text, i,
                                                                      html::ReferenceRule::strict)
                                               : std::nullopt) {
      out += reference->text;
      i += reference->length - 1;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::optional<Part> read_destination(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  if (at < text.size() && text[at] == '<') {
    for (++at; at < text.size() && text[at] != '\n' && text[at] != '<'; ++at) {
      if (text[at] == '>') {
        Part part{unescape_all(text.substr(begin + 1, at - begin - 1)), at + 1};
        return runs_scripts(part.text) ? std::nullopt : std::optional(part);
      }
      if (text[at] == '\\') ++at;
    }
    return std::nullopt;
  }
  int open = 0;
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (c == ' ' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F) break;
    if (c == '\\' && at + 1 < text.size() && text[at + 1] != ' ' && text[at + 1] != '\n') {
      ++at;
    } else if (c == '(') {
      if (++open > kMaxParentheses) return std::nullopt;
    } else if (c == ')') {
      if (open == 0) break;
      --open;
    }
  }
  if (at == begin || open != 0) return std::nullopt;
  at = std::min(at, text.size());
  Part part{unescape_all(text.substr(begin, at - begin)), at};
  return runs_scripts(part.text) ? std::nullopt : std::optional(part);
}

std::optional<Part> read_title(std::string_view text, std::size_t at) {
  if (at >= text.size()) return std::nullopt;
  char open = text[at], close = open == '(' ? ')' : open;
  if (open != '"' && open != '\'' && open != '(') return std::nullopt;
  std::size_t begin = ++at;
  for (; at < text.size(); ++at) {
    if (text[at] == close) return Part{unescape_all(text.substr(begin, at - begin)), at + 1};
    if (text[at] == '(' && close == ')') return std::nullopt;
    if (text[at] == '\\') ++at;
  }
  return std::nullopt;
}

std::size_t label_end(std::string_view text, std::size_t at) {
  for (std::size_t i = at + 1; i < text.size() && i <= at + kMaxLabel + 1; ++i) {
    if (text[i] == ']') return i;
    if (text[i] == '[') return text.npos;
    if (text[i] == '\\') ++i;
  }
  return text.npos;
}

std::optional<LinkDefinition> read_definition(std::string_view text) {
  if (text.empty() || text[0] != '[') return std::nullopt;
  std::size_t close = label_end(text, 0);
  if (close == text.npos || close + 1 >= text.size() || text[close + 1] != ':')
    return std::nullopt;
  LinkDefinition out{std::string(text.substr(1, close - 1)), "", "", 0};
  if (base::trim(out.label).empty()) return std::nullopt;
  std::size_t at = skip_space(text, close + 2);
  auto target = read_destination(text, at);
  if (!target) return std::nullopt;
  out.target = target->text;
  auto line_end = [&](std::size_t from) {
    std::size_t end = std::min(text.find('\n', from), text.size());
    return base::trim(text.substr(from, end - from)).empty() ? end : text.npos;
  };
  std::size_t title_at = skip_space(text, target->end);
  auto title = title_at > target->end ? read_title(text, title_at) : std::nullopt;
  if (title && line_end(title->end) != text.npos) {
    out.title = title->text;
    out.end = line_end(title->end);
    return out;
  }
  out.end = line_end(target->end);
  return out.end == text.npos ? std::nullopt : std::optional(out);
}

std::optional<AttributeList> read_attributes(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '{') return std::nullopt;
  AttributeList out;
  auto is_name = [](char c) {
    return base::is_alnum(c) || c == '-' || c == '_' || c == ':' || c == '.' ||
           static_cast<signed char>(c) < 0;
  };
  auto name_end = [&](std::size_t from) {
    while (from < text.size() && is_name(text[from])) ++from;
    return from;
  };
  for (++at; at < text.size();) {
    char c = text[at];
    if (c == '}') {
      out.end = at + 1;
      return out;
    }
    if (c == ' ' || c == '\t' || c == '\n') {
      ++at;
    } else if (c == '%') {
      while (++at < text.size() && text[at] != '%' && text[at] != '}') {
      }
      if (at < text.size() && text[at] == '%') ++at;
    } else if (c == '#' || c == '.') {
      std::size_t end = at + 1;
      while (end < text.size() && is_name(text[end]) && (c == '#' || text[end] != '.')) ++end;
      if (end == at + 1) return std::nullopt;
      std::string_view name = text.substr(at + 1, end - at - 1);
      c == '#' ? out.attributes.set("id", name) : out.attributes.add_class(name);
      at = end;
    } else {
      std::size_t end = name_end(at);
      if (end == at || end >= text.size() || text[end] != '=') return std::nullopt;
      std::string_view key = text.substr(at, end - at);
      std::string value;
      at = end + 1;
      if (at < text.size() && text[at] == '"') {
        for (++at; at < text.size() && text[at] != '"'; ++at) {
          if (text[at] == '{' || text[at] == '}') return std::nullopt;
          if (text[at] == '\\' && at + 1 < text.size()) ++at;
          value += text[at];
        }
        if (at >= text.size()) return std::nullopt;
        ++at;
      } else {
        end = name_end(at);
        if (end == at) return std::nullopt;
        value = text.substr(at, end - at);
        if (end < text.size() && text[end] == '%') value += text[end++];
        at = end;
      }
      if (key == "class") {
        out.attributes.add_class(value);
        continue;
      }
      html::HtmlAttribute attribute{base::to_lower(key), value};
      if (html::sanitise_attribute(attribute))
        out.attributes.set(attribute.name, attribute.value);
    }
  }
  return std::nullopt;
}

}  // namespace kbuild::read::myst
