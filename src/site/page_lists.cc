// Resolves the entries of page lists and expands them; see page_lists.h.
#include "site/page_lists.h"

#include <algorithm>
#include <set>

#include "base/path.h"
#include "base/text.h"

namespace kbuild::site {

namespace {

/// Depth of lists that don't give one.
constexpr int kMaxListDepth = 8;
/// Bounds the size of a page if pages list one another.
constexpr std::size_t kMaxItems = 20'000;

bool is_outside(std::string_view target) {
  return target.find("://") != target.npos || target.starts_with("mailto:");
}

std::string without_page_suffix(std::string path) {
  for (std::string_view suffix : {".rst", ".md", ".txt"})
    if (path.ends_with(suffix)) path.resize(path.size() - suffix.size());
  return path;
}

/// As in Sphinx, environment/adapters/toctree.py: an entry is its page's title; below it are the
/// page's sections and the entries of its lists, one level each.
class Lister {
 public:
  Lister(const SiteIndex& index, PageId root, const page::PageListFact& list)
      : index_(index),
        root_(root),
        sections_(list.titles_only ? Sections::left_out : Sections::shown),
        hidden_(list.with_hidden ? Hidden::shown : Hidden::left_out) {}

  std::vector<PageListItem> items(PageId from, const page::PageListFact& list, int depth) {
    std::vector<PageListItem> out;
    for (const ListedPage& entry : listed_pages(index_, from, list)) {
      if (++count_ > kMaxItems) break;
      if (entry.page == kNoPage) {
        out.push_back({entry.title, entry.url, {}});
        continue;
      }
      PageListItem item{entry.title, address(entry.page), {}};
      if (depth > 1 && above_.insert(entry.page).second) {
        add_below(entry.page, item.children, depth - 1);
        above_.erase(entry.page);
      }
      out.push_back(std::move(item));
    }
    return out;
  }

 private:
  enum class Sections { shown, left_out };
  enum class Hidden { shown, left_out };

  std::string address(PageId page) const {
    return relative_url(index_.pages()[root_].url, index_.pages()[page].url);
  }

  /// Adds `depth` levels of what is below a page's title.
  void add_below(PageId page, std::vector<PageListItem>& out, int depth) {
    const page::PageFacts& facts = *index_.pages()[page].facts;
    // The items of the open sections with their levels; nullptr if too deep to be shown.
    struct Open {
      int level;
      std::vector<PageListItem>* items;
    };
    std::vector<Open> open{{facts.headings.empty() ? 1 : facts.headings[0].level, &out}};
    auto list = facts.page_lists.begin();
    for (std::size_t i = 0; i <= facts.headings.size(); ++i) {
      for (; list != facts.page_lists.end() && list->after_headings == i; ++list) {
        std::vector<PageListItem>* into = sections_ == Sections::shown ? open.back().items : &out;
        int left = sections_ == Sections::shown ? depth + 1 - static_cast<int>(open.size()) : depth;
        if (!into || left < 1 || (list->hidden && hidden_ == Hidden::left_out)) continue;
        for (PageListItem& child : items(page, *list, left)) into->push_back(std::move(child));
      }
      if (i == 0 || i == facts.headings.size()) continue;
      const page::HeadingFact& heading = facts.headings[i];
      while (open.size() > 1 && open.back().level >= heading.level) open.pop_back();
      std::vector<PageListItem>* into = open.back().items;
      bool shown = sections_ == Sections::shown && into && static_cast<int>(open.size()) <= depth;
      if (shown && ++count_ <= kMaxItems)
        into->push_back({heading.text, address(page) + "#" + heading.id, {}});
      open.push_back({heading.level, shown ? &into->back().children : nullptr});
    }
  }

  const SiteIndex& index_;
  PageId root_;
  Sections sections_;
  Hidden hidden_;
  std::set<PageId> above_;
  std::size_t count_ = 0;
};

}  // namespace

bool is_generated_page(std::string_view target) {
  return target == "self" || !generated_title(target).empty();
}

std::string_view generated_title(std::string_view label) {
  constexpr std::pair<std::string_view, std::string_view> kTitles[] = {
      {"genindex", "Index"}, {"modindex", "Module Index"}, {"search", "Search Page"}};
  for (const auto& [name, title] : kTitles)
    if (name == label) return title;
  return "";
}

std::vector<PageId> pages_of_entry(const SiteIndex& index, PageId from,
                                   const page::PageListFact& list, const std::string& target) {
  const SitePage& page = index.pages()[from];
  const meta::SourceTree& source = index.config().sources[page.tree];
  std::string directory(base::parent_path(page.path));
  std::string path = target.starts_with('/') ? base::normalise_path(target.substr(1))
                                             : base::join_path(directory, target);
  std::vector<PageId> found;
  if (list.glob && path.find_first_of("*?[") != path.npos) {
    for (PageId id = 0; id < index.pages().size(); ++id) {
      const SitePage& candidate = index.pages()[id];
      std::string stem =
          candidate.path.substr(0, candidate.path.size() - base::extension(candidate.path).size());
      if (id != from && candidate.tree == page.tree && candidate.language == page.language &&
          meta::matches_glob(path, stem))
        found.push_back(id);
    }
    std::sort(found.begin(), found.end(),
              [&](PageId a, PageId b) { return index.pages()[a].path < index.pages()[b].path; });
    return found;
  }
  std::string stem = without_page_suffix(path);
  if (!source.mount.empty()) stem = base::join_path(source.mount, stem);
  for (const char* suffix : {".rst", ".md", ".txt"})
    if (PageId id = index.find_path(page.language, stem + suffix);
        id != kNoPage && id != from && found.empty())
      found.push_back(id);
  return found;
}

std::vector<ListedPage> listed_pages(const SiteIndex& index, PageId from,
                                     const page::PageListFact& list) {
  std::vector<ListedPage> out;
  std::set<PageId> seen;
  for (const page::PageListFact::Entry& entry : list.entries) {
    if (is_outside(entry.target)) {
      out.push_back({entry.title.empty() ? entry.target : entry.title, kNoPage, entry.target});
      continue;
    }
    for (PageId page : pages_of_entry(index, from, list, entry.target))
      if (seen.insert(page).second)
        out.push_back(
            {entry.title.empty() ? index.pages()[page].facts->title : entry.title, page, ""});
  }
  return out;
}

std::vector<std::vector<PageListItem>> shown_lists(const SiteIndex& index, PageId page) {
  std::vector<std::vector<PageListItem>> out;
  for (const page::PageListFact& list : index.pages()[page].facts->page_lists) {
    Lister lister(index, page, list);
    int depth = list.depth > 0 ? std::min(list.depth, kMaxListDepth) : kMaxListDepth;
    out.push_back(list.hidden ? std::vector<PageListItem>() : lister.items(page, list, depth));
  }
  return out;
}

}  // namespace kbuild::site
