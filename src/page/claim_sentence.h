// Versions that a sentence gives to its product without naming the product beside them. Internal to
// src/page.
#pragma once

#include <optional>
#include <vector>

#include "page/claim_extract.h"

namespace kbuild::page {

/// Versions in code that stand for themselves, "`1.1.0` or `1.4.0`", are of what the page is about
/// where no other product stands before them in the sentence.
void bind_bare_code(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                    std::vector<BoundVersion>& bound);

/// "2.7.1 on Puhti only": a version with its place is of what the page is about, where the sentence
/// names no other product before it.
void bind_placed(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                 std::vector<BoundVersion>& bound);

/// "The versions of LAMMPS on Puhti and Mahti are 2.3.1 and 2.4.2": what a sentence about the
/// versions on a system says they are, placed in the passage.
std::vector<VersionMatch> named_versions(const Passage& passage, Sentence sentence);

/// Named versions are of the one product that the sentence speaks of, or of what the page is about.
void bind_named(const Passage& passage, Sentence sentence, const std::vector<VersionMatch>& named,
                std::optional<std::uint32_t> product, std::vector<BoundVersion>& bound);

}  // namespace kbuild::page
