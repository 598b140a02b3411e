// Makes HTML of untrusted pages harmless: cuts it into tokens as a browser would, keeps what the
// tables of sanitise_rules.cc allow, and writes that again with every character escaped. Nothing of
// the input reaches the output unparsed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "html/token.h"

namespace kbuild::html {

struct SanitiseResult {
  std::string html;
  /// What was removed, once each, in order: "<script>", "onclick of <a>", "href of <a>", "comment".
  std::vector<std::string> dropped;
};

/// A fragment of HTML, balanced: every element that the result opens is closed in it, nothing else
/// is closed. Elements not allowed lose their tags, and those that hold no text for readers
/// (script, style, svg, ...) their content. O(size).
SanitiseResult sanitise_html(std::string_view html);

/// One start or end tag that is the whole of `tag`; "" where it is none or is not allowed. For
/// readers that write tags around other blocks and balance them on their own.
std::string sanitise_tag(std::string_view tag);

/// The attributes of an allowed element that may stay, with values made safe. Adds the dropped ones
/// to `dropped` as sanitise_html() does.
std::vector<HtmlAttribute> sanitise_attributes(std::string_view element,
                                               std::vector<HtmlAttribute> attributes,
                                               std::vector<std::string>& dropped);

/// Makes an attribute safe whose element is not known yet, as attribute lists of Markdown give
/// them; false where it has to go.
bool sanitise_attribute(HtmlAttribute& attribute);

/// The declarations of a style attribute whose property and value are harmless; no url(), no
/// scripts, no escapes. "" where none is left.
std::string sanitise_style(std::string_view style);

}  // namespace kbuild::html
