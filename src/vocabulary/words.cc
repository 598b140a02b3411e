// Matching of words and phrases; see words.h.
#include "vocabulary/words.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::vocabulary {

namespace {

/// Lower case of ASCII and of the two-byte letters À-Þ; of as many bytes as the text.
std::string small_letters(std::string_view text) {
  std::string out = base::to_lower(text);
  for (std::size_t i = 1; i < out.size(); ++i) {
    auto byte = static_cast<unsigned char>(out[i]);
    if (static_cast<unsigned char>(out[i - 1]) == 0xc3 && byte >= 0x80 && byte <= 0x9e &&
        byte != 0x97)
      out[i] = static_cast<char>(byte + 0x20);
  }
  return out;
}

bool is_phrase_letter(char c) {
  return base::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80;
}

/// The length of the phrase at `at` of the text with whole words, else 0.
std::size_t length_at(std::string_view text, std::size_t at, std::string_view phrase) {
  bool open = phrase.size() > 1 && phrase.ends_with('*');
  if (open) phrase.remove_suffix(1);
  if (!text.substr(at).starts_with(phrase)) return 0;
  std::size_t end = at + phrase.size();
  if (open)
    while (end < text.size() && is_phrase_letter(text[end])) ++end;
  else if (end < text.size() && is_phrase_letter(text[end]) && is_phrase_letter(phrase.back()))
    return 0;
  return end - at;
}

}  // namespace

Words::Words(const meta::Knowledge& site) : base_(&built_in()) {
  for (const meta::LanguageEntry& language : site.languages)
    for (const meta::WordEntry& word : language.words)
      add(own_.emplace_back(word.phrase), word.word_class);
}

const Words& Words::built_in() {
  static const Words* words = [] {
    auto* made = new Words;
    for (const WordRow& row : built_in_words()) made->add(row.phrase, row.word_class);
    return made;
  }();
  return *words;
}

void Words::add(std::string_view phrase, WordClass word_class) {
  std::string_view literal = phrase.size() > 1 ? phrase.substr(0, phrase.find('*')) : phrase;
  beginnings_.add(literal);
  if (literal.size() > 1) {
    rows_[bucket(literal[0], literal[1])].push_back({phrase, word_class});
    return;
  }
  // Any byte may follow.
  for (char second = 0; second < 32; ++second)
    rows_[bucket(phrase[0], second)].push_back({phrase, word_class});
}

WordMatch Words::longest(std::string_view lower_text, std::size_t at, WordSet classes) const {
  WordMatch best =
      base_ ? base_->longest(lower_text, at, classes) : WordMatch{WordClass::available, at, at};
  char next = at + 1 < lower_text.size() ? lower_text[at + 1] : ' ';
  for (const WordRow& row : rows_[bucket(lower_text[at], next)]) {
    if (!classes.contains(row.word_class)) continue;
    std::size_t length = length_at(lower_text, at, row.phrase);
    bool longer = length > best.end - at;
    if (longer || (length > 0 && length == best.end - at && row.word_class < best.word_class))
      best = {row.word_class, at, at + length};
  }
  return best;
}

std::vector<WordMatch> Words::first(std::string_view text, WordSet classes,
                                    std::size_t most) const {
  std::vector<WordMatch> found;
  // Texts that hold no beginning of a phrase are never copied.
  std::string lower;
  for (std::size_t at = 0; at < text.size() && found.size() < most;) {
    WordMatch match{WordClass::available, at, at};
    if (may_begin(text, at)) {
      if (lower.empty()) lower = small_letters(text);
      match = longest(lower, at, classes);
    }
    if (match.end > at) {
      found.push_back(match);
      at = match.end;
    } else if (is_phrase_letter(text[at])) {
      while (at < text.size() && is_phrase_letter(text[at])) ++at;
    } else {
      ++at;
    }
  }
  return found;
}

std::optional<WordClass> Words::whole(std::string_view text, WordSet classes) const {
  text = base::trim(text);
  while (text.size() > 1 && (text.back() == ':' || text.back() == '.') && text[0] != ':')
    text = base::trim(text.substr(0, text.size() - 1));
  if (text.empty() || !may_begin(text, 0)) return std::nullopt;
  std::string lower = small_letters(text);
  WordMatch match = longest(lower, 0, classes);
  if (match.end != lower.size()) return std::nullopt;
  return match.word_class;
}

std::string_view guess_prose_language(std::string_view text) {
  constexpr std::size_t kMaxRead = 100'000, kMaxWordLength = 5, kFewest = 50;
  std::vector<std::vector<std::string_view>> frequent;
  for (const LanguageRow& language : built_in_languages())
    frequent.push_back(base::split(language.frequent, '|'));
  std::vector<std::size_t> counts(frequent.size());
  std::size_t words = 0;
  for (std::string_view word : base::split_words(text.substr(0, kMaxRead))) {
    ++words;
    if (word.size() > kMaxWordLength) continue;
    std::string small = small_letters(word);
    for (std::size_t i = 0; i < counts.size(); ++i)
      counts[i] += std::find(frequent[i].begin(), frequent[i].end(), small) != frequent[i].end();
  }
  // One word in fifty at least, and the first of equals.
  auto most = std::max_element(counts.begin(), counts.end());
  return *most * kFewest > words
             ? built_in_languages()[static_cast<std::size_t>(most - counts.begin())].code
             : std::string_view("en");
}

}  // namespace kbuild::vocabulary
