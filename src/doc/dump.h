// The tree as text: a block a line, indented by depth; inlines as nested calls. For golden cases,
// for comparing the trees of two dialects, and for looking at where nodes stand in their source.
#pragma once

#include <functional>
#include <string>

#include "doc/tree.h"

namespace kbuild::doc {

/// "paragraph \"text \" strong(\"x\") link(\"target\" \"label\")" and the like, one line a block.
/// `places` names the place of each node ("12-34"): "@12-34" stands in front of a block and behind
/// an inline or a part of a block. Absent, places are left out, as is one named "".
using Places = std::function<std::string(const Span&)>;
std::string dump(const Document& document, const Places& places = {});
std::string dump(const Inlines& inlines);

}  // namespace kbuild::doc
