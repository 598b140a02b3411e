// The front matter keys that kbuild reads, in one table: their JSON Schema, what the keys of
// software hold, and the check of explicit version statements, whose keys have no meaning outside
// of kbuild.
#pragma once

#include <string>

#include "diag/diagnostic.h"
#include "meta/value.h"
#include "page/page.h"

namespace kbuild::page {

/// JSON Schema (2020-12). Authors may add keys of their own, except within a version statement.
std::string front_matter_schema();

/// The product that front matter names: `product`, else the name of the catalogue's entry; "" where
/// neither is a text.
std::string stated_product(const meta::Value& front_matter);

/// The systems where the catalogue's entry says that it is available, by the key that the
/// configuration names: a name, or a list of names and of mappings. Null if it does not say.
const meta::Value& stated_systems(const Page& page);

/// Errors in `product` and `versions`: unknown keys with the nearest known one, invalid dates,
/// versions without a product. Missing members of a version's entry are reported where it is read.
void check_statement(const meta::Value& front_matter, diag::Diagnostics& out);

}  // namespace kbuild::page
