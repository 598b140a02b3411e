// Fields of described objects ("param", "returns", "raises"), grouped as Sphinx shows them.
#pragma once

#include <string_view>

#include "doc/tree.h"
#include "read/rst/text/page.h"

namespace kbuild::read::rst {

/// Replaces the lists of fields among `content`, the description of an object whose domain is
/// "py", "c", "cpp", "js" or another: fields of one kind become one, such as "Parameters" with an
/// item for each, and types join what they are about. Fields that the domain does not know keep
/// their name, with a capital letter.
void group_fields(const Page& page, std::string_view domain, doc::Blocks& content);

}  // namespace kbuild::read::rst
