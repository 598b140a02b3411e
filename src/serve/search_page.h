// The search page including results, for readers without scripts: `kbuild serve` fills in the page
// that the theme made, so that it looks like the rest of the site.
#pragma once

#include <string>
#include <string_view>

#include "serve/site_search.h"

namespace kbuild::serve {

/// `html` is the site's search page at `url` (relative to the root). Facets become links that add
/// or remove a filter of the query.
std::string fill_search_page(std::string html, std::string_view url, const build::State& state,
                             const FoundAnswers& found, const search::Query& query);

}  // namespace kbuild::serve
