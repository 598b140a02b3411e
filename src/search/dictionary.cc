// Learning translations from headings; see dictionary.h. A word that both headings have is a name
// or a loan: it is its own translation, and no other word's.
#include "search/dictionary.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "search/index.h"
#include "search/stop_words.h"

namespace kbuild::search {

namespace {

constexpr std::size_t kMostTranslations = 3;
constexpr std::uint32_t kLeastPercent = 12;
/// Share of the best translation's percentage that another must reach.
constexpr double kLeastShare = 0.4;
constexpr std::array kHeadings = {Field::heading, Field::title, Field::other_title};

/// Sections of one language to those of the other: by anchor, or by place on pages of as many
/// sections.
using Pairs = std::unordered_map<std::uint32_t, std::uint32_t>;

void align(const Index& index, const PageEntry& page, const PageEntry& twin, Pairs& pairs) {
  std::unordered_map<std::string_view, std::uint32_t> by_anchor;
  for (std::uint32_t i = 0; i < twin.section_count; ++i)
    by_anchor.emplace(index.sections()[twin.first_section + i].anchor, twin.first_section + i);
  for (std::uint32_t i = 0; i < page.section_count; ++i) {
    auto found = by_anchor.find(index.sections()[page.first_section + i].anchor);
    if (found != by_anchor.end()) {
      pairs[page.first_section + i] = found->second;
    } else if (page.section_count == twin.section_count) {
      pairs[page.first_section + i] = twin.first_section + i;
    }
  }
}

Pairs pairs_of(const Index& index, std::string_view from, std::string_view to) {
  std::unordered_map<std::string_view, const PageEntry*> twins;
  for (const PageEntry& page : index.pages())
    if (page.language == to) twins.emplace(page.twin, &page);
  Pairs pairs;
  for (const PageEntry& page : index.pages()) {
    if (page.language != from) continue;
    auto twin = twins.find(page.twin);
    if (twin != twins.end()) align(index, page, *twin->second, pairs);
  }
  return pairs;
}

/// Stems in the headings of the other language: the sections that have each, and its commonest
/// form.
struct Stems {
  /// The stems themselves, as written in `forms`.
  std::vector<std::string> stems;
  std::vector<std::string> forms;
  std::vector<std::uint32_t> counts;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> of_section;
  /// Words of the headings of a section, as written.
  std::unordered_map<std::uint32_t, std::unordered_set<std::string>> words;

  Stems(const Index& index, std::string_view language,
        const std::unordered_set<std::uint32_t>& sections) {
    std::unordered_map<std::string, std::uint32_t> ids;
    std::map<std::string, std::size_t> frequency;
    for (Field field : kHeadings)
      for (const std::string& word : index.terms(language, field)) {
        if (is_stop_word(word, language)) continue;
        auto [known, added] = ids.try_emplace(index.analyser(language).stem(word),
                                              static_cast<std::uint32_t>(forms.size()));
        std::uint32_t id = known->second;
        if (added) {
          stems.push_back(known->first);
          forms.push_back(word);
          counts.push_back(0);
        }
        for (const Posting& posting : index.postings(language, field, word)) {
          if (!sections.contains(posting.section)) continue;
          ++frequency[word];
          words[posting.section].insert(word);
          std::vector<std::uint32_t>& here = of_section[posting.section];
          if (std::find(here.begin(), here.end(), id) != here.end()) continue;
          here.push_back(id);
          ++counts[id];
        }
        if (frequency[word] > frequency[forms[id]]) forms[id] = word;
      }
  }
};

}  // namespace

Dictionary::Dictionary(const Index& index, std::string_view from, std::string_view to) {
  Pairs pairs = pairs_of(index, from, to);
  std::unordered_set<std::uint32_t> translated;
  for (const auto& [own, other] : pairs) translated.insert(other);
  Stems stems(index, to, translated);
  // For each key the pairs that have it, and for each pair the stems that are its words in both
  // languages.
  std::map<std::string, std::vector<std::uint32_t>> sections;
  std::unordered_map<std::uint32_t, std::set<std::string>> shared;
  for (Field field : kHeadings)
    for (const std::string& word : index.terms(from, field)) {
      if (is_stop_word(word, from)) continue;
      std::vector<std::string> keys = index.lemmas(from, word);
      keys.push_back(index.analyser(from).stem(word));
      std::string there = index.analyser(to).stem(word);
      for (const Posting& posting : index.postings(from, field, word)) {
        auto found = pairs.find(posting.section);
        if (found == pairs.end()) continue;
        for (const std::string& key : keys) sections[key].push_back(found->second);
        auto words = stems.words.find(found->second);
        if (words != stems.words.end() && words->second.contains(word))
          shared[found->second].insert(there);
      }
    }
  for (auto& [key, own] : sections) {
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    std::string itself = index.analyser(to).stem(key);
    std::map<std::uint32_t, std::uint32_t> together;
    for (std::uint32_t section : own) {
      auto here = stems.of_section.find(section);
      if (here == stems.of_section.end()) continue;
      const std::set<std::string>& names = shared[section];
      for (std::uint32_t id : here->second)
        if (stems.stems[id] == itself || !names.contains(stems.stems[id])) ++together[id];
    }
    std::vector<Translation> found;
    for (auto [id, count] : together) {
      auto percent = static_cast<std::uint32_t>(
          200.0 * count / static_cast<double>(own.size() + stems.counts[id]) + 0.5);
      if (percent >= kLeastPercent) found.push_back({stems.forms[id], percent});
    }
    std::sort(found.begin(), found.end(), [](const Translation& a, const Translation& b) {
      return a.percent != b.percent ? a.percent > b.percent : a.word < b.word;
    });
    while (!found.empty() && (found.size() > kMostTranslations ||
                              found.back().percent < kLeastShare * found[0].percent))
      found.pop_back();
    if (!found.empty()) words_.emplace(key, std::move(found));
  }
}

const std::vector<Translation>& Dictionary::of(std::string_view key) const {
  static const std::vector<Translation> kNothing;
  auto found = words_.find(key);
  return found == words_.end() ? kNothing : found->second;
}

}  // namespace kbuild::search
