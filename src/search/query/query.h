// Search: finds the pages that answer a query, with their best sections and excerpts. Words are
// planned in plan.h, scored in rank.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/query/excerpt.h"
#include "search/query/plan.h"
#include "search/query/rank.h"

namespace kbuild::search {

/// Whether pages in other languages are looked for as well: never, where fewer than kFewPages are
/// found in the language asked for and none has a quoted phrase, or always.
enum class OtherLanguages { leave_out, add_to_few, add };
/// As in themes/default/assets/search.js.
constexpr std::size_t kFewPages = 3;

/// Whether the values that pages can be filtered by are counted.
enum class CountFacets { no, yes };

struct Query {
  std::string text;
  /// Language of the query's words and, unless `target` differs, of the pages wanted.
  std::string language;
  /// Language of the pages wanted; empty: as `language`.
  std::string target = {};
  /// Only pages with a section about this system, about this product, of this kind (kind_name);
  /// empty: all.
  std::string system = {};
  std::string product = {};
  std::string kind = {};
  /// Only pages of this other site; empty: of all.
  std::string site = {};
  std::size_t limit = 10;
  Spelling spelling = Spelling::correct;
  LastWord last_word = LastWord::typing;
  OtherLanguages other_languages = OtherLanguages::leave_out;
  CountFacets facets = CountFacets::no;
};

struct SectionResult {
  std::string anchor;
  /// Headings down to the section's own, joined by " > "; empty for the page's top.
  std::string heading;
  Excerpt excerpt;
  double score = 0;
};

struct PageResult {
  std::string language;
  std::string path;
  std::string title;
  /// Relative to the root of one's own site; absolute for other sites.
  std::string url = {};
  /// Name of the other site that has the page; empty: one's own.
  std::string site = {};
  double score = 0;
  /// One to three, best first.
  std::vector<SectionResult> sections;
  Why why;
};

/// How many of the pages found each filter would leave; the commonest value first.
using FacetCounts = std::vector<std::pair<std::string, std::size_t>>;
struct Facets {
  FacetCounts systems, products, kinds, sites;
};

struct Results {
  std::vector<PageResult> pages;
  /// Where they are looked for: pages in other languages that answer and whose translation is not
  /// among `pages`; best first.
  std::vector<PageResult> other_languages;
  Plan plan;
  std::size_t total = 0;
  /// Of the pages found, before the filters.
  Facets facets;
};

Results search(const Index& index, const Query& query, const Weights& weights = {});

}  // namespace kbuild::search
