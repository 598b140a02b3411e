// The tree as text: a block a line, indented by depth; inlines as nested calls. For golden cases,
// and for comparing the trees of two dialects; spans are left out.
#pragma once

#include <string>

#include "doc/tree.h"

namespace kbuild::doc {

/// "paragraph \"text \" strong(\"x\") link(\"target\" \"label\")" and the like, one line a block.
std::string dump(const Document& document);
std::string dump(const Inlines& inlines);

}  // namespace kbuild::doc
