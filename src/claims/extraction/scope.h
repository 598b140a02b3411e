// Fields that name the systems of their section, such as "Clusters: Puhti, Mahti". Scopes from
// headings and introductions are passage.cc's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// The names after a label such as "Clusters:" or "Available on:", known or not; none if the text
/// has no such label or continues as a sentence.
std::vector<std::string_view> names_of_system_field(std::string_view text);

/// The text of a passage as a field, with the term above as its label: "Cluster: Puhti".
std::string field_text(const std::vector<Passage>& passages, const Passage& passage);

/// Sets the scope of the passages of a section that names its systems in a field, unless something
/// nearer names systems. Of several fields in a section, each applies up to the next.
void apply_system_fields(std::vector<Passage>& passages, const vocabulary::Vocabulary& vocabulary);

}  // namespace kbuild::claims
