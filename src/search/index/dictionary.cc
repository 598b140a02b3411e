// Learning translations from headings; see dictionary.h. A word that both headings have is a name
// or a loan: it is its own translation, and no other word's.
#include "search/index/dictionary.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/text_hash.h"
#include "search/index/form.h"
#include "search/language/analyser.h"
#include "search/language/stop_words.h"

namespace kbuild::search {

namespace {

constexpr std::size_t kMaxTranslations = 3;
constexpr std::uint32_t kLeastPercent = 12;

using Numbers = std::vector<std::uint32_t>;

bool is_of_headings(char letter) {
  auto field = static_cast<Field>(letter);
  return field == Field::heading || field == Field::title || field == Field::other_title;
}

/// Entries of a word's row: its dictionary forms, and the verbs that these are made from.
struct FormsOfWord {
  std::string_view lemmas, roots;
};

/// Calls body(word, sections, forms) for each word of headings, stop words left out; a section
/// comes again for each field that has the word there.
template <class Body>
void for_each_word(const Headings& headings, Body body) {
  Numbers sections;
  for (const Headings::Site& site : headings.sites)
    for (const Row& row : *site.rows) {
      sections.clear();
      FormsOfWord forms;
      for_each_entry(row.data, [&](std::string_view entry) {
        if (entry[0] == kLemmasOfForm) forms.lemmas = entry.substr(1);
        if (entry[0] == kRootsOfForm) forms.roots = entry.substr(1);
        if (!is_of_headings(entry[0])) return;
        for_each_posting(entry.substr(1), [&](Posting posting) {
          std::uint32_t section = posting.section + site.first_section;
          if (section < headings.section_count) sections.push_back(section);
        });
      });
      if (!sections.empty() && !is_stop_word(row.text, headings.language))
        body(row.text, sections, forms);
    }
}

void align(const Headings::Page& page, const Headings::Page& translation, Numbers& pairs) {
  std::unordered_map<std::string_view, std::uint32_t, base::TextHash> by_anchor;
  for (std::uint32_t i = 0; i < translation.anchors.size(); ++i)
    by_anchor.emplace(translation.anchors[i], translation.first_section + i);
  for (std::uint32_t i = 0; i < page.anchors.size(); ++i) {
    auto found = by_anchor.find(page.anchors[i]);
    if (found != by_anchor.end())
      pairs[page.first_section + i] = found->second;
    else if (page.anchors.size() == translation.anchors.size())
      pairs[page.first_section + i] = translation.first_section + i;
  }
}

/// For each section its translation, by anchor, or by place on pages of as many sections; kNone if
/// there is none.
Numbers pairs_of(const Headings& from, const Headings& to) {
  std::unordered_map<std::string_view, const Headings::Page*, base::TextHash> translations;
  for (const Headings::Page& page : to.pages) translations.emplace(page.translation_key, &page);
  Numbers pairs(from.section_count, kNone);
  for (const Headings::Page& page : from.pages)
    if (auto translation = translations.find(page.translation_key);
        translation != translations.end())
      align(page, *translation->second, pairs);
  return pairs;
}

void make_set(Numbers& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}
bool contains(const Numbers& set, std::uint32_t number) {
  return std::binary_search(set.begin(), set.end(), number);
}

/// Words and stems in the headings of the other language, in the sections that translate others.
struct OtherLanguage {
  struct Word {
    std::uint32_t stem = 0;
    /// How often sections have it.
    std::uint32_t count = 0;
  };
  struct Stem {
    /// The commonest of its words, of those the first.
    std::string_view form;
    std::uint32_t form_count = 0;
    /// Sections that have one of its words.
    std::uint32_t count = 0;
  };
  std::unordered_map<std::string, std::uint32_t, base::TextHash, std::equal_to<>> stem_numbers;
  std::vector<Stem> stems;
  std::unordered_map<std::string_view, std::uint32_t, base::TextHash> word_numbers;
  std::vector<Word> words;
  /// By section, in order.
  std::vector<Numbers> words_there, stems_there;

  OtherLanguage(const Headings& headings, const Analyser& analyser, const Numbers& pairs)
      : words_there(headings.section_count), stems_there(headings.section_count) {
    std::vector<bool> translates(headings.section_count);
    for (std::uint32_t section : pairs)
      if (section != kNone) translates[section] = true;
    for_each_word(headings, [&](std::string_view text, Numbers& sections, const FormsOfWord&) {
      std::erase_if(sections, [&](std::uint32_t section) { return !translates[section]; });
      if (!sections.empty()) add(text, sections, analyser);
    });
    for (Numbers& there : words_there) make_set(there);
    for (Numbers& there : stems_there) {
      make_set(there);
      for (std::uint32_t stem : there) ++stems[stem].count;
    }
  }
  /// kNone for a text that is no stem here.
  std::uint32_t stem_of(std::string_view text) const {
    auto found = stem_numbers.find(text);
    return found == stem_numbers.end() ? kNone : found->second;
  }

 private:
  void add(std::string_view text, const Numbers& sections, const Analyser& analyser) {
    auto [known, is_new] = word_numbers.emplace(text, static_cast<std::uint32_t>(words.size()));
    if (is_new) {
      auto [stem, is_new_stem] =
          stem_numbers.emplace(analyser.stem(text), static_cast<std::uint32_t>(stems.size()));
      if (is_new_stem) stems.emplace_back();
      words.push_back({stem->second, 0});
    }
    Word& word = words[known->second];
    word.count += static_cast<std::uint32_t>(sections.size());
    Stem& stem = stems[word.stem];
    if (word.count > stem.form_count) {
      stem.form = text;
      stem.form_count = word.count;
    }
    for (std::uint32_t section : sections) {
      words_there[section].push_back(known->second);
      stems_there[section].push_back(word.stem);
    }
  }
};

}  // namespace

Dictionary::Dictionary(const Headings& from, const Headings& to) {
  Numbers pairs = pairs_of(from, to);
  Analyser own_analyser(from.language), other_analyser(to.language);
  OtherLanguage other(to, other_analyser, pairs);
  // For each key the sections of the other language whose originals have it, and for each of these
  // the stems of words that both languages have there.
  using Keys = std::unordered_map<std::string, Numbers, base::TextHash>;
  Keys keys, roots;
  std::vector<Numbers> shared(to.section_count);
  for_each_word(from, [&](std::string_view text, Numbers& sections, const FormsOfWord& forms) {
    for (std::uint32_t& section : sections) section = pairs[section];
    std::erase(sections, kNone);
    if (sections.empty()) return;
    auto add = [&](Keys& to_keys, std::string key) {
      Numbers& there = to_keys[std::move(key)];
      there.insert(there.end(), sections.begin(), sections.end());
    };
    for (std::string& lemma : read_forms(text, forms.lemmas)) add(keys, std::move(lemma));
    add(keys, own_analyser.stem(text));
    for (std::string& root : read_forms(text, forms.roots)) add(roots, std::move(root));
    auto same = other.word_numbers.find(text);
    if (same == other.word_numbers.end()) return;
    for (std::uint32_t section : sections)
      if (contains(other.words_there[section], same->second))
        shared[section].push_back(other.words[same->second].stem);
  });
  for (Numbers& stems : shared) make_set(stems);

  Numbers together(other.stems.size()), seen;
  auto learn = [&](const std::string& key, Numbers& sections) {
    make_set(sections);
    std::uint32_t itself = other.stem_of(other_analyser.stem(key));
    for (std::uint32_t section : sections)
      for (std::uint32_t stem : other.stems_there[section])
        if ((stem == itself || !contains(shared[section], stem)) && together[stem]++ == 0)
          seen.push_back(stem);
    std::vector<Translation> found;
    for (std::uint32_t stem : seen) {
      auto percent = static_cast<std::uint32_t>(
          200.0 * std::exchange(together[stem], 0) /
              static_cast<double>(sections.size() + other.stems[stem].count) +
          0.5);
      if (percent >= kLeastPercent) found.push_back({std::string(other.stems[stem].form), percent});
    }
    seen.clear();
    std::sort(found.begin(), found.end(), [](const Translation& a, const Translation& b) {
      return a.percent != b.percent ? a.percent > b.percent : a.word < b.word;
    });
    while (!found.empty() && (found.size() > kMaxTranslations ||
                              found.back().percent < kLeastShare * found[0].percent))
      found.pop_back();
    if (!found.empty()) words_.emplace(key, std::move(found));
  };
  for (auto& [key, sections] : keys) learn(key, sections);
  // Headings with the verb itself are better evidence than those with its nouns.
  for (auto& [root, sections] : roots)
    if (!words_.contains(root)) learn(root, sections);
}

const std::vector<Translation>& Dictionary::of(std::string_view key) const {
  static const std::vector<Translation> kNothing;
  auto found = words_.find(key);
  return found == words_.end() ? kNothing : found->second;
}

}  // namespace kbuild::search
