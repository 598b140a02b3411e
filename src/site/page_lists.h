// The targets of page lists (Sphinx' toctree), for the navigation, the lists on pages and the check
// of their entries.
#pragma once

#include <string>
#include <vector>

#include "site/index.h"

namespace kbuild::site {

/// The pages of one entry: relative to the listing page, from the tree's root with a leading '/',
/// with wildcards if the list is a glob; in the order of their paths, without the listing page.
std::vector<PageId> pages_of_entry(const SiteIndex& index, PageId from,
                                   const page::PageListFact& list, const std::string& target);

/// An entry with its title; a list names each page once.
struct ListedPage {
  std::string title;
  /// kNoPage for an address outside of the site.
  PageId page = kNoPage;
  std::string url;
};
std::vector<ListedPage> listed_pages(const SiteIndex& index, PageId from,
                                     const page::PageListFact& list);

/// A list as a page shows it; titles and addresses relative to the page.
struct PageListItem {
  std::string title;
  std::string href;
  std::vector<PageListItem> children;
};
/// The lists of a page in the order of its facts, each as deep as requested, with the sections of
/// its pages; hidden ones are empty.
std::vector<std::vector<PageListItem>> shown_lists(const SiteIndex& index, PageId page);

/// Whether an entry names a page that Sphinx itself generates.
bool is_generated_page(std::string_view target);
/// What Sphinx calls a page that it makes itself and kbuild does not ("genindex"), or "".
std::string_view generated_title(std::string_view label);

template <class Archive>
void describe(Archive& a, PageListItem& x) {
  a(x.title, x.href, x.children);
}

}  // namespace kbuild::site
