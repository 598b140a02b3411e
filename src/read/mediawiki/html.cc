// HTML in wiki text: the tags that MediaWiki's Sanitizer knows become marks with safe attributes,
// every other
// '<' becomes text.
#include <algorithm>

#include "base/text.h"
#include "html/entities.h"
#include "html/sanitise.h"
#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

namespace {

using namespace diag::literals;

// Sorted. Of what html/sanitise.h allows, only the elements that MediaWiki allows: other tags are
// shown as written.
constexpr std::string_view kElements[] = {
    "abbr", "b",    "bdi",  "bdo",   "big",  "blockquote", "br",     "caption", "center", "cite",
    "code", "data", "dd",   "del",   "dfn",  "div",        "dl",     "dt",      "em",     "font",
    "h1",   "h2",   "h3",   "h4",    "h5",   "h6",         "hr",     "i",       "ins",    "kbd",
    "li",   "mark", "ol",   "p",     "pre",  "q",          "rb",     "rp",      "rt",     "rtc",
    "ruby", "s",    "samp", "small", "span", "strike",     "strong", "sub",     "sup",    "table",
    "td",   "th",   "time", "tr",    "tt",   "u",          "ul",     "var",     "wbr"};

bool is_empty_element(std::string_view name) {
  return name == "br" || name == "hr" || name == "wbr";
}

bool is_name_start(char c) {
  return base::is_alnum(c) || c == ':' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_name_part(char c) {
  return is_name_start(c) || c == '.' || c == '-';
}

std::string attribute_value(std::string_view raw) {
  std::string flat(raw);
  for (char& c : flat)
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  return html::decode_references(base::trim(flat), html::ReferenceRule::wiki);
}

/// A tag's end '>' such that no '<' comes before; npos if there is none.
std::size_t tag_end(std::string_view text, std::size_t at) {
  std::size_t end = text.find_first_of("<>", at + 1);
  return end != text.npos && text[end] == '>' ? end : text.npos;
}

/// Appends the mark for the tag [at, end); false if its name is of no known element.
bool append_tag(WikiText& out, const WikiText& text, std::size_t at, std::size_t end,
                Context& context) {
  std::string_view view = text.view();
  std::size_t name_begin = at + 1;
  bool closing = view[name_begin] == '/';
  if (closing) ++name_begin;
  std::size_t name_end = name_begin;
  while (name_end < end && !base::is_space(view[name_end]) && view[name_end] != '/') ++name_end;
  std::string name = base::to_lower(view.substr(name_begin, name_end - name_begin));
  // Microdata says nothing to readers.
  if ((name == "meta" || name == "link") && !closing) {
    auto attributes = split_attributes(view.substr(name_end, end - name_end));
    return std::any_of(
        attributes.begin(), attributes.end(),
        [](const html::HtmlAttribute& attribute) { return attribute.name == "itemprop"; });
  }
  if (!std::binary_search(std::begin(kElements), std::end(kElements), name)) return false;
  if (is_empty_element(name)) closing = false;
  if (closing) {
    out.append("</" + name + '>');
    return true;
  }
  std::vector<html::HtmlAttribute> attributes;
  if (name_end < end) {
    std::string inner = plain(text.slice(name_end, end), context);
    if (inner.ends_with('/')) inner.pop_back();
    attributes = read_tag_attributes(inner, name, context, text.range(at, end + 1));
  }
  if (is_empty_element(name))
    context.empty(out, name, std::move(attributes));
  else
    context.open(out, name, std::move(attributes));
  return true;
}

}  // namespace

std::vector<html::HtmlAttribute> split_attributes(std::string_view text) {
  std::vector<html::HtmlAttribute> out;
  auto skip_blanks = [&](std::size_t at) {
    while (at < text.size() && base::is_space(text[at])) ++at;
    return at;
  };
  for (std::size_t at = 0; at < text.size() && out.size() < 200;) {
    bool separated = at == 0 || base::is_space(text[at - 1]);
    if (!separated || !is_name_start(text[at])) {
      ++at;
      continue;
    }
    std::size_t begin = at;
    while (at < text.size() && is_name_part(text[at])) ++at;
    html::HtmlAttribute attribute{base::to_lower(text.substr(begin, at - begin)), {}};
    std::size_t equals = skip_blanks(at);
    if (equals < text.size() && text[equals] == '=') {
      std::size_t value = skip_blanks(equals + 1), end;
      if (value < text.size() && (text[value] == '"' || text[value] == '\'')) {
        end = std::min(text.find(text[value], value + 1), text.size());
        at = std::min(end + 1, text.size());
        ++value;
      } else {
        end = value;
        while (end < text.size() && !base::is_space(text[end]) && text[end] != '>') ++end;
        at = end;
      }
      attribute.value = attribute_value(text.substr(value, end - value));
    }
    auto same = std::find_if(out.begin(), out.end(), [&](const html::HtmlAttribute& other) {
      return other.name == attribute.name;
    });
    if (same != out.end())
      same->value = std::move(attribute.value);
    else
      out.push_back(std::move(attribute));
  }
  return out;
}

std::vector<html::HtmlAttribute> read_tag_attributes(std::string_view text,
                                                     std::string_view element, Context& context,
                                                     Range range) {
  if (base::trim(text).empty()) return {};
  std::vector<html::HtmlAttribute> attributes = split_attributes(text);
  if (attributes.empty()) return {};
  std::vector<std::string> dropped;
  attributes = html::sanitise_attributes(element, std::move(attributes), dropped);
  for (std::string& what : dropped) context.report_once("KB0050"_code, range, {std::move(what)});
  return attributes;
}

WikiText mark_html(const WikiText& text, Context& context) {
  std::string_view view = text.view();
  if (view.find('<') == view.npos) return text;
  WikiText out;
  out.reserve(view.size() + view.size() / 8);
  for (std::size_t at = 0; at < view.size();) {
    std::size_t angle = std::min(view.find('<', at), view.size());
    out.append(text, at, angle);
    if (angle == view.size()) break;
    std::size_t end = tag_end(view, angle);
    if (end != view.npos && append_tag(out, text, angle, end, context)) {
      at = end + 1;
    } else {
      out.append("&lt;");
      at = angle + 1;
    }
  }
  return out;
}

}  // namespace kbuild::read::mediawiki
