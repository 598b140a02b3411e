// Finnish case endings on names, without a dictionary: which stems a name takes (Puhti, Puhdi-;
// Allas, Altaa-; Narval, Narvali-) and which stems a word may have been made from. Follows the
// usual rules of consonant gradation (Iso suomen kielioppi, sections 40-44) as far as names need
// them; writers also leave gradation out on names, so both grades are accepted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kbuild::vocabulary {

/// The stems that case endings are added to, in lower case, without the name itself: {"puhdi"} for
/// "puhti".
std::vector<std::string> inflection_stems(std::string_view lower_name);

/// What may remain of a word without a case ending (and a clitic such as -kin): stems to look up,
/// longest first; empty where the word has no such ending. "lumissa" gives "lumi".
std::vector<std::string_view> without_case_ending(std::string_view lower_word);

}  // namespace kbuild::vocabulary
