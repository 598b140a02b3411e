// Claims from sentences about versions: "Torchvision 0.2.2 is available", "known issues with
// PyTorch 1.10", "with H100 GPUs, torch 2.3 and higher is required". A claim needs a cue close to
// the version and a known place; sentences about the software in general ("introduced in 1.7")
// claim nothing.
#include <algorithm>

#include "base/text.h"
#include "claims/extraction/code.h"
#include "claims/extraction/extraction.h"
#include "claims/extraction/pairs.h"
#include "claims/extraction/reading.h"
#include "claims/prose/binding.h"
#include "claims/prose/presence.h"
#include "claims/prose/reading_verbs.h"
#include "claims/prose/sentence.h"

namespace kbuild::claims {

namespace {

bool is_claimable(const Reading& reading, const BoundVersion& version) {
  return !version.version.empty() && version.range.empty() &&
         !is_of_licence(reading.text.substr(0, version.begin - reading.offset));
}

/// What a sentence asserts about a version; nullopt if nothing. `held`: something contains it.
struct Assertion {
  std::optional<ClaimStatus> status;
  bool held = false;
};

Assertion assertion_about(const Passage& passage, const Reading& reading,
                          const BoundVersion& version, bool first_product, bool named) {
  std::size_t begin = version.begin - reading.offset, end = version.end - reading.offset;
  // "TensorFlow 1.14 requires Python 3.7" is true everywhere, so it claims nothing.
  for (std::string_view need : {"requires ", "require ", "needs ", "depends on ", "relies on "})
    if (reading.text.substr(0, begin).ends_with(need)) return {};
  if (begins_with_any(reading.text.substr(end),
                      {" requires ", " require ", " needs ", " depends on ", " relies on ",
                       " vaatii ", " nécessite ", " requiert "}))
    return {};
  // "2.4.0 was removed; use 2.4.1 instead": the removal doesn't apply to the replacement.
  if (is_replacement(reading.text, begin, end)) return {ClaimStatus::available, false};
  Sentence sentence{reading.offset, reading.offset + reading.text.size()};
  std::size_t number = std::max(version.begin, version.end - version.version.size());
  if (owner_of_default(passage, sentence, number, version.product) == version.product)
    return {ClaimStatus::default_version, false};
  Assertion assertion{status_near(reading, begin, end), false};
  if (assertion.status) return assertion;
  assertion.held = matches_contains_phrase(reading, begin) && first_product;
  std::size_t list = list_begin(passage, reading.offset, version.begin) - reading.offset;
  bool had = matches_has_phrase(reading.text.substr(0, list)) ||
             matches_load_phrase(reading, begin, end) ||
             matches_gives_phrase(reading, begin, end) || matches_can_use_phrase(reading, begin) ||
             matches_runs_phrase(passage, reading, begin) || matches_there_are_phrase(reading) ||
             named || is_located_on(passage, version.end, reading.offset + reading.text.size());
  if (assertion.held || had) assertion.status = ClaimStatus::available;
  return assertion;
}

/// "PyTorch 2.6 and TensorFlow 2.15": whether versions of two products are in one list.
bool is_listed_with(const Passage& passage, const BoundVersion& first, const BoundVersion& second) {
  if (first.end > second.begin || second.version.empty()) return false;
  std::string_view between =
      std::string_view(passage.text()).substr(first.end, second.begin - first.end);
  bool joined = std::any_of(between.begin(), between.end(),
                            [](char c) { return c == ',' || c == ';' || base::is_alpha(c); });
  return joined && is_list_separator(between);
}

/// The assertion about each version. One about the first of a list applies to all; availability is
/// also taken over from the last.
std::vector<Assertion> assertions_about(const Passage& passage, const Reading& reading,
                                        const std::vector<BoundVersion>& bound,
                                        const std::vector<vocabulary::VersionMatch>& named) {
  std::vector<Assertion> all(bound.size());
  const BoundVersion* before = nullptr;
  Assertion last;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const BoundVersion& version = bound[i];
    if (!is_claimable(reading, version)) continue;
    std::size_t begin = version.begin - reading.offset;
    bool is_named =
        std::any_of(named.begin(), named.end(), [&](const vocabulary::VersionMatch& match) {
          return version.begin <= match.begin && match.begin < version.end;
        });
    bool first_product = version.product == bound.front().product;
    all[i] = assertion_about(passage, reading, version, first_product, is_named);
    bool goes_on =
        before && (before->product == version.product || last.held) &&
        before->end <= version.begin &&
        is_list_separator(
            std::string_view(passage.text()).substr(before->end, version.begin - before->end));
    bool listed = before && last.status == ClaimStatus::available &&
                  is_listed_with(passage, *before, version);
    bool added = before && is_added(reading.text, begin, version.end - reading.offset);
    if (!all[i].status && (goes_on || listed || added)) all[i] = last;
    if (!all[i].status && !reading.systems.empty()) all[i].status = reading.inherited;
    before = &version;
    last = all[i];
  }
  for (std::size_t i = bound.size(); i-- > 1;)
    if (is_claimable(reading, bound[i - 1]) && !all[i - 1].status &&
        all[i].status == ClaimStatus::available && is_listed_with(passage, bound[i - 1], bound[i]))
      all[i - 1] = all[i];
  return all;
}

/// "on either of them", "molemmissa": refers to the systems of the previous sentence.
bool speaks_of_all(std::string_view sentence) {
  for (std::string_view word :
       {" either", " both", " neither", " them", " as well", " also ", " too.", " molem", " kumma",
        " myös ", " les deux", " l'un", " aucun", " aussi ", " également "})
    if (sentence.find(word) != sentence.npos) return true;
  return false;
}

/// "installed on both", "asennettu molempiin", "sur les deux": both systems, if no other noun
/// follows.
bool speaks_of_both(std::string_view sentence) {
  for (std::string_view phrase : {"on both", "on both of them", "from both", "molempiin",
                                  "molemmissa", "molemmilla", "molemmista", "sur les deux"}) {
    std::size_t at = sentence.find(phrase);
    if (at == sentence.npos) continue;
    std::string_view rest = base::trim(sentence.substr(at + phrase.size()));
    if (rest.empty() || base::is_punctuation(rest[0])) return true;
  }
  return false;
}

/// The systems of a statement; nullopt if ambiguous.
std::optional<std::vector<std::uint32_t>> places_of(const Extraction& extraction,
                                                    const Passage& passage, const Reading& reading,
                                                    bool issue) {
  if (!reading.systems.empty()) return reading.systems;
  Extraction::Where where = extraction.where(passage);
  if ((!where.sure || where.systems.empty()) &&
      (reading.carried.size() == 1 || (!reading.carried.empty() && speaks_of_all(reading.text))))
    where = {reading.carried, true};
  if (!where.sure && extraction.all_systems.size() == 2 && speaks_of_both(reading.text))
    where = {extraction.all_systems, true};
  if (!where.sure && !issue && !reading.has(vocabulary::Cue::recommended)) return std::nullopt;
  std::vector<std::uint32_t> systems = where.sure ? where.systems : std::vector<std::uint32_t>{};
  std::erase_if(systems, [&](std::uint32_t system) {
    return std::find(reading.exceptions.begin(), reading.exceptions.end(), system) !=
           reading.exceptions.end();
  });
  return systems;
}

/// The model of a graphics processor in a sentence ("H100", "MI250X"); empty if none.
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

/// "2.1, 2.2 (on Puhti only)": the system in the parenthesis after a version.
std::optional<std::uint32_t> place_in_parenthesis(const Passage& passage,
                                                  const BoundVersion& version) {
  std::string_view text = passage.text();
  std::string_view rest = text.substr(version.end);
  for (std::string_view open : {" (on ", " (only on ", " (sur ", " (vain "}) {
    if (!rest.starts_with(open)) continue;
    for (const vocabulary::Mention& mention : passage.mentions)
      if (mention.kind == vocabulary::NameKind::system &&
          mention.begin == version.end + open.size())
        return mention.id;
  }
  return std::nullopt;
}

/// "Puhti (2.1)", "Puhti (version 2.1)": the system before a version in parentheses.
std::optional<std::uint32_t> place_before_parenthesis(const Extraction& extraction,
                                                      const Passage& passage,
                                                      const BoundVersion& version) {
  std::string_view text = std::string_view(passage.text()).substr(0, version.begin);
  std::size_t open = text.rfind(" (");
  if (open == text.npos || text.find(')', open) != text.npos) return std::nullopt;
  for (const vocabulary::Mention& mention : passage.mentions)
    if (mention.kind == vocabulary::NameKind::system && mention.end == open) return mention.id;
  // In this position even a common word is a system's name.
  std::size_t word = text.substr(0, open).find_last_of(" *`") + 1;
  return extraction.vocabulary.whole(text.substr(word, open - word), vocabulary::NameKind::system);
}

/// Returns the status of the last version.
std::optional<ClaimStatus> claim_versions(Extraction& extraction, const Passage& passage,
                                          const Reading& reading,
                                          const std::vector<BoundVersion>& bound,
                                          const std::vector<vocabulary::VersionMatch>& named) {
  const BoundVersion* chosen = chosen_default(reading.text, reading.cues, bound);
  auto respective_place = [&](const BoundVersion& version) {
    return static_cast<std::size_t>(
        std::count_if(bound.begin(), bound.end(), [&](const BoundVersion& other) {
          return !other.version.empty() && other.begin < version.begin;
        }));
  };
  auto versions = std::count_if(bound.begin(), bound.end(), [](const BoundVersion& version) {
    return !version.version.empty();
  });
  bool respective =
      is_respective(reading.text) && reading.systems.size() == static_cast<std::size_t>(versions);
  const std::vector<Assertion> all = assertions_about(passage, reading, bound, named);
  std::optional<ClaimStatus> last;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const BoundVersion& version = bound[i];
    const Assertion& assertion = all[i];
    if (!is_claimable(reading, version)) continue;
    last = assertion.status;
    if (!assertion.status) continue;
    std::size_t begin = version.begin - reading.offset;
    bool first_product = version.product == bound.front().product;
    bool issue = *assertion.status == ClaimStatus::limited;
    // "PyTorch 2.4 with ROCm 6.1 is available on LUMI" is about PyTorch.
    if (!issue && !assertion.held && is_measure(reading.text.substr(0, begin)) &&
        (!first_product || reading.systems.empty()))
      continue;
    std::optional<std::vector<std::uint32_t>> systems =
        places_of(extraction, passage, reading, issue);
    if (!systems) continue;
    if (respective) systems = {reading.systems[respective_place(version)]};
    if (auto place = place_before_parenthesis(extraction, passage, version)) systems = {*place};
    if (auto place = place_in_parenthesis(passage, version)) {
      systems = {*place};
    } else if (std::any_of(bound.begin(), bound.end(), [&](const BoundVersion& other) {
                 return place_in_parenthesis(passage, other).has_value();
               })) {
      // The systems of the other versions are those of the passage.
      Extraction::Where where = extraction.where(passage);
      systems = where.sure ? where.systems : std::vector<std::uint32_t>();
    }
    if (passage.listed && extraction.says(version.product, version.version, *systems)) continue;
    ClaimStatus status = status_by_choice(*assertion.status, chosen, version);
    // "does not work with A100 cards" is about the cards.
    if (std::string model = gpu_model(reading.text);
        status == ClaimStatus::unavailable && reading.systems.empty() && !model.empty()) {
      extraction.add_for(
          {version.product, version.version, status, ClaimKind::constraint, "prose-constraint"},
          "* (" + model + " GPUs)", passage, passage.located.place(version.begin));
      continue;
    }
    bool container = assertion.held && speaks_of_containers(reading.text);
    Draft draft{version.product, version.version,
                status,          container ? ClaimKind::container : ClaimKind::prose,
                "prose-version", version.module};
    extraction.add(draft, *systems, passage, passage.located.place(version.begin));
    // "on Puhti, but not on Mahti".
    if (reading.exceptions.empty() || status != ClaimStatus::available) continue;
    draft.status = ClaimStatus::unavailable;
    extraction.add(draft, reading.exceptions, passage, passage.located.place(version.begin));
  }
  return last;
}

/// "The latest version is the default": claims the newest listed version on each system without a
/// default.
void claim_newest_default(Extraction& extraction, const Passage& passage, const Reading& reading,
                          const std::vector<BoundVersion>& bound) {
  auto product = extraction.product_above(passage);
  bool versioned = std::any_of(bound.begin(), bound.end(), [&](const BoundVersion& each) {
    return !each.version.empty() || each.product != product;
  });
  if (!product || versioned || reading.has(vocabulary::Cue::future)) return;
  // A sentence that introduces something specific names its version itself.
  if (base::trim_right(reading.text).ends_with(':')) return;
  auto says = [&](const vocabulary::CueMatch& cue) {
    return cue.cue == vocabulary::Cue::default_version &&
           choice_before(reading.text.substr(0, cue.begin)) == Choice::newest;
  };
  if (std::none_of(reading.cues.begin(), reading.cues.end(), says)) return;
  std::string lower = base::to_lower(reading.text);
  for (std::string_view hedge : {"usually", "typically", "normally", "generally", "yleensä",
                                 "généralement", "not ", " if ", "unless"})
    if (lower.find(hedge) != lower.npos) return;
  for (const auto& [system, version] : extraction.newest_listed(*product))
    if (reading.systems.empty() ||
        std::any_of(reading.systems.begin(), reading.systems.end(),
                    [&, name = system](auto id) { return extraction.vocabulary.name(id) == name; }))
      extraction.add_for({*product, version, ClaimStatus::default_version, ClaimKind::prose,
                          "prose-newest-default"},
                         system, passage, passage.located.place(reading.offset));
}

/// Binds sentences that begin with "This version" to the last version named in the passage.
void bind_back_references(const Extraction& extraction, const Passage& passage,
                          const std::vector<Sentence>& clauses,
                          std::vector<std::vector<BoundVersion>>& bound_in) {
  if (!passage.numbered) return;
  std::optional<BoundVersion> last;
  // "- 2.5.1 is on both. This version ...": an item that begins with a version.
  if (auto product = extraction.product_above(passage); passage.item_begin && product)
    if (vocabulary::VersionMatch first = vocabulary::match_version(passage.text(), 0); first.dotted)
      last = {*product, first.version, {}, 0, first.end};
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    auto [begin, end] = clauses[i];
    std::vector<BoundVersion>& bound = bound_in[i];
    bool named = std::any_of(bound.begin(), bound.end(),
                             [](const BoundVersion& each) { return !each.version.empty(); });
    std::size_t size = back_reference(std::string_view(passage.text()).substr(begin, end - begin));
    if (!named && last && size > 0) {
      bound.insert(bound.begin(), {last->product, last->version, {}, begin, begin + size});
      continue;
    }
    for (const BoundVersion& each : bound)
      if (!each.version.empty() && each.range.empty()) last = each;
  }
}

/// Whether the text selects a default without naming the version.
bool speaks_of_newest(std::string_view text) {
  bool chosen = false;
  for (std::string_view word :
       {"latest", "newest", "most recent", "uusin", "viimeisin", "dernière", "plus récente"})
    chosen = chosen || text.find(word) != text.npos;
  return chosen && (text.find("efault") != text.npos || text.find("oletu") != text.npos ||
                    text.find("faut") != text.npos);
}

/// "La version 1.10 ...", "Versio 2.1 ...", "The 2.1 module": the product is implied.
bool speaks_of_versions(std::string_view text) {
  if (text.find("ersio") != text.npos) return true;
  std::size_t at = text.find("The ");
  return at != text.npos && at + 4 < text.size() && base::is_digit(text[at + 4]);
}

/// Drops versions in `pip install tool==2.1`, which isn't about availability.
void drop_installs(const Passage& passage, std::vector<BoundVersion>& bound) {
  for (auto [begin, end] : passage.located.code()) {
    std::string_view code = std::string_view(passage.text()).substr(begin, end - begin);
    if (!is_install_command(base::split_words(code))) continue;
    std::erase_if(bound, [from = begin, to = end](const BoundVersion& each) {
      return each.begin >= from && each.end <= to;
    });
  }
}

/// "If Puhti has PyTorch 2.1, use it": only a condition.
bool is_condition(const Passage& passage, Sentence sentence) {
  std::string_view text = std::string_view(passage.text()).substr(sentence.begin);
  for (std::string_view word : {"If ", "Si ", "Jos "})
    if (text.starts_with(word))
      return std::any_of(passage.mentions.begin(), passage.mentions.end(),
                         [&](const vocabulary::Mention& mention) {
                           return mention.kind == vocabulary::NameKind::system &&
                                  mention.begin == sentence.begin + word.size();
                         });
  return false;
}

constexpr std::string_view kPluralVerbs[] = {" are ", " were ", " have been ",   " sont ",
                                             " ont ", " ovat ", " on asennettu", " on poistettu"};

/// The status at the end of a sentence that applies to all of its clauses: "2.1 on Puhti and 2.4 on
/// Mahti are available"; nullopt if its verb is singular.
std::optional<ClaimStatus> status_at_end(const Reading& last,
                                         const std::vector<BoundVersion>& bound) {
  bool all =
      std::any_of(std::begin(kPluralVerbs), std::end(kPluralVerbs),
                  [&](std::string_view verb) { return last.text.find(verb) != last.text.npos; });
  if (!all || bound.empty() || last.has(vocabulary::Cue::future)) return std::nullopt;
  return status_near(last, bound.back().begin - last.offset, bound.back().end - last.offset);
}

}  // namespace

void extract_prose(Extraction& extraction) {
  Subject subject;
  for (const Passage& passage : extraction.passages) {
    subject.enter(passage);
    if (passage.kind == PassageKind::code && !extraction.product)
      subject.follow_code(passage, extraction.vocabulary);
    bool speaks = !passage.mentions.empty() || speaks_of_versions(passage.text());
    if (passage.kind != PassageKind::prose || !speaks || passage.is_news() ||
        is_below_news(extraction, passage))
      continue;
    std::vector<Sentence> clauses = clauses_of(passage);
    std::vector<std::vector<BoundVersion>> bound_in;
    for (Sentence clause : clauses) {
      auto over = extraction.product_above(passage);
      if (!over) over = subject.product();
      subject.follow(passage, clause);
      bound_in.push_back(bind_versions(passage.text(), passage.mentions, clause.begin, clause.end,
                                       over, extraction.vocabulary));
      drop_installs(passage, bound_in.back());
      // A number alone in code can only be of the page's product.
      bind_bare_code(passage, clause, extraction.product_above(passage), bound_in.back());
      bind_located(passage, clause, over, bound_in.back());
      bind_defaults(passage, clause, over, bound_in.back());
      bind_replacements(passage, clause, over, bound_in.back());
      bind_added(passage, clause, over, bound_in.back());
    }
    bind_pairs(passage, clauses, extraction.product_above(passage), extraction.vocabulary,
               bound_in);
    // Most passages name neither a version nor the page's product; those are skipped early.
    auto counts = [&](const BoundVersion& bound) {
      return !bound.version.empty() || may_be_present(extraction, passage, bound);
    };
    if (std::none_of(
            bound_in.begin(), bound_in.end(),
            [&](const auto& bound) { return std::any_of(bound.begin(), bound.end(), counts); }) &&
        (passage.mentions.empty() || !speaks_of_versions(passage.text())) &&
        !speaks_of_newest(passage.text()))
      continue;
    std::vector<std::uint32_t> carried;
    std::optional<ClaimStatus> before;
    bind_back_references(extraction, passage, clauses, bound_in);
    auto goes_on = [&](std::size_t i) {
      return std::none_of(passage.sentences.begin(), passage.sentences.end(),
                          [&](Sentence sentence) { return sentence.begin == clauses[i].begin; });
    };
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      Reading reading = read_sentence(extraction, passage, clauses[i]);
      reading.carried = carried;
      if (goes_on(i)) reading.inherited = before;
      std::size_t last = i;
      while (last + 1 < clauses.size() && goes_on(last + 1)) ++last;
      if (!reading.inherited && last > i)
        reading.inherited =
            status_at_end(read_sentence(extraction, passage, clauses[last]), bound_in[last]);
      before.reset();
      if (!reading.systems.empty()) carried = reading.systems;
      if (reading.has(vocabulary::Cue::future) || is_condition(passage, clauses[i])) continue;
      std::vector<vocabulary::VersionMatch> named = named_versions(passage, clauses[i]);
      bind_named(passage, clauses[i], named, extraction.product_above(passage), bound_in[i]);
      before = claim_versions(extraction, passage, reading, bound_in[i], named);
      claim_newest_default(extraction, passage, reading, bound_in[i]);
      claim_presence(extraction, passage, reading, bound_in[i]);
      claim_absence(extraction, passage, reading, bound_in[i]);
    }
  }
}

void extract_constraints(Extraction& extraction) {
  for (const Passage& passage : extraction.passages) {
    bool speaks = !passage.mentions.empty() || speaks_of_versions(passage.text());
    // Limits need a number.
    if (passage.kind != PassageKind::prose || !speaks || !passage.numbered) continue;
    for (Sentence sentence : passage.sentences) {
      // "Only versions from 2.1 on work" is about the page's product.
      std::optional<std::uint32_t> implied;
      if (speaks_of_versions(std::string_view(passage.text())
                                 .substr(sentence.begin, sentence.end - sentence.begin)))
        implied = extraction.product_above(passage);
      std::vector<BoundVersion> bound =
          bind_versions(passage.text(), passage.mentions, sentence.begin, sentence.end, implied,
                        extraction.vocabulary);
      if (std::all_of(bound.begin(), bound.end(),
                      [](const BoundVersion& version) { return version.range.empty(); }))
        continue;
      Reading reading = read_sentence(extraction, passage, sentence);
      bool required = reading.has(vocabulary::Cue::required),
           refused = reading.has(vocabulary::Cue::unavailable);
      if (!required && !refused) continue;
      for (const BoundVersion& version : bound) {
        if (extraction.product_above(passage) != version.product &&
            extraction.product != version.product && !extraction.lists(version.product))
          continue;
        bool minimum = required && version.range == ">=";
        bool refusal = refused && !version.range.empty() && version.range[0] == '<';
        if (!minimum && !refusal) continue;
        Draft draft{version.product, (minimum ? "<" : version.range) + version.version,
                    ClaimStatus::unavailable, ClaimKind::constraint, "prose-constraint"};
        source::Span place = passage.located.place(version.begin);
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

}  // namespace kbuild::claims
