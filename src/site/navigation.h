// The navigation of each language, and the excerpt that a page shows: ancestors, siblings and
// children. A full tree on every page would dominate the size of the site.
#pragma once

#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "site/index.h"

namespace kbuild::site {

struct NavNode {
  std::string title;
  /// kNoPage for an external link and for a section without a page.
  PageId page = kNoPage;
  /// For external links only.
  std::string url;
  std::vector<NavNode> children;
};

/// An entry of the navigation as shown on a page.
struct NavItem {
  std::string title;
  /// Relative to the page; for a section without a page that of its first page.
  std::string href;
  bool current = false;
  bool ancestor = false;
  /// Whether it has children that aren't shown.
  bool has_more = false;
  std::vector<NavItem> children;
};
struct NavLink {
  std::string title;
  std::string href;
};
struct PageNavigation {
  std::vector<NavItem> items;
  std::vector<NavLink> breadcrumbs;
  NavLink previous;
  NavLink next;
};

class Navigation {
 public:
  /// The navigation of one language: each source's explicit navigation, else the page lists of its
  /// root page (without one, of each page with lists that no other page lists), else its
  /// directories. Index pages become the page of their section; siblings without an order are
  /// sorted by title in the language's order. Navigation targets without a page are reported.
  Navigation(const SiteIndex& index, const std::string& language, diag::Diagnostics& diagnostics);

  const std::vector<NavNode>& roots() const { return roots_; }
  /// Whether the navigation contains the page.
  bool reaches(PageId page) const { return positions_.contains(page); }
  /// The page's title in the navigation, or "".
  std::string_view title_of(PageId page) const;
  /// What the page shows. Of a level of more than 600 entries those nearest to the page, between
  /// entries "…" that lead to the next ones.
  PageNavigation around(PageId page) const;

 private:
  void number(const std::vector<NavNode>& nodes, std::vector<std::uint32_t>& position);

  const SiteIndex& index_;
  std::vector<NavNode> roots_;
  /// The path from the roots to each page, by positions among siblings.
  std::map<PageId, std::vector<std::uint32_t>> positions_;
  /// All pages in reading order.
  std::vector<std::pair<PageId, const NavNode*>> order_;
  std::map<PageId, std::size_t> order_of_;
};

template <class Archive>
void describe(Archive& a, NavItem& x) {
  a(x.title, x.href, x.current, x.ancestor, x.has_more, x.children);
}
template <class Archive>
void describe(Archive& a, NavLink& x) {
  a(x.title, x.href);
}
template <class Archive>
void describe(Archive& a, PageNavigation& x) {
  a(x.items, x.breadcrumbs, x.previous, x.next);
}

}  // namespace kbuild::site
