// Places and versions that a sentence pairs: "2.1 on Puhti and 2.2 on Mahti", "Puhdissa on 2.1 ja
// Mahdissa 2.2". Internal to src/page.
#pragma once

#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// Whether what stands at `at` joins a place with its version to the one that `first` names:
/// ", and on Mahti 2.2", " ja 2.2 Mahdissa".
bool joins_pair(const Passage& passage, Sentence first, std::size_t at, std::size_t end);

/// The versions of such a pair's second part are of the product of its first part, those of the
/// first, where it names none, of `product`. `bound_in` is as long as `clauses`.
void bind_pairs(const Passage& passage, const std::vector<Sentence>& clauses,
                std::optional<std::uint32_t> product, const vocabulary::Vocabulary& vocabulary,
                std::vector<std::vector<BoundVersion>>& bound_in);

/// "2.4 is on Puhti", "2.1 and 2.4 are on Puhti": whether a sentence that ends at `end` says where
/// the version is that ends at `at`.
bool is_located_on(const Passage& passage, std::size_t at, std::size_t end);
/// "Puhti has JAX and Keras 3.0": where the list of products and versions begins that reaches `at`,
/// the begin of one of them; `at` where nothing stands before it.
std::size_t list_begin(const Passage& passage, std::size_t begin, std::size_t at);

/// "2.1 and 2.2 are on Puhti and Mahti, respectively": whether a sentence gives the versions that
/// it lists one by one to the systems that it lists.
bool is_respective(std::string_view sentence);
/// "Puhdissa", "LUMIssa", "Altaalla": what is there.
bool is_inessive(std::string_view name);

}  // namespace kbuild::claims
