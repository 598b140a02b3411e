// The checks of the whole site and their table; see site_checks.h.
#include "check/site_checks.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/path.h"

namespace kbuild::check {

namespace {

using page::LinkFact;
using site::LinkState;
using namespace diag::literals;

/// The references to a project whose inventory is not here: one finding tells of all.
struct UncheckedProject {
  source::Span first;
  std::string url;
  int more = 0;
};

void check_links(const SiteInput& input, diag::Diagnostics& out) {
  std::map<std::string, UncheckedProject> unchecked;
  for (const CheckedPage& checked : input.pages) {
    const site::SitePage& page = input.index.pages()[checked.page];
    if (page.is_fallback()) continue;
    for (std::size_t i = 0; i < checked.links.size(); ++i) {
      const site::ResolvedLink& found = checked.links[i];
      if (found.state == LinkState::found || found.state == LinkState::external) continue;
      if (found.state == LinkState::unlinked) continue;
      const LinkFact& link = page.facts->links[i];
      if (link.use == LinkFact::Use::word) continue;
      source::Span span = input.locate(checked.page, checked.places->links[i]);
      std::string near = site::suggest(input.index, checked.page, link, found);
      switch (found.state) {
        case LinkState::found:
        case LinkState::external:
        case LinkState::unlinked: break;
        case LinkState::missing_page:
          if (link.use == LinkFact::Use::page_list) {
            out.push_back({"KB0205"_code, span, {link.target}});
          } else {
            out.push_back({"KB0201"_code, span, {link.target, near}});
          }
          break;
        case LinkState::missing_anchor: {
          std::string fragment = link.target.substr(link.target.find('#') + 1);
          out.push_back({"KB0202"_code, span, {found.page_path, fragment, near}});
          break;
        }
        case LinkState::missing_label:
          out.push_back({"KB0203"_code, span, {link.target, near}});
          break;
        case LinkState::missing_in_project:
          if (!input.index.inventories().is_read(found.page_path)) {
            auto [project, fresh] = unchecked.try_emplace(found.page_path);
            if (fresh)
              project->second = {span, found.href};
            else
              ++project->second.more;
            break;
          }
          out.push_back({"KB0209"_code, span, {link.target, found.page_path, found.href}});
          break;
        case LinkState::missing_file: out.push_back({"KB0204"_code, span, {link.target}}); break;
      }
    }
  }
  for (const auto& [name, project] : unchecked)
    out.push_back(
        {"KB0349"_code, project.first, {name, std::to_string(project.more), project.url}});
}

/// Pages that neither the navigation nor a link of another page reaches.
void check_orphans(const SiteInput& input, diag::Diagnostics& out) {
  std::set<site::PageId> linked;
  for (const CheckedPage& checked : input.pages)
    for (const site::ResolvedLink& link : checked.links)
      if (link.page != checked.page) linked.insert(link.page);
  for (const CheckedPage& checked : input.pages) {
    const site::SitePage& page = input.index.pages()[checked.page];
    if (page.is_fallback() || page.url.empty() || linked.contains(checked.page)) continue;
    if (meta::is_apart(input.index.config().sources[page.tree], page.path)) continue;
    bool reached = std::any_of(
        input.navigations.begin(), input.navigations.end(),
        [&](const site::Navigation& navigation) { return navigation.reaches(checked.page); });
    if (!reached)
      out.push_back({"KB0206"_code, input.locate(checked.page, checked.places->title), {}});
  }
}

void check_redirects(const SiteInput& input, diag::Diagnostics& out) {
  for (const meta::SourceTree& tree : input.index.config().sources)
    for (const meta::Redirect& redirect : tree.redirects) {
      if (redirect.to.find("://") != std::string::npos || redirect.to.starts_with("//")) continue;
      std::string path = base::join_path(tree.mount, redirect.to.substr(0, redirect.to.find('#')));
      if (input.index.find_path(tree.language, path) == site::kNoPage)
        out.push_back({"KB0208"_code, redirect.span, {redirect.from, redirect.to}});
    }
}

using SiteCheck = void (*)(const SiteInput&, diag::Diagnostics&);

constexpr SiteCheck kSiteChecks[] = {
    check_links,
    check_orphans,
    check_redirects,
    check_code_drift,
};

}  // namespace

diag::Diagnostics check_site(const SiteInput& input) {
  diag::Diagnostics out;
  for (SiteCheck check : kSiteChecks) check(input, out);
  return out;
}

}  // namespace kbuild::check
