// Which of the listed versions is the default, by statements outside the list: "2.4 is loaded by
// default", "`module load tool` loads 2.4", "module load tool  # currently 2.4". Only versions that
// a list of the page has can be the default, and only on systems whose list doesn't mark one
// itself.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "claims/extraction/code.h"
#include "claims/extraction/reading.h"
#include "shell/modules.h"

namespace kbuild::claims {

namespace {

bool holds_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != text.npos; });
}

/// Verbs for what a load without a version does.
bool speaks_of_loading(std::string_view lower) {
  return holds_any(lower, {"load", " get", "gives", " give you", " uses ", " used ", " will use ",
                           "lataa", "lataut", "ladat", " saat ", "charg", "obten", "utilise"});
}

bool is_negated(std::string_view lower) {
  return holds_any(lower, {" not ", "n't ", " ei ", "eivät ", " pas "});
}

/// Whether a sentence, in lower case, says what is loaded by default.
bool says_by_default(std::string_view lower) {
  bool standard = holds_any(lower, {"by default", "oletuksena", "par défaut"});
  if (standard && !is_negated(lower)) return speaks_of_loading(lower);
  bool unnamed = holds_any(
      lower, {"without a version", "without version", "without specifying", "without giving",
              "do not specify", "don't specify", "do not give", "no version", "ilman versio",
              "jos versiota ei", "sans version", "sans préciser", "sans indiquer"});
  return unnamed && speaks_of_loading(lower);
}

/// "2.4 will be loaded": future tense for what every load does.
bool speaks_of_each_load(std::string_view lower) {
  return holds_any(lower, {"will be loaded", "will be used", "will be selected", "will be chosen",
                           "will be picked"});
}

/// Words that weaken such a statement: another time, a doubt.
bool is_hedged(std::string_view lower) {
  return holds_any(lower, {" not the default", "no longer", "used to", " was ", "usually",
                           "previous", "will be", "will become", "example", "esimer", "exemple",
                           "ei enää", "était", "deviendra", "tulee olemaan"});
}

class DefaultReader {
 public:
  DefaultReader(Extraction& extraction, const Passage& passage, std::uint32_t product)
      : extraction_(extraction), passage_(passage), product_(product) {}

  void read_prose() {
    for (Sentence sentence : passage_.sentences) {
      std::string_view text =
          std::string_view(passage_.text()).substr(sentence.begin, sentence.end - sentence.begin);
      std::string lower = base::to_lower(text);
      bool each = speaks_of_each_load(lower);
      if (is_hedged(each ? base::replace_all(lower, "will be ", "is ") : lower)) continue;
      Reading reading = read_sentence(extraction_, passage_, sentence);
      if (reading.has(vocabulary::Cue::future) && !each) continue;
      bool loads = says_by_default(lower) || is_plain_load(text);
      if (loads || (reading.has(vocabulary::Cue::default_version) && !is_negated(lower)))
        claim(only_version(sentence), reading.systems, passage_.located.place(sentence.begin),
              loads);
    }
  }

  /// "module load tool  # version 2.4": the comment gives the default.
  void read_code() {
    for (const CodeLine& line : passage_.lines) {
      std::string lower = base::to_lower(line.comment);
      if (!holds_any(lower, {"default", "oletus", "défaut"}) || is_hedged(lower)) continue;
      for (const shell::ModuleCommand& command : shell::find_module_commands(line.code))
        for (std::string_view word : command.usable()) {
          auto module = parse_module(word, extraction_.vocabulary);
          if (!module || module->product != product_) continue;
          std::string version = module->release;
          for (const vocabulary::VersionMatch& match : vocabulary::find_versions(line.comment))
            if (version.empty() && match.dotted) version = match.version;
          claim(version, {}, line.place, true);
        }
    }
  }

 private:
  /// "`module load tool` loads": a command without a version, followed by its effect.
  bool is_plain_load(std::string_view sentence) const {
    std::size_t at = sentence.find("module load ");
    if (at == sentence.npos) return false;
    std::string_view rest = sentence.substr(at + std::string_view("module load ").size());
    std::size_t end = std::min(rest.find_first_of(" `"), rest.size());
    auto module = parse_module(rest.substr(0, end), extraction_.vocabulary);
    if (!module || module->product != product_ || !module->release.empty()) return false;
    rest.remove_prefix(end);
    while (!rest.empty() && (rest[0] == '`' || rest[0] == ' ')) rest.remove_prefix(1);
    return begins_with_any(rest,
                           {"loads ", "will load ", "gives ", "will give ", "lataa ", "charge "});
  }

  /// The only version of the product in a sentence; "" if there are several or none.
  std::string only_version(Sentence sentence) const {
    std::set<std::string> named;
    std::vector<BoundVersion> bound =
        bind_versions(passage_.text(), passage_.mentions, sentence.begin, sentence.end, product_,
                      extraction_.vocabulary);
    for (const BoundVersion& each : bound)
      if (!each.version.empty() && each.product == product_) named.insert(each.version);
    for (const vocabulary::VersionMatch& match : vocabulary::find_versions(
             std::string_view(passage_.text()).substr(0, sentence.end).substr(sentence.begin))) {
      std::size_t at = sentence.begin + match.begin;
      bool taken = std::any_of(bound.begin(), bound.end(), [&](const BoundVersion& each) {
        return !each.version.empty() && each.begin <= at && at < each.end;
      });
      if (match.dotted && !taken) named.insert(match.version);
    }
    return named.size() == 1 ? *named.begin() : std::string();
  }

  /// `loads`: the sentence is about loading, which is sufficient evidence by itself.
  void claim(const std::string& version, std::vector<std::uint32_t> systems, source::Span place,
             bool loads) {
    if (version.empty()) return;
    Extraction::Where where = extraction_.where(passage_);
    if (systems.empty() && where.sure) systems = where.systems;
    for (const auto& [system, listed] : extraction_.listed_without_default(product_, version)) {
      bool meant = systems.empty() || std::any_of(systems.begin(), systems.end(),
                                                  [&, name = system](std::uint32_t id) {
                                                    return extraction_.vocabulary.name(id) == name;
                                                  });
      if (meant)
        extraction_.add_for(
            {product_, listed, ClaimStatus::default_version, ClaimKind::prose, "prose-default"},
            system, passage_, place);
    }
    // If the page has no list, the statement counts by itself.
    for (std::uint32_t system : systems)
      if (loads && !extraction_.has_version_claims(product_, system))
        extraction_.add(
            {product_, version, ClaimStatus::default_version, ClaimKind::prose, "prose-default"},
            {system}, passage_, place);
  }

  Extraction& extraction_;
  const Passage& passage_;
  std::uint32_t product_;
};

}  // namespace

void extract_defaults(Extraction& extraction) {
  for (const Passage& passage : extraction.passages) {
    auto product = extraction.product_above(passage);
    if (!product || !passage.numbered || passage.is_news() || is_below_news(extraction, passage))
      continue;
    DefaultReader reader(extraction, passage, *product);
    if (passage.kind == PassageKind::prose) reader.read_prose();
    if (passage.kind == PassageKind::code) reader.read_code();
  }
}

}  // namespace kbuild::claims
