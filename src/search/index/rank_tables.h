// What the ranking needs to know of the pages of one language whatever the query is: computed once
// for an open index. Sections and pages are numbered from the first of the language.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "search/index/prepare.h"
#include "search/index/weights.h"

namespace kbuild::search {

struct PageEntry;
struct SectionEntry;

struct RankTables {
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::uint32_t first_page = 0, page_count = 0;
  std::uint32_t first_section = 0, section_count = 0;
  /// The first section of each page, and the number of sections at the end.
  std::vector<std::uint32_t> sections_of_page;
  std::vector<std::uint32_t> page_of_section;
  /// The parent of a section, whose heading is directly above; else kNone.
  std::vector<std::uint32_t> upper;
  /// What BM25 adds to a count to halve it.
  std::vector<double> section_norms, page_norms;
  std::vector<double> priors;
  /// The parameters with which the others were computed.
  Weights weights = {};
};

RankTables make_rank_tables(const std::vector<PageEntry>& pages,
                            const std::vector<SectionEntry>& sections, std::string_view language,
                            const Weights& weights);

/// What a page's score is multiplied by: its kind and its own boost.
double prior_of(PageKind kind, std::uint32_t boost, const Weights& weights);
/// And how many pages link to it: such pages are more often wanted.
double link_prior(std::uint32_t links, const Weights& weights);

}  // namespace kbuild::search
