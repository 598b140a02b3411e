// What extractors of lists share: whether a text introduces a list of versions, and the versions of
// one item. Internal to src/page.
#pragma once

#include "page/claim_extract.h"

namespace kbuild::page {

/// Whether the passage at `index`, a heading or a sentence before a list, says that what follows is
/// available.
bool lists_versions(const Extraction& extraction, std::size_t index);

/// The product of an item: the one that the sentence before the list names, else what stands over
/// it.
std::optional<std::uint32_t> product_of_list(const Extraction& extraction, const Passage& passage);

bool is_default_at(std::string_view text, std::size_t begin, std::size_t end);

/// What a remark after a version says, else the sentence before the list.
ClaimStatus status_beside(const Extraction& extraction, const Passage& passage,
                          std::string_view text);

/// Claims the versions after `begin` that belong to the list's product (to `subject` where it is
/// set) or to one named beside them. False where there are none.
bool claim_listed(Extraction& extraction, const Passage& passage,
                  const std::vector<Mention>& mentions, std::size_t begin,
                  const std::vector<std::uint32_t>& systems, std::string_view rule,
                  std::optional<std::uint32_t> subject = {});

}  // namespace kbuild::page
