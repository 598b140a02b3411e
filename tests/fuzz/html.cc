// HTML of a stranger. What the sanitiser leaves has no element, attribute or address that runs, by
// an own reading of it, and is left alone when it is sanitised again.
#include "base/text.h"
#include "html/sanitise.h"
#include "target.h"

namespace kbuild::fuzz {

namespace {

/// The scheme that a browser sees: without blanks and controls, in lower case.
bool runs(std::string_view url) {
  std::string seen;
  for (char c : url)
    if (static_cast<unsigned char>(c) > 0x20) seen += c;
  seen = base::to_lower(seen);
  return seen.starts_with("javascript:") || seen.starts_with("vbscript:") ||
         seen.starts_with("data:");
}

}  // namespace

void try_input(std::string_view bytes) {
  const std::string safe = html::sanitise_html(bytes).html;
  html::HtmlTokeniser tokens(safe);
  html::HtmlToken token;
  while (tokens.next(token)) {
    require(token.kind != html::HtmlKind::comment && token.kind != html::HtmlKind::other);
    if (token.kind != html::HtmlKind::start_tag) continue;
    require(!base::is_any_of(token.name, {"script", "style", "svg", "math", "iframe", "object",
                                          "embed", "link", "meta", "base", "form", "template"}));
    for (const html::HtmlAttribute& attribute : token.attributes) {
      require(!attribute.name.starts_with("on") && attribute.name != "srcdoc");
      if (base::is_any_of(attribute.name, {"href", "src", "srcset", "cite", "background", "poster",
                                           "action", "formaction", "data", "longdesc", "xlink:href",
                                           "ping", "manifest", "codebase"}))
        require(!runs(attribute.value));
    }
  }
  require(html::sanitise_html(safe).html == safe);
}

}  // namespace kbuild::fuzz
