// The front matter keys that kbuild reads, in one table: their JSON Schema, and the check of
// explicit version statements, whose keys have no meaning outside of kbuild.
#pragma once

#include <string>

#include "diag/diagnostic.h"
#include "meta/value.h"

namespace kbuild::page {

/// JSON Schema (2020-12). Authors may add keys of their own, except within a version statement.
std::string front_matter_schema();

/// Errors in `product` and `versions`: unknown keys with the nearest known one, invalid dates,
/// versions without a product. Missing members of a version's entry are reported where it is read.
void check_statement(const meta::Value& front_matter, diag::Diagnostics& out);

}  // namespace kbuild::page
