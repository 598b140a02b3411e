// What sentences say of a version: "Torchvision 0.2.2 is available", "known issues with
// PyTorch 1.10", "with H100 GPUs, torch 2.3 and higher is required". A claim needs a cue close to
// the version and a known place; sentences about the software as such ("introduced in 1.7") claim
// nothing.
#include <algorithm>
#include <initializer_list>

#include "base/text.h"
#include "page/claim_extract.h"
#include "page/claim_sentence.h"

namespace kbuild::page {

namespace {

/// A cue further than this from the version speaks of something else.
constexpr std::size_t kAfterDistance = 70;
constexpr std::size_t kBeforeDistance = 60;

/// Words after which a version is a measure, not the subject: "no longer works with PyTorch 2.4".
constexpr std::string_view kComparing[] = {
    "than",      "since",    "until",      "from",          "for",    "compatible with",
    "based on",  "built on", "built with", "introduced in", "new in", "as of",
    "versiosta", "depuis",   "using",      "with",          "after",  "before"};

/// What stands between two clauses.
constexpr std::string_view kClauseJoints[] = {", and ",  ", but ",    ", while ",    ", whereas ",
                                              ", ja ",   ", mutta ",  ", kun taas ", ", et ",
                                              ", mais ", ", tandis ", "; "};

/// A sentence with what its cues and systems are.
struct Reading {
  std::string_view text;
  std::size_t offset = 0;
  std::vector<CueMatch> cues;
  std::vector<std::uint32_t> systems;
  /// Systems that the sentence leaves out.
  std::vector<std::uint32_t> exceptions;
  /// The one system that the sentences before it in its paragraph speak of.
  std::vector<std::uint32_t> carried;

  bool has(Cue cue) const {
    return std::any_of(cues.begin(), cues.end(),
                       [&](const CueMatch& match) { return match.cue == cue; });
  }
};

/// "works on Rackham": with a system behind it the verb says that it is there.
void find_works_on(const Passage& passage, Sentence sentence, std::vector<CueMatch>& cues) {
  constexpr std::size_t kGap = 5;
  for (const Mention& mention : passage.mentions) {
    if (mention.kind != NameKind::system || mention.begin < sentence.begin ||
        mention.begin >= sentence.end)
      continue;
    std::string_view before =
        std::string_view(passage.text()).substr(sentence.begin, mention.begin - sentence.begin);
    for (std::string_view verb : {"works on ", "work on ", "fonctionne sur ", "fonctionnent sur "})
      if (std::size_t at = before.rfind(verb);
          at != before.npos && before.size() - at - verb.size() < kGap &&
          !before.substr(0, at).ends_with("not ") && !before.substr(0, at).ends_with("n't ") &&
          !before.substr(0, at).ends_with("ne ") && !before.substr(0, at).ends_with("longer "))
        cues.push_back({Cue::available, at, at + verb.size()});
  }
}

Reading read_sentence(const Extraction& extraction, const Passage& passage, Sentence sentence) {
  Reading reading;
  reading.offset = sentence.begin;
  reading.text =
      std::string_view(passage.text()).substr(sentence.begin, sentence.end - sentence.begin);
  reading.cues = find_cues(reading.text);
  find_works_on(passage, sentence, reading.cues);
  std::size_t exception_begin = sentence.end, exception_end = sentence.end;
  for (const CueMatch& cue : reading.cues) {
    if (cue.cue != Cue::exception || exception_begin != sentence.end) continue;
    exception_begin = sentence.begin + cue.begin;
    std::size_t close = passage.text().find_first_of("),;:", exception_begin);
    exception_end = std::min(close, sentence.end);
  }
  reading.exceptions = systems_in(passage.mentions, exception_begin, exception_end);
  for (std::uint32_t system : systems_in(passage.mentions, sentence.begin, sentence.end))
    if (std::find(reading.exceptions.begin(), reading.exceptions.end(), system) ==
        reading.exceptions.end())
      reading.systems.push_back(system);
  if (reading.has(Cue::everywhere))
    for (std::uint32_t system : extraction.all_systems)
      if (std::find(reading.exceptions.begin(), reading.exceptions.end(), system) ==
              reading.exceptions.end() &&
          std::find(reading.systems.begin(), reading.systems.end(), system) ==
              reading.systems.end())
        reading.systems.push_back(system);
  return reading;
}

/// Sentences, taken apart where each part speaks of a product on a system: "X 1.9 was removed from
/// Mahti, and X 2.6 will come to LUMI".
std::vector<Sentence> clauses_of(const Passage& passage) {
  auto whole = [&](Sentence part) {
    bool system = false, product = false;
    for (const Mention& mention : passage.mentions) {
      if (mention.begin < part.begin || mention.begin >= part.end) continue;
      (mention.kind == NameKind::system ? system : product) = true;
    }
    return system && product;
  };
  std::vector<Sentence> clauses;
  for (Sentence sentence : passage.sentences) {
    std::string_view text = std::string_view(passage.text()).substr(0, sentence.end);
    for (std::size_t at = sentence.begin; at < sentence.end; ++at) {
      if (text[at] != ',' && text[at] != ';') continue;
      if (!whole({sentence.begin, at}) || !whole({at, sentence.end})) continue;
      std::string_view rest = text.substr(at);
      bool joins = std::any_of(std::begin(kClauseJoints), std::end(kClauseJoints),
                               [&](std::string_view joint) { return rest.starts_with(joint); });
      if (!joins) continue;
      clauses.push_back({sentence.begin, at});
      sentence.begin = at + 1;
    }
    clauses.push_back(sentence);
  }
  return clauses;
}

/// Whether the words between a version and a cue belong to one clause.
bool same_clause(std::string_view between) {
  for (std::string_view joint : {", which", " which ", ", that ", ";", " because ", " since ",
                                 ", joka", ", jotka", ", qui "})
    if (between.find(joint) != between.npos) return false;
  return true;
}

std::optional<ClaimStatus> status_of_cue(Cue cue) {
  switch (cue) {
    case Cue::available:
    case Cue::recommended: return ClaimStatus::available;
    case Cue::default_version: return ClaimStatus::default_version;
    case Cue::limited: return ClaimStatus::limited;
    case Cue::deprecated: return ClaimStatus::deprecated;
    case Cue::unavailable: return ClaimStatus::unavailable;
    case Cue::removed: return ClaimStatus::removed;
    case Cue::future:
    case Cue::required:
    case Cue::exception:
    case Cue::everywhere: break;
  }
  return std::nullopt;
}

bool is_measure(std::string_view before) {
  before = base::trim_right(before);
  for (std::string_view filler : {" the", " version", " versions", " of", "`", " a", " module"})
    if (before.ends_with(filler))
      before = base::trim_right(before.substr(0, before.size() - filler.size()));
  for (std::string_view word : kComparing)
    if (before.size() >= word.size() &&
        base::equals_ignoring_case(before.substr(before.size() - word.size()), word))
      return true;
  return false;
}

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return base::starts_with_ignoring_case(text, word);
  });
}

/// The state that the nearest cue gives to the version at [begin, end) of the sentence.
std::optional<ClaimStatus> status_near(const Reading& reading, std::size_t begin, std::size_t end) {
  std::optional<ClaimStatus> best;
  std::size_t best_distance = kAfterDistance + 1;
  for (const CueMatch& cue : reading.cues) {
    std::optional<ClaimStatus> status = status_of_cue(cue.cue);
    if (!status) continue;
    // "TensorFlow 2.0 offers speed" is no word on where it is.
    bool gives =
        begins_with_any(reading.text.substr(cue.begin), {"provides", "offers", "tarjoaa", "we "});
    if (gives && cue.begin >= end) continue;
    // "default version 3.2": the cue and the version's own word may overlap.
    bool after = cue.begin >= end, before = cue.end <= begin;
    std::size_t distance = after ? cue.begin - end : before ? begin - cue.end : 0;
    if (distance > (after ? kAfterDistance : kBeforeDistance)) continue;
    std::string_view between = reading.text.substr(after    ? end
                                                   : before ? cue.end
                                                            : begin,
                                                   distance);
    // A system that is gone takes with it all that the sentence says of it.
    bool gone = cue.cue == Cue::removed && after &&
                begins_with_any(reading.text.substr(cue.begin),
                                {"decommissioned", "shut down", "switched off", "retired", "sammut",
                                 "poistunut", "mis hors", "mise hors"});
    if (!gone && !same_clause(between)) continue;
    // "installed and set as the default": the stronger word counts.
    bool stronger = best == ClaimStatus::available && *status != ClaimStatus::available;
    if (stronger || distance < best_distance) {
      if (best && *best != ClaimStatus::available && *status == ClaimStatus::available) continue;
      best = status;
      best_distance = distance;
    }
  }
  return best;
}

/// Finnish "Puhdissa on (versio) ...": what a system has.
bool is_had(std::string_view before) {
  std::vector<std::string_view> words = base::split_words(before);
  while (!words.empty() && base::starts_with_ignoring_case(words.back(), "versio"))
    words.pop_back();
  if (words.size() < 2 || words.back() != "on") return false;
  std::string_view place = words[words.size() - 2];
  for (std::string_view ending : {"ssa", "ss\xc3\xa4", "lla", "ll\xc3\xa4"})
    if (place.ends_with(ending)) return true;
  return false;
}

/// "will give you matlab/R2019a on Puhti": the module that a command leads to.
bool is_given(const Reading& reading, std::size_t begin, std::size_t end) {
  if (reading.text.substr(begin, end - begin).find('/') == std::string_view::npos) return false;
  std::string before = base::to_lower(base::trim_right(reading.text.substr(0, begin)));
  while (!before.empty() && before.back() == '`') before.pop_back();
  for (std::string_view verb : {" give you", " gives you", " gives", " loads", " load the module"})
    if (before.ends_with(verb) || before == verb.substr(1)) return true;
  return false;
}

/// "Lonestar6 runs TensorFlow 2.6.1": what stands behind a system and a verb of having.
bool is_run_there(const Passage& passage, const Reading& reading, std::size_t begin) {
  constexpr std::size_t kSubjectDistance = 24;
  std::string_view before = base::trim_right(reading.text.substr(0, begin));
  for (std::string_view verb :
       {"runs", "run", "has", "have", "uses", "provides", "provide", "offers", "supports",
        "comes with", "ships with", "dispose de", "propose", "tarjoaa"}) {
    if (!before.ends_with(verb)) continue;
    std::size_t at = before.size() - verb.size();
    if (at == 0 || !base::is_space(before[at - 1])) continue;
    return std::any_of(
        passage.mentions.begin(), passage.mentions.end(), [&](const Mention& mention) {
          return mention.kind == NameKind::system && mention.begin >= reading.offset &&
                 mention.end <= reading.offset + at &&
                 reading.offset + at - mention.end <= kSubjectDistance;
        });
  }
  return false;
}

/// "under the GNU Public License, version 2.1": the version is the licence's.
bool is_of_licence(std::string_view before) {
  constexpr std::size_t kDistance = 30;
  std::string near =
      base::to_lower(before.substr(before.size() > kDistance ? before.size() - kDistance : 0));
  for (std::string_view word : {"licens", "licenc", "lisens", "gpl", "apache"})
    if (near.find(word) != near.npos) return true;
  return false;
}

/// Whether the sentence speaks of containers.
bool speaks_of_containers(std::string_view sentence) {
  std::string lower = base::to_lower(sentence);
  for (std::string_view word : {"container", "kontti", "kontin", "konteissa", "conteneur", "image"})
    if (lower.find(word) != lower.npos) return true;
  return false;
}

/// "The container holds PyTorch 2.1": what stands between the container's verb and the version.
bool is_held(const Reading& reading, std::size_t begin) {
  constexpr std::size_t kVerbDistance = 40;
  if (!speaks_of_containers(reading.text)) return false;
  std::string before = base::to_lower(reading.text.substr(0, begin));
  for (std::string_view verb :
       {" contains ", " holds ", " includes ", " comes with ", " ships with ", " has ",
        " contient ", " inclut ", " sis\xc3\xa4lt\xc3\xa4\xc3\xa4 "}) {
    std::size_t at = before.rfind(verb);
    if (at != before.npos && begin - at - verb.size() <= kVerbDistance) return true;
  }
  return false;
}

/// "To load PyTorch 1.4.0, use the following commands": a sentence that leads to commands tells how
/// to get at the version it names.
bool is_led_to(const Reading& reading, std::size_t begin, std::size_t end) {
  // A module's name is a load, which is claimed as one.
  if (reading.text.substr(begin, end - begin).find('/') != std::string_view::npos) return false;
  constexpr std::size_t kVerbDistance = 60;
  std::string before = base::to_lower(reading.text.substr(0, begin));
  if (before.size() > kVerbDistance) before.erase(0, before.size() - kVerbDistance);
  bool verb = false;
  for (std::string_view phrase : {"to load ", "to use ", "to run ", "to activate ", "to access ",
                                  "pour utiliser ", "pour charger ", "utiliser la ",
                                  "k\xc3\xa4ytt\xc3\xa4\xc3\xa4ksesi ", "ladataksesi ", "lataa "})
    verb = verb || before.find(phrase) != before.npos;
  if (!verb) return false;
  std::string lower = base::to_lower(base::trim_right(reading.text));
  if (lower.ends_with(':')) return true;
  for (std::string_view phrase :
       {"following", "command", "module load", "ml ", "commande", "komennolla", "conda activate"})
    if (lower.find(phrase) != lower.npos) return true;
  return false;
}

void claim_versions(Extraction& extraction, const Passage& passage, const Reading& reading,
                    const std::vector<BoundVersion>& bound,
                    const std::vector<VersionMatch>& named) {
  for (const BoundVersion& version : bound) {
    if (version.version.empty() || !version.range.empty()) continue;
    std::size_t begin = version.begin - reading.offset, end = version.end - reading.offset;
    if (is_of_licence(reading.text.substr(0, begin))) continue;
    std::optional<ClaimStatus> status = status_near(reading, begin, end);
    bool held = !status && is_held(reading, begin) && version.product == bound.front().product;
    bool had = is_had(reading.text.substr(0, begin)) || is_led_to(reading, begin, end) ||
               is_given(reading, begin, end) || is_run_there(passage, reading, begin) ||
               std::any_of(named.begin(), named.end(), [&](const VersionMatch& match) {
                 return version.begin <= match.begin && match.begin < version.end;
               });

    if (held || (!status && had)) status = ClaimStatus::available;
    if (!status) continue;
    bool issue = *status == ClaimStatus::limited;
    // "PyTorch 2.4 with ROCm 6.1 is available on LUMI" is about PyTorch.
    bool beside = version.product != bound.front().product;
    if (!issue && is_measure(reading.text.substr(0, begin)) && (beside || reading.systems.empty()))
      continue;
    std::vector<std::uint32_t> systems = reading.systems;
    if (systems.empty()) {
      Extraction::Where where = extraction.where(passage);
      if ((!where.sure || where.systems.empty()) && !reading.carried.empty())
        where = {reading.carried, true};
      if (!where.sure && !issue && !reading.has(Cue::recommended)) continue;
      systems = where.sure ? where.systems : std::vector<std::uint32_t>{};
      std::erase_if(systems, [&](std::uint32_t system) {
        return std::find(reading.exceptions.begin(), reading.exceptions.end(), system) !=
               reading.exceptions.end();
      });
    }
    extraction.add({version.product, version.version, *status,
                    held ? ClaimKind::container : ClaimKind::prose, "prose-version"},
                   systems, passage, passage.placed.place(version.begin));
  }
}

/// "The cluster provides a Conda environment with PyTorch": the page's product without a version.
void claim_presence(Extraction& extraction, const Passage& passage, const Reading& reading,
                    const std::vector<BoundVersion>& bound) {
  auto own = std::find_if(bound.begin(), bound.end(), [&](const BoundVersion& b) {
    return extraction.product == b.product && b.version.empty();
  });
  bool versioned = std::any_of(bound.begin(), bound.end(),
                               [](const BoundVersion& b) { return !b.version.empty(); });
  if (own == bound.end() || versioned) return;
  bool available = std::any_of(reading.cues.begin(), reading.cues.end(), [&](const CueMatch& cue) {
    // "PyTorch provides tensors" is no word on where it is.
    bool gives = begins_with_any(reading.text.substr(cue.begin),
                                 {"provid", "offer", "fourni", "tarjoaa", "added"});
    return cue.cue == Cue::available && (!gives || cue.begin < own->begin - reading.offset);
  });
  std::string lower = base::to_lower(reading.text);
  bool containers = speaks_of_containers(reading.text);
  bool includes = lower.find("includes") != lower.npos || lower.find("include ") != lower.npos;
  if (!available && !(containers && includes)) return;
  for (Cue cue : {Cue::recommended, Cue::unavailable, Cue::removed, Cue::future, Cue::deprecated,
                  Cue::required})
    if (reading.has(cue)) return;
  Extraction::Where where = extraction.where(passage);
  std::vector<std::uint32_t> systems =
      reading.systems.empty() && where.sure ? where.systems : reading.systems;
  if (systems.empty()) return;
  Draft draft{own->product,
              {},
              ClaimStatus::available,
              containers ? ClaimKind::container : ClaimKind::prose,
              "prose-presence"};
  extraction.add(draft, systems, passage, passage.placed.place(own->begin));
}

/// "La version 1.10 ...", "Versio 2.1 ...": the page's product need not be named.
bool speaks_of_versions(std::string_view text) {
  return text.find("ersio") != text.npos;
}

/// A graphics processor's model in a sentence ("H100", "MI250X"); empty where none.
std::string gpu_model(std::string_view text) {
  for (std::string_view word : base::split_words(text)) {
    while (!word.empty() && !base::is_alnum(word.back())) word.remove_suffix(1);
    while (!word.empty() && !base::is_alnum(word.front())) word.remove_prefix(1);
    word = word.substr(0, word.find('-'));
    std::size_t letters = 0, digits = 0;
    while (letters < word.size() && base::is_upper(word[letters])) ++letters;
    while (letters + digits < word.size() && base::is_digit(word[letters + digits])) ++digits;
    std::size_t rest = word.size() - letters - digits;
    if (letters >= 1 && letters <= 3 && digits >= 2 && digits <= 4 && rest <= 1)
      return std::string(word);
  }
  return {};
}

}  // namespace

void extract_prose(Extraction& extraction) {
  for (const Passage& passage : extraction.passages) {
    bool speaks = !passage.mentions.empty() || speaks_of_versions(passage.text());
    if (passage.kind != PassageKind::prose || !speaks || passage.is_news() ||
        is_below_news(extraction, passage))
      continue;
    std::vector<Sentence> clauses = clauses_of(passage);
    std::vector<std::vector<BoundVersion>> bound_in;
    for (Sentence clause : clauses) {
      auto over = extraction.product_over(passage);
      bound_in.push_back(bind_versions(passage.text(), passage.mentions, clause.begin, clause.end,
                                       over, extraction.vocabulary));
      bind_bare_code(passage, clause, over, bound_in.back());
    }
    // Most passages say nothing of any product; then no word of theirs counts.
    if (std::all_of(bound_in.begin(), bound_in.end(),
                    [](const auto& bound) { return bound.empty(); }) &&
        (passage.mentions.empty() || !speaks_of_versions(passage.text())))
      continue;
    std::vector<std::uint32_t> carried;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      Reading reading = read_sentence(extraction, passage, clauses[i]);
      reading.carried = carried;
      if (!reading.systems.empty())
        carried = reading.systems.size() == 1 ? reading.systems : std::vector<std::uint32_t>();
      if (reading.has(Cue::future)) continue;
      std::vector<VersionMatch> named = named_versions(passage, clauses[i]);
      bind_named(passage, clauses[i], named, extraction.product_over(passage), bound_in[i]);
      claim_versions(extraction, passage, reading, bound_in[i], named);
      claim_presence(extraction, passage, reading, bound_in[i]);
    }
  }
}

void extract_constraints(Extraction& extraction) {
  for (const Passage& passage : extraction.passages) {
    bool speaks = !passage.mentions.empty() || speaks_of_versions(passage.text());
    if (passage.kind != PassageKind::prose || !speaks) continue;
    for (Sentence sentence : passage.sentences) {
      // "Only versions from 2.1 on work" speaks of the page's product.
      std::optional<std::uint32_t> implied;
      if (speaks_of_versions(std::string_view(passage.text())
                                 .substr(sentence.begin, sentence.end - sentence.begin)))
        implied = extraction.product_over(passage);
      std::vector<BoundVersion> bound =
          bind_versions(passage.text(), passage.mentions, sentence.begin, sentence.end, implied,
                        extraction.vocabulary);
      if (bound.empty()) continue;
      Reading reading = read_sentence(extraction, passage, sentence);
      bool required = reading.has(Cue::required), refused = reading.has(Cue::unavailable);
      if (!required && !refused) continue;
      for (const BoundVersion& version : bound) {
        if (extraction.product_over(passage) != version.product &&
            extraction.product != version.product)
          continue;
        bool minimum = required && version.range == ">=";
        bool refusal = refused && !version.range.empty() && version.range[0] == '<';
        if (!minimum && !refusal) continue;
        Draft draft{version.product, (minimum ? "<" : version.range) + version.version,
                    ClaimStatus::unavailable, ClaimKind::constraint, "prose-constraint"};
        source::Span place = passage.placed.place(version.begin);
        bool labelled =
            passage.scope.origin == Scope::Origin::item && !passage.scope.systems.empty();
        if (!reading.systems.empty() || labelled) {
          extraction.add(draft, labelled ? passage.scope.systems : reading.systems, passage, place);
        } else if (std::string model = gpu_model(reading.text); !model.empty()) {
          extraction.add_for(draft, "* (" + model + " GPUs)", passage, place);
        }
      }
    }
  }
}

}  // namespace kbuild::page
