// What sentences say of software without a version: that a system has it, or lacks it altogether.
// Internal to src/page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "claims/extraction/extraction.h"
#include "claims/extraction/reading.h"

namespace kbuild::claims {

/// "Lonestar6 runs TensorFlow 2.6.1": what stands behind a system and a verb of having.
bool matches_runs_phrase(const Passage& passage, const Reading& reading, std::size_t begin);

/// Whether the sentence speaks of containers.
bool speaks_of_containers(std::string_view sentence);

/// Whether a sentence may say where a product is: the page's or the section's, or any on a page
/// about nothing in particular.
bool may_be_present(const Extraction& extraction, const Passage& passage,
                    const BoundVersion& bound);

/// "available in the `conda` module": the module that a sentence names as one; "" where none.
std::string module_in_words(const Passage& passage, Sentence sentence);

/// "The cluster provides a Conda environment with PyTorch": a product without a version.
void claim_presence(Extraction& extraction, const Passage& passage, const Reading& reading,
                    const std::vector<BoundVersion>& bound);

/// "TensorFlow is not available on Louhi": a product that a system lacks altogether.
void claim_absence(Extraction& extraction, const Passage& passage, const Reading& reading,
                   const std::vector<BoundVersion>& bound);

}  // namespace kbuild::claims
