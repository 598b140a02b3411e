// Whether headers of table columns are names of systems or other words, by the words and by the
// content of the columns.
#pragma once

#include <string_view>

#include "claims/extraction/extraction.h"
#include "claims/extraction/grid.h"

namespace kbuild::claims {

/// Whether a header is a common one that isn't a system: "Version", "Default".
bool is_other_header(std::string_view header);
/// Whether an unknown name looks like a system's.
bool may_be_place(const vocabulary::Vocabulary& vocabulary, std::string_view header);
/// Whether a text is a name and one word: "Sampo (x64)".
bool is_name_with_remark(std::string_view text);
/// Whether a header announces systems: "Cluster", "Clusters", "Systems (2024)".
bool is_systems_header(std::string_view header);
/// Whether a column is one of several with versions, next to names of software, and its header a
/// name: "Package | Sampo | Louhi".
bool is_version_column(const Extraction& extraction, const Grid& grid, std::size_t body,
                       std::size_t column);
/// Whether most cells of a column are marks and status words.
bool is_column_of_marks(const Grid& grid, std::size_t body, std::size_t column);

}  // namespace kbuild::claims
