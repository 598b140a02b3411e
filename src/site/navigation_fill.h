// Adds to a navigation the pages that only another language has, at the corresponding positions.
#pragma once

#include <functional>
#include <vector>

#include "site/navigation.h"

namespace kbuild::site {

/// Adds to `own`, the navigation of a language, the `wanted` pages of `other` that it lacks. A
/// section of `other` corresponds to the one of `own` that has more than half of the pages in both,
/// else to a sibling of the same title; missing pages are inserted there after the sibling that
/// they follow in `other`. Sections without a counterpart are added whole, but only with their
/// missing pages; external links of `other` are not added.
void fill_in(std::vector<NavNode>& own, const std::vector<NavNode>& other,
             const std::function<bool(PageId)>& wanted);

}  // namespace kbuild::site
