// Cues in sentences, and the language of a text; see cues.h.
#include "vocabulary/cues.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/prefix_filter.h"
#include "base/text.h"
#include "vocabulary/tables.h"

namespace kbuild::vocabulary {

namespace {

/// Lower case of ASCII and of the two-byte letters À-Þ.
std::string lower(std::string_view text) {
  std::string out = base::to_lower(text);
  for (std::size_t i = 1; i < out.size(); ++i) {
    auto byte = static_cast<unsigned char>(out[i]);
    if (static_cast<unsigned char>(out[i - 1]) == 0xc3 && byte >= 0x80 && byte <= 0x9e &&
        byte != 0x97)
      out[i] = static_cast<char>(byte + 0x20);
  }
  return out;
}

bool is_word_byte(char c) {
  return base::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80;
}

/// The length of `row`'s phrase at `at` of `text` with whole words, else 0.
std::size_t match_phrase(std::string_view text, std::size_t at, std::string_view phrase) {
  bool open = phrase.ends_with('*');
  if (open) phrase.remove_suffix(1);
  // Phrases of one first byte mostly differ in the second.
  if (at + phrase.size() > text.size() || text[at + 1] != phrase[1] ||
      text.compare(at, phrase.size(), phrase) != 0)
    return 0;
  std::size_t end = at + phrase.size();
  if (open) {
    while (end < text.size() && is_word_byte(text[end])) ++end;
  } else if (end < text.size() && is_word_byte(text[end]) && is_word_byte(phrase.back())) {
    return 0;
  }
  return end - at;
}

/// Rows by the first byte of their phrase: a sentence is compared with few of them at each word.
const std::array<std::vector<const CueRow*>, 256>& rows_by_first_byte() {
  static const auto table = [] {
    std::array<std::vector<const CueRow*>, 256> made;
    for (const CueRow& row : cue_rows())
      made[static_cast<unsigned char>(row.phrase[0])].push_back(&row);
    return made;
  }();
  return table;
}

}  // namespace

std::vector<CueMatch> find_cues(std::string_view sentence) {
  static const base::PrefixFilter<4> beginnings = [] {
    base::PrefixFilter<4> made;
    for (const CueRow& row : cue_rows()) made.add(row.phrase.substr(0, row.phrase.find('*')));
    return made;
  }();
  std::vector<CueMatch> found;
  // Most sentences hold no beginning of a phrase and are never copied.
  std::string text;
  const auto& rows = rows_by_first_byte();
  for (std::size_t at = 0; (at = beginnings.find(sentence, at)) != sentence.npos;) {
    if (at > 0 && is_word_byte(sentence[at - 1])) {
      ++at;
      continue;
    }
    if (text.empty()) text = lower(sentence);
    const CueRow* best = nullptr;
    std::size_t length = 0;
    for (const CueRow* row : rows[static_cast<unsigned char>(text[at])]) {
      std::size_t matched = match_phrase(text, at, row->phrase);
      if (matched > length) length = matched, best = row;
    }
    if (best) found.push_back({best->cue, at, at + length});
    at += best ? length : 1;
  }
  return found;
}

bool has_cue(const std::vector<CueMatch>& cues, Cue sought) {
  return std::any_of(cues.begin(), cues.end(),
                     [&](const CueMatch& match) { return match.cue == sought; });
}

std::string_view guess_prose_language(std::string_view text) {
  struct Row {
    std::string_view language;
    std::array<std::string_view, 12> words;
  };
  constexpr Row kRows[] = {
      {"en", {"the", "and", "to", "of", "is", "for", "with", "you", "on", "are", "this", "can"}},
      {"fi",
       {"ja", "on", "ei", "voit", "joka", "sekä", "tai", "ovat", "mutta", "kun", "myös", "jos"}},
      {"fr", {"le", "la", "les", "des", "et", "pour", "vous", "est", "une", "dans", "sur", "avec"}},
  };
  constexpr std::size_t kMaxWordLength = 5;
  std::array<int, 3> counts{};
  int words = 0;
  for (std::string_view word : base::split_words(text.substr(0, 100'000))) {
    ++words;
    if (word.size() > kMaxWordLength) continue;
    std::string small = lower(word);
    for (std::size_t i = 0; i < counts.size(); ++i)
      counts[i] +=
          std::find(kRows[i].words.begin(), kRows[i].words.end(), small) != kRows[i].words.end();
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < counts.size(); ++i)
    if (counts[i] > counts[best] && counts[i] * 50 > words) best = i;
  return kRows[best].language;
}

}  // namespace kbuild::vocabulary
