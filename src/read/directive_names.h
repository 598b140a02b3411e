// The names of the directives of docutils, Sphinx and the extensions that the RST reader builds,
// which a reader of another dialect needs to tell a directive from code. What each of them may have
// and who builds it is in read/rst/directive_table.cc; a test holds that both know the same names.
#pragma once

#include <cstddef>
#include <string_view>

namespace kbuild::read {

/// Whether a name in lower case, in English or Finnish, is that of a directive.
bool is_directive_name(std::string_view name);
/// How many names there are.
std::size_t directive_name_count();

}  // namespace kbuild::read
