// Computes tables of the ranking from sections and links; see rank_tables.h.
#include "search/index/rank_tables.h"

#include <cmath>

#include "search/index/index.h"

namespace kbuild::search {

namespace {

double kind_weight(PageKind kind, const Weights& weights) {
  switch (kind) {
    case PageKind::manual: return 1;
    case PageKind::faq: return weights.faq;
    case PageKind::tutorial: return weights.tutorial;
    case PageKind::index: return weights.index;
    case PageKind::news: return weights.news;
    case PageKind::archive: return weights.archive;
  }
  return 1;
}

double norm_of(double length, double average, double k1, double b) {
  return k1 * (1 - b + b * length / average);
}

/// Sections below a heading follow it, deeper than it; those of depth 1 have no parent.
std::uint32_t upper_of(const std::vector<SectionEntry>& sections, std::uint32_t first,
                       std::uint32_t section) {
  std::uint32_t depth = sections[section].depth;
  for (std::uint32_t at = section; depth > 1 && at-- > first;) {
    if (sections[at].depth == 0) break;
    if (sections[at].depth < depth) return at;
  }
  return RankTables::kNone;
}

}  // namespace

double prior_of(PageKind kind, std::uint32_t boost, const Weights& weights) {
  return kind_weight(kind, weights) * std::pow(boost / 100.0, weights.boost);
}

double link_prior(std::uint32_t links, const Weights& weights) {
  return 1 + weights.links * links;
}

RankTables make_rank_tables(const std::vector<PageEntry>& pages,
                            const std::vector<SectionEntry>& sections, std::string_view language,
                            const Weights& weights) {
  RankTables out;
  out.weights = weights;
  double length = 0;
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    const PageEntry& page = pages[i];
    if (page.language != language) continue;
    if (out.page_count == 0) {
      out.first_page = i;
      out.first_section = page.first_section;
    }
    out.sections_of_page.push_back(out.section_count);
    for (std::uint32_t s = page.first_section; s < page.first_section + page.section_count; ++s) {
      std::uint32_t upper = upper_of(sections, page.first_section, s);
      out.upper.push_back(upper == RankTables::kNone ? upper : upper - out.first_section);
      out.page_of_section.push_back(out.page_count);
    }
    out.priors.push_back(prior_of(page.kind, page.boost, weights) *
                         link_prior(page.links, weights));
    out.section_count += page.section_count;
    ++out.page_count;
    length += page.length;
  }
  out.sections_of_page.push_back(out.section_count);
  double section_length = length > 0 ? length / out.section_count : 1;
  double page_length = length > 0 ? length / out.page_count : 1;
  for (std::uint32_t s = 0; s < out.section_count; ++s)
    out.section_norms.push_back(norm_of(sections[out.first_section + s].length, section_length,
                                        weights.section_k1, weights.section_b));
  for (std::uint32_t p = 0; p < out.page_count; ++p)
    out.page_norms.push_back(
        norm_of(pages[out.first_page + p].length, page_length, weights.page_k1, weights.page_b));
  return out;
}

}  // namespace kbuild::search
