// Finnish case endings on names, without a dictionary: which stems a name takes (Puhti, Puhdi-;
// Allas, Altaa-; Narval, Narvali-) and which stems a word may have been made from. Follows the
// usual rules of consonant gradation (Iso suomen kielioppi, sections 40-45 and 81-94) as far as
// names need them; writers also leave gradation out on names, so both grades are accepted. The
// browser's search has the endings of its own in
// themes/default/assets/search-engine.js/10-text.js; tests/whole/search_browser_test.cc holds the
// two together. Words of the dictionary are read by
// search/language/voikko.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kbuild::vocabulary {

/// The stems that case endings are added to, in lower case, without the name itself: {"puhdi"} for
/// "puhti".
std::vector<std::string> inflection_stems(std::string_view lower_name);

/// Stems that writers use beside those, against the rules: {"allakse"} for "allas". The search
/// takes them; claims do without, as what is said of a service in passing is often no claim.
std::vector<std::string> colloquial_stems(std::string_view lower_name);

/// What may remain of a word without a case ending and a clitic such as -kin, or without a clitic
/// alone: stems to look up, longest first; empty where the word has no such ending. "lumissa" and
/// "lumikin" give "lumi".
std::vector<std::string_view> without_case_ending(std::string_view lower_word);

/// Whether a word is `stem` itself or a form of it: "lumissa", "lumiinkin" and "lumi:lla" of
/// "lumi".
bool is_form_of(std::string_view lower_word, std::string_view stem);

/// Whether the text is what may stand behind the colon of an abbreviation: "ssa", "iin", "ita",
/// "llakin"; also where it is empty.
bool is_ending_after_colon(std::string_view text);

}  // namespace kbuild::vocabulary
