// Computes the keys of a word by Snowball's stemmers and Voikko; see analyser.h.
#include "search/language/analyser.h"

#include <xapian.h>
#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "search/language/voikko.h"
#include "source/unicode.h"

namespace kbuild::search {

namespace {

/// Most letters of a word that is analysed; longer ones are names of files and the like.
constexpr std::size_t kMaxAnalysedLength = 60;
constexpr std::size_t kMaxParts = 5;

struct StemmerOfLanguage {
  std::string_view language;
  std::string_view stemmer;
};
/// Snowball's stemmers by the language tags of pages. Languages without one are matched by form.
constexpr std::array kStemmers = {
    StemmerOfLanguage{"en", "english"},    StemmerOfLanguage{"fi", "finnish"},
    StemmerOfLanguage{"sv", "swedish"},    StemmerOfLanguage{"de", "german"},
    StemmerOfLanguage{"fr", "french"},     StemmerOfLanguage{"da", "danish"},
    StemmerOfLanguage{"nb", "norwegian"},  StemmerOfLanguage{"es", "spanish"},
    StemmerOfLanguage{"it", "italian"},    StemmerOfLanguage{"nl", "dutch"},
    StemmerOfLanguage{"pt", "portuguese"},
};

Xapian::Stem stemmer_of(std::string_view language) {
  for (const StemmerOfLanguage& row : kStemmers)
    if (row.language == language) return Xapian::Stem(std::string(row.stemmer));
  return Xapian::Stem();
}

bool has_digit(std::string_view word) {
  return std::any_of(word.begin(), word.end(), base::is_digit);
}
/// The parts of a compound and what several of them in a row make: "aineistonhallinta" in
/// "aineistonhallintasuunnitelma". Also what they are derived from.
void add_part_keys(const std::vector<FinnishPart>& parts, std::vector<Key>& keys) {
  for (std::size_t first = 0; first < parts.size(); ++first) {
    std::string before;
    for (std::size_t last = first; last < parts.size(); ++last) {
      if (last - first + 1 < parts.size())
        keys.push_back({Relation::part, before + parts[last].base});
      before += parts[last].surface;
    }
    if (!parts[first].root.empty()) keys.push_back({Relation::part, parts[first].root});
  }
}

}  // namespace

struct Analyser::State {
  explicit State(std::string_view language)
      : stem(stemmer_of(language)), is_finnish(language == "fi") {}
  Xapian::Stem stem;
  bool is_finnish;
  /// Opened at the first word, so that users of stems only need not wait for it.
  std::optional<Voikko> voikko;
};

Analyser::Analyser(std::string_view language) : state_(std::make_unique<State>(language)) {}
Analyser::~Analyser() = default;
Analyser::Analyser(Analyser&&) noexcept = default;
Analyser& Analyser::operator=(Analyser&&) noexcept = default;

std::string Analyser::stem(std::string_view form) const {
  if (form.size() < 3 || form.size() > kMaxAnalysedLength || has_digit(form))
    return std::string(form);
  return state_->stem(std::string(form));
}

Analysis Analyser::analyse(std::string_view form) const {
  Analysis out;
  std::string stemmed = stem(form);
  if (stemmed != form) out.keys.push_back({Relation::stem, stemmed});
  if (!base::is_ascii(stemmed))
    out.keys.push_back({Relation::folded, source::strip_marks(stemmed)});
  if (!state_->is_finnish || form.size() < 4 || form.size() > kMaxAnalysedLength || has_digit(form))
    return out;
  if (!state_->voikko) state_->voikko.emplace();
  std::size_t fewest_derived = 0;
  for (FinnishReading& reading : state_->voikko->read(form)) {
    out.keys.push_back({Relation::lemma, reading.lemma});
    std::size_t count = reading.parts.size();
    if (!reading.root.empty()) {
      out.keys.push_back({Relation::root, reading.root});
      out.roots.push_back(std::move(reading.root));
    }
    if (count < 2 || count > kMaxParts) continue;
    add_part_keys(reading.parts, out.keys);
    // The likeliest reading is the one with the fewest derived parts.
    auto derived = static_cast<std::size_t>(
        std::count_if(reading.parts.begin(), reading.parts.end(),
                      [](const FinnishPart& part) { return !part.root.empty(); }));
    if (!out.parts.empty() && derived >= fewest_derived) continue;
    fewest_derived = derived;
    out.parts.clear();
    for (FinnishPart& part : reading.parts) out.parts.push_back(std::move(part.base));
  }
  std::sort(out.keys.begin(), out.keys.end(), [](const Key& a, const Key& b) {
    bool stem_a = a.relation == Relation::stem, stem_b = b.relation == Relation::stem;
    return stem_a != stem_b ? stem_a : a < b;
  });
  out.keys.erase(std::unique(out.keys.begin(), out.keys.end()), out.keys.end());
  return out;
}

bool have_voikko() {
  return Voikko().available();
}

}  // namespace kbuild::search
