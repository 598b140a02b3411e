// The tables of the sanitiser; see sanitise_rules.h. The list of elements follows MediaWiki's
// Sanitizer and what GitHub lets through; style properties are those that change the look of text
// and boxes in place.
#include "html/sanitise_rules.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "html/sanitise.h"

namespace kbuild::html {

namespace {

using enum HtmlShape;

// Sorted by name, for binary search.
constexpr HtmlElementRule kElements[] = {
    {"a", phrase, " href name rel target hreflang type download "},
    {"abbr"},
    {"acronym"},
    {"address", block},
    {"article", block},
    {"aside", block},
    {"audio", phrase, " src controls preload loop muted "},
    {"b"},
    {"bdi"},
    {"bdo"},
    {"big"},
    {"blockquote", block, " cite "},
    {"br", empty, " clear "},
    {"caption", item, " align "},
    {"center", block},
    {"cite"},
    {"code"},
    {"col", empty, " align char charoff span valign width "},
    {"colgroup", item, " align char charoff span valign width "},
    {"data", phrase, " value "},
    {"dd", item},
    {"del", phrase, " cite datetime "},
    {"details", block, " open "},
    {"dfn"},
    {"div", block, " align "},
    {"dl", block, " compact "},
    {"dt", item},
    {"em"},
    {"figcaption", block},
    {"figure", block},
    {"font", phrase, " size color face "},
    {"footer", block},
    {"h1", block, " align "},
    {"h2", block, " align "},
    {"h3", block, " align "},
    {"h4", block, " align "},
    {"h5", block, " align "},
    {"h6", block, " align "},
    {"header", block},
    {"hr", empty, " width size align noshade "},
    {"i"},
    {"img", empty,
     " src srcset sizes alt width height align border hspace vspace loading decoding "},
    {"ins", phrase, " cite datetime "},
    {"kbd"},
    {"label"},
    {"li", item, " type value "},
    {"main", block},
    {"mark"},
    {"nav", block},
    {"ol", block, " type start reversed compact "},
    {"p", block, " align "},
    {"picture"},
    {"pre", block, " width "},
    {"q", phrase, " cite "},
    {"rb", item},
    {"rbc"},
    {"rp", item},
    {"rt", item},
    {"rtc", item},
    {"ruby"},
    {"s"},
    {"samp"},
    {"section", block},
    {"small"},
    {"source", empty, " src srcset sizes type media "},
    {"span"},
    {"strike"},
    {"strong"},
    {"sub"},
    {"summary", block},
    {"sup"},
    {"table", block, " summary width border frame rules cellspacing cellpadding align bgcolor "},
    {"tbody", item, " align char charoff valign "},
    {"td", item,
     " abbr axis headers scope rowspan colspan align char charoff valign nowrap width height "
     "bgcolor "},
    {"tfoot", item, " align char charoff valign "},
    {"th", item,
     " abbr axis headers scope rowspan colspan align char charoff valign nowrap width height "
     "bgcolor "},
    {"thead", item, " align char charoff valign "},
    {"time", phrase, " datetime "},
    {"tr", item, " bgcolor align char charoff valign "},
    {"track", empty, " src kind srclang label default "},
    {"tt"},
    {"u"},
    {"ul", block, " type compact "},
    {"var"},
    {"video", phrase, " src poster controls preload loop muted width height "},
    {"wbr", empty},
};

constexpr std::string_view kContentDropped[] = {
    "applet",  "canvas",   "frameset", "head",     "iframe", "math",
    "noembed", "noframes", "noscript", "object",   "script", "select",
    "style",   "svg",      "template", "textarea", "title",  "xmp"};

constexpr std::string_view kGlobalAttributes =
    " id class style lang dir title role tabindex align hidden itemprop ";

constexpr std::string_view kUrlAttributes = " href src cite poster ";

/// Prefixes of data- attributes that scripts of wikis and web frameworks act on.
constexpr std::string_view kActiveData[] = {"data-hx-",  "data-mw", "data-ooui", "data-parsoid",
                                            "data-bind", "data-on", "data-bs-",  "data-toggle",
                                            "data-ng-",  "data-v-"};

constexpr std::string_view kProperties[] = {"background",
                                            "background-color",
                                            "border",
                                            "border-bottom",
                                            "border-bottom-color",
                                            "border-bottom-style",
                                            "border-bottom-width",
                                            "border-collapse",
                                            "border-color",
                                            "border-left",
                                            "border-left-color",
                                            "border-left-style",
                                            "border-left-width",
                                            "border-radius",
                                            "border-right",
                                            "border-right-color",
                                            "border-right-style",
                                            "border-right-width",
                                            "border-spacing",
                                            "border-style",
                                            "border-top",
                                            "border-top-color",
                                            "border-top-style",
                                            "border-top-width",
                                            "border-width",
                                            "box-shadow",
                                            "break-inside",
                                            "caption-side",
                                            "clear",
                                            "color",
                                            "column-count",
                                            "column-gap",
                                            "column-rule",
                                            "column-width",
                                            "columns",
                                            "direction",
                                            "display",
                                            "empty-cells",
                                            "flex",
                                            "flex-direction",
                                            "flex-wrap",
                                            "float",
                                            "font",
                                            "font-family",
                                            "font-size",
                                            "font-style",
                                            "font-variant",
                                            "font-weight",
                                            "gap",
                                            "height",
                                            "line-height",
                                            "list-style-type",
                                            "margin",
                                            "margin-bottom",
                                            "margin-left",
                                            "margin-right",
                                            "margin-top",
                                            "max-height",
                                            "max-width",
                                            "min-height",
                                            "min-width",
                                            "opacity",
                                            "overflow",
                                            "overflow-x",
                                            "overflow-y",
                                            "padding",
                                            "padding-bottom",
                                            "padding-left",
                                            "padding-right",
                                            "padding-top",
                                            "page-break-inside",
                                            "table-layout",
                                            "text-align",
                                            "text-decoration",
                                            "text-indent",
                                            "text-transform",
                                            "unicode-bidi",
                                            "vertical-align",
                                            "visibility",
                                            "white-space",
                                            "width",
                                            "word-break",
                                            "word-spacing",
                                            "word-wrap",
                                            "writing-mode"};

constexpr std::string_view kStyleFunctions[] = {"calc", "clamp", "hsl", "hsla", "linear-gradient",
                                                "max",  "min",   "rgb", "rgba"};

template <std::size_t n>
bool contains(const std::string_view (&list)[n], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

/// Whether a list between blanks holds a word.
bool holds(std::string_view list, std::string_view word) {
  if (word.empty() || word.find(' ') != word.npos) return false;
  for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1))
    if (at > 0 && list[at - 1] == ' ' && at + word.size() < list.size() &&
        list[at + word.size()] == ' ')
      return true;
  return false;
}

/// The items that belong together: a start of one ends an open other, looking no further than
/// `bounds`.
struct Group {
  std::string_view names;
  std::string_view ends;
  std::string_view bounds;
};
constexpr Group kGroups[] = {
    {" li ", " li ", " ul ol "},
    {" dt dd ", " dt dd ", " dl "},
    {" td th ", " td th caption colgroup ", " tr table "},
    {" tr ", " td th tr caption colgroup ", " table "},
    {" thead tbody tfoot caption colgroup ", " td th tr thead tbody tfoot caption colgroup ",
     " table "},
    {" rb rt rtc rp ", " rb rt rp ", " ruby "},
};

const Group* find_group(std::string_view name) {
  for (const Group& group : kGroups)
    if (holds(group.names, name)) return &group;
  return nullptr;
}

/// A value without anything that loads, runs or escapes: plain words, numbers, quotes and known
/// functions.
bool is_safe_style_value(std::string_view value) {
  std::size_t word = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    char c = value[i];
    bool in_word = base::is_alnum(c) || c == '-' || c == '_';
    // A '(' without a name is refused, too: "url (x)" must not depend on how strictly CSS is read.
    if (c == '(' && !contains(kStyleFunctions, base::to_lower(value.substr(word, i - word))))
      return false;
    if (!in_word) word = i + 1;
    if (!in_word && std::string_view(" \t\n\r#%.,()+*/!'\"").find(c) == std::string_view::npos)
      return false;
  }
  return !value.empty() && value.find("/*") == value.npos;
}

}  // namespace

const HtmlElementRule* find_element_rule(std::string_view name) {
  auto found = std::lower_bound(
      std::begin(kElements), std::end(kElements), name,
      [](const HtmlElementRule& rule, std::string_view wanted) { return rule.name < wanted; });
  return found != std::end(kElements) && found->name == name ? found : nullptr;
}

bool drops_content(std::string_view name) {
  return contains(kContentDropped, name);
}

bool ends_sibling(std::string_view name, std::string_view other) {
  const Group* group = find_group(name);
  return group && holds(group->ends, other);
}

bool bounds_siblings(std::string_view name, std::string_view other) {
  const Group* group = find_group(name);
  return other == "table" || other == "details" || (group && holds(group->bounds, other));
}

bool is_allowed_attribute(const HtmlElementRule& element, std::string_view attribute) {
  for (char c : attribute)
    if (!base::is_alnum(c) && c != '-' && c != '_') return false;
  if (attribute.starts_with("data-"))
    return std::none_of(std::begin(kActiveData), std::end(kActiveData),
                        [&](std::string_view prefix) { return attribute.starts_with(prefix); });
  return attribute.starts_with("aria-") || holds(kGlobalAttributes, attribute) ||
         holds(element.attributes, attribute);
}

bool is_known_attribute(std::string_view attribute) {
  constexpr HtmlElementRule kPlain{"span"};
  return is_allowed_attribute(kPlain, attribute) ||
         std::any_of(std::begin(kElements), std::end(kElements), [&](const HtmlElementRule& rule) {
           return holds(rule.attributes, attribute);
         });
}

bool is_url_attribute(std::string_view attribute) {
  return holds(kUrlAttributes, attribute);
}

std::string sanitise_style(std::string_view style) {
  std::string out;
  for (std::string_view declaration : base::split(style, ';')) {
    std::size_t colon = declaration.find(':');
    if (colon == declaration.npos) continue;
    std::string property = base::to_lower(base::trim(declaration.substr(0, colon)));
    std::string_view value = base::trim(declaration.substr(colon + 1));
    bool in_place = property == "position" && (base::equals_ignoring_case(value, "relative") ||
                                               base::equals_ignoring_case(value, "static"));
    if ((!in_place && !contains(kProperties, property)) || !is_safe_style_value(value)) continue;
    if (!out.empty()) out += ' ';
    out += property + ": " + std::string(value) + ';';
  }
  return out;
}

}  // namespace kbuild::html
