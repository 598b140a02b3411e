// Listings: what a page shows of all others below its own text: the catalogue of software in its
// orders, news by year, the glossary, tags. Which page shows which is configuration (`listings` of
// a source); their content comes from facts alone, so that a listing changes only with these.
#pragma once

#include <string>
#include <vector>

#include "build/stages/state.h"
#include "render/page.h"

namespace kbuild::build {

struct ListingEntry {
  std::string title;
  std::string note;
  /// From the site's root.
  std::string url;
  /// ISO date of news; else empty.
  std::string date;
  /// "#id" of the place on that page, encoded; may be empty.
  std::string anchor = {};
};
/// A heading and its entries; the heading may be empty.
struct ListingGroup {
  std::string title;
  std::string id;
  std::string note;
  std::vector<ListingEntry> entries;
};
struct Listing {
  std::vector<ListingGroup> groups;
};

/// Whether a page of the tree shows a listing of this kind.
bool shows(const meta::SourceTree& tree, const std::string& path, std::string_view kind);
/// The listing that `page` shows; empty where it shows none. For news it has the newest years, and
/// an archive with links to the others.
Listing listing_of(const State& state, const render::Theme& theme, site::PageId page);
/// The same with all news, however old.
Listing whole_listing_of(const State& state, const render::Theme& theme, site::PageId page);
/// The years of news that are not on `page` itself.
std::vector<ListingGroup> archived_news(const State& state, const render::Theme& theme,
                                        site::PageId page);
/// The address of the page of one of them.
std::string archive_url(const site::SitePage& news, const ListingGroup& year);

/// As HTML below a page's text; links are relative to `url`.
std::string listing_html(const Listing& listing, const std::string& url);
std::vector<render::TocEntry> listing_toc(const Listing& listing);

/// Pages of a language by tag, in the language's order.
Listing tag_listing(const State& state, const std::string& language);

template <class Archive>
void describe(Archive& a, ListingEntry& x) {
  a(x.title, x.note, x.url, x.date, x.anchor);
}
template <class Archive>
void describe(Archive& a, ListingGroup& x) {
  a(x.title, x.id, x.note, x.entries);
}
template <class Archive>
void describe(Archive& a, Listing& x) {
  a(x.groups);
}

}  // namespace kbuild::build
