// Shared by the extractors of lists: whether a text introduces a list of versions, and the versions
// of one item.
#pragma once

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// Maximum length of a label of systems at the beginning of a paragraph, in bytes.
inline constexpr std::size_t kMaxLabelLength = 120;

/// Whether the passage at `index`, a heading or an introduction, says that what follows is
/// available.
bool lists_versions(const Extraction& extraction, std::size_t index);

/// The product of an item: that of the introduction, else that of the headings and items above.
std::optional<std::uint32_t> product_of_list(const Extraction& extraction, const Passage& passage);

bool is_default_at(std::string_view text, std::size_t begin, std::size_t end);

/// The status in a remark after a version, else in the introduction.
ClaimStatus adjacent_status(const Extraction& extraction, const Passage& passage,
                            std::string_view text);

/// Claims the versions after `begin` of the list's product (of `subject` if set) or of a product
/// named next to them. False if there are none.
bool claim_listed(Extraction& extraction, const Passage& passage,
                  const std::vector<vocabulary::Mention>& mentions, std::size_t begin,
                  const std::vector<std::uint32_t>& systems, std::string_view rule,
                  std::optional<std::uint32_t> subject = {});

/// Claims the pairs of an item that consists of alternating versions and systems, "2.1.2 on Puhti,
/// 2.3 on Mahti", after the name of its product or below it, if there are at least `fewest` pairs.
/// False for other items.
bool claim_located_groups(Extraction& extraction, const Passage& passage,
                          const std::vector<vocabulary::Mention>& mentions, std::size_t fewest);

/// The offset after the colon of a label of systems at the beginning of the text ("On Puhti and
/// Mahti: "); 0 if there is none.
std::size_t after_label(std::string_view text, const std::vector<vocabulary::Mention>& mentions);
/// Whether a text is a label such as "Versions", "Latest version", "Available versions".
bool is_version_label(std::string_view text);
/// Whether a text consists of a version and a noun: "24.x modules".
bool is_release_with_noun(std::string_view head, std::size_t end);
/// Whether an item consists of a product and its version: "JAX 0.4.14", "JAX 0.4.14 (default)".
bool is_pair(std::string_view text, const vocabulary::Mention& product);
/// Whether a text consists of one product, its versions and systems: "PyTorch 2.1: Puhti only",
/// "TensorFlow 2.4 (Mahti)".
bool is_located_pair(std::string_view text, const std::vector<vocabulary::Mention>& mentions);
/// Whether a heading above says that its section is about the software of a known system, and
/// nothing nearer is about requirements.
bool is_below_software(const Extraction& extraction, const Passage& passage);
/// The product at the beginning of an item that has plain words between it and the version:
/// "TensorFlow machine learning library v2.3.1".
std::optional<std::uint32_t> subject_of(std::string_view text,
                                        const std::vector<vocabulary::Mention>& mentions);
/// The version at the end of an item that consists of a product, a colon and the version; else
/// empty.
vocabulary::VersionMatch field_value(const Passage& passage);

}  // namespace kbuild::claims
