// Whether an SVG file of an untrusted source may be published. Opened by its address, a browser
// runs it as a page of the site, scripts and all.
#pragma once

#include <string_view>

namespace kbuild::html {

/// True for drawings alone: no scripts, handlers, animations, foreign elements, entities or links
/// but those within the file and to the web. Strict: what it does not understand is not passive.
bool is_passive_svg(std::string_view bytes);

}  // namespace kbuild::html
