// The answer above search results: what the matrix says about "pytorch 2.7 lumi", and nothing where
// it does not know. The browser answers by the same rules from the same table
// (themes/default/assets/search-engine.js/75-answer.js).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answer/table.h"

namespace kbuild::answer {

/// One answer for each system and version asked for, usable versions first, at most five. A series
/// ("2.7") is answered by its newest usable version; a bound, or a question without a version, by
/// the default, else by the newest usable one; "latest" by the newest usable one. What is not there
/// is denied only where the system's list lacks it; else there is no answer, as there is none for
/// a text that is no question (see question.h). `unknown` are words that the search finds on no
/// page.
std::vector<Answer> find_answers(const Table& table, std::string_view text,
                                 const std::vector<std::string>& unknown);

/// Whether a product or version may be said to be missing on a system: it has a list, or is out of
/// service.
bool can_deny(const System& system);
/// That something is not on such a system; product and version are left open.
Answer absent_on(const System& system);

/// "PyTorch 2.7.1 on LUMI: default, `module load pytorch/2.7`, proved by job 1234 on 2026-11-20
/// (list of 2026-11-20)" in English or Finnish ("PyTorch 2.7.1, LUMI: oletus, ..."); in English for
/// other languages.
std::string answer_text(const Answer& answer, std::string_view language);

/// What stands before the system in the text, and what behind the colon.
std::string_view on_phrase(std::string_view language);
std::string answer_rest(const Answer& answer, std::string_view language);

}  // namespace kbuild::answer
