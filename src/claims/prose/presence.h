// What sentences say about software without a version: that a system has it, or lacks it
// altogether. Versions are prose.cc's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "claims/extraction/extraction.h"
#include "claims/extraction/reading.h"

namespace kbuild::claims {

/// Whether a version follows a system and a verb of having: "Lonestar6 runs TensorFlow 2.6.1".
bool matches_runs_phrase(const Passage& passage, const Reading& reading, std::size_t begin);

/// Whether the sentence is about containers.
bool speaks_of_containers(std::string_view sentence);

/// Whether the product may be claimed to be somewhere: it is the page's or the section's, or the
/// page is about no product.
bool may_be_present(const Extraction& extraction, const Passage& passage,
                    const BoundVersion& bound);

/// The module that a sentence names as such: "available in the `conda` module"; "" if none.
std::string module_in_words(const Passage& passage, Sentence sentence);

/// Claims products without a version: "The cluster provides a Conda environment with PyTorch".
void claim_presence(Extraction& extraction, const Passage& passage, const Reading& reading,
                    const std::vector<BoundVersion>& bound);

/// Claims products that a system lacks altogether: "TensorFlow is not available on Louhi".
void claim_absence(Extraction& extraction, const Passage& passage, const Reading& reading,
                   const std::vector<BoundVersion>& bound);

}  // namespace kbuild::claims
