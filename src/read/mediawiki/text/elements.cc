// The table of elements; see elements.h.
#include "read/mediawiki/text/elements.h"

#include <algorithm>

namespace kbuild::read::mediawiki {

namespace {

// Sorted by name.
constexpr Info kElements[] = {
    {"a", kFormatting},
    {"abbr", 0},
    {"b", kFormatting},
    {"bdi", 0},
    {"bdo", 0},
    {"big", kFormatting},
    {"blockquote", kSpecialTag | kBlock},
    {"br", kSpecialTag | kEmpty},
    {"caption", kSpecialTag | kTablePart | kScopeEnd},
    {"center", kSpecialTag | kBlock},
    {"cite", 0},
    {"code", kFormatting},
    {"data", 0},
    {"dd", kSpecialTag | kImplied},
    {"del", 0},
    {"dfn", 0},
    {"div", kSpecialTag | kBlock},
    {"dl", kSpecialTag | kBlock},
    {"dt", kSpecialTag | kImplied},
    {"em", kFormatting},
    {"figcaption", kSpecialTag | kBlock},
    {"figure", kSpecialTag | kBlock},
    {"font", kFormatting},
    {"h1", kSpecialTag | kBlock | kHeading},
    {"h2", kSpecialTag | kBlock | kHeading},
    {"h3", kSpecialTag | kBlock | kHeading},
    {"h4", kSpecialTag | kBlock | kHeading},
    {"h5", kSpecialTag | kBlock | kHeading},
    {"h6", kSpecialTag | kBlock | kHeading},
    {"hr", kSpecialTag | kBlock | kEmpty},
    {"i", kFormatting},
    {"ins", 0},
    {"kbd", 0},
    {"li", kSpecialTag | kImplied},
    {"mark", 0},
    {"ol", kSpecialTag | kBlock},
    {"p", kSpecialTag | kBlock | kImplied},
    {"pre", kSpecialTag | kBlock},
    {"q", 0},
    {"rb", kImplied},
    {"rp", kImplied},
    {"rt", kImplied},
    {"rtc", kImplied},
    {"ruby", 0},
    {"s", kFormatting},
    {"samp", 0},
    {"small", kFormatting},
    {"span", 0},
    {"strike", kFormatting},
    {"strong", kFormatting},
    {"sub", 0},
    {"sup", 0},
    {"table", kSpecialTag | kBlock | kScopeEnd | kFosters},
    {"tbody", kSpecialTag | kTablePart | kFosters},
    {"td", kSpecialTag | kTablePart | kScopeEnd},
    {"th", kSpecialTag | kTablePart | kScopeEnd},
    {"time", 0},
    {"tr", kSpecialTag | kTablePart | kFosters},
    {"tt", kFormatting},
    {"u", kFormatting},
    {"ul", kSpecialTag | kBlock},
    {"var", 0},
    {"wbr", kSpecialTag | kEmpty},
    {"x-block", kSpecialTag | kBlock | kEmpty},
    {"x-inline", kEmpty},
    {"x-text", kEmpty},
};

constexpr Info kUnknown = {"span", 0};

}  // namespace

const Info& find_info(std::string_view name) {
  auto found =
      std::lower_bound(std::begin(kElements), std::end(kElements), name,
                       [](const Info& row, std::string_view wanted) { return row.name < wanted; });
  return found != std::end(kElements) && found->name == name ? *found : kUnknown;
}

}  // namespace kbuild::read::mediawiki
