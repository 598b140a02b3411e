// What only the navigation of another language has, put where a reader of this one looks for it.
#pragma once

#include <functional>
#include <vector>

#include "site/navigation.h"

namespace kbuild::site {

/// Adds to `own`, the navigation of a language, the pages of `other` that it lacks and that are
/// `wanted`. A section of `other` is taken for the one of `own` that has more than half of the
/// pages that both know, else for one of its title beside it; what is missing stands there behind
/// the sibling that it follows in `other`. Sections without such a partner are added whole, with
/// their missing pages only; outside links of `other` are not.
void fill_in(std::vector<NavNode>& own, const std::vector<NavNode>& other,
             const std::function<bool(PageId)>& wanted);

}  // namespace kbuild::site
