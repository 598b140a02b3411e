// The body renderer; see html.h.
#include "render/html.h"

namespace kbuild::render {

std::string to_html(const doc::Document&, const HtmlOptions&) { return ""; }
std::string to_html(const doc::Inlines&, const HtmlOptions&) { return ""; }

}  // namespace kbuild::render
