// Walks over the tags of HTML; a table tells which attribute of which element loads what. See
// active_content.h.
#include "html/active_content.h"

#include <algorithm>

#include "base/prefix_filter.h"
#include "base/text.h"
#include "html/address.h"
#include "html/token.h"

namespace kbuild::html {

namespace {

using Hosts = std::set<std::string> ActiveContent::*;

struct Loader {
  std::string_view element;
  std::string_view attribute;
  Hosts hosts;
};

constexpr Loader kLoaders[] = {
    {"script", "src", &ActiveContent::script_hosts},
    {"link", "href", &ActiveContent::style_hosts},
    {"img", "src", &ActiveContent::media_hosts},
    {"source", "src", &ActiveContent::media_hosts},
    {"video", "src", &ActiveContent::media_hosts},
    {"video", "poster", &ActiveContent::media_hosts},
    {"audio", "src", &ActiveContent::media_hosts},
    {"iframe", "src", &ActiveContent::frame_hosts},
    {"frame", "src", &ActiveContent::frame_hosts},
    {"embed", "src", &ActiveContent::object_hosts},
    {"object", "data", &ActiveContent::object_hosts},
    {"form", "action", &ActiveContent::form_hosts},
};

void add(std::set<std::string>& set, std::string text) {
  if (!text.empty() && set.size() < kMaxActiveItems) set.insert(std::move(text));
}

void add_tag(const HtmlToken& tag, ActiveContent& out) {
  if (tag.name == "iframe" || tag.name == "frame") out.frames = true;
  if (tag.name == "embed" || tag.name == "object") out.objects = true;
  for (const HtmlAttribute& attribute : tag.attributes) {
    if (attribute.name == "style") add(out.styles, attribute.value);
    if (attribute.name.size() > 2 && attribute.name.starts_with("on"))
      add(out.handlers, attribute.value);
    for (const Loader& loader : kLoaders)
      if (loader.element == tag.name && loader.attribute == attribute.name)
        add(out.*loader.hosts, origin_of(attribute.value));
  }
}

/// Whether a tag may hold an attribute that is a style or an event handler, without telling values
/// from names. `tag` ends before the first '>'.
bool may_have_active_attribute(std::string_view tag) {
  // A '>' in a value does not end the tag.
  if (std::count(tag.begin(), tag.end(), '"') % 2 != 0 || tag.find('\'') != tag.npos) return true;
  for (std::size_t at = 1; at < tag.size(); ++at) {
    char before = tag[at - 1];
    bool begins = base::is_space(before) || before == '\f' || before == '/' || before == '"';
    if (begins && (base::starts_with_ignoring_case(tag.substr(at), "on") ||
                   base::starts_with_ignoring_case(tag.substr(at), "style")))
      return true;
  }
  return false;
}

/// Whether anything of the HTML may be active: most of what is written for pages is not.
bool may_be_active(std::string_view html) {
  static const base::PrefixFilter<3> elements = [] {
    base::PrefixFilter<3> made;
    for (const Loader& loader : kLoaders) made.add(loader.element);
    made.add("style");
    return made;
  }();
  for (std::size_t at = html.find('<'); at != html.npos; at = html.find('<', at + 1)) {
    std::string_view tag = html.substr(at + 1);
    if (tag.empty() || !base::is_alpha(tag[0])) continue;
    std::size_t end = tag.find_first_of("<>");
    bool plain = end != tag.npos && tag[end] == '>';
    if (!plain || elements.may_begin(tag, 0) || may_have_active_attribute(tag.substr(0, end)))
      return true;
  }
  return false;
}

}  // namespace

void add_active_content(std::string_view html, ActiveContent& out) {
  if (!may_be_active(html)) return;
  HtmlTokeniser tokens(html);
  HtmlToken token;
  std::string open;
  while (tokens.next(token)) {
    if (token.kind == HtmlKind::start_tag) {
      add_tag(token, out);
      open = token.name;
    } else if (token.kind == HtmlKind::text && token.raw_text) {
      // A browser reads each line end as one line feed before it takes the digest.
      std::string text = base::replace_all(base::replace_all(token.raw, "\r\n", "\n"), "\r", "\n");
      if (open == "script") add(out.scripts, std::move(text));
      if (open == "style") add(out.sheets, std::move(text));
    }
  }
}

}  // namespace kbuild::html
