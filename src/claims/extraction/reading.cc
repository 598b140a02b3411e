// Splits sentences into clauses and derives the status of a version from the nearest cue; see
// reading.h.
#include "claims/extraction/reading.h"

#include <algorithm>

#include "base/text.h"
#include "claims/extraction/pairs.h"

namespace kbuild::claims {

namespace {

/// Maximum distance of a cue from its version, in bytes.
constexpr std::size_t kMaxGapAfter = 70;
constexpr std::size_t kMaxGapBefore = 60;

/// Words before a version that is only compared with: "no longer works with PyTorch 2.4".
constexpr std::string_view kComparing[] = {"than",       "since",           "until",    "from",
                                           "for",        "compatible with", "based on", "built on",
                                           "built with", "introduced in",   "new in",   "as of",
                                           "versiosta",  "depuis",          "using",    "with",
                                           "after",      "before",          "avec",     "sans"};

/// Separators between clauses.
constexpr std::string_view kClauseSeparators[] = {
    ", and ",      ", but ", ", while ", ", whereas ", ", ja ", ", mutta ",
    ", kun taas ", ", et ",  ", mais ",  ", tandis ",  "; "};

/// "works on Rackham": before a system, the verb says that the software is there.
void find_works_on(const Passage& passage, Sentence sentence,
                   std::vector<vocabulary::CueMatch>& cues) {
  constexpr std::size_t kGap = 5;
  for (const vocabulary::Mention& mention : passage.mentions) {
    if (mention.kind != vocabulary::NameKind::system || mention.begin < sentence.begin ||
        mention.begin >= sentence.end)
      continue;
    std::string_view before =
        std::string_view(passage.text()).substr(sentence.begin, mention.begin - sentence.begin);
    for (std::string_view verb : {"works on ", "work on ", "can be found on ", "fonctionne sur ",
                                  "fonctionnent sur ", "toimii "})
      if (std::size_t at = before.rfind(verb);
          at != before.npos && before.size() - at - verb.size() < kGap &&
          !before.substr(0, at).ends_with("not ") && !before.substr(0, at).ends_with("n't ") &&
          !before.substr(0, at).ends_with("ne ") && !before.substr(0, at).ends_with("longer "))
        cues.push_back({vocabulary::Cue::available, at, at + verb.size()});
  }
}

/// Whether a version ends at `at`.
bool ends_with_version(std::string_view text, std::size_t begin, std::size_t at) {
  while (at > begin && (text[at - 1] == '`' || text[at - 1] == '*')) --at;
  std::vector<vocabulary::VersionMatch> versions =
      vocabulary::find_versions(text.substr(begin, at - begin));
  return !versions.empty() && versions.back().dotted && begin + versions.back().end == at;
}

/// Skips "la ", "version " etc. before a number at `at`.
std::size_t skip_article(std::string_view text, std::size_t at) {
  for (std::string_view word : {"la ", "le ", "the ", "version ", "versio "})
    if (text.substr(at).starts_with(word)) at += word.size();
  return at;
}

/// Whether " and " at `at` separates pairs of version and place: "2.1 on Puhti and 2.2 on Mahti",
/// "Puhdissa 2.1 ja Mahdissa 2.2". Between two versions it only lists them.
bool is_pair_separator(const Passage& passage, std::size_t begin, std::size_t at, std::size_t end) {
  std::string_view text = std::string_view(passage.text()).substr(0, end);
  for (std::string_view separator : {" and ", " ja ", " et "}) {
    if (!text.substr(at).starts_with(separator)) continue;
    std::size_t next = skip_article(text, at + separator.size());
    while (next < end && (text[next] == '`' || text[next] == '*')) ++next;
    if (vocabulary::match_version(text, next).dotted) return !ends_with_version(text, begin, at);
    if (text.substr(next).starts_with("on ")) return true;
    for (const vocabulary::Mention& mention : passage.mentions) {
      if (mention.begin != next) continue;
      std::string_view name = text.substr(mention.begin, mention.end - mention.begin);
      bool located = name.ends_with("ssa") || name.ends_with("lla") || name.ends_with("ssä");
      return mention.kind == vocabulary::NameKind::product || located;
    }
  }
  return false;
}

/// Whether ", " at `at` separates two statements, each with a version and a system: "2.1 is the
/// default on Puhti, PyTorch 1.9 on Mahti is deprecated".
bool parts_statements(const Passage& passage, std::size_t begin, std::size_t at, std::size_t end) {
  std::string_view text = std::string_view(passage.text()).substr(0, end);
  if (!text.substr(at).starts_with(", ")) return false;
  auto version_before_system = [&](std::size_t from, std::size_t to) {
    std::size_t place = text.npos;
    for (const vocabulary::Mention& mention : passage.mentions)
      if (mention.kind == vocabulary::NameKind::system && mention.begin >= from &&
          mention.begin < to)
        place = std::min(place, mention.begin);
    std::vector<vocabulary::VersionMatch> versions =
        vocabulary::find_versions(text.substr(from, to - from));
    auto first = std::find_if(versions.begin(), versions.end(),
                              [](const vocabulary::VersionMatch& match) { return match.dotted; });
    return place != text.npos && first != versions.end() && from + first->end <= place &&
           text.substr(from, place - from).find(',') == text.npos;
  };
  std::size_t next = skip_article(text, at + 2);
  bool named = vocabulary::match_version(text, next).dotted;
  for (const vocabulary::Mention& mention : passage.mentions)
    named |= mention.begin == next && mention.kind == vocabulary::NameKind::product;
  return named && version_before_system(begin, at) && version_before_system(next, end);
}

/// Whether the text between a version and a cue stays in one clause.
bool same_clause(std::string_view between) {
  // "PyTorch 1.9, which is no longer available, ...": the clause refers to the preceding version.
  for (std::string_view relative :
       {", which is ",    ", which are ",   ", which was ", ", which has been ", ", qui est ",
        ", qui n'est ",   ", joka on ",     ", joka ",      "; it is ",          "; it was ",
        "; it has been ", ", but it is ",   ", but is ",    "; elle est ",       "; elle n'est ",
        "; il n'est ",    " ; elle n'est ", " ; elle est ", "; se on ",          "; se ei ole "})
    if (between == relative) return true;
  for (std::string_view separator : {", which", " which ", ", that ", ";", " because ", " since ",
                                     ", joka", ", jotka", ", qui "})
    if (between.find(separator) != between.npos) return false;
  return true;
}

/// Whether the text between a version and a cue turns to another version.
bool speaks_of_another(std::string_view between) {
  for (std::string_view separator : {" and ", ", but ", " et ", " ja ", ", mais ", ", mutta "}) {
    std::size_t at = between.find(separator);
    if (at == between.npos) continue;
    for (const vocabulary::VersionMatch& match : vocabulary::find_versions(between.substr(at)))
      if (match.dotted) return true;
  }
  return false;
}

/// "not available on Anaconda Cloud yet": missing from a package channel, but perhaps on a system.
bool is_of_channel(std::string_view after) {
  constexpr std::string_view kChannels[] = {
      "anaconda", "conda", "pypi",     "pip",       "miniconda", "github", "docker",     "ngc",
      "spack",    "mamba", "bioconda", "easybuild", "hugging",   "cran",   "conda-forge"};
  std::vector<std::string_view> words = base::split_words(after);
  std::size_t at = 0;
  for (std::string_view word : {"on", "via", "from", "through", "in", "with", "sur", "par", "dans"})
    if (at == 0 && !words.empty() && words[0] == word) at = 1;
  if (at == 0) return false;
  for (std::string_view article : {"the", "le", "la"})
    if (at < words.size() && words[at] == article) ++at;
  if (at >= words.size()) return false;
  std::string word = base::to_lower(words[at]);
  while (!word.empty() && !base::is_alnum(word.back())) word.pop_back();
  while (!word.empty() && !base::is_alnum(word.front())) word.erase(0, 1);
  return std::find(std::begin(kChannels), std::end(kChannels), word) != std::end(kChannels);
}

std::optional<ClaimStatus> status_of_cue(vocabulary::Cue cue) {
  switch (cue) {
    case vocabulary::Cue::available:
    case vocabulary::Cue::recommended: return ClaimStatus::available;
    case vocabulary::Cue::default_version: return ClaimStatus::default_version;
    case vocabulary::Cue::limited: return ClaimStatus::limited;
    case vocabulary::Cue::deprecated: return ClaimStatus::deprecated;
    case vocabulary::Cue::unavailable: return ClaimStatus::unavailable;
    case vocabulary::Cue::removed: return ClaimStatus::removed;
    case vocabulary::Cue::future:
    case vocabulary::Cue::required:
    case vocabulary::Cue::exception:
    case vocabulary::Cue::everywhere: break;
  }
  return std::nullopt;
}

}  // namespace

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return base::starts_with_ignoring_case(text, word);
  });
}

bool is_measure(std::string_view before) {
  before = base::trim_right(before);
  for (std::string_view filler :
       {" the", " version", " versions", " of", "`", " a", " module", " la", " les", " le"})
    if (before.ends_with(filler))
      before = base::trim_right(before.substr(0, before.size() - filler.size()));
  // "an environment with PyTorch 2.1" contains it.
  for (std::string_view bundle : {"environment with", "container with", "image with", "stack with",
                                  "environnement avec", "conteneur avec"})
    if (before.ends_with(bundle)) return false;
  for (std::string_view word : kComparing)
    if (before.size() >= word.size() &&
        base::equals_ignoring_case(before.substr(before.size() - word.size()), word))
      return true;
  return false;
}

Reading read_sentence(const Extraction& extraction, const Passage& passage, Sentence sentence) {
  Reading reading;
  reading.offset = sentence.begin;
  reading.text =
      std::string_view(passage.text()).substr(sentence.begin, sentence.end - sentence.begin);
  reading.cues = vocabulary::find_cues(reading.text);
  find_works_on(passage, sentence, reading.cues);
  // "not supported any more": was supported before.
  for (vocabulary::CueMatch& cue : reading.cues) {
    if (cue.cue != vocabulary::Cue::unavailable) continue;
    std::string_view words = reading.text.substr(cue.begin, cue.end - cue.begin);
    std::string_view rest = reading.text.substr(cue.end);
    rest = rest.substr(0, rest.find_first_of(",;:"));
    for (std::string_view past : {" any more", " anymore", " any longer"})
      if (rest.find(past) != rest.npos)
        cue.cue = words.find("supported") != words.npos ? vocabulary::Cue::deprecated
                                                        : vocabulary::Cue::removed;
  }
  std::size_t exception_begin = sentence.end, exception_end = sentence.end;
  for (const vocabulary::CueMatch& cue : reading.cues) {
    if (cue.cue != vocabulary::Cue::exception || exception_begin != sentence.end) continue;
    exception_begin = sentence.begin + cue.begin;
    std::size_t close = passage.text().find_first_of("),;:", exception_begin);
    exception_end = std::min(close, sentence.end);
  }
  reading.exceptions = systems_in(passage.mentions, exception_begin, exception_end);
  for (std::uint32_t system : systems_in(passage.mentions, sentence.begin, sentence.end))
    if (std::find(reading.exceptions.begin(), reading.exceptions.end(), system) ==
        reading.exceptions.end())
      reading.systems.push_back(system);
  // "all our systems (Puhti and Mahti)": the parenthesis lists them.
  bool listed =
      std::any_of(reading.cues.begin(), reading.cues.end(), [&](const vocabulary::CueMatch& cue) {
        std::size_t open = reading.text.find_first_not_of(' ', cue.end);
        return cue.cue == vocabulary::Cue::everywhere && open != reading.text.npos &&
               reading.text[open] == '(' &&
               !systems_in(
                    passage.mentions, sentence.begin + open,
                    sentence.begin + std::min(reading.text.find(')', open), reading.text.size()))
                    .empty();
      });
  if (reading.has(vocabulary::Cue::everywhere) && !listed)
    for (std::uint32_t system : extraction.all_systems)
      if (std::find(reading.exceptions.begin(), reading.exceptions.end(), system) ==
              reading.exceptions.end() &&
          std::find(reading.systems.begin(), reading.systems.end(), system) ==
              reading.systems.end())
        reading.systems.push_back(system);
  return reading;
}

std::vector<Sentence> clauses_of(const Passage& passage) {
  auto whole = [&](Sentence part) {
    bool system = false, product = false;
    for (const vocabulary::Mention& mention : passage.mentions) {
      if (mention.begin < part.begin || mention.begin >= part.end) continue;
      (mention.kind == vocabulary::NameKind::system ? system : product) = true;
    }
    if (!system || product) return system;
    std::string_view text = std::string_view(passage.text());
    for (const vocabulary::VersionMatch& match :
         vocabulary::find_versions(text.substr(part.begin, part.end - part.begin)))
      if (match.dotted) return true;
    return false;
  };
  std::vector<Sentence> clauses;
  for (Sentence sentence : passage.sentences) {
    // Split only if each part names a system.
    auto places = std::count_if(
        passage.mentions.begin(), passage.mentions.end(), [&](const vocabulary::Mention& mention) {
          return mention.kind == vocabulary::NameKind::system && mention.begin >= sentence.begin &&
                 mention.begin < sentence.end;
        });
    if (places < 2) {
      clauses.push_back(sentence);
      continue;
    }
    std::string_view text = std::string_view(passage.text()).substr(0, sentence.end);
    for (std::size_t at = sentence.begin; at < sentence.end; ++at) {
      bool may_join = text[at] == ' ' || text[at] == ',' || text[at] == ';';
      bool pairs = may_join && joins_pair(passage, sentence, at, sentence.end);
      if (pairs ||
          (text[at] == ' ' && is_pair_separator(passage, sentence.begin, at, sentence.end) &&
           whole({sentence.begin, at}) && whole({at, sentence.end}))) {
        clauses.push_back({sentence.begin, at});
        sentence.begin = at + 1;
        continue;
      }
      if (text[at] != ',' && text[at] != ';') continue;
      if (!whole({sentence.begin, at}) || !whole({at, sentence.end})) continue;
      std::string_view rest = text.substr(at);
      bool joins =
          std::any_of(std::begin(kClauseSeparators), std::end(kClauseSeparators),
                      [&](std::string_view separator) { return rest.starts_with(separator); });
      if (!joins && !parts_statements(passage, sentence.begin, at, sentence.end)) continue;
      clauses.push_back({sentence.begin, at});
      sentence.begin = at + 1;
    }
    clauses.push_back(sentence);
  }
  return clauses;
}

std::optional<ClaimStatus> status_near(const Reading& reading, std::size_t begin, std::size_t end) {
  std::optional<ClaimStatus> best;
  std::size_t best_distance = kMaxGapAfter + 1;
  for (const vocabulary::CueMatch& cue : reading.cues) {
    std::optional<ClaimStatus> status = status_of_cue(cue.cue);
    if (!status) continue;
    if (cue.cue == vocabulary::Cue::unavailable && is_of_channel(reading.text.substr(cue.end)))
      continue;
    // "3.0.0-beta": the word is part of the version.
    if (cue.cue == vocabulary::Cue::limited && cue.begin > 1 &&
        reading.text[cue.begin - 1] == '-' && base::is_digit(reading.text[cue.begin - 2]))
      continue;
    // "TensorFlow 2.0 offers speed" doesn't say where it is.
    bool gives =
        begins_with_any(reading.text.substr(cue.begin), {"provides", "offers", "tarjoaa", "we "});
    if (gives && cue.begin >= end) continue;
    // "default version 3.2": the cue and the version's range may overlap.
    bool after = cue.begin >= end, before = cue.end <= begin;
    std::size_t distance = after ? cue.begin - end : before ? begin - cue.end : 0;
    if (distance > (after ? kMaxGapAfter : kMaxGapBefore)) continue;
    std::string_view between = reading.text.substr(after    ? end
                                                   : before ? cue.end
                                                            : begin,
                                                   distance);
    // "`2.1` (default), `2.3`": the remark belongs to the version before it.
    bool closed = before && cue.begin > 0 && cue.end < reading.text.size() &&
                  (reading.text[cue.begin] == '(' || reading.text[cue.begin - 1] == '(') &&
                  !vocabulary::find_versions(reading.text.substr(0, cue.begin)).empty();
    if (closed) continue;
    // "2.0, 2.1 (default)": a remark in parentheses belongs to the version before it.
    bool remark = after && (reading.text[cue.begin] == '(' ||
                            (cue.begin > 0 && reading.text[cue.begin - 1] == '('));
    std::vector<vocabulary::VersionMatch> others =
        remark ? vocabulary::find_versions(between) : std::vector<vocabulary::VersionMatch>();
    if (std::any_of(others.begin(), others.end(), [](const auto& match) { return match.dotted; }))
      continue;
    // The removal of a system applies to everything that the sentence says about it.
    bool removed = cue.cue == vocabulary::Cue::removed && after &&
                   begins_with_any(reading.text.substr(cue.begin),
                                   {"decommissioned", "shut down", "switched off", "retired",
                                    "sammut", "poistunut", "mis hors", "mise hors"});
    if (!removed && !same_clause(between)) continue;
    // "2.17 works, but 2.11 no longer does": the cue belongs to the version after the separator.
    bool other = false;
    for (std::string_view separator : {", but ", "; ", ", mutta ", ", mais "})
      if (std::size_t at = between.find(separator); after && at != between.npos)
        other = other || vocabulary::match_version(between, at + separator.size()).dotted;
    if (other) continue;
    // "installed and set as the default": the stronger cue counts, unless it belongs to another
    // version: "2.1 is available, and PyTorch 2.0 was removed".
    bool stronger = best == ClaimStatus::available && *status != ClaimStatus::available;
    if (stronger && after && speaks_of_another(between)) continue;
    if (stronger || distance < best_distance) {
      if (best && *best != ClaimStatus::available && *status == ClaimStatus::available) continue;
      best = status;
      best_distance = distance;
    }
  }
  return best;
}

Choice choice_before(std::string_view before) {
  constexpr std::size_t kMaxGap = 40;
  struct Row {
    std::string_view word;
    Choice choice;
  };
  constexpr Row kRows[] = {{"the former", Choice::first},   {"the first", Choice::first},
                           {"edellinen", Choice::first},    {"ensimmäinen", Choice::first},
                           {"la première", Choice::first},  {"the latter", Choice::last},
                           {"the last", Choice::last},      {"jälkimmäinen", Choice::last},
                           {"viimeinen", Choice::last},     {"la seconde", Choice::last},
                           {"newest", Choice::newest},      {"latest", Choice::newest},
                           {"most recent", Choice::newest}, {"uusin", Choice::newest},
                           {"viimeisin", Choice::newest},   {"plus récente", Choice::newest},
                           {"dernière", Choice::newest}};
  std::string near =
      base::to_lower(before.substr(before.size() > kMaxGap ? before.size() - kMaxGap : 0));
  std::size_t best = 0;
  Choice choice = Choice::all;
  for (const Row& row : kRows)
    if (std::size_t at = near.rfind(row.word); at != near.npos && at + 1 > best) {
      best = at + 1;
      choice = row.choice;
    }
  return choice;
}

const BoundVersion* chosen_default(std::string_view sentence,
                                   const std::vector<vocabulary::CueMatch>& cues,
                                   const std::vector<BoundVersion>& bound) {
  std::vector<const BoundVersion*> listed;
  for (const BoundVersion& version : bound)
    if (version.product == bound.front().product && !version.version.empty())
      listed.push_back(&version);
  for (const vocabulary::CueMatch& cue : cues) {
    if (cue.cue != vocabulary::Cue::default_version || listed.size() < 2) continue;
    switch (choice_before(sentence.substr(0, cue.begin))) {
      case Choice::all: break;
      case Choice::first: return listed.front();
      case Choice::last: return listed.back();
      case Choice::newest:
        return *std::max_element(listed.begin(), listed.end(), [](const auto* a, const auto* b) {
          return vocabulary::compare_versions(a->version, b->version) < 0;
        });
    }
  }
  return nullptr;
}

ClaimStatus status_by_choice(ClaimStatus said, const BoundVersion* chosen,
                             const BoundVersion& version) {
  if (!chosen || (said != ClaimStatus::default_version &&
                  (chosen != &version || said != ClaimStatus::available)))
    return said;
  return chosen == &version ? ClaimStatus::default_version : ClaimStatus::available;
}

}  // namespace kbuild::claims
