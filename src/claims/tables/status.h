// The versions in a table cell, and the words and signs that mark one as default, deprecated or
// limited. Cells of marks alone are read in claims/extraction/grid.h.
#pragma once

#include <optional>
#include <string_view>

#include "claims/extraction/extraction.h"
#include "claims/tables/layout.h"

namespace kbuild::claims {

/// Whether a header (in lower case) is about default versions.
bool is_about_default(std::string_view header);
/// Whether a cell marks its content as the default.
bool says_default(std::string_view text);
/// The status in a cell of a notes or status column; its header is in lower case.
std::optional<ClaimStatus> status_of_cell(std::string_view text, Role role, std::string_view header,
                                          bool crosses_deny);
/// The status in a remark after a version in a cell: "2.4.1 (limited)".
ClaimStatus status_after(std::string_view text, std::string_view version);
/// The meaning of a sign by the page's legend ("⚠ = deprecated"); nullopt if it has none.
std::optional<ClaimStatus> legend_of(const Extraction& extraction, std::string_view sign);
/// The meaning of a sign by the page's text: 'marked with "(X)"', '"*": experimental'.
ClaimStatus meaning_of_sign(const Extraction& extraction, std::string_view sign);

/// Versions of a cell that belong to the row's products, each with whether it is marked as the
/// default. If the row has no products, those named in the cell are added to `products`.
std::vector<std::pair<std::string, bool>> versions_in(const vocabulary::Vocabulary& vocabulary,
                                                      std::string_view text,
                                                      std::vector<std::uint32_t>& products);

/// The module in a cell below "Version" instead of a number: "tool/2.1-gpu".
std::optional<ModuleName> module_as_version(const vocabulary::Vocabulary& vocabulary,
                                            std::string_view text);
/// Whether a cell below "Version" says that there is none: "not installed".
bool says_absent(std::string_view text);
/// Whether a remark begins with the only system: "Only on Sampo".
bool says_where_alone(std::string_view text);

}  // namespace kbuild::claims
