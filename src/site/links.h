// Resolves every link of a page against the whole site, in each build.
#pragma once

#include <string>

#include "site/index.h"

namespace kbuild::site {

enum class LinkState : std::uint8_t {
  found,
  external,
  missing_page,
  missing_anchor,
  missing_label,
  missing_file,
  /// A reference to a project whose inventory has no such name or is missing.
  missing_in_project,
  /// A program's name without documentation; it stays text.
  unlinked,
};

struct ResolvedLink {
  LinkState state = LinkState::found;
  /// Relative to the page; for a missing target as written.
  std::string href;
  /// The title of the target, for links without text.
  std::string title = {};
  /// For missing_anchor the path of the page without it, for missing_in_project the project's name.
  std::string page_path = {};
  /// The target page, if it is a page.
  PageId page = kNoPage;
  /// The target file, if it is a file.
  const Asset* asset = nullptr;
};

/// Resolves one link of `from`. Paths are tried relative to the page's file, then (leading '/')
/// from the source's root, then as a URL of the site; page names as in wikis and :doc:; labels in
/// the whole site, then in the inventories of other projects. Percent-encoding is decoded for
/// look-ups.
ResolvedLink resolve(const SiteIndex& index, PageId from, const page::LinkFact& link);

/// The most similar target for an unresolved link, or "". Compares with every name of the site.
std::string suggest(const SiteIndex& index, PageId from, const page::LinkFact& link,
                    const ResolvedLink& found);

template <class Archive>
void describe(Archive& a, ResolvedLink& x) {
  // Page and asset follow from the address.
  a.without(x.page, x.asset)(x.state, x.href, x.title, x.page_path);
}

}  // namespace kbuild::site
