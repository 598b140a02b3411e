// Titles of a navigation as plain text. Internal to src/meta.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::meta {

/// The text of a title that may be written as HTML, which Material for MkDocs hands to the browser:
/// without tags, without elements whose class says that they are icons, with its entities decoded.
std::string plain_title(std::string_view title);

}  // namespace kbuild::meta
