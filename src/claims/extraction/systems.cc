// Finds the systems of a page: names that it introduces itself, and those that apply if nothing
// nearer names one. The functions are declared in extraction.h.
#include <algorithm>
#include <map>
#include <set>

#include "base/prefix_filter.h"
#include "base/text.h"
#include "claims/extraction/extraction.h"
#include "claims/extraction/names.h"
#include "claims/extraction/scope.h"
#include "doc/plain_text.h"
#include "page/front_matter_keys.h"
#include "vocabulary/word_list.h"

namespace kbuild::claims {

namespace {

/// Words between names in a label of only names: "On Puhti and Mahti".
constexpr std::string_view kLabelWords[] = {"on",  "and", "et",      "ja",       "or",
                                            "ou",  "sur", "the",     "cluster",  "clusters",
                                            "for", "in",  "systems", "nodes",    "supercomputer",
                                            "at",  "hpc", "using",   "utiliser", "partition"};

/// The systems of a label that consists of their names ("Rackham and Snowy"); none for other text.
std::vector<std::uint32_t> label_of_names(std::string_view text,
                                          const vocabulary::Vocabulary& vocabulary) {
  std::vector<vocabulary::Mention> mentions = vocabulary.find(text, vocabulary::Expectation::name);
  std::size_t at = 0;
  std::string rest;
  for (const vocabulary::Mention& mention : mentions) {
    if (mention.kind != vocabulary::NameKind::system) return {};
    rest += std::string(text.substr(at, mention.begin - at)) + " ";
    at = mention.end;
  }
  rest += text.substr(at);
  for (std::string_view word : base::split_words(rest))
    if (!bare_word(word).empty() &&
        !vocabulary::is_one_of(kLabelWords, base::to_lower(bare_word(word))))
      return {};
  return systems_in(mentions, 0, text.size());
}

/// Names that are also plain words, but here headings of sibling sections or tabs: "Pelle",
/// "Bianca".
std::set<std::uint32_t> systems_of_labels(const Extraction& extraction) {
  std::set<std::uint32_t> found;
  for (const Passage& passage : extraction.passages)
    if (passage.kind == PassageKind::heading || passage.kind == PassageKind::tab)
      for (std::uint32_t id : label_of_names(passage.text(), extraction.vocabulary))
        found.insert(id);
  return found.size() > 1 ? found : std::set<std::uint32_t>();
}

/// "After connecting to Puhti, ...": the system of the commands that follow.
bool speaks_of_login(std::string_view sentence) {
  constexpr std::string_view kPhrases[] = {
      "connecting to ",      "connect to ",       "connected to ",  "log in to ",
      "login to ",           "log into ",         "logging in to ", "logging into ",
      "logged in to ",       "logged into ",      "log on to ",     "logged on to ",
      "connectez-vous sur ", "connectez-vous à ", "kirjaudu "};
  static const base::PrefixFilter<3> beginnings(kPhrases);
  for (std::size_t at = 0; (at = beginnings.find(sentence, at)) != sentence.npos; ++at)
    for (std::string_view phrase : kPhrases)
      if (base::starts_with_ignoring_case(sentence.substr(at), phrase)) return true;
  return false;
}

/// "our clusters": the page is about several systems.
bool speaks_of_several(std::string_view text) {
  constexpr std::string_view kPhrases[] = {
      "our clusters", "our systems",        "our hpc clusters",  "nos grappes",
      "all clusters", "our supercomputers", "one of our cluster"};
  static const base::PrefixFilter<3> beginnings(kPhrases);
  for (std::size_t at = 0; (at = beginnings.find(text, at)) != text.npos; ++at)
    for (std::string_view phrase : kPhrases)
      if (base::starts_with_ignoring_case(text.substr(at), phrase)) return true;
  return false;
}

/// "These are available on", "how to install PyTorch on": an offer and nothing else.
bool offers_or_installs(std::string_view sentence) {
  constexpr std::string_view kInstalls[] = {"to install ", "can install ", "installing ",
                                            "installer ",  "asentaa ",     "asenna "};
  std::vector<vocabulary::CueMatch> cues = vocabulary::find_cues(sentence);
  bool offers = std::all_of(cues.begin(), cues.end(), [](const vocabulary::CueMatch& cue) {
    return cue.cue == vocabulary::Cue::available || cue.cue == vocabulary::Cue::recommended;
  });
  if (!offers || vocabulary::has_cue(cues, vocabulary::Cue::available)) return offers;
  std::string lower = base::to_lower(sentence);
  return std::any_of(std::begin(kInstalls), std::end(kInstalls),
                     [&](std::string_view phrase) { return lower.find(phrase) != lower.npos; });
}

}  // namespace

void Extraction::define_named_systems() {
  const auto [names, separate] = find_names_of_systems(*this);
  // Most names are known already; then the page need not be read again.
  bool changes = add_products_of_headings(*this);
  auto is_sure = [&](std::string_view name) { return !vocabulary.find(name).empty(); };
  for (const std::string& name : names) {
    changes = changes || !is_sure(name);
    vocabulary.trust(vocabulary.add(vocabulary::NameKind::system, name));
  }
  for (const std::string& name : separate) {
    // Configured systems are certain.
    if (vocabulary.is_configured(name)) continue;
    vocabulary.add_apart(vocabulary::NameKind::system, name);
    changes = true;
  }
  std::set<std::uint32_t> labels = systems_of_labels(*this);
  for (std::uint32_t id : labels) {
    changes = changes || !is_sure(vocabulary.name(id));
    vocabulary.trust(id);
  }
  if (changes) read_passages();
  find_prompts();
  apply_system_fields(passages, vocabulary);
  apply_logins();
}

void Extraction::find_prompts() {
  for (Passage& passage : passages) {
    if (passage.kind != PassageKind::code) continue;
    // The host in a session takes precedence over headings.
    auto systems = systems_of_prompts(passage, vocabulary);
    // "On Puhti and Mahti, run:" applies to both, wherever it was tried.
    bool introduced = passage.scope.origin == Scope::Origin::introduction && systems.size() == 1 &&
                      base::trim_right(passages[passage.introduction].text()).ends_with(':') &&
                      std::find(passage.scope.systems.begin(), passage.scope.systems.end(),
                                systems[0]) != passage.scope.systems.end();
    if (!systems.empty() && !introduced)
      passage.scope = {Scope::Origin::prompt, std::move(systems)};
  }
}

void Extraction::apply_logins() {
  // The heading above the last login, and the system logged in to.
  std::size_t heading = kNoPassage;
  std::vector<std::uint32_t> systems;
  for (Passage& passage : passages) {
    if (passage.kind == PassageKind::heading) systems.clear();
    if (passage.heading != heading) systems.clear();
    heading = passage.heading;
    if (passage.kind == PassageKind::code && passage.scope.systems.empty() && !systems.empty())
      passage.scope = {Scope::Origin::introduction, systems};
    if (passage.kind != PassageKind::prose) continue;
    for (Sentence sentence : passage.sentences) {
      std::vector<std::uint32_t> named = systems_in(passage.mentions, sentence.begin, sentence.end);
      if (named.empty()) continue;
      std::string_view text =
          std::string_view(passage.text()).substr(sentence.begin, sentence.end - sentence.begin);
      systems = named.size() == 1 && speaks_of_login(text) ? named : std::vector<std::uint32_t>();
    }
  }
}

void Extraction::find_systems() {
  const meta::Value& available = page::stated_systems(page);
  auto enter = [](std::vector<std::uint32_t>& list, std::uint32_t id) {
    if (std::find(list.begin(), list.end(), id) == list.end()) list.push_back(id);
  };
  for (const meta::Value& item : available.items) {
    std::string name =
        item.is_mapping() && !item.members.empty() ? item.members.front().key.text() : item.text();
    if (!name.empty()) enter(page_systems, vocabulary.add(vocabulary::NameKind::system, name));
  }
  if (available.is_scalar())
    enter(page_systems, vocabulary.add(vocabulary::NameKind::system, available.text()));
  if (page_systems.empty() && !passages.empty()) {
    const Passage& title = passages.front();
    if (title.kind == PassageKind::heading)
      page_systems = systems_in(title.mentions, 0, title.text().size());
  }
  if (page_systems.empty() && !page.default_system.empty())
    page_systems = {vocabulary.add(vocabulary::NameKind::system, page.default_system)};
  all_systems = page_systems;
  if (!page_systems.empty()) return;
  std::map<std::uint32_t, int> counts;
  int total = 0;
  for (const Passage& passage : passages) {
    for (const vocabulary::Mention& mention : passage.mentions)
      if (mention.kind == vocabulary::NameKind::system) ++counts[mention.id], ++total;
    if (passage.kind == PassageKind::table)
      for (const vocabulary::Mention& mention :
           vocabulary.find(doc::plain_text(doc::Blocks{*passage.block})))
        if (mention.kind == vocabulary::NameKind::system) ++counts[mention.id], ++total;
  }
  for (const auto& [id, count] : counts) enter(all_systems, id);
  bool several =
      !counts.empty() && std::any_of(passages.begin(), passages.end(), [](const Passage& passage) {
        return passage.kind == PassageKind::prose && speaks_of_several(passage.text());
      });
  // "Not supported on our systems" on a page about one system.
  constexpr int kClearly = 3;
  if (several && (counts.size() > 1 || total < kClearly)) return;
  for (const auto& [id, count] : counts)
    if (count >= 2 && (counts.size() == 1 || (total >= 5 && count * 5 >= total * 4)))
      page_systems = {id};
  // One mention is enough if the page names no other system.
  if (counts.size() == 1) page_systems = {counts.begin()->first};
  if (counts.size() > 1 && page_systems.empty()) find_systems_of_one_sentence();
}

void Extraction::find_systems_of_one_sentence() {
  std::vector<const Passage*> naming;
  for (const Passage& passage : passages) {
    if (passage.kind == PassageKind::table) {
      const std::string text = doc::plain_text(doc::Blocks{*passage.block});
      for (const vocabulary::Mention& mention :
           vocabulary.find(text, vocabulary::Expectation::name))
        if (mention.kind == vocabulary::NameKind::system) return;
    }
    if (passage.scope.origin == Scope::Origin::prompt) return;
    std::size_t named = systems_in(passage.mentions, 0, passage.text().size()).size();
    if (named == 0) continue;
    // A system that is named alone is distinguished from the others.
    if (named != all_systems.size() || passage.kind != PassageKind::prose || passage.item_begin)
      return;
    naming.push_back(&passage);
  }
  for (const Passage* passage : naming)
    for (Sentence sentence : passage->sentences) {
      std::vector<std::uint32_t> systems =
          systems_in(passage->mentions, sentence.begin, sentence.end);
      std::string_view text =
          std::string_view(passage->text()).substr(sentence.begin, sentence.end - sentence.begin);
      if (systems.size() != all_systems.size() || !offers_or_installs(text)) continue;
      page_systems = std::move(systems);
      together = true;
      return;
    }
}

}  // namespace kbuild::claims
