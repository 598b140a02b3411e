// Blocks that carry a shell's label though no shell could read them: settings, data, and programs
// in other languages. Only what is sure counts; a guess is language.h's.
#pragma once

#include <string_view>

namespace kbuild::snippets {

/// The language of a text that is certainly no shell code ("ini", "ssh_config", "json", "r",
/// "matlab", "julia", "fortran", "nextflow", "text"), or "". O(size).
std::string_view foreign_language(std::string_view text);

/// Whether the text is Nextflow's configuration, which is often taken for JSON. O(size).
bool is_nextflow_configuration(std::string_view text);

}  // namespace kbuild::snippets
