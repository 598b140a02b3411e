// Replaces the output shown on a page by the output of a run.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "snippets/snippet.h"

namespace kbuild::run {

/// The page's text with `output` in place of what the block shows: all of an output block, or the
/// answer of a session's only command. Indentation, marks of containers and line ends of the page
/// are kept. Errors: the block shows several commands, or its lines are not in the page as the
/// reader read them (an include, entities, markup), or the output is too long or cannot be written
/// in a page.
base::Result<std::string> put_output(std::string_view page, const snippets::Snippet& shown,
                                     std::string_view output);

}  // namespace kbuild::run
