// Rules of the sanitiser: allowed elements and their content, attributes, URLs and styles.
#pragma once

#include <cstdint>
#include <string_view>

namespace kbuild::html {

/// How an element nests, for balancing.
enum class HtmlShape : std::uint8_t {
  /// Has no content: <br>.
  empty,
  /// Part of running text: <b>.
  phrase,
  /// Ends an open <p>.
  block,
  /// Ends an open sibling of its group, and is valid only in its parent: <li>, <td>.
  item,
};

/// An element that may stay.
struct HtmlElementRule {
  std::string_view name;
  HtmlShape shape = HtmlShape::phrase;
  /// Attributes besides the global ones, between blanks: " href name ".
  std::string_view attributes = {};
};

/// nullptr where the element is not allowed.
const HtmlElementRule* find_element_rule(std::string_view name);

/// Whether an element's content is removed with it: scripts, styles, plug-ins, other vocabularies.
bool drops_content(std::string_view name);

/// For `item` elements: whether a start of `name` ends an open `other`, and whether `other` bounds
/// the search.
bool ends_sibling(std::string_view name, std::string_view other);
bool bounds_siblings(std::string_view name, std::string_view other);

/// Whether an element may have an attribute; its value is checked separately.
bool is_allowed_attribute(const HtmlElementRule& element, std::string_view attribute);
/// Whether some element may have the attribute.
bool is_known_attribute(std::string_view attribute);
/// Whether an attribute's value is a URL.
bool is_url_attribute(std::string_view attribute);

}  // namespace kbuild::html
