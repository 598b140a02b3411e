// Pairs of places and versions in a sentence: "2.1 on Puhti and 2.2 on Mahti", "Puhdissa on 2.1 ja
// Mahdissa 2.2".
#pragma once

#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// Whether the text at `at` adds another pair of place and version to that in `first`: ", and on
/// Mahti 2.2", " ja 2.2 Mahdissa".
bool joins_pair(const Passage& passage, Sentence first, std::size_t at, std::size_t end);

/// Binds the versions of a pair's second part to the product of its first part, and those of the
/// first part, if it names no product, to `product`. `bound_in` is as long as `clauses`.
void bind_pairs(const Passage& passage, const std::vector<Sentence>& clauses,
                std::optional<std::uint32_t> product, const vocabulary::Vocabulary& vocabulary,
                std::vector<std::vector<BoundVersion>>& bound_in);

/// Whether a sentence that ends at `end` gives the place of the version that ends at `at`: "2.4 is
/// on Puhti", "2.1 and 2.4 are on Puhti".
bool is_located_on(const Passage& passage, std::size_t at, std::size_t end);
/// Start of the list of products and versions that the one at `at` ends: "Puhti has JAX and Keras
/// 3.0"; `at` itself if it is the first.
std::size_t list_begin(const Passage& passage, std::size_t begin, std::size_t at);

/// Whether a sentence assigns listed versions to listed systems one by one: "2.1 and 2.2 are on
/// Puhti and Mahti, respectively".
bool is_respective(std::string_view sentence);
/// Whether a name has a Finnish ending that means "in" or "on": "Puhdissa", "LUMIssa", "Altaalla".
bool is_inessive(std::string_view name);

}  // namespace kbuild::claims
