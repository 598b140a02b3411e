// Verbs by which a sentence says that a version is there: a system has it, a module holds it, users
// can load it. `begin` and `end` are the version's place in the sentence, `before` is what stands
// before it. Internal to src/page.
#pragma once

#include "claims/extraction/reading.h"

namespace kbuild::claims {

/// Finnish "Puhdissa on (versio) ...": what a system has.
bool matches_has_phrase(std::string_view before);
/// "will give you matlab/R2019a on Puhti": the module that a command leads to.
bool matches_gives_phrase(const Reading& reading, std::size_t begin, std::size_t end);
/// "under the GNU Public License, version 2.1": the version is the licence's.
bool is_of_licence(std::string_view before);
/// "The container holds PyTorch 2.1": what stands between the container's verb and the version.
bool matches_contains_phrase(const Reading& reading, std::size_t begin);
/// "Sur Sampo, on peut utiliser la version 2.5.1": what its users can use on a system that the
/// sentence names.
bool matches_can_use_phrase(const Reading& reading, std::size_t begin);
/// "To load PyTorch 1.4.0, use the following commands": a sentence that leads to commands tells how
/// to get at the version it names.
bool matches_load_phrase(const Reading& reading, std::size_t begin, std::size_t end);

/// "There are several modules of PyTorch on LUMI (2.1, 2.4)".
bool matches_there_are_phrase(const Reading& reading);

}  // namespace kbuild::claims
