// Search; see query.h.
#include "search/query.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"

namespace kbuild::search {

namespace {

/// Pages whose text is read to look for a quoted phrase.
constexpr std::size_t kMostPhrasePages = 200;
constexpr std::size_t kSectionsShown = 3;
constexpr std::size_t kOthersShown = 5;

std::string_view target_of(const Query& query) { return query.target.empty() ? query.language : query.target; }

/// Keeps, of the best pages, the sections that have all phrases; nothing changes where no page has them.
void require_phrases(const Index& index, const Plan& plan, std::vector<RankedPage>& ranked) {
  if (plan.phrases.empty()) return;
  std::vector<RankedPage> kept;
  for (std::size_t i = 0; i < std::min(ranked.size(), kMostPhrasePages); ++i) {
    const std::string& title = index.pages()[ranked[i].page].title;
    RankedPage page = ranked[i];
    std::erase_if(page.sections, [&](const RankedSection& section) {
      SectionText text = index.text(section.section);
      return !std::all_of(plan.phrases.begin(), plan.phrases.end(), [&](const auto& words) {
        return has_phrase(text, title, words, plan.language);
      });
    });
    if (!page.sections.empty()) kept.push_back(std::move(page));
  }
  if (!kept.empty()) ranked = std::move(kept);
}

Filter filter_of(const Index& index, const Query& query) {
  Filter filter;
  if (query.system.empty()) return filter;
  std::vector<bool> allowed(index.pages().size(), false);
  for (const Posting& posting : index.postings(target_of(query), Field::system, query.system))
    allowed[index.sections()[posting.section].page] = true;
  filter.page = [allowed = std::move(allowed)](std::uint32_t page) { return allowed[page]; };
  return filter;
}

/// Pages in the target language by what their translations in the query's language score; a translation's
/// n-th section stands for the n-th here.
void add_twins(const Index& index, const std::vector<RankedPage>& own, double weight, const Filter& filter,
               std::string_view target, std::vector<RankedPage>& ranked) {
  std::map<std::string_view, std::uint32_t> by_twin;
  for (std::uint32_t i = 0; i < index.pages().size(); ++i)
    if (index.pages()[i].language == target) by_twin.emplace(index.pages()[i].twin, i);
  std::map<std::uint32_t, std::size_t> place;
  for (std::size_t i = 0; i < ranked.size(); ++i) place.emplace(ranked[i].page, i);
  for (const RankedPage& page : own) {
    const PageEntry& entry = index.pages()[page.page];
    auto twin = by_twin.find(entry.twin);
    if (twin == by_twin.end() || (filter.page && !filter.page(twin->second))) continue;
    auto [known, added] = place.try_emplace(twin->second, ranked.size());
    if (added) ranked.push_back({twin->second, 0, {}, {}});
    RankedPage& here = ranked[known->second];
    const PageEntry& twin_entry = index.pages()[twin->second];
    here.score += weight * page.score;
    for (const RankedSection& section : page.sections) {
      std::uint32_t ordinal = std::min(section.section - entry.first_section, twin_entry.section_count - 1);
      std::uint32_t translated = twin_entry.first_section + ordinal;
      auto same = std::find_if(here.sections.begin(), here.sections.end(),
                               [&](const RankedSection& s) { return s.section == translated; });
      if (same == here.sections.end()) {
        here.sections.push_back({translated, weight * section.score});
      } else {
        same->score += weight * section.score;
      }
    }
    std::stable_sort(here.sections.begin(), here.sections.end(),
                     [](const RankedSection& a, const RankedSection& b) { return a.score > b.score; });
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const RankedPage& a, const RankedPage& b) { return a.score > b.score; });
}

PageResult show(const Index& index, const Plan& plan, const RankedPage& ranked) {
  const PageEntry& entry = index.pages()[ranked.page];
  PageResult out{entry.language, entry.path, entry.title, ranked.score, {}, ranked.why};
  for (std::size_t i = 0; i < std::min(ranked.sections.size(), kSectionsShown); ++i) {
    const RankedSection& section = ranked.sections[i];
    if (i > 0 && section.score < ranked.sections[0].score / 2) break;
    SectionText text = index.text(section.section);
    out.sections.push_back(
        {text.anchor, base::join(text.headings, " > "), make_excerpt(text, plan), section.score});
  }
  return out;
}

}  // namespace

Results search(const Index& index, const Query& query, const Weights& weights) {
  std::string target(target_of(query));
  bool crossing = target != query.language;
  Results out;
  out.plan = make_plan(index, query.text, target, weights, crossing ? Spelling::literal : query.spelling,
                       query.last_word);
  Filter filter = filter_of(index, query);
  std::vector<RankedPage> ranked = rank(index, out.plan, weights, filter);
  require_phrases(index, out.plan, ranked);
  if (crossing) {
    Plan own = make_plan(index, query.text, query.language, weights, query.spelling, query.last_word);
    std::vector<RankedPage> own_ranked = rank(index, own, weights, {});
    require_phrases(index, own, own_ranked);
    add_twins(index, own_ranked, weights.twin, filter, target, ranked);
    out.plan.corrections = own.corrections;
  }
  out.total = ranked.size();
  std::set<std::string_view> shown;
  for (std::size_t i = 0; i < std::min(ranked.size(), query.limit); ++i) {
    out.pages.push_back(show(index, out.plan, ranked[i]));
    shown.insert(index.pages()[ranked[i].page].twin);
  }
  return out;
}

}  // namespace kbuild::search
