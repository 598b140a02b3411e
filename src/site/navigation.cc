// Builds navigations from configuration, page lists and directories; see navigation.h.
#include "site/navigation.h"

#include <algorithm>
#include <set>

#include "base/bounds.h"
#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "html/address.h"
#include "site/navigation_fill.h"
#include "site/page_lists.h"
#include "source/unicode.h"

namespace kbuild::site {

namespace {

using namespace diag::literals;

class Builder {
 public:
  Builder(const SiteIndex& index, const std::string& language, diag::Diagnostics& diagnostics)
      : index_(index), language_(language), diagnostics_(diagnostics) {}

  std::vector<NavNode> build() {
    std::vector<NavNode> roots;
    const auto& sources = index_.config().sources;
    for (std::uint32_t tree = 0; tree < sources.size(); ++tree)
      if (sources[tree].language == language_ && serves(tree))
        add_mounted(roots, sources[tree].mount, of_tree(tree));
    // Trees of other languages add pages that this language lacks.
    for (std::uint32_t tree = 0; tree < sources.size(); ++tree) {
      if (sources[tree].language == language_ || !serves(tree)) continue;
      placed_.clear();
      std::vector<NavNode> others;
      add_mounted(others, sources[tree].mount, of_tree(tree));
      fill_in(roots, others, [&](PageId page) {
        return index_.pages()[page].is_fallback() || index_.pages()[page].tree == tree;
      });
    }
    return roots;
  }

 private:
  bool serves(std::uint32_t tree) const {
    for (const SitePage& page : index_.pages())
      if (page.tree == tree && page.language == language_) return true;
    return false;
  }

  std::vector<NavNode> of_tree(std::uint32_t tree) {
    const meta::SourceTree& source = index_.config().sources[tree];
    if (!source.navigation.empty()) return from_entries(source.navigation, source, 0);
    std::set<PageId> above;
    for (const std::string& root : {source.root, std::string("contents")})
      for (const char* suffix : {".rst", ".md", ".txt"}) {
        PageId page = find(source, root + suffix);
        if (page == kNoPage || index_.pages()[page].facts->page_lists.empty()) continue;
        placed_.insert(page);
        std::vector<NavNode> nodes = from_page_lists(page, above, 0);
        nodes.insert(nodes.begin(), NavNode{index_.pages()[page].facts->title, page, "", {}});
        return nodes;
      }
    if (std::vector<PageId> roots = list_roots(tree); !roots.empty()) {
      std::vector<NavNode> nodes;
      placed_.insert(roots.begin(), roots.end());
      for (PageId page : roots)
        nodes.push_back(
            {index_.pages()[page].facts->title, page, "", from_page_lists(page, above, 1)});
      return nodes;
    }
    return from_directories(tree);
  }

  PageId find(const meta::SourceTree& source, const std::string& path) const {
    return index_.find_path(language_,
                            source.mount.empty() ? path : base::join_path(source.mount, path));
  }

  /// An absolute path refers to the server, not the tree; MkDocs keeps it as a link, too.
  static bool is_outside(const std::string& target) {
    return target.starts_with('/') || target.find("://") != target.npos ||
           target.starts_with("mailto:");
  }

  std::vector<NavNode> from_entries(const std::vector<meta::NavigationEntry>& entries,
                                    const meta::SourceTree& source, int depth) {
    std::vector<NavNode> nodes;
    for (const meta::NavigationEntry& entry : entries) {
      NavNode node{entry.title, kNoPage, "", {}};
      if (!entry.children.empty() && depth < base::kMaxNavigationDepth) {
        node.children = from_entries(entry.children, source, depth + 1);
        take_index(node);
      } else if (is_outside(entry.target)) {
        if (!html::is_safe_url(entry.target, html::AddressUse::link)) {
          if (source.language == language_)
            diagnostics_.push_back({"KB0922"_code, entry.span, {"nav", entry.target}});
          continue;
        }
        node.url = base::encode_url(entry.target);
        if (node.title.empty()) node.title = entry.target;
      } else {
        node.page = find(source, base::normalise_path(entry.target));
        if (node.page == kNoPage) {
          if (source.language == language_)
            diagnostics_.push_back(
                {"KB0207"_code, entry.span, {entry.target.empty() ? entry.title : entry.target}});
          continue;
        }
        if (node.title.empty()) node.title = index_.pages()[node.page].facts->title;
      }
      if (node.page != kNoPage || !node.url.empty() || !node.children.empty())
        nodes.push_back(std::move(node));
    }
    return nodes;
  }

  /// Makes the first child that is an index page the page of the section (mkdocs-section-index).
  void take_index(NavNode& node) const {
    if (node.children.empty() || node.children[0].page == kNoPage ||
        !node.children[0].children.empty())
      return;
    std::string_view name = base::file_name(index_.pages()[node.children[0].page].path);
    if (!name.starts_with("index.") && !name.starts_with("README.")) return;
    node.page = node.children[0].page;
    node.children.erase(node.children.begin());
  }

  /// The entries of a page's lists. On a root page, the caption of a list is a section's title.
  std::vector<NavNode> from_page_lists(PageId page, std::set<PageId>& above, int depth) {
    std::vector<NavNode> nodes;
    if (depth > base::kMaxNavigationDepth || !above.insert(page).second) return nodes;
    const std::vector<page::PageListFact>& lists = index_.pages()[page].facts->page_lists;
    std::vector<std::vector<ListedPage>> entries;
    // Mark all direct entries as used before their children are added.
    for (const page::PageListFact& list : lists) {
      entries.push_back(listed_pages(index_, page, list));
      std::erase_if(entries.back(), [&](const ListedPage& entry) {
        return entry.page != kNoPage &&
               (above.contains(entry.page) || !placed_.insert(entry.page).second);
      });
    }
    std::vector<NavNode>* at = &nodes;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      // A list without a caption continues the section of the one above.
      if (depth == 0 && !lists[i].caption.empty() && !entries[i].empty()) {
        nodes.push_back({lists[i].caption, kNoPage, "", {}});
        at = &nodes.back().children;
      }
      for (const ListedPage& entry : entries[i])
        at->push_back({entry.title, entry.page, entry.url,
                       entry.page == kNoPage ? std::vector<NavNode>()
                                             : from_page_lists(entry.page, above, depth + 1)});
    }
    above.erase(page);
    return nodes;
  }

  /// Pages with lists that no other page lists: the top level if the tree's root page is missing.
  std::vector<PageId> list_roots(std::uint32_t tree) const {
    std::vector<PageId> roots;
    std::set<PageId> listed;
    for (PageId id = 0; id < index_.pages().size(); ++id) {
      const SitePage& page = index_.pages()[id];
      if (page.tree != tree || page.language != language_) continue;
      for (const page::PageListFact& list : page.facts->page_lists)
        for (const ListedPage& entry : listed_pages(index_, id, list)) listed.insert(entry.page);
      if (!page.facts->page_lists.empty()) roots.push_back(id);
    }
    std::erase_if(roots, [&](PageId id) { return listed.contains(id); });
    return roots;
  }

  std::vector<NavNode> from_directories(std::uint32_t tree) {
    NavNode root;
    std::vector<PageId> pages;
    const auto& sources = index_.config().sources;
    for (PageId id = 0; id < index_.pages().size(); ++id) {
      const SitePage& page = index_.pages()[id];
      if (page.language != language_) continue;
      // Among pages of another language's tree, those of this language are shown at their position.
      bool beside =
          sources[tree].language != language_ && sources[page.tree].mount == sources[tree].mount;
      if (page.tree == tree || beside) pages.push_back(id);
    }
    for (PageId id : pages) {
      const SitePage& page = index_.pages()[id];
      NavNode* at = &root;
      std::string_view directory = base::parent_path(page.path);
      const meta::SourceTree& source = index_.config().sources[tree];
      // A wiki's subpage "Page/fi" takes the position of the page.
      if (page.tree == tree && !page.is_fallback() && page.language != source.language) {
        directory = base::parent_path(page.key);
        if (!source.mount.empty())
          directory.remove_prefix(std::min(source.mount.size() + 1, directory.size()));
      }
      if (!directory.empty())
        for (std::string_view part : base::split(directory, '/')) at = &section(*at, part);
      std::string_view name = base::file_name(page.path);
      bool index_page = name.starts_with("index.") || name.starts_with("README.");
      if (index_page && at != &root && at->page == kNoPage) {
        at->page = id;
        at->title = page.facts->title;
      } else {
        at->children.push_back({page.facts->title, id, "", {}});
      }
    }
    sort(root.children);
    return std::move(root.children);
  }

  NavNode& section(NavNode& parent, std::string_view name) {
    std::string title(name);
    title[0] = base::to_upper(title[0]);
    title = base::replace_all(base::replace_all(title, "_", " "), "-", " ");
    for (NavNode& child : parent.children)
      if (child.url == "\n" + std::string(name)) return child;
    // Until the tree is complete, `url` holds a section's directory.
    parent.children.push_back({title, kNoPage, "\n" + std::string(name), {}});
    return parent.children.back();
  }

  void sort(std::vector<NavNode>& nodes) {
    for (NavNode& node : nodes) sort(node.children);
    auto rank = [&](const NavNode& node) -> long long {
      if (node.page == kNoPage) return 1'000'000;
      const SitePage& page = index_.pages()[node.page];
      std::string_view name = base::file_name(page.path);
      if (node.url.empty() && (name.starts_with("index.") || name.starts_with("README.")))
        return -1;
      return base::parse_integer(page.facts->order).value_or(1'000'000);
    };
    std::stable_sort(nodes.begin(), nodes.end(), [&](const NavNode& a, const NavNode& b) {
      if (rank(a) != rank(b)) return rank(a) < rank(b);
      return source::compare_for_language(a.title, b.title, language_) < 0;
    });
    for (NavNode& node : nodes)
      if (node.url.starts_with('\n')) node.url.clear();
  }

  /// A mounted tree is a section, shared by trees mounted at directories of the same name.
  static void add_mounted(std::vector<NavNode>& roots, const std::string& mount,
                          std::vector<NavNode> nodes) {
    std::vector<NavNode>* at = &roots;
    if (!mount.empty() && !nodes.empty()) {
      std::string title(base::file_name(mount));
      title[0] = base::to_upper(title[0]);
      auto found = std::ranges::find(roots, title, &NavNode::title);
      if (found == roots.end()) found = roots.insert(found, {title, kNoPage, "", {}});
      at = &found->children;
    }
    std::ranges::move(nodes, std::back_inserter(*at));
  }

  const SiteIndex& index_;
  std::string language_;
  diag::Diagnostics& diagnostics_;
  /// Pages that a list already contains: the first position counts.
  std::set<PageId> placed_;
};

/// A level of more entries than kMaxWholeLevel is shown by a part of kLongLevelPart about the page,
/// since each page of a directory of n would else have n entries. The parts in front and behind are
/// one step away.
constexpr std::size_t kMaxWholeLevel = 600, kLongLevelPart = 60;

struct Stretch {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

Stretch shown_of(std::size_t level, std::size_t current) {
  if (level <= kMaxWholeLevel) return {0, static_cast<std::uint32_t>(level)};
  std::size_t begin = current - std::min(current, kLongLevelPart / 2);
  begin = std::min(begin, level - kLongLevelPart);
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + kLongLevelPart)};
}

/// The first page in reading order at or below a node.
PageId first_page(const NavNode& node) {
  if (node.page != kNoPage) return node.page;
  for (const NavNode& child : node.children)
    if (PageId page = first_page(child); page != kNoPage) return page;
  return kNoPage;
}

}  // namespace

Navigation::Navigation(const SiteIndex& index, const std::string& language,
                       diag::Diagnostics& diagnostics)
    : index_(index), roots_(Builder(index, language, diagnostics).build()) {
  std::vector<std::uint32_t> position;
  number(roots_, position);
}

void Navigation::number(const std::vector<NavNode>& nodes, std::vector<std::uint32_t>& position) {
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    position.push_back(i);
    if (nodes[i].page != kNoPage && positions_.try_emplace(nodes[i].page, position).second) {
      order_of_[nodes[i].page] = order_.size();
      order_.emplace_back(nodes[i].page, &nodes[i]);
    }
    number(nodes[i].children, position);
    position.pop_back();
  }
}

std::string_view Navigation::title_of(PageId page) const {
  auto found = order_of_.find(page);
  return found == order_of_.end() ? std::string_view()
                                  : std::string_view(order_[found->second].second->title);
}

PageNavigation Navigation::around(PageId page) const {
  PageNavigation out;
  const std::string& url = index_.pages()[page].url;
  auto href = [&](const NavNode& node) {
    if (!node.url.empty()) return node.url;
    PageId target = first_page(node);
    return target == kNoPage ? std::string() : relative_url(url, index_.pages()[target].url);
  };
  auto found = positions_.find(page);
  const bool outside = found == positions_.end();
  // A page that the navigation doesn't name belongs to the nearest index page above that it does
  // name.
  std::string_view above = index_.pages()[page].key;
  while (found == positions_.end() && !above.empty()) {
    above = base::parent_path(above);
    found = above.empty() ? positions_.end()
                          : positions_.find(index_.find_key(index_.pages()[page].language, above));
  }
  std::vector<std::uint32_t> way =
      found == positions_.end() ? std::vector<std::uint32_t>() : found->second;
  auto level = [&](auto&& self, const std::vector<NavNode>& nodes,
                   std::size_t depth) -> std::vector<NavItem> {
    std::vector<NavItem> items;
    const Stretch shown = shown_of(nodes.size(), depth < way.size() ? way[depth] : 0);
    if (shown.begin > 0) items.push_back({"…", href(nodes[shown.begin - 1])});
    for (std::uint32_t i = shown.begin; i < shown.end; ++i) {
      bool on_way = depth < way.size() && way[depth] == i;
      bool last = depth + 1 == way.size();
      NavItem item{nodes[i].title,
                   href(nodes[i]),
                   on_way && last && !outside,
                   on_way && (!last || outside),
                   !on_way && !nodes[i].children.empty(),
                   {}};
      if (on_way) {
        if (item.ancestor) out.breadcrumbs.push_back({item.title, item.href});
        item.children = self(self, nodes[i].children, depth + 1);
      }
      items.push_back(std::move(item));
    }
    if (shown.end < nodes.size()) items.push_back({"…", href(nodes[shown.end])});
    return items;
  };
  out.items = level(level, roots_, 0);
  if (auto at = order_of_.find(page); at != order_of_.end()) {
    auto link = [&](std::size_t i) {
      return NavLink{order_[i].second->title,
                     relative_url(url, index_.pages()[order_[i].first].url)};
    };
    if (at->second > 0) out.previous = link(at->second - 1);
    if (at->second + 1 < order_.size()) out.next = link(at->second + 1);
  }
  return out;
}

}  // namespace kbuild::site
