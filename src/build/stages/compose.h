// From a page's tree and its slice of the site to the model of its HTML file. The slice is
// everything of the site that the page shows: the ledger stores it, so that an edited page is
// rendered again without the site; its digest changes if what the page shows of the site does.
#pragma once

#include <string>

#include "build/stages/listings.h"
#include "build/stages/state.h"
#include "render/page.h"
#include "site/page_lists.h"
#include "site/sections.h"

namespace kbuild::build {

struct Slice {
  struct Translation {
    std::string language;
    std::string url;
    bool translated = true;
  };
  /// A unit's run, shown at the block that it proves or refutes.
  struct Badge {
    std::string block;
    std::string standing;
    std::string text;
    std::string href;
  };
  std::uint32_t tree = 0;
  std::string path;
  std::string language;
  std::string url;
  /// Of a fallback page, the language and the place of its original; else "".
  std::string original_language;
  std::string original_url;
  /// In the navigation, or "".
  std::string listed_title;
  site::PageNavigation navigation;
  std::vector<Translation> translations;
  std::vector<std::vector<site::PageListItem>> page_lists;
  Listing listing;
  std::string date;
  /// The page of which this is an outdated translation; "" if there is none.
  site::NavLink newer_original;
  /// Anchors of its original.
  std::vector<site::Alias> aliases;
  /// In the order of the facts' links.
  std::vector<site::ResolvedLink> links;
  std::vector<Badge> badges;
  /// Texts of blocks that annotations hide from readers.
  std::vector<std::string> hidden;
};

Slice slice_of(const State& state, const render::Theme& theme, site::PageId page);

/// The date of a page's file in git's history, whatever its author states; "" if there is none.
std::string committed_date(const State& state, site::PageId page);

/// The site's part of every page's model, in one language.
render::SiteModel site_model(const State& state, const std::string& language);

/// An ISO date as a language writes it; "" for what is no date.
std::string long_date(std::string_view date, const std::string& language);
/// The anchor of a tag on the page of tags.
std::string tag_id(const std::string& tag);
/// The address of the page of tags, from the site's root.
std::string tags_url(const meta::Config& config, const std::string& language);

/// What is the same for every page of a site of one language: name, and the way to the root.
render::PageModel empty_page(const meta::Config& config, const std::string& language,
                             const std::string& url, const std::string& title);

/// The top of the navigation, for a page that stands nowhere in it.
void add_navigation(const State& state, const std::string& language, render::PageModel& page);

/// Links a page that is made in every language to the others, at `place` below each language's
/// root.
void add_translations(const State& state, const render::Theme& theme, const std::string& language,
                      const std::string& place, render::PageModel& page);

/// The page's model with its body. `facts` and `loaded` are of the page, or for a fallback page of
/// its original.
render::PageModel compose(const meta::Config& config, const render::Theme& theme,
                          const Slice& slice, const page::PageFacts& facts,
                          const LoadedPage& loaded);

template <class Archive>
void describe(Archive& a, Slice::Translation& x) {
  a(x.language, x.url, x.translated);
}
template <class Archive>
void describe(Archive& a, Slice::Badge& x) {
  a(x.block, x.standing, x.text, x.href);
}
template <class Archive>
void describe(Archive& a, Slice& x) {
  a(x.tree, x.path, x.language, x.url, x.original_language, x.original_url, x.listed_title,
    x.navigation, x.translations, x.page_lists, x.listing, x.date, x.newer_original, x.aliases,
    x.links, x.badges, x.hidden);
}

}  // namespace kbuild::build
