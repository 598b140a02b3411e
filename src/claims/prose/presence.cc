// Claims the presence or absence of software without versions; see presence.h.
#include "claims/prose/presence.h"

#include <algorithm>

#include "base/text.h"
#include "claims/extraction/pairs.h"

namespace kbuild::claims {

namespace {

/// The text between software and a cue of presence.
struct Between {
  /// Only names, separators and forms of "be": "PyTorch and TensorFlow are already [installed]".
  bool plain = true;
  /// Whether there is a form of "be", a comma or a colon.
  bool being = false;
  bool separate = false;
};

Between read_between(const Passage& passage, std::size_t begin, std::size_t end) {
  constexpr std::string_view kBeing[] = {"is",   "are", "has",  "have", "on",
                                         "ovat", "est", "sont", "a",    "ont"};
  constexpr std::string_view kPlain[] = {
      "been",  "already", "also", "now",  "both", "and", "currently", "the",   "module", "modules",
      "which", "qui",     "ja",   "myös", "nyt",  "et",  "sur",       "aussi", "été",    "déjà"};
  Between found;
  std::string_view text = std::string_view(passage.text()).substr(0, end);
  for (std::size_t at = begin; at < end && found.plain;) {
    auto name =
        std::find_if(passage.mentions.begin(), passage.mentions.end(),
                     [&](const vocabulary::Mention& mention) { return mention.begin == at; });
    if (name != passage.mentions.end()) {
      at = name->end;
      continue;
    }
    std::size_t next = at;
    while (next < end &&
           (base::is_alnum(text[next]) || static_cast<unsigned char>(text[next]) >= 0x80))
      ++next;
    if (next == at) {
      found.plain = std::string_view(" ,:*`&").find(text[at]) != std::string_view::npos;
      found.separate = found.separate || text[at] == ',' || text[at] == ':';
      ++at;
      continue;
    }
    std::string word = base::to_lower(text.substr(at, next - at));
    bool being = std::find(std::begin(kBeing), std::end(kBeing), word) != std::end(kBeing);
    found.being = found.being || being;
    found.plain =
        being || std::find(std::begin(kPlain), std::end(kPlain), word) != std::end(kPlain);
    at = next;
  }
  return found;
}

/// Whether a cue says that the software at [begin, end) is available, and nothing more.
bool states_presence(const Passage& passage, const vocabulary::CueMatch& cue, std::size_t offset,
                     std::size_t begin, std::size_t end) {
  if (offset + cue.begin >= end) {
    Between between = read_between(passage, end, offset + cue.begin);
    // "is supported" includes the verb.
    return between.plain &&
           (between.being || passage.text().compare(offset + cue.begin, 3, "is ") == 0 ||
            passage.text().compare(offset + cue.begin, 4, "are ") == 0);
  }
  // "available on Sampo: PyTorch".
  if (offset + cue.end > begin || systems_in(passage.mentions, offset + cue.end, begin).empty())
    return false;
  Between between = read_between(passage, offset + cue.end, begin);
  return between.plain && between.separate;
}

/// Whether the sentence ends after "is not available", except for words for the current place.
bool ends_after_here(std::string_view after) {
  std::string rest = base::to_lower(base::trim(after));
  while (!rest.empty() && (rest.back() == '.' || rest.back() == ':' || rest.back() == ' '))
    rest.pop_back();
  constexpr std::string_view kPlain[] = {"here",   "yet",       "at",    "present", "the",
                                         "moment", "now",       "ici",   "encore",  "pour",
                                         "le",     "currently", "vielä", "täällä",  "toistaiseksi"};
  std::vector<std::string_view> words = base::split_words(rest);
  if (std::all_of(words.begin(), words.end(), [&](std::string_view word) {
        return std::find(std::begin(kPlain), std::end(kPlain), word) != std::end(kPlain);
      }))
    return true;
  bool located = rest.starts_with("on this ") || rest.starts_with("sur cette ") ||
                 rest.starts_with("sur ce ") || rest.ends_with(" architecture");
  constexpr std::size_t kMaxWords = 5;
  return located && words.size() <= kMaxWords;
}

}  // namespace

/// "Puhti does not have", "Puhti will have", "If Puhti has": negations and conditions of having.
bool is_denied(std::string_view before, std::string_view between) {
  for (std::string_view condition :
       {"if ", "when ", "once ", "unless ", "whether ", "jos ", "kun ", "si ", "quand "})
    if (base::starts_with_ignoring_case(before, condition)) return true;
  for (std::string_view word : base::split_words(between))
    for (std::string_view denial : {"not", "never", "no", "cannot", "will", "would", "should",
                                    "may", "might", "could", "must", "ne", "pas", "ei", "eivät"})
      if (word == denial || word.ends_with("n't")) return true;
  return false;
}

bool matches_runs_phrase(const Passage& passage, const Reading& reading, std::size_t begin) {
  constexpr std::size_t kMaxSubjectGap = 24;
  begin = list_begin(passage, reading.offset, reading.offset + begin) - reading.offset;
  std::string_view before = base::trim_right(reading.text.substr(0, begin));
  // "Puhdissa on JAX".
  for (const vocabulary::Mention& mention : passage.mentions)
    if (mention.kind == vocabulary::NameKind::system && before.ends_with(" on") &&
        mention.end == reading.offset + before.size() - std::string_view(" on").size() &&
        is_inessive(
            std::string_view(passage.text()).substr(mention.begin, mention.end - mention.begin)))
      return true;
  for (std::string_view verb :
       {"runs",       "run",        "has",         "have",         "uses",
        "ships",      "provides",   "provide",     "offers",       "supports",
        "comes with", "ships with", "dispose de",  "disposent de", "propose",
        "proposent",  "fournit",    "fournissent", "tarjoaa",      "tarjoavat"}) {
    if (!before.ends_with(verb)) continue;
    std::size_t at = before.size() - verb.size();
    if (at == 0 || !base::is_space(before[at - 1])) continue;
    return std::any_of(
        passage.mentions.begin(), passage.mentions.end(), [&](const vocabulary::Mention& mention) {
          return mention.kind == vocabulary::NameKind::system && mention.begin >= reading.offset &&
                 mention.end <= reading.offset + at &&
                 reading.offset + at - mention.end <= kMaxSubjectGap &&
                 !is_denied(reading.text, before.substr(mention.end - reading.offset,
                                                        reading.offset + at - mention.end));
        });
  }
  return false;
}

bool speaks_of_containers(std::string_view sentence) {
  std::string lower = base::to_lower(sentence);
  for (std::string_view word : {"container", "kontti", "kontin", "konteissa", "conteneur", "image"})
    if (lower.find(word) != lower.npos) return true;
  return false;
}

bool may_be_present(const Extraction& extraction, const Passage& passage,
                    const BoundVersion& bound) {
  return bound.version.empty() &&
         (extraction.product == bound.product ||
          extraction.product_above(passage) == bound.product || !extraction.product);
}

std::string module_in_words(const Passage& passage, Sentence sentence) {
  std::string_view text = passage.text();
  for (auto [begin, end] : passage.located.code()) {
    if (begin < sentence.begin || end > sentence.end) continue;
    std::string_view rest = text.substr(end, sentence.end - end);
    while (!rest.empty() && (rest[0] == '`' || rest[0] == ' ')) rest.remove_prefix(1);
    std::string_view name = text.substr(begin, end - begin);
    if (rest.starts_with("module") && name.find_first_of(" <[*") == name.npos)
      return std::string(name);
  }
  return {};
}

void claim_presence(Extraction& extraction, const Passage& passage, const Reading& reading,
                    const std::vector<BoundVersion>& bound) {
  bool versioned = std::any_of(bound.begin(), bound.end(),
                               [](const BoundVersion& b) { return !b.version.empty(); });
  for (vocabulary::Cue cue :
       {vocabulary::Cue::recommended, vocabulary::Cue::unavailable, vocabulary::Cue::removed,
        vocabulary::Cue::future, vocabulary::Cue::deprecated, vocabulary::Cue::required})
    if (reading.has(cue)) return;
  std::string lower = base::to_lower(reading.text);
  bool containers = speaks_of_containers(reading.text);
  bool includes = lower.find("includes") != lower.npos || lower.find("include ") != lower.npos;
  Extraction::Where where = extraction.where(passage);
  std::vector<std::uint32_t> seen;
  for (const BoundVersion& each : bound) {
    if (!may_be_present(extraction, passage, each) ||
        std::find(seen.begin(), seen.end(), each.product) != seen.end())
      continue;
    // Other software than the page's needs a direct statement.
    bool own = extraction.is_subject(passage, each.product);
    if (own) seen.push_back(each.product);
    std::size_t begin = each.begin - reading.offset;
    bool available =
        std::any_of(reading.cues.begin(), reading.cues.end(), [&](const vocabulary::CueMatch& cue) {
          if (cue.cue != vocabulary::Cue::available) return false;
          // "PyTorch provides tensors" doesn't say where it is.
          bool gives = begins_with_any(reading.text.substr(cue.begin),
                                       {"provid", "offer", "fourni", "tarjoaa", "added"});
          return own ? !gives || cue.begin < begin
                     : (!gives || cue.begin < begin) &&
                           states_presence(passage, cue, reading.offset, each.begin, each.end);
        });
    // "Puhti has JAX and Keras 3.0": next to versions, only products listed by the same verb count.
    if (versioned && (own || !matches_runs_phrase(passage, reading, begin))) continue;
    available = available || matches_runs_phrase(passage, reading, begin);
    if (!available && !(own && containers && includes)) continue;
    std::vector<std::uint32_t> systems =
        own && reading.systems.empty() && where.sure ? where.systems : reading.systems;
    if (systems.empty()) continue;
    Draft draft{each.product,
                {},
                ClaimStatus::available,
                containers ? ClaimKind::container : ClaimKind::prose,
                "prose-presence"};
    if (own)
      draft.module =
          module_in_words(passage, {reading.offset, reading.offset + reading.text.size()});
    extraction.add(draft, systems, passage, passage.located.place(each.begin));
    seen.push_back(each.product);
    if (own) return;
  }
}

void claim_absence(Extraction& extraction, const Passage& passage, const Reading& reading,
                   const std::vector<BoundVersion>& bound) {
  constexpr std::size_t kMaxCueGap = 14;
  for (const BoundVersion& each : bound) {
    if (!each.version.empty()) continue;
    std::size_t end = each.end - reading.offset;
    for (const vocabulary::CueMatch& cue : reading.cues) {
      bool removed = cue.cue == vocabulary::Cue::removed;
      if ((!removed && cue.cue != vocabulary::Cue::unavailable) || cue.begin < end ||
          cue.begin - end > kMaxCueGap)
        continue;
      std::string between = base::to_lower(reading.text.substr(end, cue.begin - end));
      bool plain = std::all_of(between.begin(), between.end(), [](char c) {
        return base::is_alpha(c) || c == ' ' || c == '\'' || static_cast<unsigned char>(c) >= 0x80;
      });
      // The place must follow directly: "on the login nodes of Louhi" is another place.
      auto place = std::find_if(passage.mentions.begin(), passage.mentions.end(),
                                [&](const vocabulary::Mention& mention) {
                                  return mention.kind == vocabulary::NameKind::system &&
                                         mention.begin >= reading.offset + cue.end &&
                                         mention.begin <= reading.offset + cue.end + kMaxCueGap;
                                });
      if (!plain) continue;
      std::vector<std::uint32_t> systems = reading.systems;
      if (place != passage.mentions.end()) {
        std::string_view rest =
            reading.text.substr(cue.end, place->begin - reading.offset - cue.end);
        if (base::split_words(rest).size() > 2) continue;
      } else {
        // Below a heading or in a tab that names the system.
        bool headed = passage.scope.origin == Scope::Origin::heading ||
                      passage.scope.origin == Scope::Origin::tab;
        bool own = extraction.product_above(passage) == each.product;
        if (!headed || !own || !systems.empty() || !ends_after_here(reading.text.substr(cue.end)))
          continue;
        systems = passage.scope.systems;
      }
      extraction.add({each.product,
                      {},
                      removed ? ClaimStatus::removed : ClaimStatus::unavailable,
                      ClaimKind::prose,
                      "prose-absence"},
                     systems, passage, passage.located.place(each.begin));
      break;
    }
  }
}

}  // namespace kbuild::claims
