// The nouns by which pages speak of computers: "the Sampo cluster", "sur le calculateur Sampo",
// "Klusteri" above a column.
#pragma once

#include <string_view>

namespace kbuild::page {

/// Whether a word (any case, singular or plural) is a noun for a system.
bool is_system_noun(std::string_view word);

/// Whether a name that follows the noun is the system's: "cluster Sampo" is one, "System Overview"
/// is none.
bool names_system_behind(std::string_view word);

}  // namespace kbuild::page
