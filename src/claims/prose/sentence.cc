// Binds versions without an adjacent product by phrases of replacement, addition, default and
// place; see sentence.h.
#include "claims/prose/sentence.h"

#include <algorithm>

#include "base/text.h"
#include "claims/extraction/code.h"
#include "shell/modules.h"

namespace kbuild::claims {

namespace {

void sort_by_place(std::vector<BoundVersion>& bound) {
  std::stable_sort(bound.begin(), bound.end(),
                   [](const BoundVersion& a, const BoundVersion& b) { return a.begin < b.begin; });
}

/// Words between a phrase and its version.
constexpr std::string_view kFillers[] = {"version", "versions", "versiota", "versiolla", "versioon",
                                         "the",     "la",       "les",      "module"};
/// Phrases before a version that replaces another.
constexpr std::string_view kReplacing[] = {
    "replaced by",  "replaced with", "superseded by",   "in favour of",   "in favor of",
    "successor is", "remplacé par",  "remplacée par",   "remplacés par",  "korvattu",
    "tilalle tuli", "instead use",   "utilisez plutôt", "utiliser plutôt"};
/// Verbs that mean replacement together with "instead" after the version.
constexpr std::string_view kUsing[] = {"use",      "load",     "to",   "with",
                                       "utilisez", "utiliser", "käytä"};
constexpr std::string_view kInstead[] = {" instead", " plutôt", " sen sijaan", " à la place"};
/// Verbs that recommend a version after another was called obsolete, and their negations.
constexpr std::string_view kAdvising[] = {"use",      "load",     "switch to",  "upgrade to",
                                          "utilisez", "utiliser", "d'utiliser", "chargez",
                                          "käytä",    "käytäthän"};
constexpr std::string_view kWarning[] = {"not use", "n't use", "never use", "ne pas utiliser",
                                         "älä käytä"};
/// Words before and after a version that is added to others.
constexpr std::string_view kAlso[] = {"also",     "as well as", "along with", "ainsi que",
                                      "et aussi", "myös",       "sekä"};
constexpr std::string_view kAsWell[] = {" as well",   " too",   " likewise",
                                        " également", " aussi", " myös"};

/// The text before a version without filler words, in lower case.
std::string before_version(std::string_view text, std::size_t begin) {
  constexpr std::size_t kMaxContextLength = 60;
  std::size_t from = begin > kMaxContextLength ? begin - kMaxContextLength : 0;
  std::string lower = base::to_lower(text.substr(from, begin - from));
  auto trim = [&] {
    while (!lower.empty() && std::string_view(" `*").find(lower.back()) != std::string_view::npos)
      lower.pop_back();
  };
  trim();
  for (bool any = true; any;) {
    any = false;
    for (std::string_view filler : kFillers) {
      if (!lower.ends_with(filler)) continue;
      std::size_t rest = lower.size() - filler.size();
      if (rest > 0 && lower[rest - 1] != ' ') continue;
      lower.resize(rest);
      trim();
      any = true;
    }
  }
  return lower;
}

template <std::size_t N>
bool ends_with_any(std::string_view text, const std::string_view (&phrases)[N]) {
  return std::any_of(std::begin(phrases), std::end(phrases), [&](std::string_view phrase) {
    return text.ends_with(phrase) &&
           (text.size() == phrase.size() || !base::is_alnum(text[text.size() - phrase.size() - 1]));
  });
}

template <std::size_t N>
bool begins_with_one(std::string_view text, const std::string_view (&phrases)[N]) {
  while (!text.empty() && (text[0] == '`' || text[0] == '*')) text.remove_prefix(1);
  return std::any_of(std::begin(phrases), std::end(phrases), [&](std::string_view phrase) {
    return text.starts_with(phrase) &&
           (text.size() == phrase.size() || !base::is_alnum(text[phrase.size()]));
  });
}

/// Binds the unbound versions of a sentence for which `says` holds.
template <class Says>
void bind_where(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                std::vector<BoundVersion>& bound, Says says) {
  std::string_view text =
      std::string_view(passage.text()).substr(sentence.begin, sentence.end - sentence.begin);
  std::vector<BoundVersion> made;
  for (const vocabulary::VersionMatch& match : vocabulary::find_versions(text)) {
    if (!match.dotted || !says(text, match.begin, match.end)) continue;
    std::size_t begin = sentence.begin + match.begin;
    bool taken = std::any_of(bound.begin(), bound.end(), [&](const BoundVersion& b) {
      return !b.version.empty() && b.begin <= begin && begin < b.end;
    });
    std::optional<std::uint32_t> owner = product;
    for (const vocabulary::Mention& mention : passage.mentions)
      if (mention.kind == vocabulary::NameKind::product && mention.begin >= sentence.begin &&
          mention.end <= begin)
        owner = mention.id;
    if (!taken && owner)
      made.push_back({*owner, match.version, {}, begin, sentence.begin + match.end});
  }
  if (made.empty()) return;
  bound.insert(bound.end(), made.begin(), made.end());
  sort_by_place(bound);
}

/// Whether the text says that another version shouldn't be used: "2.0 is deprecated: please".
bool is_abandoned(std::string_view before) {
  std::size_t pause = before.find_last_of(":;,");
  if (pause == before.npos) return false;
  before = before.substr(0, pause);
  std::vector<vocabulary::VersionMatch> versions = vocabulary::find_versions(before);
  std::vector<vocabulary::CueMatch> cues = vocabulary::find_cues(before);
  return std::any_of(versions.begin(), versions.end(),
                     [](const vocabulary::VersionMatch& match) { return match.dotted; }) &&
         std::any_of(cues.begin(), cues.end(), [](const vocabulary::CueMatch& cue) {
           return cue.cue == vocabulary::Cue::deprecated || cue.cue == vocabulary::Cue::removed ||
                  cue.cue == vocabulary::Cue::unavailable;
         });
}

}  // namespace

bool is_replacement(std::string_view sentence, std::size_t begin, std::size_t end) {
  std::string before = before_version(sentence, begin);
  if (ends_with_any(before, kReplacing)) return true;
  if (ends_with_any(before, kAdvising) && !ends_with_any(before, kWarning) &&
      is_abandoned(sentence.substr(0, begin)))
    return true;
  return ends_with_any(before, kUsing) && begins_with_one(sentence.substr(end), kInstead);
}

void bind_replacements(const Passage& passage, Sentence sentence,
                       std::optional<std::uint32_t> product, std::vector<BoundVersion>& bound) {
  bind_where(passage, sentence, product, bound, is_replacement);
}

bool is_added(std::string_view sentence, std::size_t begin, std::size_t end) {
  std::string before = before_version(sentence, begin);
  if (before.empty()) return false;
  if (ends_with_any(before, kAlso)) return true;
  bool joined = before.ends_with(',') || before.ends_with(';') || before.ends_with(" and") ||
                before.ends_with(" ja") || before.ends_with(" et");
  return joined && begins_with_one(sentence.substr(end), kAsWell);
}

void bind_added(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                std::vector<BoundVersion>& bound) {
  bool said = std::any_of(bound.begin(), bound.end(),
                          [](const BoundVersion& each) { return !each.version.empty(); });
  if (said) bind_where(passage, sentence, product, bound, is_added);
}

std::size_t back_reference(std::string_view sentence) {
  constexpr std::string_view kPhrases[] = {"this version ",   "this release ", "that version ",
                                           "cette version ",  "tämä versio ",  "tätä versiota ",
                                           "kyseinen versio "};
  std::size_t start = sentence.find_first_not_of(" *_`");
  if (start == sentence.npos) return 0;
  for (std::string_view phrase : kPhrases)
    if (base::starts_with_ignoring_case(sentence.substr(start), phrase))
      return start + phrase.size() - 1;
  return 0;
}

std::size_t back_reference_begin(const Passage& passage) {
  std::string_view text = passage.text();
  for (std::size_t i = 1; i < passage.sentences.size(); ++i) {
    auto [begin, end] = passage.sentences[i];
    if (back_reference(text.substr(begin, end - begin)) > 0) return begin;
  }
  return text.size();
}

void Subject::enter(const Passage& passage) {
  if (passage.heading == heading_ && passage.kind != PassageKind::heading) return;
  heading_ = passage.heading;
  product_.reset();
}

void Subject::follow(const Passage& passage, Sentence clause) {
  for (const vocabulary::Mention& mention : passage.mentions)
    if (mention.kind == vocabulary::NameKind::product && mention.begin >= clause.begin &&
        mention.begin < clause.end) {
      product_ = mention.id;
      return;
    }
}

void Subject::follow_code(const Passage& passage, const vocabulary::Vocabulary& vocabulary) {
  for (const CodeLine& line : passage.lines)
    for (const shell::ModuleCommand& command : shell::find_module_commands(line.code)) {
      if (command.usable().empty()) continue;
      if (auto module = parse_module(command.usable().back(), vocabulary);
          module && module->product)
        product_ = module->product;
    }
}

void bind_bare_code(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                    std::vector<BoundVersion>& bound) {
  if (!product || !passage.numbered) return;
  for (auto [begin, end] : passage.located.code()) {
    if (begin < sentence.begin || begin >= sentence.end) continue;
    std::string_view code = std::string_view(passage.text()).substr(begin, end - begin);
    vocabulary::VersionMatch match = vocabulary::match_version(code, 0);
    if (!match.dotted || match.end != code.size()) continue;
    bool taken = std::any_of(bound.begin(), bound.end(), [&, from = begin](const BoundVersion& b) {
      return b.begin <= from && from < b.end;
    });
    bool other = std::any_of(passage.mentions.begin(), passage.mentions.end(),
                             [&, from = begin](const vocabulary::Mention& mention) {
                               return mention.kind == vocabulary::NameKind::product &&
                                      mention.id != product && mention.begin >= sentence.begin &&
                                      mention.begin < from;
                             });
    // "TCL `8.5`": the number belongs to unknown software.
    std::vector<std::string_view> before = base::split_words(
        std::string_view(passage.text()).substr(sentence.begin, begin - sentence.begin));
    bool owned = !before.empty() && !base::is_lower(before.back()[0]) &&
                 base::is_alnum(before.back().back());
    if (!taken && !other && !owned) bound.push_back({*product, match.version, {}, begin, end});
  }
  sort_by_place(bound);
}

void bind_located(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                  std::vector<BoundVersion>& bound) {
  constexpr std::size_t kMaxSeparatorLength = 12;
  if (!product || !passage.numbered) return;
  bool other = std::any_of(
      passage.mentions.begin(), passage.mentions.end(), [&](const vocabulary::Mention& mention) {
        return mention.kind == vocabulary::NameKind::product && mention.id != product &&
               mention.begin >= sentence.begin && mention.begin < sentence.end;
      });
  if (other) return;
  std::string_view text = std::string_view(passage.text()).substr(0, sentence.end);
  // "2.4 is the default on Puhti, and 2.5 is experimental": the number is the subject of its
  // clause.
  auto opens = [&](std::size_t begin, std::string_view rest) {
    std::string_view before = base::trim(text.substr(sentence.begin, begin - sentence.begin));
    // The beginning of an item is read as a list.
    bool separator =
        (before.empty() && !passage.item_begin) || before == "`" || before == "*" || before == "**";
    for (std::string_view word : {"and", "but", "while", "et", "mais", "ja", "mutta"})
      separator = separator || before == word;
    for (std::string_view verb :
         {" is ", " was ", " has ", " became ", " est ", " a été ", " on ", " oli "})
      if (separator && rest.starts_with(verb)) return true;
    // "The 1.13 container was retired."
    for (std::string_view article : {"The", "the", "and the", "Our"})
      for (std::string_view noun : {" container ", " module ", " image ", " build ", " release ",
                                    " environment ", " installation "})
        if (before == article && rest.starts_with(noun)) return true;
    return false;
  };
  std::vector<BoundVersion> located;
  for (const vocabulary::VersionMatch& match :
       vocabulary::find_versions(text.substr(sentence.begin))) {
    std::size_t begin = sentence.begin + match.begin, end = sentence.begin + match.end;
    bool taken = std::any_of(bound.begin(), bound.end(), [&](const BoundVersion& b) {
      return !b.version.empty() && b.begin <= begin && begin < b.end;
    });
    std::string_view rest = text.substr(end);
    bool on = rest.starts_with(" on ") || rest.starts_with(" sur ") || rest.starts_with(" (on ");
    bool system = std::any_of(
        passage.mentions.begin(), passage.mentions.end(), [&](const vocabulary::Mention& mention) {
          return mention.kind == vocabulary::NameKind::system && mention.begin > end &&
                 mention.begin - end <= kMaxSeparatorLength;
        });
    bool chosen = false;
    for (std::string_view phrase : {"oletuksena on ", "oletus on ", "default is ", "faut est "})
      chosen = chosen || text.substr(0, begin).ends_with(phrase);
    if (match.dotted && !taken && ((on && system) || chosen || opens(begin, rest)))
      located.push_back({*product, match.version, {}, begin, end});
  }
  bound.insert(bound.end(), located.begin(), located.end());
  sort_by_place(bound);
}

std::optional<std::uint32_t> owner_of_default(const Passage& passage, Sentence sentence,
                                              std::size_t version,
                                              std::optional<std::uint32_t> product) {
  constexpr std::size_t kMaxPlaceLength = 60, kMaxSeparatorLength = 16;
  std::string lower = base::to_lower(
      std::string_view(passage.text()).substr(sentence.begin, version - sentence.begin));
  while (!lower.empty() && std::string_view(" `*").find(lower.back()) != std::string_view::npos)
    lower.pop_back();
  for (std::string_view copula : {" is", " has been", " est", " est la"}) {
    if (!lower.ends_with(copula)) continue;
    for (std::string_view standard : {"default", "par défaut"}) {
      std::size_t at = lower.rfind(standard);
      if (at == lower.npos) continue;
      at += standard.size();
      std::string_view place =
          std::string_view(lower).substr(at, lower.size() - copula.size() - at);
      if (place.size() > kMaxPlaceLength || vocabulary::has_digit(place) ||
          place.find_first_of(",;:") != place.npos)
        continue;
      std::vector<const vocabulary::Mention*> named;
      for (const vocabulary::Mention& mention : passage.mentions)
        if (mention.kind == vocabulary::NameKind::product && mention.begin >= sentence.begin + at &&
            mention.begin < version)
          named.push_back(&mention);
      // "The default Python for PyTorch is 3.9" isn't about a system.
      if (named.size() > 1) return std::nullopt;
      if (named.size() == 1)
        return named[0]->begin - sentence.begin - at <= kMaxSeparatorLength
                   ? std::optional(named[0]->id)
                   : std::nullopt;
      std::vector<std::string_view> words = base::split_words(place);
      constexpr std::string_view kOpen[] = {"version", "module", "release", "one", "on",
                                            "in",      "at",     "for",     "sur", "à"};
      if (words.empty() ||
          std::find(std::begin(kOpen), std::end(kOpen), words[0]) != std::end(kOpen))
        return product;
    }
  }
  return std::nullopt;
}

void bind_defaults(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                   std::vector<BoundVersion>& bound) {
  if (!passage.numbered) return;
  std::string_view text =
      std::string_view(passage.text()).substr(sentence.begin, sentence.end - sentence.begin);
  for (const vocabulary::VersionMatch& match : vocabulary::find_versions(text)) {
    std::size_t begin = sentence.begin + match.begin, end = sentence.begin + match.end;
    bool taken = std::any_of(bound.begin(), bound.end(), [&](const BoundVersion& each) {
      return !each.version.empty() && each.begin <= begin && begin < each.end;
    });
    if (!match.dotted || taken) continue;
    if (auto owner = owner_of_default(passage, sentence, begin, product))
      bound.push_back({*owner, match.version, {}, begin, end});
  }
  sort_by_place(bound);
}

std::vector<vocabulary::VersionMatch> named_versions(const Passage& passage, Sentence sentence) {
  std::vector<vocabulary::VersionMatch> named;
  std::string_view text =
      std::string_view(passage.text()).substr(sentence.begin, sentence.end - sentence.begin);
  std::size_t word = text.find("ersio");
  // "The latest PyTorch on Puhti is 2.3".
  for (const vocabulary::Mention& mention : passage.mentions)
    for (std::string_view newest : {"latest ", "newest "})
      if (word == text.npos && mention.kind == vocabulary::NameKind::product &&
          mention.begin > sentence.begin && mention.begin < sentence.end &&
          text.substr(0, mention.begin - sentence.begin).ends_with(newest))
        word = mention.begin - sentence.begin;
  if (passage.mentions.empty() || word == text.npos) return named;
  for (std::string_view copula : {" is ", " are ", " est ", " sont ", " on ", " ovat "}) {
    std::size_t at = text.find(copula, word);
    if (at == text.npos) continue;
    bool located = std::any_of(
        passage.mentions.begin(), passage.mentions.end(), [&](const vocabulary::Mention& mention) {
          return mention.kind == vocabulary::NameKind::system && mention.begin >= sentence.begin &&
                 mention.end <= sentence.begin + at + 1;
        });
    // "The newest version is 2.1 on Puhti".
    bool newest = text.substr(0, at).find("ewest ") != text.npos ||
                  text.substr(0, at).find("atest ") != text.npos;
    if (!located && !newest) continue;
    std::size_t next = at + copula.size();
    for (std::string_view filler : {"the ", "now ", "currently ", "at version ", "la ", "nyt "})
      if (text.substr(next).starts_with(filler)) {
        next += filler.size();
        break;
      }
    // "The latest version of GROMACS is 2024": some software numbers releases by year.
    auto is_release = [](const vocabulary::VersionMatch& match) {
      return match.dotted || (match.version.size() == 4 && match.version.starts_with("20"));
    };
    for (vocabulary::VersionMatch match = vocabulary::match_version(text, next); is_release(match);
         match = vocabulary::match_version(text, next)) {
      next = match.end;
      match.begin += sentence.begin;
      match.end += sentence.begin;
      named.push_back(std::move(match));
      for (std::string_view separator : {", and ", ", ", " and ", " et ", " ja "})
        if (text.substr(next).starts_with(separator)) {
          next += separator.size();
          break;
        }
    }
    if (!named.empty()) return named;
  }
  return named;
}

void bind_named(const Passage& passage, Sentence sentence,
                const std::vector<vocabulary::VersionMatch>& named,
                std::optional<std::uint32_t> product, std::vector<BoundVersion>& bound) {
  if (named.empty()) return;
  for (const vocabulary::Mention& mention : passage.mentions)
    if (mention.kind == vocabulary::NameKind::product && mention.begin >= sentence.begin &&
        mention.begin < named.front().begin) {
      if (product && product != mention.id) return;
      product = mention.id;
    }
  if (!product) return;
  for (const vocabulary::VersionMatch& match : named)
    if (std::none_of(bound.begin(), bound.end(), [&](const BoundVersion& b) {
          return b.begin <= match.begin && match.begin < b.end;
        }))
      bound.push_back({*product, match.version, {}, match.begin, match.end});
  sort_by_place(bound);
}

}  // namespace kbuild::claims
