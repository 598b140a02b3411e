// Builds the index from the facts of all pages; see index.h.
#include "site/index.h"

#include <algorithm>

#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "source/unicode.h"

namespace kbuild::site {

namespace {

std::string scoped(std::string_view language, std::string_view name) {
  return std::string(language) + '\n' + std::string(name);
}

template <class Map>
PageId lookup(const Map& map, std::string_view key) {
  auto found = map.find(key);
  return found == map.end() ? kNoPage : found->second;
}

std::string without_suffix(std::string_view path) {
  return std::string(path.substr(0, path.size() - base::extension(path).size()));
}

/// "apps/index" and "apps/README" are "apps".
std::string without_index(const std::string& stem) {
  std::string_view name = base::file_name(stem);
  if (!base::equals_ignoring_case(name, "index") && !base::equals_ignoring_case(name, "readme"))
    return stem;
  return std::string(base::parent_path(stem));
}

/// "page.fi" -> "page" if the suffix is the tree's language.
std::string without_language(std::string stem, const std::string& language) {
  if (stem.ends_with("." + language)) stem.resize(stem.size() - language.size() - 1);
  return stem;
}

std::string file_key(std::uint32_t tree, std::string_view name) {
  std::string key = base::replace_all(name, " ", "_");
  if (!key.empty()) key[0] = base::to_upper(key[0]);
  return scoped(std::to_string(tree), key);
}

/// Terms are compared ignoring case, program names exactly.
std::string object_key(std::string_view role, std::string_view name) {
  return std::string(role) + '\n' + (role == "std:term" ? base::to_lower(name) : std::string(name));
}

std::string under_mount(const std::string& mount, std::string_view path) {
  return mount.empty() ? std::string(path) : base::join_path(mount, path);
}

}  // namespace

std::string fold_name(std::string_view name) {
  std::string folded = source::fold_case(name), out;
  for (std::size_t at = 0; at < folded.size();) {
    if (static_cast<unsigned char>(folded[at]) < 0x80) {
      if (base::is_alnum(folded[at])) out += folded[at];
      ++at;
      continue;
    }
    auto [c, length] = base::decode_utf8(folded, at);
    if (source::is_alphanumeric(c)) out.append(folded, at, length);
    at += length;
  }
  return out;
}

std::string relative_url(std::string_view from, std::string_view to) {
  std::string path = base::relative_path(from.empty() ? "." : from, to.empty() ? "." : to);
  if (path == ".") return "./";
  if (to.empty() || to.ends_with('/')) path += '/';
  return base::encode_path(path);
}

SiteIndex::SiteIndex(const meta::Config& config, const std::vector<std::string>& languages,
                     const std::vector<InputPage>& inputs, const std::vector<InputPage>& redirects,
                     const std::vector<std::vector<std::string>>& assets, Inventories inventories)
    : config_(config), languages_(languages), inventories_(std::move(inventories)) {
  add_pages(inputs);
  add_fallbacks();
  add_assets(assets);
  add_names();
  add_redirects(redirects);
}

std::string language_prefix(const meta::Config& config, std::string_view language) {
  bool first = config.languages.empty() || config.languages.front() == language;
  return first ? "" : std::string(language) + "/";
}

void SiteIndex::add_pages(const std::vector<InputPage>& inputs) {
  for (const InputPage& input : inputs) {
    const meta::SourceTree& tree = config_.sources[input.tree];
    std::string path = under_mount(tree.mount, input.path);
    SitePage page{input.tree, input.path, input.language, "", "", kNoPage, input.facts};
    std::string place = under_mount(tree.mount, input.twin);
    page.key = without_index(without_language(without_suffix(place), page.language));
    page.url = language_prefix(page.language) + (page.key.empty() ? "" : page.key + "/");
    if (!input.facts->translation_of.empty())
      page.key = without_index(without_suffix(base::normalise_path(input.facts->translation_of)));
    auto id = static_cast<PageId>(pages_.size());
    // If files have the same URL ("x.md", "x.rst", "x/index.md"), the first keeps it; the suffix is
    // added to the URL of others.
    while (!by_url_.try_emplace(page.url, id).second) {
      page.url += std::string(base::extension(input.path).substr(1)) + "/";
      page.key += "." + std::string(base::extension(input.path).substr(1));
    }
    by_path_.try_emplace(scoped(page.language, path), id);
    by_key_.try_emplace(scoped(page.language, page.key), id);
    pages_.push_back(std::move(page));
  }
}

void SiteIndex::add_fallbacks() {
  const std::size_t own = pages_.size();
  for (const std::string& language : languages_) {
    // The original of a missing translation is the page in the first language that has it.
    for (const std::string& other : config_.languages) {
      if (other == language) continue;
      for (std::size_t i = 0; i < own; ++i) {
        if (pages_[i].language != other || by_key_.contains(scoped(language, pages_[i].key)))
          continue;
        SitePage page = pages_[i];
        page.original = static_cast<PageId>(i);
        page.language = language;
        page.url = language_prefix(language) + page.url.substr(language_prefix(other).size());
        auto id = static_cast<PageId>(pages_.size());
        if (!by_url_.try_emplace(page.url, id).second) continue;
        std::string path = under_mount(config_.sources[page.tree].mount, page.path);
        by_key_.try_emplace(scoped(language, page.key), id);
        by_path_.try_emplace(scoped(language, path), id);
        pages_.push_back(std::move(page));
      }
    }
  }
  translations_.resize(pages_.size());
  for (std::size_t i = 0; i < pages_.size(); ++i)
    for (const std::string& language : languages_)
      translations_[i].push_back(find_key(language, pages_[i].key));
}

void SiteIndex::add_assets(const std::vector<std::vector<std::string>>& assets) {
  for (std::uint32_t tree = 0; tree < assets.size(); ++tree) {
    const meta::SourceTree& source = config_.sources[tree];
    for (const std::string& path : assets[tree]) {
      std::string mounted = under_mount(source.mount, path);
      asset_by_path_.try_emplace(scoped(source.language, mounted), assets_.size());
      asset_by_name_.try_emplace(file_key(tree, base::file_name(path)), assets_.size());
      assets_.push_back({tree, path, language_prefix(source.language) + mounted});
    }
  }
}

void SiteIndex::add_names() {
  for (PageId id = 0; id < pages_.size(); ++id) {
    const SitePage& page = pages_[id];
    for (const std::string& form :
         {std::string(base::file_name(page.key)), page.facts->title, page.key})
      if (std::string folded = fold_name(form); !folded.empty())
        by_name_.try_emplace(scoped(page.language, folded), id);
    for (const page::LabelFact& label : page.facts->labels) {
      if (label.id.empty()) continue;
      Label entry{id, label.id, label.title.empty() ? page.facts->title : label.title,
                  label.number};
      if (!label.role.empty()) {
        std::string domain = label.role.substr(0, label.role.find(':') + 1);
        for (const std::string& role : {label.role, domain, std::string()})
          for (std::string_view language : {std::string_view(page.language), std::string_view()})
            if (!language.empty() || !page.is_fallback())
              objects_.try_emplace(scoped(language, object_key(role, label.name)), entry);
        continue;
      }
      for (const std::string& name : {label.id, label.name}) {
        if (name.empty()) continue;
        labels_.try_emplace(scoped(page.language, fold_name(name)), entry);
        if (!page.is_fallback()) labels_.try_emplace(scoped("", fold_name(name)), entry);
      }
    }
  }
}

PageId SiteIndex::find_redirect_target(const InputPage& from, const std::string& name) const {
  std::string path = base::replace_all(base::replace_all(name, " ", "_"), ":", "/");
  const std::string& mount = config_.sources[from.tree].mount;
  std::string directory(base::parent_path(from.path));
  for (const std::string& form : {path, base::join_path(directory, path)})
    if (PageId id = find_key(from.language, without_index(under_mount(mount, form))); id != kNoPage)
      return id;
  if (PageId id = find_name(from.language, name); id != kNoPage) return id;
  if (std::string suffix = "/" + from.language; name.ends_with(suffix))
    return find_redirect_target(from, name.substr(0, name.size() - suffix.size()));
  std::size_t separator = name.rfind(':');
  return separator == name.npos ? kNoPage : find_name(from.language, name.substr(separator + 1));
}

void SiteIndex::add_redirects(const std::vector<InputPage>& inputs) {
  // Redirects may be chained: each round resolves one more step.
  constexpr int kRounds = 5;
  std::vector<bool> done(inputs.size());
  for (int round = 0; round < kRounds; ++round)
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const InputPage& input = inputs[i];
      const std::string& name = input.facts->redirect;
      std::size_t hash = std::min(name.find('#'), name.size());
      PageId target = done[i] ? kNoPage : find_redirect_target(input, name.substr(0, hash));
      bool last = round + 1 == kRounds && !done[i];
      if (target == kNoPage && !last) continue;
      done[i] = true;
      std::string key =
          without_index(without_suffix(under_mount(config_.sources[input.tree].mount, input.twin)));
      redirects_.push_back({i, language_prefix(input.language) + (key.empty() ? "" : key + "/"),
                            input.language, target, name.substr(hash)});
      if (target == kNoPage) continue;
      for (std::size_t l = 0; l < languages_.size(); ++l) {
        PageId twin = translations_[target][l];
        if (twin == kNoPage) continue;
        by_key_.try_emplace(scoped(languages_[l], key), twin);
        for (const std::string& form : {std::string(base::file_name(key)), input.facts->title})
          if (std::string folded = fold_name(form); !folded.empty())
            by_name_.try_emplace(scoped(languages_[l], folded), twin);
      }
    }
}

PageId SiteIndex::find_path(std::string_view language, std::string_view path) const {
  return lookup(by_path_, scoped(language, path));
}
PageId SiteIndex::find_key(std::string_view language, std::string_view key) const {
  return lookup(by_key_, scoped(language, key));
}
PageId SiteIndex::find_url(std::string_view url) const {
  return lookup(by_url_, url);
}
PageId SiteIndex::find_name(std::string_view language, std::string_view name) const {
  return lookup(by_name_, scoped(language, fold_name(name)));
}

const Asset* SiteIndex::find_asset(std::string_view language, std::string_view path) const {
  auto found = asset_by_path_.find(scoped(language, path));
  for (const std::string& other : config_.languages)
    if (found == asset_by_path_.end()) found = asset_by_path_.find(scoped(other, path));
  return found == asset_by_path_.end() ? nullptr : &assets_[found->second];
}

const Asset* SiteIndex::find_file(std::uint32_t tree, std::string_view name) const {
  auto found = asset_by_name_.find(file_key(tree, name));
  return found == asset_by_name_.end() ? nullptr : &assets_[found->second];
}

const SiteIndex::Label* SiteIndex::find_label(std::string_view language,
                                              std::string_view name) const {
  auto found = labels_.find(scoped(language, fold_name(name)));
  if (found == labels_.end()) found = labels_.find(scoped("", fold_name(name)));
  return found == labels_.end() ? nullptr : &found->second;
}

const SiteIndex::Label* SiteIndex::find_object(std::string_view language, std::string_view role,
                                               std::string_view name) const {
  auto found = objects_.find(scoped(language, object_key(role, name)));
  if (found == objects_.end()) found = objects_.find(scoped("", object_key(role, name)));
  return found == objects_.end() ? nullptr : &found->second;
}

std::string SiteIndex::nearest_label(std::string_view name) const {
  std::vector<std::string_view> candidates;
  for (const auto& [key, label] : labels_)
    if (key.starts_with('\n')) candidates.push_back(label.id);
  return std::string(base::nearest(name, candidates));
}

std::string SiteIndex::nearest_path(std::string_view language, std::string_view path) const {
  std::vector<std::string_view> candidates;
  std::string scope = scoped(language, "");
  for (auto at = by_path_.lower_bound(scope); at != by_path_.end() && at->first.starts_with(scope);
       ++at)
    candidates.push_back(std::string_view(at->first).substr(scope.size()));
  return std::string(base::nearest(path, candidates));
}

}  // namespace kbuild::site
