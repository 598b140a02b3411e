// Filters and tests of templates, methods of their values, and parts of these.
#pragma once

#include "macros/expression.h"

namespace kbuild::macros {

/// What a loop takes one by one: items, keys or characters.
base::Json items_of(const base::Json& value);
/// The member of that name, or the item at that place; else missing.
Value member(const Value& of, const base::Json& key);
Value apply_filter(const Value& value, const std::string& name, const Arguments& arguments);
Value apply_test(const Value& value, const std::string& name, bool turned);
/// Methods of strings and mappings that equal a filter or give a mapping's parts.
Value call_method(const Value& of, std::string_view name, const Arguments& arguments);

}  // namespace kbuild::macros
