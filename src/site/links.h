// Where a page's links lead. Every link of a page is resolved here, on each build, against the
// whole site.
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
  /// A reference to a project whose inventory holds no such name, or is not there.
  missing_in_project,
  /// A name of a program that nothing describes; it stays text.
  unlinked,
};

struct ResolvedLink {
  LinkState state = LinkState::found;
  /// Relative to the page; for a missing target as written.
  std::string href;
  /// The title of what it leads to, for links without a text.
  std::string title = {};
  /// For missing_anchor the path of the page that lacks it, for missing_in_project the project's
  /// name.
  std::string page_path = {};
  /// The page that it leads to, if it leads to one.
  PageId page = kNoPage;
  /// The file that it leads to, if it leads to one.
  const Asset* asset = nullptr;
};

/// Resolves one link of `from`. A path is looked up relative to the page's file, then (leading '/')
/// from the source's root, then as a URL of the site; a page's name as wikis and :doc: write it; a
/// label over the whole site, then in the inventories of other projects. Percent-encoding is
/// decoded for look-up.
ResolvedLink resolve(const SiteIndex& index, PageId from, const page::LinkFact& link);

/// What the author of a link that leads nowhere may have meant, or "". Compares with every name of
/// the site.
std::string suggest(const SiteIndex& index, PageId from, const page::LinkFact& link,
                    const ResolvedLink& found);

template <class Archive>
void describe(Archive& a, ResolvedLink& x) {
  // Where it leads says its address.
  a.without(x.page, x.asset)(x.state, x.href, x.title, x.page_path);
}

}  // namespace kbuild::site
