// <ref> and <references> of the extension Cite: footnotes, named and grouped.
#pragma once

#include "read/mediawiki/expand.h"

namespace kbuild::read::mediawiki {

void append_reference(WikiText& out, const ExtensionTag& tag, Expander& expander, Frame& frame);
void append_references(WikiText& out, const ExtensionTag& tag, Expander& expander, Frame& frame);

}  // namespace kbuild::read::mediawiki
