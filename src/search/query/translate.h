// A query for pages in another language: its words by their translations
// (search/index/dictionary.h), names, code and versions as they are.
#pragma once

#include <string>
#include <string_view>

#include "search/query/plan.h"

namespace kbuild::search {

/// A plan in language `target` for a plan in another. A compound that no heading has is translated
/// by its parts. Words without a translation stay as typed.
Plan translate(const Index& index, const Plan& plan, std::string_view query,
               std::string_view target, const Weights& weights);

}  // namespace kbuild::search
