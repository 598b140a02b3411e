// Resolves links by path, name, label and inventory; see links.h.
#include "site/links.h"

#include <algorithm>
#include <optional>

#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "site/page_lists.h"
#include "site/sections.h"

namespace kbuild::site {

namespace {

using doc::LinkKind;
using page::LinkFact;

bool has_scheme(std::string_view target) {
  std::size_t colon = target.find(':');
  if (colon == target.npos || colon == 0 || !base::is_alpha(target[0])) return false;
  return std::all_of(target.begin(), target.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return base::is_alnum(c) || c == '+' || c == '-' || c == '.'; });
}

/// A target's parts, as in a URL; the query with its '?', the path decoded.
struct TargetParts {
  std::string path;
  std::string query;
  std::string fragment;

  explicit TargetParts(const std::string& target) {
    std::size_t hash = target.find('#');
    std::string before = target.substr(0, hash);
    if (hash != target.npos) fragment = target.substr(hash + 1);
    std::size_t mark = std::min(before.find('?'), before.size());
    query = before.substr(mark);
    path = base::decode_percent(before.substr(0, mark));
  }
};

/// The anchor that older versions of MediaWiki wrote with dots for percent signs: "N.C5.93uds".
std::string decode_dots(std::string_view fragment) {
  std::string percent;
  for (std::size_t i = 0; i < fragment.size(); ++i) {
    bool encoded = fragment[i] == '.' && i + 2 < fragment.size() && base::is_hex(fragment[i + 1]) &&
                   base::is_hex(fragment[i + 2]) && !base::is_lower(fragment[i + 1]) &&
                   !base::is_lower(fragment[i + 2]);
    percent += encoded ? '%' : fragment[i];
  }
  return base::decode_percent(percent);
}

/// A link within the site keeps the query that the author wrote.
ResolvedLink with_query(ResolvedLink link, const std::string& query) {
  if (query.empty() || (link.state != LinkState::found && link.state != LinkState::missing_anchor))
    return link;
  if (link.href == "#") link.href.clear();
  link.href.insert(std::min(link.href.find('#'), link.href.size()), query);
  return link;
}

class Resolver {
 public:
  Resolver(const SiteIndex& index, PageId from)
      : index_(index), id_(from), from_(index.pages()[from]) {}

  ResolvedLink resolve(const LinkFact& link) const {
    if (link.kind == LinkKind::email) return {LinkState::external, "mailto:" + link.target};
    bool plain = link.kind == LinkKind::target || link.kind == LinkKind::download;
    if (plain && (has_scheme(link.target) || link.target.starts_with("//")))
      return {LinkState::external, link.target};
    if (link.use == LinkFact::Use::object) return by_object(link.target);
    if (link.use == LinkFact::Use::page_list) return by_entry(link.target);
    if (link.kind == LinkKind::reference || link.kind == LinkKind::term ||
        link.kind == LinkKind::number)
      return by_label(link.kind, link.target);
    TargetParts parts(link.target);
    if (link.use == LinkFact::Use::image || link.kind == LinkKind::download)
      return with_query(by_file(link.target, parts.path), parts.query);
    // A name may contain a question mark.
    if (link.kind == LinkKind::page) parts.path += base::decode_percent(parts.query);
    if (parts.path.empty()) return with_query(on_page(id_, parts.fragment, ""), parts.query);
    if (link.kind == LinkKind::page) return by_name(link.target, parts.path, parts.fragment);
    return with_query(by_path(link.target, parts.path, parts.fragment), parts.query);
  }

  std::string suggest(const LinkFact& link, const ResolvedLink& found) const {
    const auto [path, query, fragment] = TargetParts(link.target);
    switch (found.state) {
      case LinkState::found:
      case LinkState::external:
      case LinkState::missing_in_project:
      case LinkState::unlinked:
      case LinkState::missing_file: return "";
      case LinkState::missing_label: return index_.nearest_label(link.target);
      case LinkState::missing_page: {
        std::string near = index_.nearest_path(from_.language, rooted(path));
        return near.empty() ? "" : base::relative_path(base::parent_path(from_.path), near);
      }
      case LinkState::missing_anchor: {
        PageId id = path.empty() ? id_ : index_.find_path(from_.language, rooted(path));
        if (found.page != kNoPage) id = found.page;
        if (id == kNoPage || fragment.empty()) return "";
        const auto& ids = index_.pages()[id].facts->ids;
        return std::string(base::nearest(fragment, {ids.begin(), ids.end()}));
      }
    }
    return "";
  }

 private:
  /// `path` on this page as a path from the site's source root; may climb out of it.
  std::string rooted(std::string_view path) const {
    const std::string& mount = index_.config().sources[from_.tree].mount;
    if (path.starts_with('/')) return base::join_path(mount, path.substr(1));
    std::string here = mount.empty() ? from_.path : mount + "/" + from_.path;
    return base::join_path(base::parent_path(here), path);
  }

  /// The fragment as the page answers to it: by an id of its own or, in a translation, by one of
  /// the original; "" if it has neither. What is written with percent signs stays so.
  std::string answering(PageId target_id, const std::string& fragment) const {
    const page::PageFacts& facts = *index_.pages()[target_id].facts;
    std::string dotted = decode_dots(fragment);
    auto choose = [&](auto&& has) -> std::string {
      if (has(fragment) || has(base::decode_percent(fragment))) return fragment;
      return has(dotted) ? dotted : std::string();
    };
    std::string own = choose([&](const std::string& id) {
      return std::binary_search(facts.ids.begin(), facts.ids.end(), id);
    });
    PageId original = own.empty() ? original_of(index_, target_id) : kNoPage;
    if (original == kNoPage) return own;
    std::vector<Alias> aliases = section_aliases(*index_.pages()[original].facts, facts);
    return choose([&](const std::string& id) {
      return std::any_of(aliases.begin(), aliases.end(),
                         [&](const Alias& alias) { return alias.second == id; });
    });
  }

  ResolvedLink on_page(PageId target_id, const std::string& fragment,
                       const std::string& href) const {
    const SitePage& target = index_.pages()[target_id];
    ResolvedLink out{LinkState::found, href, target.facts->title};
    out.page = target_id;
    if (fragment.empty()) {
      if (out.href.empty()) out.href = "#";
      return out;
    }
    std::string answer = answering(target_id, fragment);
    out.href += "#" + (answer.empty() ? fragment : answer);
    if (!answer.empty()) return out;
    out.state = LinkState::missing_anchor;
    out.page_path = target.path;
    return out;
  }

  ResolvedLink to_asset(const Asset& asset, const std::string& fragment,
                        const std::string& title) const {
    ResolvedLink out{LinkState::found, relative_url(from_.url, asset.url) + fragment, title};
    out.asset = &asset;
    return out;
  }

  ResolvedLink to_page(PageId id, const std::string& fragment) const {
    return on_page(
        id, fragment,
        id == id_ && !fragment.empty() ? "" : relative_url(from_.url, index_.pages()[id].url));
  }

  ResolvedLink by_path(const std::string& written, const std::string& path,
                       const std::string& fragment) const {
    std::string full = rooted(path);
    if (base::stays_inside(full)) {
      if (PageId id = index_.find_path(from_.language, full); id != kNoPage)
        return to_page(id, fragment);
      if (const Asset* asset = index_.find_asset(from_.language, full))
        return to_asset(*asset, fragment.empty() ? "" : "#" + fragment, "");
      if (PageId id = index_.find_key(from_.language, key_of(full)); id != kNoPage)
        return to_page(id, fragment);
    }
    std::string url = path.starts_with('/') ? path.substr(1) : base::join_path(from_.url, path);
    if (url == ".") url.clear();
    if (!url.empty() && !url.ends_with('/')) url += '/';
    if (PageId id = index_.find_url(url); id != kNoPage) return to_page(id, fragment);
    return {LinkState::missing_page, written};
  }

  /// A link to the same page in another dialect ("x.md" while the tree has "x.rst"), to a directory
  /// or to a built page.
  static std::string key_of(std::string stem) {
    for (std::string_view suffix : {"/index.html", ".md", ".rst", ".wiki", ".mediawiki", ".twiki",
                                    ".txt", ".html", "/index", "/README"})
      if (stem.ends_with(suffix)) stem.resize(stem.size() - suffix.size());
    return stem == "index" || stem == "." ? "" : stem;
  }

  ResolvedLink by_name(const std::string& written, const std::string& name,
                       const std::string& fragment) const {
    PageId id = find_named(name);
    if (id != kNoPage) return to_page(id, fragment);
    if (auto outside = in_inventories("std:doc", written)) return *outside;
    return {LinkState::missing_page, written, written};
  }

  PageId find_named(const std::string& name) const {
    // In reStructuredText a document's name is its path; wikis compare words.
    if (from_.path.ends_with(".rst"))
      return base::stays_inside(rooted(name))
                 ? index_.find_key(from_.language, key_of(rooted(name)))
                 : kNoPage;
    // A wiki's Web.Topic or Namespace:Page is a path from the wiki's root; webs are sibling
    // directories.
    std::string path = base::replace_all(name, " ", "_");
    std::replace(path.begin(), path.end(), ':', '/');
    std::string dotted = path;
    std::replace(dotted.begin(), dotted.end(), '.', '/');
    for (const std::string& form : {name, path, dotted})
      for (const std::string& full : {rooted(form), rooted("/" + form), rooted("../" + form)})
        if (base::stays_inside(full))
          if (PageId id = index_.find_key(from_.language, key_of(full)); id != kNoPage) return id;
    if (PageId id = index_.find_name(from_.language, name); id != kNoPage) return id;
    if (PageId id = find_translation(name); id != kNoPage) return id;
    std::size_t separator = name.find_last_of(".:");
    if (separator == name.npos) return kNoPage;
    return index_.find_name(from_.language, name.substr(separator + 1));
  }

  /// "Page/fi" is the page in Finnish.
  PageId find_translation(const std::string& name) const {
    std::size_t slash = name.rfind('/');
    if (slash == name.npos || slash == 0) return kNoPage;
    const auto& languages = index_.languages();
    auto language = std::find(languages.begin(), languages.end(), name.substr(slash + 1));
    if (language == languages.end()) return kNoPage;
    PageId page = find_named(name.substr(0, slash));
    if (page == kNoPage) return kNoPage;
    return index_.translations(page)[static_cast<std::size_t>(language - languages.begin())];
  }

  ResolvedLink to_label(const SiteIndex::Label& label, const std::string& title) const {
    std::string href =
        label.page == id_ ? "" : relative_url(from_.url, index_.pages()[label.page].url);
    return {LinkState::found, href + "#" + label.id, title, "", label.page};
  }

  /// A name of another project; `missing` if it asks for a project without such a name.
  std::optional<ResolvedLink> in_inventories(std::string_view role, const std::string& name) const {
    const Inventories& inventories = index_.inventories();
    if (const ExternalTarget* found = inventories.find(role, name))
      return ResolvedLink{LinkState::external, found->url, found->title};
    if (const meta::Inventory* project = inventories.project_of(name))
      return ResolvedLink{LinkState::missing_in_project, project->url, name, project->name};
    return std::nullopt;
  }

  ResolvedLink by_label(LinkKind kind, const std::string& name) const {
    std::string_view role = kind == LinkKind::term ? "std:term" : "std:label";
    const SiteIndex::Label* label = nullptr;
    if (kind == LinkKind::term) label = index_.find_object(from_.language, role, name);
    if (!label) label = index_.find_label(from_.language, name);
    if (!label && kind == LinkKind::reference) label = index_.find_object(from_.language, "", name);
    if (label)
      return to_label(*label, kind == LinkKind::number && !label->number.empty() ? label->number
                                                                                 : label->title);
    // An identifier of autorefs may be any object of another project.
    if (kind == LinkKind::reference && !index_.inventories().find(role, name)) role = "";
    if (auto outside = in_inventories(role, name)) return *outside;
    // In MyST [text](name) names a label or a page.
    if (kind == LinkKind::reference && from_.path.ends_with(".md") &&
        base::stays_inside(rooted(name)))
      if (PageId id = index_.find_key(from_.language, key_of(rooted(name))); id != kNoPage)
        return to_page(id, "");
    return {LinkState::missing_label, "#" + name, name};
  }

  /// An entry is resolved if any of the page's lists resolves it.
  ResolvedLink by_entry(const std::string& target) const {
    if (is_generated_page(target)) return {LinkState::unlinked, "", target};
    for (const page::PageListFact& list : from_.facts->page_lists)
      for (const page::PageListFact::Entry& entry : list.entries)
        if (entry.target == target)
          if (std::vector<PageId> found = pages_of_entry(index_, id_, list, target); !found.empty())
            return to_page(found.front(), "");
    return by_name(target, target, "");
  }

  /// "py:func os.path.join": any kind of object of the domain may have the name.
  ResolvedLink by_object(const std::string& object) const {
    std::size_t blank = object.find(' ');
    std::string role = object.substr(0, blank), name = object.substr(blank + 1);
    std::string domain = role.substr(0, role.find(':') + 1);
    if (const SiteIndex::Label* label = index_.find_object(from_.language, domain, name))
      return to_label(*label, name);
    if (const ExternalTarget* found = index_.inventories().find(domain, name))
      return {LinkState::external, found->url, found->title};
    return {LinkState::unlinked, "", name};
  }

  ResolvedLink by_file(const std::string& written, const std::string& path) const {
    std::string name(base::file_name(path));
    if (const Asset* asset = find_file(path)) return to_asset(*asset, "", name);
    return {LinkState::missing_file, written, name};
  }

  const Asset* find_file(const std::string& path) const {
    std::string stem = from_.path.substr(0, from_.path.size() - base::extension(from_.path).size());
    // A file next to the page; attachments of a wiki page are in a folder named like the page or,
    // in a TWiki installation, below pub/.
    for (const std::string& form :
         {path, "/" + path, std::string(base::file_name(stem)) + "/" + path,
          "/pub/" + stem + "/" + path}) {
      std::string full = rooted(form);
      if (!base::stays_inside(full)) continue;
      if (const Asset* asset = index_.find_asset(from_.language, full)) return asset;
    }
    // Wiki file names are unique, so any directory may contain the file.
    return is_wiki() ? index_.find_file(from_.tree, base::file_name(path)) : nullptr;
  }

  bool is_wiki() const {
    std::string_view suffix = base::extension(from_.path);
    return suffix == ".wiki" || suffix == ".mediawiki";
  }

  const SiteIndex& index_;
  PageId id_;
  const SitePage& from_;
};

}  // namespace

ResolvedLink resolve(const SiteIndex& index, PageId from, const page::LinkFact& link) {
  return Resolver(index, from).resolve(link);
}

std::string suggest(const SiteIndex& index, PageId from, const page::LinkFact& link,
                    const ResolvedLink& found) {
  return Resolver(index, from).suggest(link, found);
}

}  // namespace kbuild::site
