// What extractors of lists share: whether a text introduces a list of versions, and the versions of
// one item. Internal to src/page.
#pragma once

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// The names of systems at a paragraph's begin are no longer than this.
inline constexpr std::size_t kMaxLabelLength = 120;

/// Whether the passage at `index`, a heading or a sentence before a list, says that what follows is
/// available.
bool lists_versions(const Extraction& extraction, std::size_t index);

/// The product of an item: the one that the sentence before the list names, else what stands over
/// it.
std::optional<std::uint32_t> product_of_list(const Extraction& extraction, const Passage& passage);

bool is_default_at(std::string_view text, std::size_t begin, std::size_t end);

/// What a remark after a version says, else the sentence before the list.
ClaimStatus adjacent_status(const Extraction& extraction, const Passage& passage,
                            std::string_view text);

/// Claims the versions after `begin` that belong to the list's product (to `subject` where it is
/// set) or to one named beside them. False where there are none.
bool claim_listed(Extraction& extraction, const Passage& passage,
                  const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                  const std::vector<std::uint32_t>& systems, std::string_view rule,
                  std::optional<std::uint32_t> subject = {});

/// Claims what an item says that is nothing but versions and systems by turns, "2.1.2 on Puhti, 2.3
/// on Mahti", behind the name of its product or below it, where it says so at least `fewest` times.
/// False where the item is none.
bool claim_located_groups(Extraction& extraction, const Passage& passage,
                          const std::vector<vocabulary::Mention>& mentions, std::size_t fewest);

/// After the systems that a text begins with ("On Puhti and Mahti: "), the offset past their colon;
/// 0 where it does not begin so.
std::size_t after_label(std::string_view text, const std::vector<vocabulary::Mention>& mentions);
/// "Versions", "Latest version", "Available versions".
bool is_version_label(std::string_view text);
/// "24.x modules": nothing but a version and what it is.
bool is_called_release(std::string_view head, std::size_t end);
/// "JAX 0.4.14", "JAX 0.4.14 (default)": the product that begins an item, its version and no more.
bool is_pair(std::string_view text, const vocabulary::Mention& product);
/// Whether the text is nothing but one product, versions of it and systems: "PyTorch 2.1: Puhti
/// only", "TensorFlow 2.4 (Mahti)".
bool is_located_pair(std::string_view text, const std::vector<vocabulary::Mention>& mentions);
/// Whether a heading above says that its section is of the software of a known system, and nothing
/// nearer speaks of what is required.
bool is_below_software(const Extraction& extraction, const Passage& passage);
/// "TensorFlow machine learning library v2.3.1": the one product of an item that begins with it
/// and goes on in plain words up to the version.
std::optional<std::uint32_t> subject_of(std::string_view text,
                                        const std::vector<vocabulary::Mention>& mentions);
/// The version that follows a product's name and a colon and ends the item; empty otherwise.
vocabulary::VersionMatch field_value(const Passage& passage);

}  // namespace kbuild::claims
