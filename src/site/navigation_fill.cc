// Finds positions for missing pages while the navigation is unchanged, then inserts all of them;
// see navigation_fill.h.
#include "site/navigation_fill.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kbuild::site {

namespace {

using Nodes = std::vector<NavNode>;

class Filler {
 public:
  Filler(const Nodes& own, const std::function<bool(PageId)>& wanted) : wanted_(wanted) {
    std::vector<const NavNode*> above;
    note(own, above);
  }

  /// Finds positions for the pages of `other` that `own`, a list of the navigation, lacks.
  void place(const Nodes& other, const Nodes& own) {
    std::size_t at = first_common(other, own);
    for (const NavNode& node : other) {
      const NavNode* same = node.children.empty() ? nullptr : partner(node, own);
      for (std::size_t i = 0; i < own.size(); ++i)
        if (&own[i] == same || (node.page != kNoPage && own[i].page == node.page)) at = i + 1;
      if (same) {
        if (is_missing(node.page))
          added_[&same->children].push_back({0, {node.title, node.page, "", {}}});
        place(node.children, same->children);
      } else if (NavNode rest = missing_of(node); rest.page != kNoPage || !rest.children.empty()) {
        added_[&own].push_back({at, std::move(rest)});
      }
    }
  }

  void fill(Nodes& own) {
    auto found = added_.find(&own);
    for (NavNode& node : own) fill(node.children);
    if (found == added_.end()) return;
    auto& added = found->second;
    std::ranges::stable_sort(added, {}, [](const auto& entry) { return entry.first; });
    Nodes filled;
    std::size_t next = 0;
    for (std::size_t i = 0; i <= own.size(); ++i) {
      for (; next < added.size() && added[next].first == i; ++next)
        filled.push_back(std::move(added[next].second));
      if (i < own.size()) filled.push_back(std::move(own[i]));
    }
    own = std::move(filled);
  }

 private:
  void note(const Nodes& nodes, std::vector<const NavNode*>& above) {
    for (const NavNode& node : nodes) {
      if (!node.children.empty()) above.push_back(&node);
      if (node.page != kNoPage) sections_.try_emplace(node.page, above);
      note(node.children, above);
      if (!node.children.empty()) above.pop_back();
    }
  }

  bool is_missing(PageId page) const {
    return page != kNoPage && !sections_.contains(page) && wanted_(page);
  }

  /// Position in the list of the first page that both lists contain; its end if there is none.
  static std::size_t first_common(const Nodes& other, const Nodes& own) {
    for (const NavNode& node : other)
      for (std::size_t i = 0; i < own.size(); ++i)
        if (node.page != kNoPage && own[i].page == node.page) return i;
    return own.size();
  }

  void count(const NavNode& node, std::map<const NavNode*, std::size_t>& shared,
             std::size_t& known) const {
    if (auto found = sections_.find(node.page); found != sections_.end()) {
      ++known;
      for (const NavNode* section : found->second) ++shared[section];
    }
    for (const NavNode& child : node.children) count(child, shared, known);
  }

  /// The own section that `section` is a translation of: one of `own` if possible, else the deepest
  /// anywhere; null if none.
  const NavNode* partner(const NavNode& section, const Nodes& own) const {
    std::map<const NavNode*, std::size_t> shared;
    std::size_t known = 0;
    count(section, shared, known);
    for (const NavNode& node : own) {
      if (node.children.empty()) continue;
      auto found = shared.find(&node);
      if (found != shared.end() && found->second * 2 > known) return &node;
    }
    if (known == 0) {
      for (const NavNode& node : own)
        if (!node.children.empty() && node.title == section.title) return &node;
      return nullptr;
    }
    return deepest(section, shared, known);
  }

  /// The deepest of the nested sections that contain more than half of the known pages.
  const NavNode* deepest(const NavNode& node, const std::map<const NavNode*, std::size_t>& shared,
                         std::size_t known) const {
    if (auto found = sections_.find(node.page); found != sections_.end())
      for (auto at = found->second.rbegin(); at != found->second.rend(); ++at)
        if (shared.at(*at) * 2 > known) return *at;
    for (const NavNode& child : node.children)
      if (const NavNode* section = deepest(child, shared, known)) return section;
    return nullptr;
  }

  NavNode missing_of(const NavNode& node) const {
    NavNode rest{node.title, is_missing(node.page) ? node.page : kNoPage, "", {}};
    for (const NavNode& child : node.children)
      if (NavNode below = missing_of(child); below.page != kNoPage || !below.children.empty())
        rest.children.push_back(std::move(below));
    return rest;
  }

  const std::function<bool(PageId)>& wanted_;
  /// The sections around the first occurrence of each page, outermost first.
  std::map<PageId, std::vector<const NavNode*>> sections_;
  /// What is inserted into each list, with the number of its nodes before it.
  std::map<const Nodes*, std::vector<std::pair<std::size_t, NavNode>>> added_;
};

}  // namespace

void fill_in(std::vector<NavNode>& own, const std::vector<NavNode>& other,
             const std::function<bool(PageId)>& wanted) {
  Filler filler(own, wanted);
  filler.place(other, own);
  filler.fill(own);
}

}  // namespace kbuild::site
