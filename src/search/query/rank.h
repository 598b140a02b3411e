// From a plan to pages in order. BM25 over sections and over whole pages, of the best alternative
// for each word; the formula is the same in themes/default/assets/search-engine.js/60-rank.js, with
// the same numbers (search/index/weights.h).
#pragma once

#include <memory>
#include <vector>

#include "search/query/plan.h"

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
  double prior = 1;
  /// For each group of the plan: its part in the page's score.
  std::vector<double> groups;
};

struct RankedPage {
  std::uint32_t page = 0;
  double score = 0;
};

struct RankScores;

/// The result of a plan. The index must outlive it.
class Ranking {
 public:
  explicit Ranking(std::unique_ptr<RankScores> scores);
  ~Ranking();
  Ranking(Ranking&&) noexcept;
  Ranking& operator=(Ranking&&) noexcept;

  /// All pages of the plan's language that match any word, best first; ties in the order of paths.
  std::vector<RankedPage> pages() const;
  /// The sections of a page that match, best first; none of a page that does not.
  std::vector<RankedSection> sections(std::uint32_t page) const;
  Why why(std::uint32_t page) const;

 private:
  std::unique_ptr<RankScores> scores_;
};

Ranking rank(const Index& index, const Plan& plan, const Weights& weights);

}  // namespace kbuild::search
