// Lists of stop words; see stop_words.h.
#include "search/language/stop_words.h"

#include <array>
#include <unordered_set>

#include "base/prefix_filter.h"
#include "base/text_hash.h"

namespace kbuild::search {

namespace {

constexpr std::array<std::string_view, 114> kEnglish = {
    "a",       "about",   "above", "after",  "again",   "all",    "also",   "am",     "an",
    "and",     "any",     "are",   "as",     "at",      "be",     "been",   "before", "being",
    "below",   "between", "both",  "but",    "by",      "can",    "cannot", "could",  "did",
    "do",      "does",    "doing", "don",    "down",    "during", "each",   "few",    "for",
    "from",    "further", "had",   "has",    "have",    "having", "he",     "her",    "here",
    "his",     "how",     "i",     "if",     "in",      "into",   "is",     "it",     "its",
    "just",    "may",     "me",    "more",   "most",    "must",   "my",     "no",     "nor",
    "not",     "of",      "on",    "once",   "only",    "or",     "other",  "our",    "out",
    "over",    "own",     "same",  "should", "so",      "some",   "such",   "than",   "that",
    "the",     "their",   "them",  "then",   "there",   "these",  "they",   "this",   "those",
    "through", "to",      "too",   "until",  "up",      "very",   "was",    "we",     "were",
    "what",    "when",    "where", "which",  "while",   "who",    "why",    "will",   "with",
    "would",   "you",     "your",  "yours",  "because", "please",
};

constexpr std::array<std::string_view, 92> kFinnish = {
    "ei",      "eivät",  "eli",    "emme",   "en",        "että",      "haluan", "he",
    "hän",     "ja",     "joita",  "joka",   "jokin",     "joko",      "jolla",  "jolloin",
    "jonka",   "jos",    "joskus", "jossa",  "josta",     "jota",      "jotka",  "jotta",
    "kanssa",  "kertoa", "koska",  "kuin",   "kuinka",    "kuitenkin", "kun",    "löydän",
    "me",      "mihin",  "mikä",   "miksi",  "millainen", "milloin",   "minkä",  "minne",
    "minulla", "minun",  "minä",   "missä",  "mistä",     "miten",     "mitkä",  "mitä",
    "mukaan",  "mutta",  "muun",   "myös",   "ne",        "niiden",    "niin",   "niitä",
    "noin",    "nyt",    "nämä",   "näitä",  "näiden",    "ole",       "olen",   "olet",
    "oli",     "olla",   "on",     "onko",   "ovat",      "se",        "sekä",   "sen",
    "siellä",  "sillä",  "sinun",  "sitten", "sitä",      "siis",      "tai",    "te",
    "tämä",    "tämän",  "tässä",  "tätä",   "vai",       "vain",      "vaikka", "voi",
    "voin",    "voinko", "voit",   "vielä",
};

/// Most words are ruled out by their first letters.
class StopWords {
 public:
  template <class Words>
  explicit StopWords(const Words& words) : beginnings_(words), words_(words.begin(), words.end()) {}

  bool contains(std::string_view word) const {
    return beginnings_.may_begin(word, 0) && words_.contains(word);
  }

 private:
  base::PrefixFilter<3> beginnings_;
  std::unordered_set<std::string_view, base::TextHash> words_;
};

}  // namespace

bool is_stop_word(std::string_view word, std::string_view language) {
  static const StopWords english(kEnglish), finnish(kFinnish);
  if (language == "en") return english.contains(word);
  return language == "fi" && finnish.contains(word);
}

}  // namespace kbuild::search
