// What a cell holds: versions, and the words and signs that say of one that it is the default,
// deprecated, limited. Internal to src/page.
#pragma once

#include <optional>
#include <string_view>

#include "claims/extraction/extraction.h"
#include "claims/tables/layout.h"

namespace kbuild::claims {

/// Whether a header (in lower case) is of default versions.
bool is_about_default(std::string_view header);
/// Whether a cell says that what it holds is the default.
bool says_default(std::string_view text);
/// What a cell of a notes or status column says, below a header in lower case.
std::optional<ClaimStatus> status_of_cell(std::string_view text, Role role, std::string_view header,
                                          bool crosses_deny);
/// What a remark after a version in a cell says: "2.4.1 (limited)".
ClaimStatus status_after(std::string_view text, std::string_view version);
/// What a sign alone in a cell means by the page's words ("⚠ = deprecated"); nullopt where it says
/// nothing of the sign.
std::optional<ClaimStatus> legend_of(const Extraction& extraction, std::string_view sign);
/// What a sign in a cell means by the text: 'marked with "(X)"', '"*": experimental'.
ClaimStatus meaning_of_sign(const Extraction& extraction, std::string_view sign);

/// Versions of a cell that belong to the row's products, each with whether "default" stands beside
/// it; they become the product of a cell that names one itself where the row has none.
std::vector<std::pair<std::string, bool>> versions_in(const vocabulary::Vocabulary& vocabulary,
                                                      std::string_view text,
                                                      std::vector<std::uint32_t>& products);

/// The module that a cell below "Version" is instead of a number: "tool/2.1-gpu".
std::optional<ModuleName> module_as_version(const vocabulary::Vocabulary& vocabulary,
                                            std::string_view text);
/// Whether a cell below "Version" says in words that there is none: "not installed".
bool says_absent(std::string_view text);
/// Whether a remark begins with where alone something is: "Only on Sampo".
bool says_where_alone(std::string_view text);

}  // namespace kbuild::claims
