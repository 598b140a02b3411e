// The names of the directives of docutils, Sphinx and the extensions that the RST reader builds.
// Readers of other dialects use them to distinguish a directive from code. Their arguments, options
// and builders are in read/rst/directive_table.cc; a test checks that both have the same names.
#pragma once

#include <cstddef>
#include <string_view>

namespace kbuild::read {

/// Whether a name in lower case, in English or Finnish, is that of a directive.
bool is_directive_name(std::string_view name);
/// How many names there are.
std::size_t directive_name_count();

}  // namespace kbuild::read
