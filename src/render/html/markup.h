// Pieces of HTML: escaped URLs, attributes and tags. Only here is decided what attributes
// from pages may contain.
#pragma once

#include <string>
#include <string_view>

#include "doc/tree.h"

namespace kbuild::render {

/// Appends a URL for a double-quoted attribute: bytes that don't belong in a URL percent-encoded as
/// cmark-gfm does it, `&` and `'` as entities; what is percent-encoded already stays.
void append_url(std::string& out, std::string_view url);

/// Appends ` name="value"`, escaped.
void append_attribute(std::string& out, std::string_view name, std::string_view value);

/// Appends a class attribute made of `classes` and those in `attributes`, then all other
/// attributes. Names that are no attribute names, event handlers and unsafe addresses are left out.
void append_attributes(std::string& out, std::string_view classes,
                       const doc::Attributes& attributes);

/// `tag` where it is an element that groups blocks and does nothing else ("section", "aside"), else
/// "div".
std::string_view container_tag(std::string_view tag);

}  // namespace kbuild::render
