// Page lists; see page_lists.h.
#include "site/page_lists.h"

#include <algorithm>
#include <set>

#include "base/path.h"
#include "base/text.h"

namespace kbuild::site {

namespace {

/// Lists that ask for no depth show this many levels.
constexpr int kMaximumDepth = 8;
/// A site whose pages list one another can't make a page boundless.
constexpr std::size_t kMaximumItems = 20'000;

bool is_outside(std::string_view target) {
  return target.find("://") != target.npos || target.starts_with("mailto:");
}

std::string without_suffix(std::string path) {
  for (std::string_view suffix : {".rst", ".md", ".txt"})
    if (path.ends_with(suffix)) path.resize(path.size() - suffix.size());
  return path;
}

class Lister {
 public:
  Lister(const SiteIndex& index, PageId root) : index_(index), root_(root) {}

  std::vector<PageListItem> items(PageId from, const page::PageListFact& list, int depth) {
    std::vector<PageListItem> out;
    for (const ListedPage& entry : listed_pages(index_, from, list)) {
      if (++count_ > kMaximumItems) break;
      if (entry.page == kNoPage) {
        out.push_back({entry.title, entry.url, {}});
        continue;
      }
      PageListItem item{
          entry.title, relative_url(index_.pages()[root_].url, index_.pages()[entry.page].url), {}};
      if (depth > 1 && above_.insert(entry.page).second) {
        for (const page::PageListFact& below : index_.pages()[entry.page].facts->page_lists)
          for (PageListItem& child : items(entry.page, below, depth - 1))
            item.children.push_back(std::move(child));
        above_.erase(entry.page);
      }
      out.push_back(std::move(item));
    }
    return out;
  }

 private:
  const SiteIndex& index_;
  PageId root_;
  std::set<PageId> above_;
  std::size_t count_ = 0;
};

}  // namespace

bool is_generated_page(std::string_view target) {
  return target == "self" || target == "genindex" || target == "modindex" || target == "search";
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
  std::string stem = without_suffix(path);
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
  Lister lister(index, page);
  for (const page::PageListFact& list : index.pages()[page].facts->page_lists) {
    int depth = list.depth > 0 ? std::min(list.depth, kMaximumDepth) : kMaximumDepth;
    out.push_back(list.hidden ? std::vector<PageListItem>() : lister.items(page, list, depth));
  }
  return out;
}

}  // namespace kbuild::site
