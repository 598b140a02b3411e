// Titles of navigation entries without tags, icons and character references; see
// navigation_title.h.
#include "meta/mkdocs/navigation_title.h"

#include "base/text.h"
#include "html/entities.h"

namespace kbuild::meta {

namespace {

/// Fonts of icons write a picture's name as text.
bool is_icon(std::string_view tag) {
  for (std::string_view word : {"icon", "material-symbols", "twemoji", "fa-", "emoji"})
    if (tag.find(word) != tag.npos) return true;
  return false;
}

bool begins_tag(std::string_view text) {
  return text.size() > 1 && text[0] == '<' && (base::is_alpha(text[1]) || text[1] == '/');
}

}  // namespace

std::string plain_title(std::string_view title) {
  if (title.find('<') == title.npos && title.find('&') == title.npos) return std::string(title);
  std::string text;
  // Elements that are open inside an icon, with it.
  int icon = 0;
  while (!title.empty()) {
    std::size_t end = begins_tag(title) ? title.find('>') : title.npos;
    if (end == title.npos) {
      if (icon == 0) text += title.front();
      title.remove_prefix(1);
      continue;
    }
    std::string_view tag = title.substr(0, end + 1);
    title.remove_prefix(end + 1);
    bool closes = tag[1] == '/',
         empty = tag.ends_with("/>") || tag.starts_with("<img") || tag.starts_with("<br");
    if (closes && icon > 0)
      --icon;
    else if (!closes && !empty && (icon > 0 || is_icon(tag)))
      ++icon;
  }
  text = html::decode_references(text, html::ReferenceRule::strict);
  // A no-break space only lays out.
  return std::string(base::trim(base::replace_all(text, "\u00a0", " ")));
}

}  // namespace kbuild::meta
