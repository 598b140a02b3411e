// Search; see query.h.
#include "search/query.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "search/stop_words.h"
#include "search/translate.h"

namespace kbuild::search {

namespace {

/// Pages whose text is read to look for a quoted phrase.
constexpr std::size_t kMostPhrasePages = 40;
/// Bytes of a word that is in the index for sure if a text has it.
constexpr std::size_t kLongestInIndex = 50;
constexpr std::size_t kSectionsShown = 3;
constexpr std::size_t kOthersShown = 5;

/// Whether each section has all words of the phrases, so that the texts of others need not be read.
std::vector<bool> sections_with_words(const Index& index, const Plan& plan) {
  std::vector<bool> all(index.sections().size(), true);
  for (const auto& phrase : plan.phrases)
    for (const std::string& word : phrase) {
      // Stop words are not in the index, nor are words that are too long for it.
      if (word.size() > kLongestInIndex || is_stop_word(word, plan.language)) continue;
      std::vector<bool> has(all.size(), false);
      for (Field field : {Field::word, Field::version})
        for (const Posting& posting : index.postings(plan.language, field, word))
          has[posting.section] = true;
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] && has[i];
    }
  return all;
}

/// Keeps, of the best pages, the sections that have all phrases; nothing changes where no page has
/// them.
void require_phrases(const Index& index, const Plan& plan, std::vector<RankedPage>& ranked) {
  if (plan.phrases.empty()) return;
  std::vector<bool> may_have = sections_with_words(index, plan);
  std::vector<RankedPage> kept;
  for (std::size_t i = 0; i < std::min(ranked.size(), kMostPhrasePages); ++i) {
    const std::string& title = index.pages()[ranked[i].page].title;
    RankedPage page = ranked[i];
    std::erase_if(page.sections, [&](const RankedSection& section) {
      if (!may_have[section.section]) return true;
      const SectionText& text = index.text(section.section);
      return !std::all_of(plan.phrases.begin(), plan.phrases.end(), [&](const auto& words) {
        return has_phrase(text, title, words, plan.language);
      });
    });
    if (!page.sections.empty()) kept.push_back(std::move(page));
  }
  if (!kept.empty()) ranked = std::move(kept);
}

std::string site_name(const Index& index, const PageEntry& page) {
  return page.site == 0 ? "" : index.others()[page.site - 1].name;
}

/// Decides which pages may be shown; empty: all.
using Filter = std::function<bool(std::uint32_t page)>;

Filter filter_of(const Index& index, const Query& query, std::string_view target) {
  if (query.system.empty() && query.product.empty() && query.kind.empty() && query.site.empty())
    return {};
  std::vector<bool> allowed(index.pages().size(), true);
  for (const auto& [field, wanted] :
       {std::pair{Field::system, &query.system}, {Field::product, &query.product}}) {
    if (wanted->empty()) continue;
    std::vector<bool> has(allowed.size(), false);
    for (const FacetValue& value : index.facet(target, field))
      if (value.name == *wanted)
        for (std::uint32_t page : value.pages) has[page] = true;
    for (std::size_t i = 0; i < allowed.size(); ++i) allowed[i] = allowed[i] && has[i];
  }
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    const PageEntry& page = index.pages()[i];
    if (!query.kind.empty() && kind_name(page.kind) != query.kind) allowed[i] = false;
    if (!query.site.empty() && site_name(index, page) != query.site) allowed[i] = false;
  }
  return [allowed = std::move(allowed)](std::uint32_t page) { return allowed[page]; };
}

FacetCounts counts_of(const std::map<std::string, std::size_t>& counts) {
  FacetCounts out(counts.begin(), counts.end());
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

Facets facets_of(const Index& index, const std::vector<RankedPage>& ranked,
                 std::string_view target) {
  std::vector<bool> found(index.pages().size(), false);
  std::map<std::string, std::size_t> kinds, sites;
  for (const RankedPage& page : ranked) {
    const PageEntry& entry = index.pages()[page.page];
    found[page.page] = true;
    ++kinds[std::string(kind_name(entry.kind))];
    if (entry.site != 0) ++sites[site_name(index, entry)];
  }
  auto count = [&](Field field) {
    std::map<std::string, std::size_t> counts;
    for (const FacetValue& value : index.facet(target, field)) {
      auto pages = std::count_if(value.pages.begin(), value.pages.end(),
                                 [&](std::uint32_t page) { return found[page]; });
      if (pages > 0) counts[value.name] = static_cast<std::size_t>(pages);
    }
    return counts_of(counts);
  };
  return {count(Field::system), count(Field::product), counts_of(kinds), counts_of(sites)};
}

void keep(const Filter& filter, std::vector<RankedPage>& ranked) {
  if (filter) std::erase_if(ranked, [&](const RankedPage& page) { return !filter(page.page); });
}

/// Pages in the target language by what their translations in the query's language score; a
/// translation's n-th section stands for the n-th here.
void add_twins(const Index& index, const std::vector<RankedPage>& own, std::string_view language,
               const Weights& weights, std::string_view target, std::vector<RankedPage>& ranked) {
  double weight = weights.twin;
  const std::vector<std::uint32_t>&there = index.twins(target), &back = index.twins(language);
  for (RankedPage& page : ranked)
    page.score *= weights.native * (back[page.page] != kNoTwin ? 1 : weights.untwinned);
  std::unordered_map<std::uint32_t, std::size_t> place;
  for (std::size_t i = 0; i < ranked.size(); ++i) place.emplace(ranked[i].page, i);
  for (const RankedPage& page : own) {
    const PageEntry& entry = index.pages()[page.page];
    std::uint32_t twin = there[page.page];
    if (twin == kNoTwin) continue;
    auto [known, added] = place.try_emplace(twin, ranked.size());
    if (added) ranked.push_back({twin, 0, {}, {}});
    RankedPage& here = ranked[known->second];
    const PageEntry& twin_entry = index.pages()[twin];
    here.score += weight * page.score;
    for (const RankedSection& section : page.sections) {
      std::uint32_t ordinal =
          std::min(section.section - entry.first_section, twin_entry.section_count - 1);
      std::uint32_t here_too = twin_entry.first_section + ordinal;
      auto same = std::find_if(here.sections.begin(), here.sections.end(),
                               [&](const RankedSection& s) { return s.section == here_too; });
      if (same == here.sections.end()) {
        here.sections.push_back({here_too, weight * section.score});
      } else {
        same->score += weight * section.score;
      }
    }
    std::stable_sort(
        here.sections.begin(), here.sections.end(),
        [](const RankedSection& a, const RankedSection& b) { return a.score > b.score; });
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const RankedPage& a, const RankedPage& b) { return a.score > b.score; });
}

PageResult show(const Index& index, const Excerpts& excerpts, const RankedPage& ranked) {
  const PageEntry& entry = index.pages()[ranked.page];
  PageResult out;
  out.language = entry.language;
  out.path = entry.path;
  out.title = entry.title;
  out.site = site_name(index, entry);
  out.url = entry.site == 0 ? entry.url : index.others()[entry.site - 1].url + entry.url;
  out.score = ranked.score;
  out.why = ranked.why;
  for (std::size_t i = 0; i < std::min(ranked.sections.size(), kSectionsShown); ++i) {
    const RankedSection& section = ranked.sections[i];
    if (i > 0 && section.score < ranked.sections[0].score / 2) break;
    const SectionText& text = index.text(section.section);
    out.sections.push_back(
        {text.anchor, base::join(text.headings, " > "), excerpts.of(text), section.score});
  }
  return out;
}

/// Pages of `target` that answer a plan made for the query's language, where it found `own_ranked`.
std::vector<RankedPage> search_across(const Index& index, const Query& query, const Plan& own,
                                      const std::vector<RankedPage>& own_ranked,
                                      const std::string& target, const Weights& weights,
                                      Plan& plan) {
  plan = translate(index, own, query.text, target, weights);
  std::vector<RankedPage> ranked = rank(index, plan, weights);
  add_twins(index, own_ranked, query.language, weights, target, ranked);
  return ranked;
}

}  // namespace

Results search(const Index& index, const Query& query, const Weights& weights) {
  std::string target = query.target.empty() ? query.language : query.target;
  index.trim();
  Results out;
  Plan own = make_plan(index, query.text, query.language, weights, query.spelling, query.last_word);
  std::vector<RankedPage> own_ranked = rank(index, own, weights), ranked;
  require_phrases(index, own, own_ranked);
  if (target != query.language) {
    ranked = search_across(index, query, own, own_ranked, target, weights, out.plan);
  } else {
    out.plan = own;
    ranked = own_ranked;
  }
  if (query.facets == CountFacets::yes) out.facets = facets_of(index, ranked, target);
  keep(filter_of(index, query, target), ranked);
  out.total = ranked.size();
  std::set<std::string_view> shown;
  Excerpts excerpts(out.plan);
  for (std::size_t i = 0; i < std::min(ranked.size(), query.limit); ++i) {
    out.pages.push_back(show(index, excerpts, ranked[i]));
    shown.insert(index.pages()[ranked[i].page].twin);
  }
  if (query.other_languages == OtherLanguages::leave_out) return out;
  for (const std::string& language : index.languages()) {
    if (language == query.language || language == target) continue;
    Plan plan;
    std::vector<RankedPage> found =
        search_across(index, query, own, own_ranked, language, weights, plan);
    keep(filter_of(index, query, language), found);
    Excerpts others(plan);
    for (const RankedPage& page : found) {
      if (out.other_languages.size() == kOthersShown) break;
      if (shown.insert(index.pages()[page.page].twin).second)
        out.other_languages.push_back(show(index, others, page));
    }
  }
  return out;
}

}  // namespace kbuild::search
