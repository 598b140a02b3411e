// The plugins macros and table-reader, without Python. Source: the manual of mkdocs-macros-plugin.
#pragma once

#include "read/mkdocs/statements.h"

namespace kbuild::read::mkdocs {

/// The page run as a template: its own front matter comes before the values of the site, as in
/// mkdocs-macros. Where only table-reader is on, its functions alone are run. What needs Python is
/// marked, with a finding.
std::vector<InputLine> run_template(Page& page, std::vector<InputLine> lines);

}  // namespace kbuild::read::mkdocs
