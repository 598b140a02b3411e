// What the heads of a table's columns may be: names of systems, or words for something else.
// Internal to src/page.
#pragma once

#include <string_view>

#include "claims/extraction/extraction.h"
#include "claims/extraction/grid.h"

namespace kbuild::claims {

/// "Version", "Default": what heads columns without being a system.
bool is_other_header(std::string_view header);
/// Whether nothing is known of a name, and it looks like a system's.
bool may_be_place(const vocabulary::Vocabulary& vocabulary, std::string_view header);
/// "Sampo (x64)": a name and one word.
bool is_name_with_remark(std::string_view text);
/// "Cluster", "Clusters", "Systems (2024)".
bool is_systems_header(std::string_view header);
/// Whether a column of versions beside names of software, one of several such, is headed by a
/// name: "Package | Sampo | Louhi".
bool is_version_column(const Extraction& extraction, const Grid& grid, std::size_t body,
                       std::size_t column);
/// Whether most of what a column holds are marks and words for states.
bool is_column_of_marks(const Grid& grid, std::size_t body, std::size_t column);

}  // namespace kbuild::claims
