// From a plan to pages in order. BM25 over sections and over whole pages, of the best alternative
// for each word; the formula is the same in themes/default/assets/search-engine.js/60-rank.js, with
// the same numbers (weights.h).
#pragma once

#include <vector>

#include "search/plan.h"

namespace kbuild::search {

struct RankedSection {
  std::uint32_t section = 0;
  double score = 0;
};

/// Where a page's score comes from, for --why.
struct Why {
  double sections = 0;
  double page = 0;
  double title = 0;
  double system = 0;
  double prior = 1;
  /// For each group of the plan: its part in the page's score, and the reason of the best
  /// alternative.
  std::vector<double> groups;
};

struct RankedPage {
  std::uint32_t page = 0;
  double score = 0;
  /// Best first.
  std::vector<RankedSection> sections;
  Why why;
};

/// What a page's score is multiplied by: its kind, its depth and its own boost.
double prior_of(std::string_view path, PageKind kind, std::uint32_t boost, const Weights& weights);
/// And how many pages link to it: what others lead to is more often meant.
double link_prior(std::uint32_t links, const Weights& weights);

/// All pages of the plan's language that match any word, best first; ties in the order of paths.
std::vector<RankedPage> rank(const Index& index, const Plan& plan, const Weights& weights);

}  // namespace kbuild::search
