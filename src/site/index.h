// The immutable index of the site, built from all pages' facts: the URL of each page, which pages
// are translations of each other, and the target of each name. Independent of dialects and HTML.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "meta/config.h"
#include "page/facts.h"
#include "site/inventory.h"

namespace kbuild::site {

/// An index into SiteIndex::pages.
using PageId = std::uint32_t;
constexpr PageId kNoPage = 0xffffffff;

/// A page that was read.
struct InputPage {
  /// Index into Config::sources.
  std::uint32_t tree = 0;
  /// Relative to the tree's root.
  std::string path;
  /// Path of the page that this is a translation of, whose place it takes in its language; else
  /// `path`.
  std::string twin;
  std::string language;
  const page::PageFacts* facts = nullptr;
};

/// A page of the site. If a page has no translation in a language, a fallback page there shows the
/// original; `original` is then the page with the content.
struct SitePage {
  std::uint32_t tree = 0;
  std::string path;
  /// The language of its part of the site.
  std::string language;
  /// Relative to the site's root, ending in '/' or empty: "fi/apps/pytorch/".
  std::string url;
  /// Equal for translations: mount and path without suffix, "index" left out: "apps/pytorch".
  std::string key;
  PageId original = kNoPage;
  const page::PageFacts* facts = nullptr;
  bool is_fallback() const { return original != kNoPage; }
};

/// A file that pages may refer to.
struct Asset {
  std::uint32_t tree = 0;
  std::string path;
  /// Its URL in the site.
  std::string url;
};

/// An old or alternative name of a page, with its target.
struct SiteRedirect {
  /// Index into the input of the index.
  std::size_t input = 0;
  std::string url;
  std::string language;
  /// kNoPage if it has no target.
  PageId target = kNoPage;
  /// With its '#', or "".
  std::string fragment;
};

/// The directory of a language's pages: "" for the default language, "fi/" for others.
std::string language_prefix(const meta::Config& config, std::string_view language);

class SiteIndex {
 public:
  /// `languages` are those configured languages that are built, in the configured order; pages in
  /// other languages only serve as originals. `redirects` are pages that only name another one:
  /// they aren't pages of the site, but links to them lead to their target. `assets` are the files
  /// of each tree that aren't pages, sorted. The configuration and the facts must outlive the
  /// index.
  SiteIndex(const meta::Config& config, const std::vector<std::string>& languages,
            const std::vector<InputPage>& inputs, const std::vector<InputPage>& redirects,
            const std::vector<std::vector<std::string>>& assets, Inventories inventories = {});

  const meta::Config& config() const { return config_; }
  const std::vector<std::string>& languages() const { return languages_; }
  const std::vector<SitePage>& pages() const { return pages_; }
  const std::vector<Asset>& assets() const { return assets_; }
  const std::vector<SiteRedirect>& redirects() const { return redirects_; }
  /// Of other projects.
  const Inventories& inventories() const { return inventories_; }

  /// By path from the site's source root ("apps/pytorch.md", mount included) in a language,
  /// including fallback pages. kNoPage if not found, as in all look-ups.
  PageId find_path(std::string_view language, std::string_view path) const;
  PageId find_key(std::string_view language, std::string_view key) const;
  PageId find_url(std::string_view url) const;
  /// By name as in wikis: letters and digits of the title or of the file's name, ignoring case.
  PageId find_name(std::string_view language, std::string_view name) const;
  /// The asset of a language's tree, else of another's; nullptr if not found.
  const Asset* find_asset(std::string_view language, std::string_view path) const;

  /// The asset of a tree by its file name as MediaWiki compares names: ignoring the first letter's
  /// case, blanks as underscores. nullptr if not found.
  const Asset* find_file(std::uint32_t tree, std::string_view name) const;

  struct Label {
    PageId page = kNoPage;
    std::string id;
    std::string title;
    /// "Fig. 2" of a numbered caption, or "".
    std::string number;
  };
  /// A label defined by any page of the language, else of any language; nullptr if not found.
  const Label* find_label(std::string_view language, std::string_view name) const;
  /// A glossary term ("std:term") or a program's object by name: of one kind ("py:function"), of
  /// one domain ("py:") or of any ("").
  const Label* find_object(std::string_view language, std::string_view role,
                           std::string_view name) const;
  /// The label (the path) most similar to an unknown name, or "".
  std::string nearest_label(std::string_view name) const;
  std::string nearest_path(std::string_view language, std::string_view path) const;

  /// The page with this page's content in each language, in the order of languages().
  const std::vector<PageId>& translations(PageId page) const { return translations_[page]; }

  std::string language_prefix(std::string_view language) const {
    return site::language_prefix(config_, language);
  }

 private:
  void add_pages(const std::vector<InputPage>& inputs);
  void add_fallbacks();
  void add_assets(const std::vector<std::vector<std::string>>& assets);
  void add_names();
  void add_redirects(const std::vector<InputPage>& redirects);
  PageId find_redirect_target(const InputPage& from, const std::string& name) const;

  const meta::Config& config_;
  std::vector<std::string> languages_;
  std::vector<SitePage> pages_;
  std::vector<Asset> assets_;
  std::vector<SiteRedirect> redirects_;
  std::map<std::string, PageId, std::less<>> by_path_, by_key_, by_url_, by_name_;
  std::map<std::string, std::size_t, std::less<>> asset_by_path_, asset_by_name_;
  std::map<std::string, Label, std::less<>> labels_, objects_;
  Inventories inventories_;
  std::vector<std::vector<PageId>> translations_;
};

/// Letters and digits of a name, case folded: the form that find_name and find_label compare.
std::string fold_name(std::string_view name);
/// The relative URL from one page to another of the site; "./" for itself.
std::string relative_url(std::string_view from, std::string_view to);

}  // namespace kbuild::site
