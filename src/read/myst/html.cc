// HTML in Markdown; see html.h.
#include "read/myst/html.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::read::myst {

namespace {

constexpr std::string_view kScripts[] = {"script", "pre", "style", "textarea"};

constexpr std::string_view kElements[] = {
    "address",  "article",  "aside",    "base",     "basefont", "blockquote", "body",
    "caption",  "center",   "col",      "colgroup", "dd",       "details",    "dialog",
    "dir",      "div",      "dl",       "dt",       "fieldset", "figcaption", "figure",
    "footer",   "form",     "frame",    "frameset", "h1",       "h2",         "h3",
    "h4",       "h5",       "h6",       "head",     "header",   "hr",         "html",
    "iframe",   "legend",   "li",       "link",     "main",     "menu",       "menuitem",
    "nav",      "noframes", "ol",       "optgroup", "option",   "p",          "param",
    "section",  "source",   "summary",  "table",    "tbody",    "td",         "tfoot",
    "th",       "thead",    "title",    "tr",       "track",    "ul"};

template <std::size_t size>
bool holds(const std::string_view (&table)[size], std::string_view name) {
  return std::find(std::begin(table), std::end(table), name) != std::end(table);
}

bool is_space_or_line_end(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

std::size_t skip_html_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space_or_line_end(text[at])) ++at;
  return at;
}

std::size_t skip_name(std::string_view text, std::size_t at) {
  while (at < text.size() && (base::is_alnum(text[at]) || text[at] == '-')) ++at;
  return at;
}

/// End of an attribute that begins after white space at `at`; npos where it is none.
std::size_t skip_attribute(std::string_view text, std::size_t at) {
  char c = at < text.size() ? text[at] : '\0';
  if (!base::is_alpha(c) && c != '_' && c != ':') return text.npos;
  while (at < text.size() && (base::is_alnum(text[at]) || text[at] == '_' || text[at] == ':' ||
                              text[at] == '.' || text[at] == '-'))
    ++at;
  std::size_t equals = skip_html_space(text, at);
  if (equals >= text.size() || text[equals] != '=') return at;
  std::size_t value = skip_html_space(text, equals + 1);
  if (value >= text.size()) return text.npos;
  if (text[value] == '"' || text[value] == '\'') {
    std::size_t close = text.find(text[value], value + 1);
    return close == text.npos ? close : close + 1;
  }
  std::size_t end = value;
  while (end < text.size() && !is_space_or_line_end(text[end]) &&
         std::string_view("\"'=<>`").find(text[end]) == std::string_view::npos)
    ++end;
  return end == value ? text.npos : end;
}

std::size_t tag_end(std::string_view text, std::size_t at) {
  std::size_t name = at + 1;
  bool closing = name < text.size() && text[name] == '/';
  if (closing) ++name;
  if (name >= text.size() || !base::is_alpha(text[name])) return at;
  std::size_t end = skip_name(text, name);
  if (closing) {
    end = skip_html_space(text, end);
    return end < text.size() && text[end] == '>' ? end + 1 : at;
  }
  for (;;) {
    std::size_t next = skip_html_space(text, end);
    std::string_view rest = text.substr(std::min(next, text.size()));
    if (rest.starts_with('>')) return next + 1;
    if (rest.starts_with("/>")) return next + 2;
    if (next == end) return at;
    end = skip_attribute(text, next);
    if (end == text.npos) return at;
  }
}

}  // namespace

HtmlBlock html_block_kind(std::string_view line) {
  if (line.starts_with("<!--")) return HtmlBlock::comment;
  if (line.starts_with("<?")) return HtmlBlock::instruction;
  if (line.starts_with("<![CDATA[")) return HtmlBlock::cdata;
  if (line.size() > 2 && line[1] == '!' && base::is_alpha(line[2])) return HtmlBlock::declaration;
  bool closing = line.starts_with("</");
  std::size_t begin = closing ? 2 : 1, end = skip_name(line, begin);
  std::string name = base::to_lower(line.substr(begin, end - begin));
  bool ends = end == line.size() || is_space_or_line_end(line[end]) || line[end] == '>';
  if (!closing && ends && holds(kScripts, name)) return HtmlBlock::script;
  if ((ends || line.substr(end).starts_with("/>")) && holds(kElements, name))
    return HtmlBlock::element;
  std::size_t tag = tag_end(line, 0);
  return tag > 0 && base::trim(line.substr(tag)).empty() ? HtmlBlock::any_tag : HtmlBlock::none;
}

bool ends_html_block(HtmlBlock kind, std::string_view line) {
  switch (kind) {
    case HtmlBlock::script: {
      std::string lower = base::to_lower(line);
      return std::any_of(std::begin(kScripts), std::end(kScripts), [&](std::string_view name) {
        return lower.find("</" + std::string(name) + ">") != lower.npos;
      });
    }
    case HtmlBlock::comment: return line.find("-->") != line.npos;
    case HtmlBlock::instruction: return line.find("?>") != line.npos;
    case HtmlBlock::declaration: return line.find('>') != line.npos;
    case HtmlBlock::cdata: return line.find("]]>") != line.npos;
    default: return false;
  }
}

std::size_t html_end(std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at);
  auto behind = [&](std::string_view close, std::size_t from) {
    std::size_t found = text.find(close, at + from);
    return found == text.npos ? at : found + close.size();
  };
  if (rest.starts_with("<!-->")) return at + 5;
  if (rest.starts_with("<!--->")) return at + 6;
  if (rest.starts_with("<!--")) return behind("-->", 4);
  if (rest.starts_with("<?")) return behind("?>", 2);
  if (rest.starts_with("<![CDATA[")) return behind("]]>", 9);
  if (rest.size() > 2 && rest[1] == '!' && base::is_alpha(rest[2])) return behind(">", 2);
  return tag_end(text, at);
}

}  // namespace kbuild::read::myst
