// Learning translations from headings; see translate.h. Association is Dice's coefficient over pairs of
// translated sections.
#include "search/translate.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "search/stop_words.h"

namespace kbuild::search {

namespace {

constexpr std::size_t kMostTranslations = 3;
constexpr double kLeastDice = 0.12;
/// Share of the best translation's score that another must reach.
constexpr double kLeastShare = 0.4;

/// The headings of translated sections of the target language.
class Parallel {
 public:
  Parallel(const Index& index, std::string_view from, std::string_view to)
      : index_(index), from_(from), to_(to) {
    const auto& pages = index.pages();
    std::unordered_map<std::string_view, const PageEntry*> twins;
    for (const PageEntry& page : pages)
      if (page.language == to) twins.emplace(page.twin, &page);
    for (const PageEntry& page : pages) {
      if (page.language != from) continue;
      auto twin = twins.find(page.twin);
      if (twin != twins.end()) align(page, *twin->second);
    }
    for (Field field : {Field::heading, Field::title, Field::other_title})
      for (const std::string& word : index.terms(to, field)) add_word(field, word);
  }

  /// Stems of the target language with their score, best first.
  std::vector<std::pair<std::string, double>> translations(const Group& group) const {
    std::set<std::uint32_t> sections;
    for (const Alternative& alternative : group.alternatives) {
      if (alternative.field != Field::word || alternative.sets.size() != 1 || alternative.weight < 0.5) continue;
      for (const std::string& form : alternative.sets[0])
        for (Field field : {Field::heading, Field::title, Field::other_title})
          for (const Posting& posting : index_.postings(from_, field, form))
            if (auto found = twin_.find(posting.section); found != twin_.end()) sections.insert(found->second);
    }
    std::map<std::string_view, double> together;
    for (std::uint32_t section : sections)
      if (auto words = words_.find(section); words != words_.end())
        for (const std::string& word : words->second) ++together[word];
    std::vector<std::pair<std::string, double>> out;
    for (const auto& [word, count] : together) {
      double dice = 2 * count / (static_cast<double>(sections.size()) + count_.at(std::string(word)));
      if (dice >= kLeastDice) out.emplace_back(word, dice);
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    while (!out.empty() && (out.size() > kMostTranslations || out.back().second < kLeastShare * out[0].second))
      out.pop_back();
    return out;
  }

 private:
  void align(const PageEntry& page, const PageEntry& twin) {
    std::unordered_map<std::string_view, std::uint32_t> by_anchor;
    for (std::uint32_t i = 0; i < twin.section_count; ++i)
      by_anchor.emplace(index_.sections()[twin.first_section + i].anchor, twin.first_section + i);
    for (std::uint32_t i = 0; i < page.section_count; ++i) {
      auto found = by_anchor.find(index_.sections()[page.first_section + i].anchor);
      if (found != by_anchor.end()) {
        twin_[page.first_section + i] = found->second;
      } else if (page.section_count == twin.section_count) {
        twin_[page.first_section + i] = twin.first_section + i;
      }
    }
    for (const auto& [own, other] : twin_) translated_.insert(other);
  }

  void add_word(Field field, const std::string& word) {
    if (is_stop_word(word, to_)) return;
    std::string stem = index_.analyser(to_).stem(word);
    for (const Posting& posting : index_.postings(to_, field, word))
      if (translated_.contains(posting.section) && words_[posting.section].insert(stem).second) ++count_[stem];
  }

  const Index& index_;
  std::string from_, to_;
  /// Sections of one language to those of the other.
  std::unordered_map<std::uint32_t, std::uint32_t> twin_;
  std::set<std::uint32_t> translated_;
  /// Stems in the headings of a section of the target language, and how many sections have each.
  std::unordered_map<std::uint32_t, std::set<std::string>> words_;
  std::unordered_map<std::string, double> count_;
};

}  // namespace

Plan translate(const Index& index, const Plan& plan, std::string_view query, std::string_view target,
               const Weights& weights) {
  Plan literal = make_plan(index, query, target, weights, Spelling::literal, LastWord::whole);
  Plan out;
  out.language = target;
  out.systems = plan.systems;
  out.corrections = plan.corrections;
  Parallel parallel(index, plan.language, target);
  std::set<std::string> translated;
  for (const Group& group : plan.groups) {
    if (group.alternatives.empty() || group.alternatives[0].field != Field::word) continue;
    if (!index.gazetteer().system_of(group.text).empty()) continue;
    for (const auto& [stem, dice] : parallel.translations(group)) {
      translated.insert(group.text);
      Plan word = make_plan(index, stem, target, weights, Spelling::literal, LastWord::whole);
      for (Group& found : word.groups) {
        found.weight *= weights.translation * dice;
        found.optional = true;
        out.groups.push_back(std::move(found));
      }
    }
  }
  for (Group& group : literal.groups) {
    if (translated.contains(group.text)) group.weight *= weights.untranslated;
    out.groups.push_back(std::move(group));
  }
  return out;
}

}  // namespace kbuild::search
