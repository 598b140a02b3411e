// Verb phrases by which a sentence says that a version is available: a system has it, a module
// contains it, users can load it. `begin` and `end` are the version's range in the sentence,
// `before` is the text before it.
#pragma once

#include "claims/extraction/reading.h"

namespace kbuild::claims {

/// Finnish "Puhdissa on (versio) ...": a system has it.
bool matches_has_phrase(std::string_view before);
/// A command makes a module available: "will give you matlab/R2019a on Puhti".
bool matches_gives_phrase(const Reading& reading, std::size_t begin, std::size_t end);
/// The version is a licence's: "under the GNU Public License, version 2.1".
bool is_of_licence(std::string_view before);
/// A container or module contains it: "The container holds PyTorch 2.1".
bool matches_contains_phrase(const Reading& reading, std::size_t begin);
/// Users can use it on a system of the sentence: "Sur Sampo, on peut utiliser la version 2.5.1".
bool matches_can_use_phrase(const Reading& reading, std::size_t begin);
/// The sentence introduces commands that load it: "To load PyTorch 1.4.0, use the following
/// commands".
bool matches_load_phrase(const Reading& reading, std::size_t begin, std::size_t end);

/// "There are several modules of PyTorch on LUMI (2.1, 2.4)".
bool matches_there_are_phrase(const Reading& reading);

}  // namespace kbuild::claims
