// Which sections of a translation and its original correspond: by unit numbers of a wiki's
// Translate extension, by equal anchors, and between those by order if both have the same number of
// subsections. Sections without a counterpart only have their own anchor.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "site/index.h"

namespace kbuild::site {

/// The page that this one is a translation of; kNoPage if none, also for pages in the first
/// language and for fallback pages.
PageId original_of(const SiteIndex& index, PageId page);

/// An anchor of a translation's heading and the one that the original's heading has instead.
using Alias = std::pair<std::string, std::string>;

/// The original's anchors that also lead to the sections of `translation`, in the order of the
/// page, without anchors that the translation itself has.
std::vector<Alias> section_aliases(const page::PageFacts& original,
                                   const page::PageFacts& translation);

}  // namespace kbuild::site
