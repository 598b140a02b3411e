// Gives assertions the systems of the structure that they stand in.
#pragma once

#include "claims/reader/assertion.h"

namespace kbuild::claims::reader {

/// Sets `systems`, `date` and `placed`.
/// The first of these that names systems decides: the text itself; a declaration on the block; an
/// item, tab, title or heading above; the prompt of code; the introduction of the block; the page's
/// front matter, title or default system. An introduction or heading decides only if it is clear
/// which system it means; a page that names several systems gives none. Linear time.
void place(Assertions& assertions, const Outline& outline, const Subject& subject);

}  // namespace kbuild::claims::reader
