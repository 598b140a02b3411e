// The last look at a page of an untrusted source, whatever its dialect: readers pass raw HTML
// through the sanitiser, and this does the same to the attributes that attribute lists, directives
// and later passes put on the nodes of the tree.
#pragma once

#include "doc/tree.h"

namespace kbuild::normalise {

/// Drops attributes that the sanitiser does not know and makes the values of others safe.
void clean_untrusted(doc::Document& document);

}  // namespace kbuild::normalise
