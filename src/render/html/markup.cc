// URLs are written byte by byte; attribute lists are filtered by name.
#include "render/html/markup.h"

#include <algorithm>

#include "base/percent.h"
#include "base/text.h"
#include "html/address.h"

namespace kbuild::render {

namespace {

// Attributes whose value is an address.
constexpr std::string_view kAddressAttributes[] = {"href",   "src",        "action", "formaction",
                                                   "poster", "background", "cite",   "data"};

// Elements that only group.
constexpr std::string_view kContainerTags[] = {
    "address", "article", "aside",  "blockquote", "center", "details", "div",     "fieldset",
    "figure",  "footer",  "header", "hgroup",     "main",   "nav",     "section", "summary",
    "dl",      "dt",      "dd",     "figcaption", "legend", "p",       "search"};

bool is_attribute_name(std::string_view name) {
  if (name.empty() || base::is_digit(name.front()) || name.front() == '-') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return base::is_alnum(c) || c == '-' || c == '_' || c == ':' || c == '.' || c == '@';
  });
}

bool is_event_handler(std::string_view name) {
  return name.size() > 2 && base::starts_with_ignoring_case(name, "on");
}

bool is_allowed(std::string_view name, std::string_view value) {
  if (!is_attribute_name(name) || is_event_handler(name) ||
      base::equals_ignoring_case(name, "srcdoc"))
    return false;
  for (std::string_view address : kAddressAttributes)
    if (base::equals_ignoring_case(name, address))
      return html::is_safe_url(value, html::AddressUse::media);
  return true;
}

}  // namespace

void append_url(std::string& out, std::string_view url) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::size_t begin = 0;
  for (std::size_t i = base::bracketed_host_length(url); i < url.size(); ++i) {
    auto byte = static_cast<unsigned char>(url[i]);
    if (base::is_url_byte(url[i])) continue;
    out += url.substr(begin, i - begin);
    begin = i + 1;
    if (byte == '&') {
      out += "&amp;";
    } else if (byte == '\'') {
      out += "&#x27;";
    } else {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  out += url.substr(begin);
}

void append_attribute(std::string& out, std::string_view name, std::string_view value) {
  out += ' ';
  out += name;
  out += "=\"";
  base::append_escaped_html(out, value);
  out += '"';
}

void append_attributes(std::string& out, std::string_view classes,
                       const doc::Attributes& attributes) {
  std::string_view more = attributes.get("class");
  if (!classes.empty() || !more.empty()) {
    out += " class=\"";
    base::append_escaped_html(out, classes);
    if (!classes.empty() && !more.empty()) out += ' ';
    base::append_escaped_html(out, more);
    out += '"';
  }
  for (const auto& [name, value] : attributes.items)
    if (name != "class" && is_allowed(name, value)) append_attribute(out, name, value);
}

std::string_view container_tag(std::string_view tag) {
  const auto* found = std::find(std::begin(kContainerTags), std::end(kContainerTags), tag);
  return found == std::end(kContainerTags) ? std::string_view("div") : *found;
}

}  // namespace kbuild::render
