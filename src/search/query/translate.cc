// Makes the plan of a query in another language by the dictionary; see translate.h.
#include "search/query/translate.h"

#include <algorithm>
#include <set>

#include "search/index/dictionary.h"

namespace kbuild::search {

namespace {

/// The translations of a word of the plan's language, by its dictionary forms and its stem. A weak
/// match of one does not count if another one matches clearly.
std::vector<Translation> translations_of(const Index& index, const Dictionary& dictionary,
                                         std::string_view language, const std::string& word) {
  std::vector<Translation> out;
  std::vector<std::string> keys = lemmas_of(index, language, word);
  keys.push_back(index.analyser(language).stem(word));
  for (const std::string& key : keys)
    for (const Translation& translation : dictionary.of(key)) {
      auto same = std::find_if(out.begin(), out.end(),
                               [&](const Translation& t) { return t.word == translation.word; });
      if (same == out.end()) out.push_back(translation);
    }
  std::uint32_t best = 0;
  for (const Translation& translation : out) best = std::max(best, translation.percent);
  std::erase_if(out, [best](const Translation& t) { return t.percent < kLeastShare * best; });
  return out;
}

}  // namespace

Plan translate(const Index& index, const Plan& plan, std::string_view query,
               std::string_view target, const Weights& weights) {
  Plan literal = make_plan(index, query, target, weights, Spelling::literal, LastWord::whole);
  Plan out;
  out.language = target;
  out.systems = plan.systems;
  out.corrections = plan.corrections;
  const Dictionary& dictionary = index.dictionary(plan.language, target);
  std::set<std::string> translated;
  auto add = [&](const std::vector<Translation>& words) {
    for (const Translation& translation : words) {
      Plan word =
          make_plan(index, translation.word, target, weights, Spelling::literal, LastWord::whole);
      for (Group& found : word.groups) {
        found.weight *= weights.translation * translation.percent / 100.0;
        found.optional = true;
        out.groups.push_back(std::move(found));
      }
    }
  };
  for (const Group& group : plan.groups) {
    if (!group.is_word || !index.gazetteer().system_of(group.text).empty()) continue;
    std::string text = group.text;
    for (const Correction& correction : plan.corrections)
      if (correction.typed == text) text = correction.used;
    std::vector<Translation> found = translations_of(index, dictionary, plan.language, text);
    if (found.empty())
      for (const std::string& part : parts_of(index, plan.language, text))
        for (const Translation& one : translations_of(index, dictionary, plan.language, part))
          found.push_back(one);
    if (found.empty()) continue;
    translated.insert(group.text);
    add(found);
  }
  for (Group& group : literal.groups) {
    if (translated.contains(group.text)) group.weight *= weights.untranslated;
    out.groups.push_back(std::move(group));
  }
  if (out.groups.size() > kMaxGroupsInPlan) out.groups.resize(kMaxGroupsInPlan);
  return out;
}

}  // namespace kbuild::search
