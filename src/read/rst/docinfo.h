// The list of fields that describes a page.
#pragma once

#include "doc/tree.h"
#include "read/reader.h"

namespace kbuild::read::rst {

/// A list of fields before everything but comments and targets describes the page ("docinfo"): its
/// fields become front matter.
void take_fields(ReadResult& result, doc::Blocks& blocks);

}  // namespace kbuild::read::rst
