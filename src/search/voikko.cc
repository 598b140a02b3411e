// Finnish readings; see voikko.h. WORDBASES of Voikko's format 5 looks like
// "+levy(levy)+kiintiö(kiintiö)"; a derivational ending has a '+' inside its parentheses and is no
// part.
#include "search/voikko.h"

#include <algorithm>

#include "base/text.h"
#include "search/tokens.h"

#ifdef KBUILD_HAVE_VOIKKO
#include <libvoikko/voikko.h>
#endif

namespace kbuild::search {

#ifdef KBUILD_HAVE_VOIKKO

struct Voikko::State {
  VoikkoHandle* handle = nullptr;
  ~State() {
    if (handle) voikkoTerminate(handle);
  }
};

namespace {

std::vector<std::string> parts_of(std::string_view bases) {
  std::vector<std::string> parts;
  for (std::string_view piece : base::split(bases, '+')) {
    std::size_t open = piece.find('(');
    if (open == piece.npos || !piece.ends_with(')')) continue;
    std::string base = fold(piece.substr(open + 1, piece.size() - open - 2));
    std::erase(base, '=');
    if (base.size() > 1) parts.push_back(std::move(base));
  }
  return parts;
}

/// "+käyttä(käyttää)+jä(+jä)": the ending of who does what the verb says.
bool names_an_agent(std::string_view bases) {
  return bases.ends_with("(+ja)") || bases.ends_with("(+jä)");
}

}  // namespace

Voikko::Voikko() : state_(std::make_unique<State>()) {
  const char* error = nullptr;
  state_->handle = voikkoInit(&error, "fi", nullptr);
}

bool Voikko::available() const {
  return state_->handle != nullptr;
}

std::vector<FinnishReading> Voikko::read(std::string_view word) const {
  std::vector<FinnishReading> out;
  if (!state_->handle) return out;
  std::string text(word);
  std::unique_ptr<voikko_mor_analysis*, decltype(&voikko_free_mor_analysis)> readings(
      voikkoAnalyzeWordCstr(state_->handle, text.c_str()), voikko_free_mor_analysis);
  for (voikko_mor_analysis** each = readings.get(); each && *each; ++each) {
    auto value = [&](const char* key) {
      std::unique_ptr<char, decltype(&voikko_free_mor_analysis_value_cstr)> owned(
          voikko_mor_analysis_value_cstr(*each, key), voikko_free_mor_analysis_value_cstr);
      return owned ? std::string(owned.get()) : std::string();
    };
    std::string bases = value("WORDBASES");
    FinnishReading reading{fold(value("BASEFORM")), parts_of(bases)};
    std::erase(reading.lemma, '=');
    bool derived = reading.parts.size() == 1 && reading.parts[0] != reading.lemma;
    if (derived && !names_an_agent(bases)) reading.root = reading.parts[0];
    bool known = std::any_of(out.begin(), out.end(), [&](const FinnishReading& other) {
      return other.lemma == reading.lemma && other.parts == reading.parts;
    });
    if (!reading.lemma.empty() && !known) out.push_back(std::move(reading));
  }
  return out;
}

#else

struct Voikko::State {};
Voikko::Voikko() = default;
bool Voikko::available() const {
  return false;
}
std::vector<FinnishReading> Voikko::read(std::string_view) const {
  return {};
}

#endif

Voikko::~Voikko() = default;

}  // namespace kbuild::search
