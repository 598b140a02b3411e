// Which sections of a translation stand for which of its original: by the numbers of their units
// where a wiki's Translate extension gave them, by equal anchors, and between those by their order
// where a section has as many below it in both. What has no partner keeps its own anchor alone.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "site/index.h"

namespace kbuild::site {

/// The page of the first language of which this one is a translation; kNoPage where there is none,
/// as for pages of that language and for fallback pages.
PageId original_of(const SiteIndex& index, PageId page);

/// An anchor of a translation's heading and the one that the original's heading has instead.
using Alias = std::pair<std::string, std::string>;

/// The anchors of `original` under which the sections of `translation` can be reached as well, in
/// the order of the page; anchors that the translation has itself are left out.
std::vector<Alias> section_aliases(const page::PageFacts& original,
                                   const page::PageFacts& translation);

}  // namespace kbuild::site
