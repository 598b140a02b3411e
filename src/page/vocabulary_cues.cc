// The tables of cues; see vocabulary_cues.h.
#include "page/vocabulary_cues.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/prefix_filter.h"
#include "base/text.h"

namespace kbuild::page {

namespace {

/// A phrase in lower case; a trailing '*' lets the last word go on ("asenn*").
struct CueRow {
  std::string_view phrase;
  Cue cue;
};

constexpr CueRow kCues[] = {
    // English
    {"available", Cue::available},
    {"installed", Cue::available},
    {"deployed", Cue::available},
    {"provided", Cue::available},
    {"provides", Cue::available},
    {"we provide", Cue::available},
    {"we offer", Cue::available},
    {"we have", Cue::available},
    {"also has", Cue::available},
    {"also have", Cue::available},
    {"offered", Cue::available},
    {"offers", Cue::available},
    {"added", Cue::available},
    {"upgraded to", Cue::available},
    {"updated to", Cue::available},
    {"currently support*", Cue::available},
    {"supported version*", Cue::available},
    {"is supported", Cue::available},
    {"are supported", Cue::available},
    {"can be loaded", Cue::available},
    {"can be used", Cue::available},
    {"can be had", Cue::available},
    {"can be accessed", Cue::available},
    {"can be activated", Cue::available},
    {"you can load", Cue::available},
    {"ready-to-use", Cue::available},
    {"ready to use", Cue::available},
    {"is accessible", Cue::available},
    {"are accessible", Cue::available},
    {"pre-installed", Cue::available},
    {"preinstalled", Cue::available},
    {"is part of", Cue::available},
    {"are part of", Cue::available},
    {"is included in", Cue::available},
    {"are included in", Cue::available},
    {"can still use", Cue::available},
    {"can still be used", Cue::available},
    {"we maintain", Cue::available},
    {"currently maintain", Cue::available},
    {"is maintained", Cue::available},
    {"are maintained", Cue::available},
    {"is hosted", Cue::available},
    {"are hosted", Cue::available},
    {"we host", Cue::available},
    {"currently host", Cue::available},
    {"exists", Cue::available},
    {"loaded by default", Cue::default_version},
    {"used by default", Cue::default_version},
    {"selected by default", Cue::default_version},
    {"default version", Cue::default_version},
    {"default module", Cue::default_version},
    {"as default", Cue::default_version},
    {"as the default", Cue::default_version},
    {"is the default", Cue::default_version},
    {"is default", Cue::default_version},
    {"now the default", Cue::default_version},
    {"now default", Cue::default_version},
    {"becomes the default", Cue::default_version},
    {"became the default", Cue::default_version},
    {"becomes default", Cue::default_version},
    {"became default", Cue::default_version},
    {"the new default", Cue::default_version},
    {"the default is", Cue::default_version},
    {"made default", Cue::default_version},
    {"made the default", Cue::default_version},
    {"set default", Cue::default_version},
    {"(default)", Cue::default_version},
    {"(oletus)", Cue::default_version},
    {"not available", Cue::unavailable},
    {"not yet available", Cue::unavailable},
    {"not currently available", Cue::unavailable},
    {"not yet installed", Cue::unavailable},
    {"not yet supported", Cue::unavailable},
    {"do not provide", Cue::unavailable},
    {"do not offer", Cue::unavailable},
    {"do not support", Cue::unavailable},
    {"no longer provide*", Cue::removed},
    {"no longer offer*", Cue::removed},
    {"no longer available", Cue::removed},
    {"no longer installed", Cue::removed},
    {"not installed", Cue::unavailable},
    {"unavailable", Cue::unavailable},
    {"not provided", Cue::unavailable},
    {"not supported", Cue::unavailable},
    {"not compatible", Cue::unavailable},
    {"incompatible", Cue::unavailable},
    {"does not work", Cue::unavailable},
    {"do not work", Cue::unavailable},
    {"does not run", Cue::unavailable},
    {"do not run", Cue::unavailable},
    {"no longer works", Cue::unavailable},
    {"no longer work", Cue::unavailable},
    {"will not work", Cue::unavailable},
    {"don't work", Cue::unavailable},
    {"removed", Cue::removed},
    {"uninstalled", Cue::removed},
    {"decommissioned", Cue::removed},
    {"retired", Cue::removed},
    {"shut down", Cue::removed},
    {"switched off", Cue::removed},
    {"out of service", Cue::removed},
    {"taken out of service", Cue::removed},
    {"deprecated", Cue::deprecated},
    {"obsolete", Cue::deprecated},
    {"no longer supported", Cue::deprecated},
    {"no longer support", Cue::deprecated},
    {"no longer maintained", Cue::deprecated},
    {"not fully supported", Cue::deprecated},
    {"end of life", Cue::deprecated},
    {"end-of-life", Cue::deprecated},
    {"known issue*", Cue::limited},
    {"known problem*", Cue::limited},
    {"known bug*", Cue::limited},
    {"causes problems", Cue::limited},
    {"has problems", Cue::limited},
    {"has issues", Cue::limited},
    {"experimental", Cue::limited},
    {"limited support", Cue::limited},
    {"limited", Cue::limited},
    {"cpu only", Cue::limited},
    {"cpu-only", Cue::limited},
    {"cpu version", Cue::limited},
    {"single-node only", Cue::limited},
    {"beta", Cue::limited},
    {"unsupported", Cue::deprecated},
    {"not recommended", Cue::deprecated},
    {"phased out", Cue::deprecated},
    {"will be removed", Cue::deprecated},
    {"will be deprecated", Cue::deprecated},
    {"will be retired", Cue::deprecated},
    {"to be removed", Cue::deprecated},
    {"to be retired", Cue::deprecated},
    {"to be deprecated", Cue::deprecated},
    {"to be decommissioned", Cue::deprecated},
    {"end of support", Cue::deprecated},
    {"superseded", Cue::deprecated},
    {"will be", Cue::future},
    {"planned", Cue::future},
    {"being prepared", Cue::future},
    {"expected to", Cue::future},
    {"coming soon", Cue::future},
    {"delayed", Cue::future},
    {"recommend*", Cue::recommended},
    {"can be installed", Cue::recommended},
    {"can install", Cue::recommended},
    {"require*", Cue::required},
    {"is needed", Cue::required},
    {"are needed", Cue::required},
    {"must be", Cue::required},
    {"must use", Cue::required},
    {"you need", Cue::required},
    {"at least", Cue::required},
    {"minimum", Cue::required},
    {"only version*", Cue::required},
    {"only release*", Cue::required},
    {"except", Cue::exception},
    {"excluding", Cue::exception},
    {"other than", Cue::exception},
    {"but not", Cue::exception},
    {"unlike", Cue::exception},
    {"all supercomputers", Cue::everywhere},
    {"all systems", Cue::everywhere},
    {"all clusters", Cue::everywhere},
    {"all our clusters", Cue::everywhere},
    {"all our systems", Cue::everywhere},
    {"all machines", Cue::everywhere},
    {"all three systems", Cue::everywhere},
    {"both systems", Cue::everywhere},
    {"both clusters", Cue::everywhere},
    // Finnish
    {"saatavilla", Cue::available},
    {"saatavissa", Cue::available},
    {"saatavana", Cue::available},
    {"käytettävissä", Cue::available},
    {"tarjolla", Cue::available},
    {"käytössä", Cue::available},
    {"valittavissa", Cue::available},
    {"ei ole käytössä", Cue::unavailable},
    {"latautuu oletuksena", Cue::default_version},
    {"ladataan oletuksena", Cue::default_version},
    {"oletuksena latautuu", Cue::default_version},
    {"siinä on", Cue::available},
    {"siellä on", Cue::available},
    {"niissä on", Cue::available},
    {"joissa on", Cue::available},
    {"asennettu*", Cue::available},
    {"asennettiin", Cue::available},
    {"lisätty*", Cue::available},
    {"lisättiin", Cue::available},
    {"päivitetty*", Cue::available},
    {"päivitettiin", Cue::available},
    {"löytyy", Cue::available},
    {"löytyvät", Cue::available},
    {"saa käyttöön", Cue::available},
    {"tuetut", Cue::available},
    {"tuetaan", Cue::available},
    {"tarjoaa", Cue::available},
    {"oletusversi*", Cue::default_version},
    {"oletusmoduul*", Cue::default_version},
    {"oletukseksi", Cue::default_version},
    {"oletuksena on", Cue::default_version},
    {"on nyt oletus", Cue::default_version},
    {"oletus on", Cue::default_version},
    {"on oletus", Cue::default_version},
    {"ei ole saatavilla", Cue::unavailable},
    {"ei saatavilla", Cue::unavailable},
    {"eivät ole saatavilla", Cue::unavailable},
    {"ei ole asennettu", Cue::unavailable},
    {"ei ole vielä asennettu", Cue::unavailable},
    {"ei ole vielä saatavilla", Cue::unavailable},
    {"ei vielä saatavilla", Cue::unavailable},
    {"ei ole tarjolla", Cue::unavailable},
    {"ei löydy", Cue::unavailable},
    {"ei ole käytettävissä", Cue::unavailable},
    {"ei enää saatavilla", Cue::removed},
    {"ei ole enää saatavilla", Cue::removed},
    {"ei ole enää mukana", Cue::removed},
    {"ei toimi", Cue::unavailable},
    {"ei enää toimi", Cue::unavailable},
    {"eivät enää toimi", Cue::unavailable},
    {"eivät toimi", Cue::unavailable},
    {"ei tueta", Cue::unavailable},
    {"poistettu*", Cue::removed},
    {"poistettiin", Cue::removed},
    {"poistunut käytöstä", Cue::removed},
    {"sammutettu", Cue::removed},
    {"sammutettiin", Cue::removed},
    {"vanhentun*", Cue::deprecated},
    {"ei enää tueta", Cue::deprecated},
    {"ei enää tue", Cue::deprecated},
    {"eikä niitä enää tueta", Cue::deprecated},
    {"ei ole enää tuettu", Cue::deprecated},
    {"eivät ole enää tuettuja", Cue::deprecated},
    {"poistetaan", Cue::deprecated},
    {"poistuu käytöstä", Cue::deprecated},
    {"poistuva*", Cue::deprecated},
    {"tuki on päättynyt", Cue::deprecated},
    {"tunnettuja ongelmia", Cue::limited},
    {"aiheuttaa ongelmia", Cue::limited},
    {"kokeellinen", Cue::limited},
    {"kokeelli*", Cue::limited},
    {"rajoitettu*", Cue::limited},
    {"rajallinen", Cue::limited},
    {"tulossa", Cue::future},
    {"viivästyy", Cue::future},
    {"asennetaan", Cue::future},
    {"tullaan", Cue::future},
    {"suosittel*", Cue::recommended},
    {"voi asentaa", Cue::recommended},
    {"voit asentaa", Cue::recommended},
    {"vaatii", Cue::required},
    {"vaaditaan", Cue::required},
    {"vaativat", Cue::required},
    {"tarvitaan", Cue::required},
    {"tarvitset", Cue::required},
    {"vähintään", Cue::required},
    {"paitsi", Cue::exception},
    {"lukuun ottamatta", Cue::exception},
    {"kaikilla supertietokoneilla", Cue::everywhere},
    {"kaikissa supertietokoneissa", Cue::everywhere},
    {"kaikille supertietokoneille", Cue::everywhere},
    {"kaikkiin supertietokoneisiin", Cue::everywhere},
    {"kaikkiin kolmeen järjestelmään", Cue::everywhere},
    // French
    {"disponible*", Cue::available},
    {"installé*", Cue::available},
    {"ajouté*", Cue::available},
    {"fourni*", Cue::available},
    {"proposé*", Cue::available},
    {"proposons", Cue::available},
    {"déployé*", Cue::available},
    {"est accessible", Cue::available},
    {"reste accessible", Cue::available},
    {"restent accessibles", Cue::available},
    {"sont accessibles", Cue::available},
    {"mise à disposition", Cue::available},
    {"mis à disposition", Cue::available},
    {"met à disposition", Cue::available},
    {"mettons à disposition", Cue::available},
    {"fournissons", Cue::available},
    {"peut être utilisé*", Cue::available},
    {"peuvent être utilisé*", Cue::available},
    {"peut être chargé*", Cue::available},
    {"peuvent être chargé*", Cue::available},
    {"pouvez utiliser", Cue::available},
    {"pouvez charger", Cue::available},
    {"mise à jour vers", Cue::available},
    {"préinstallé*", Cue::available},
    {"pré-installé*", Cue::available},
    {"nous offrons", Cue::available},
    {"nous avons", Cue::available},
    {"mis à jour", Cue::available},
    {"version par défaut", Cue::default_version},
    {"module par défaut", Cue::default_version},
    {"(par défaut)", Cue::default_version},
    {"(défaut)", Cue::default_version},
    {"chargé par défaut", Cue::default_version},
    {"chargée par défaut", Cue::default_version},
    {"utilisé par défaut", Cue::default_version},
    {"utilisée par défaut", Cue::default_version},
    {"celle par défaut", Cue::default_version},
    {"celui par défaut", Cue::default_version},
    {"devient le défaut", Cue::default_version},
    {"pas disponible*", Cue::unavailable},
    {"non disponible*", Cue::unavailable},
    {"plus disponible*", Cue::removed},
    {"pas installé*", Cue::unavailable},
    {"pas encore installé*", Cue::unavailable},
    {"pas encore disponible*", Cue::unavailable},
    {"n'offrons pas", Cue::unavailable},
    {"pas compatible*", Cue::unavailable},
    {"pas encore compatible*", Cue::unavailable},
    {"plus compatible*", Cue::unavailable},
    {"incompatible*", Cue::unavailable},
    {"n'est pas installé*", Cue::unavailable},
    {"n'est pas fourni*", Cue::unavailable},
    {"pas accessible*", Cue::unavailable},
    {"indisponible*", Cue::unavailable},
    {"ne fonctionne pas", Cue::unavailable},
    {"ne fonctionnent pas", Cue::unavailable},
    {"pas pris en charge", Cue::unavailable},
    {"pas prise en charge", Cue::unavailable},
    {"supprimé*", Cue::removed},
    {"désinstallé*", Cue::removed},
    {"enlevé*", Cue::removed},
    {"plus installé*", Cue::removed},
    {"plus accessible*", Cue::removed},
    {"n'existe plus", Cue::removed},
    {"arrêté*", Cue::removed},
    {"décommissionné*", Cue::removed},
    {"retiré*", Cue::removed},
    {"hors service", Cue::removed},
    {"mis hors service", Cue::removed},
    {"mise hors service", Cue::removed},
    {"obsolète*", Cue::deprecated},
    {"plus pris en charge", Cue::deprecated},
    {"plus prise en charge", Cue::deprecated},
    {"plus supporté*", Cue::deprecated},
    {"plus maintenu*", Cue::deprecated},
    {"déconseill*", Cue::deprecated},
    {"périmé*", Cue::deprecated},
    {"désuet*", Cue::deprecated},
    {"désuète*", Cue::deprecated},
    {"sera enlevé*", Cue::deprecated},
    {"sera désinstallé*", Cue::deprecated},
    {"seront désinstallé*", Cue::deprecated},
    {"ne sera plus maintenu*", Cue::deprecated},
    {"n'est plus recommandé*", Cue::deprecated},
    {"ne plus utiliser", Cue::deprecated},
    {"dépréci*", Cue::deprecated},
    {"sera supprimé*", Cue::deprecated},
    {"seront supprimé*", Cue::deprecated},
    {"sera retiré*", Cue::deprecated},
    {"seront retiré*", Cue::deprecated},
    {"problèmes connus", Cue::limited},
    {"problème connu", Cue::limited},
    {"connaît des problèmes", Cue::limited},
    {"cause des problèmes", Cue::limited},
    {"causent des problèmes", Cue::limited},
    {"pose des problèmes", Cue::limited},
    {"posent des problèmes", Cue::limited},
    {"présente des problèmes", Cue::limited},
    {"connaissons des problèmes", Cue::limited},
    {"expérimental*", Cue::limited},
    {"cpu seulement", Cue::limited},
    {"cpu uniquement", Cue::limited},
    {"uniquement cpu", Cue::limited},
    {"version cpu", Cue::limited},
    {"en test", Cue::limited},
    {"en version bêta", Cue::limited},
    {"limité*", Cue::limited},
    {"sera", Cue::future},
    {"seront", Cue::future},
    {"bientôt", Cue::future},
    {"prévu*", Cue::future},
    {"recommand*", Cue::recommended},
    {"conseillons", Cue::recommended},
    {"utilisez plutôt", Cue::recommended},
    {"pouvez installer", Cue::recommended},
    {"peut être installé*", Cue::recommended},
    {"requis*", Cue::required},
    {"nécessit*", Cue::required},
    {"nécessaire*", Cue::required},
    {"exige*", Cue::required},
    {"il faut", Cue::required},
    {"au moins", Cue::required},
    {"seules les versions", Cue::required},
    {"fin de support", Cue::deprecated},
    {"fin de vie", Cue::deprecated},
    {"sauf", Cue::exception},
    {"excepté", Cue::exception},
    {"à l'exception", Cue::exception},
    {"toutes nos grappes", Cue::everywhere},
    {"toutes les grappes", Cue::everywhere},
    {"tous les systèmes", Cue::everywhere},
    {"tous nos calculateurs", Cue::everywhere},
    {"tous les calculateurs", Cue::everywhere},
    {"tous nos clusters", Cue::everywhere},
    {"tous les clusters", Cue::everywhere},
    {"toutes nos machines", Cue::everywhere},
    {"toutes les machines", Cue::everywhere},
    {"les deux clusters", Cue::everywhere},
    {"les deux calculateurs", Cue::everywhere},
    {"les deux machines", Cue::everywhere},
    {"les deux grappes", Cue::everywhere},
};

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
    for (const CueRow& row : kCues) made[static_cast<unsigned char>(row.phrase[0])].push_back(&row);
    return made;
  }();
  return table;
}

}  // namespace

std::vector<CueMatch> find_cues(std::string_view sentence) {
  static const base::PrefixFilter<4> beginnings = [] {
    base::PrefixFilter<4> made;
    for (const CueRow& row : kCues) made.add(row.phrase.substr(0, row.phrase.find('*')));
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

std::string_view guess_prose_language(std::string_view text) {
  struct Row {
    std::string_view language;
    std::array<std::string_view, 12> words;
  };
  constexpr Row kRows[] = {
      {"en", {"the", "and", "to", "of", "is", "for", "with", "you", "on", "are", "this", "can"}},
      {"fi",
       {"ja", "on", "ei", "voit", "joka", "sek\xc3\xa4", "tai", "ovat", "mutta", "kun",
        "my\xc3\xb6s", "jos"}},
      {"fr", {"le", "la", "les", "des", "et", "pour", "vous", "est", "une", "dans", "sur", "avec"}},
  };
  constexpr std::size_t kLongestWord = 5;
  std::array<int, 3> counts{};
  int words = 0;
  for (std::string_view word : base::split_words(text.substr(0, 100'000))) {
    ++words;
    if (word.size() > kLongestWord) continue;
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

}  // namespace kbuild::page
