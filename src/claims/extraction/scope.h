// Fields that name the systems of their section: "Clusters: Puhti, Mahti". Internal to src/page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// The names that a text holds behind a label such as "Clusters:" or "Available on:", one by one,
/// whether known or not; none where it begins otherwise or goes on as a sentence.
std::vector<std::string_view> names_of_system_field(std::string_view text);

/// The text of a passage as a field: "Cluster: Puhti" too where "Cluster" is the term above it.
std::string field_text(const std::vector<Passage>& passages, const Passage& passage);

/// Gives the passages of a section that names its systems in a field those systems, where nothing
/// nearer names any. Of several fields in one section each holds up to the next.
void apply_system_fields(std::vector<Passage>& passages, const vocabulary::Vocabulary& vocabulary);

}  // namespace kbuild::claims
