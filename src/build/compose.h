// From a page's tree and its slice of the site to the bytes of its HTML file. The slice is
// everything of the site that the page shows; its digest tells whether the page must be rendered
// again.
#pragma once

#include <string>

#include "build/listings.h"
#include "build/state.h"
#include "render/page.h"
#include "site/page_lists.h"
#include "site/sections.h"

namespace kbuild::build {

struct Slice {
  struct Twin {
    std::string language;
    std::string url;
    bool translated = true;
  };
  site::PageNavigation navigation;
  std::vector<Twin> twins;
  std::vector<std::vector<site::PageListItem>> page_lists;
  Listing listing;
  std::string date;
  /// The page of which this is an outdated translation; "" where it is none.
  site::NavLink newer_original;
  /// Anchors of its original.
  std::vector<site::Alias> aliases;
};

Slice slice_of(const State& state, const render::Theme& theme, site::PageId page);
/// Of the slice and of what the page's links lead to.
base::Digest slice_digest(const State& state, site::PageId page, const Slice& slice);

/// The site's part of every page's model, in one language.
render::SiteModel site_model(const State& state, const std::string& language);

/// An ISO date as a language writes it; "" for what is no date.
std::string long_date(std::string_view date, const std::string& language);
/// The anchor of a tag on the page of tags.
std::string tag_id(const std::string& tag);
/// Where the page of tags stands, from the site's root.
std::string tags_url(const State& state, const std::string& language);

/// Of all that the model holds.
base::Digest site_digest(const render::SiteModel& site);

/// What is the same for every page of a site of one language: name, and the way to the root.
render::PageModel empty_page(const State& state, const std::string& language,
                             const std::string& url, const std::string& title);

/// Links a page that is made in every language to the others, at `place` below each language's
/// root.
void add_twins(const State& state, const render::Theme& theme, const std::string& language,
               const std::string& place, render::PageModel& page);

/// The page's model with its body. `loaded` is the page, or for a fallback page its original.
render::PageModel compose(const State& state, const render::Theme& theme, site::PageId page,
                          const Slice& slice, const LoadedPage& loaded);

template <class Archive>
void describe(Archive& a, Slice::Twin& x) {
  a(x.language, x.url, x.translated);
}
template <class Archive>
void describe(Archive& a, Slice& x) {
  a(x.navigation, x.twins, x.page_lists, x.listing, x.date, x.newer_original, x.aliases);
}

}  // namespace kbuild::build
