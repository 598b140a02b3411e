// Answers a query: makes a plan, ranks sections, adds pages in other languages, and chooses the
// excerpts to show; see query.h.
#include "search/query/query.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "search/language/stop_words.h"
#include "search/query/translate.h"

namespace kbuild::search {

namespace {

/// Pages whose text is read to look for a quoted phrase.
constexpr std::size_t kMaxPhrasePages = 40;
/// Longest word, in bytes, that is always indexed if a text has it.
constexpr std::size_t kMaxIndexedLength = 50;
constexpr std::size_t kSectionsShown = 3;
constexpr std::size_t kOthersShown = 5;

/// Whether each section has all words of the phrases, so that the texts of others need not be read.
std::vector<bool> sections_with_words(const Index& index, const Plan& plan) {
  std::vector<bool> all(index.sections().size(), true);
  for (const auto& phrase : plan.phrases)
    for (const std::string& word : phrase) {
      // Stop words are not in the index, nor are words that are too long for it.
      if (word.size() > kMaxIndexedLength || is_stop_word(word, plan.language)) continue;
      std::vector<bool> has(all.size(), false);
      for (Field field : {Field::word, Field::version})
        for (const Posting& posting : index.postings(plan.language, field, word))
          has[posting.section] = true;
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] && has[i];
    }
  return all;
}

/// Pages in order, and where their sections come from.
struct Found {
  Ranking ranking;
  std::vector<RankedPage> pages;
  /// Where phrases are asked for: the sections that have them.
  std::unordered_map<std::uint32_t, std::vector<RankedSection>> with_phrases = {};
  /// What was found in the query's own language, and the pairs of pages that are translations.
  const Found* own = nullptr;
  double weight = 1;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> translations = {};

  /// Best first. A translation's n-th section stands for the n-th here.
  std::vector<RankedSection> sections(const Index& index, std::uint32_t page) const {
    if (!with_phrases.empty()) {
      auto found = with_phrases.find(page);
      return found == with_phrases.end() ? std::vector<RankedSection>() : found->second;
    }
    std::vector<RankedSection> out = ranking.sections(page);
    const PageEntry& entry = index.pages()[page];
    for (const auto& [here, there] : translations) {
      if (here != page) continue;
      for (const RankedSection& section : own->sections(index, there)) {
        std::uint32_t ordinal = section.section - index.pages()[there].first_section;
        std::uint32_t same = entry.first_section + std::min(ordinal, entry.section_count - 1);
        auto known = std::find_if(out.begin(), out.end(),
                                  [&](const RankedSection& s) { return s.section == same; });
        if (known == out.end())
          out.push_back({same, weight * section.score});
        else
          known->score += weight * section.score;
      }
      std::stable_sort(out.begin(), out.end(), [](const RankedSection& a, const RankedSection& b) {
        return a.score > b.score;
      });
    }
    return out;
  }
};

Found find(const Index& index, const Plan& plan, const Weights& weights) {
  Found found{rank(index, plan, weights), {}};
  found.pages = found.ranking.pages();
  return found;
}

/// Keeps, of the best pages, the sections that have all phrases; nothing changes where no page has
/// them.
void require_phrases(const Index& index, const Plan& plan, Found& found) {
  if (plan.phrases.empty()) return;
  std::vector<bool> may_have = sections_with_words(index, plan);
  std::vector<RankedPage> kept;
  for (std::size_t i = 0; i < std::min(found.pages.size(), kMaxPhrasePages); ++i) {
    std::uint32_t page = found.pages[i].page;
    const std::string& title = index.pages()[page].title;
    std::vector<RankedSection> sections = found.ranking.sections(page);
    std::erase_if(sections, [&](const RankedSection& section) {
      if (!may_have[section.section]) return true;
      const SectionText& text = index.text(section.section);
      return !std::all_of(plan.phrases.begin(), plan.phrases.end(), [&](const auto& words) {
        return has_phrase(text, title, words, plan.language);
      });
    });
    if (sections.empty()) continue;
    kept.push_back(found.pages[i]);
    found.with_phrases.emplace(page, std::move(sections));
  }
  if (!kept.empty()) found.pages = std::move(kept);
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

/// In the order of their values.
constexpr std::array kPageKinds = {PageKind::manual, PageKind::faq,  PageKind::tutorial,
                                   PageKind::index,  PageKind::news, PageKind::archive};

/// The commonest first, ties by name.
FacetCounts in_order(FacetCounts counts) {
  std::erase_if(counts, [](const auto& count) { return count.second == 0; });
  std::sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return counts;
}

Facets facets_of(const Index& index, const std::vector<RankedPage>& ranked,
                 std::string_view target) {
  std::vector<std::uint8_t> found(index.pages().size());
  FacetCounts kinds, sites;
  for (PageKind kind : kPageKinds) kinds.emplace_back(kind_name(kind), 0);
  for (const meta::OtherSite& site : index.others()) sites.emplace_back(site.name, 0);
  for (const RankedPage& page : ranked) {
    const PageEntry& entry = index.pages()[page.page];
    found[page.page] = 1;
    ++kinds[static_cast<std::size_t>(entry.kind)].second;
    if (entry.site != 0) ++sites[entry.site - 1].second;
  }
  auto count = [&](Field field) {
    FacetCounts counts;
    for (const FacetValue& value : index.facet(target, field)) {
      std::size_t pages = 0;
      for (std::uint32_t page : value.pages) pages += found[page];
      if (pages > 0) counts.emplace_back(value.name, pages);
    }
    return in_order(std::move(counts));
  };
  return {count(Field::system), count(Field::product), in_order(std::move(kinds)),
          in_order(std::move(sites))};
}

void keep(const Filter& filter, std::vector<RankedPage>& ranked) {
  if (filter) std::erase_if(ranked, [&](const RankedPage& page) { return !filter(page.page); });
}

/// Pages in the target language by what their translations in the query's language score.
void add_translations(const Index& index, const Found& own, std::string_view language,
                      const Weights& weights, std::string_view target, Found& found) {
  const std::vector<std::uint32_t>&there = index.translations(target),
        &back = index.translations(language);
  found.own = &own;
  found.weight = weights.twin;
  std::vector<std::uint32_t> place(index.pages().size(), kNoTranslation);
  for (std::uint32_t i = 0; i < found.pages.size(); ++i) {
    RankedPage& page = found.pages[i];
    page.score *= weights.native * (back[page.page] != kNoTranslation ? 1 : weights.untwinned);
    place[page.page] = i;
  }
  for (const RankedPage& page : own.pages) {
    std::uint32_t translation = there[page.page];
    if (translation == kNoTranslation) continue;
    if (place[translation] == kNoTranslation) {
      place[translation] = static_cast<std::uint32_t>(found.pages.size());
      found.pages.push_back({translation, 0});
    }
    found.pages[place[translation]].score += weights.twin * page.score;
    found.translations.emplace_back(translation, page.page);
  }
  std::stable_sort(found.pages.begin(), found.pages.end(),
                   [](const RankedPage& a, const RankedPage& b) { return a.score > b.score; });
}

PageResult show(const Index& index, const Excerpts& excerpts, const Found& found,
                const RankedPage& ranked) {
  const PageEntry& entry = index.pages()[ranked.page];
  PageResult out;
  out.language = entry.language;
  out.path = entry.path;
  out.title = entry.title;
  out.site = site_name(index, entry);
  out.url = entry.site == 0 ? entry.url : index.others()[entry.site - 1].url + entry.url;
  out.score = ranked.score;
  out.why = found.ranking.why(ranked.page);
  std::vector<RankedSection> sections = found.sections(index, ranked.page);
  for (std::size_t i = 0; i < std::min(sections.size(), kSectionsShown); ++i) {
    const RankedSection& section = sections[i];
    if (i > 0 && section.score < sections[0].score / 2) break;
    const SectionText& text = index.text(section.section);
    out.sections.push_back({text.anchor, base::join(text.headings, " > "),
                            excerpts.of(text, index.tokens(section.section)), section.score});
  }
  return out;
}

/// Pages of `target` that answer a plan made for the query's language, where it found `own`.
Found find_across(const Index& index, const Query& query, const Plan& own_plan, const Found& own,
                  const std::string& target, const Weights& weights, Plan& plan) {
  plan = translate(index, own_plan, query.text, target, weights);
  Found found = find(index, plan, weights);
  add_translations(index, own, query.language, weights, target, found);
  return found;
}

}  // namespace

Results search(const Index& index, const Query& query, const Weights& weights) {
  std::string target = query.target.empty() ? query.language : query.target;
  index.trim();
  Results out;
  Plan own_plan =
      make_plan(index, query.text, query.language, weights, query.spelling, query.last_word);
  Found own = find(index, own_plan, weights);
  require_phrases(index, own_plan, own);
  bool same = target == query.language;
  std::optional<Found> across;
  if (!same) across.emplace(find_across(index, query, own_plan, own, target, weights, out.plan));
  const Found& found = same ? own : *across;
  if (query.facets == CountFacets::yes) out.facets = facets_of(index, found.pages, target);
  std::vector<RankedPage> kept = found.pages;
  keep(filter_of(index, query, target), kept);
  out.total = kept.size();
  std::set<std::string_view> shown;
  Excerpts excerpts(index, same ? own_plan : out.plan);
  for (std::size_t i = 0; i < std::min(kept.size(), query.limit); ++i) {
    out.pages.push_back(show(index, excerpts, found, kept[i]));
    shown.insert(index.pages()[kept[i].page].translation_key);
  }
  // Quoted words are searched literally, not translated.
  bool enough = out.total >= kFewPages || (out.total > 0 && !own_plan.phrases.empty());
  if (query.other_languages == OtherLanguages::leave_out) enough = true;
  if (query.other_languages == OtherLanguages::add || !enough)
    for (const std::string& language : index.languages()) {
      if (language == query.language || language == target) continue;
      Plan plan;
      Found others = find_across(index, query, own_plan, own, language, weights, plan);
      keep(filter_of(index, query, language), others.pages);
      Excerpts other_excerpts(index, plan);
      for (const RankedPage& page : others.pages) {
        if (out.other_languages.size() == kOthersShown) break;
        if (shown.insert(index.pages()[page.page].translation_key).second)
          out.other_languages.push_back(show(index, other_excerpts, others, page));
      }
    }
  if (same) out.plan = std::move(own_plan);
  return out;
}

}  // namespace kbuild::search
