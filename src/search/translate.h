// Words of one language in another, learnt from the site itself: where a heading has the word, what do the
// headings of its translation say? No dictionary is needed, and the words are the site's own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/plan.h"

namespace kbuild::search {

/// A plan in language `target` for a plan in another: names, code and versions as they are, each other word
/// by up to three words that stand for it in translated headings. Words without any stay as typed.
Plan translate(const Index& index, const Plan& plan, std::string_view query, std::string_view target,
               const Weights& weights);

}  // namespace kbuild::search
