// The keys of front matter that kbuild reads, as one table: its JSON Schema, and the check of an
// author's own statement of versions, whose keys have no other meaning than kbuild's.
#pragma once

#include <string>

#include "diag/diagnostic.h"
#include "meta/value.h"

namespace kbuild::page {

/// JSON Schema (2020-12). Keys of the author's own are allowed beside kbuild's, not within a
/// statement of versions.
std::string front_matter_schema();

/// Faults of `product` and `versions`: unknown keys with the nearest known one, dates that are
/// none, versions of no product. What a version's entry lacks is found where it is read.
void check_statement(const meta::Value& front_matter, diag::Diagnostics& out);

}  // namespace kbuild::page
