// Plans a query: splits it into groups of words, and adds to each word its forms, prefixes, parts
// of compounds and corrections; see plan.h.
#include "search/query/plan.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "search/index/form.h"
#include "search/language/stop_words.h"
#include "search/language/tokens.h"
#include "search/language/versions.h"
#include "search/query/spelling.h"
#include "source/unicode.h"

namespace kbuild::search {

namespace {

constexpr std::size_t kMaxGroups = 24;
constexpr std::size_t kMaxForms = 200;
constexpr std::size_t kMaxPrefixed = 60;
constexpr std::size_t kMinPrefixLength = 2;
constexpr std::size_t kMaxCompleted = 2;
/// Missing letters of a word that completion may add.
constexpr std::size_t kMaxMissing = 5;

using Forms = std::vector<std::string>;

void add_form(Forms& forms, std::string form) {
  if (forms.size() < kMaxForms && std::find(forms.begin(), forms.end(), form) == forms.end())
    forms.push_back(std::move(form));
}
void add_forms(Forms& forms, const Forms& more) {
  for (const std::string& form : more) add_form(forms, form);
}

bool is_bare_number(std::string_view text) {
  return text.size() <= 4 && std::all_of(text.begin(), text.end(), base::is_digit);
}

class Planner {
 public:
  Planner(const Index& index, std::string_view language, const Weights& weights)
      : index_(index), analyser_(index.analyser(language)), weights_(weights) {
    plan_.language = language;
  }

  Plan run(std::string_view query, Spelling spelling, LastWord last_word) {
    spelling_ = spelling;
    std::vector<Token> tokens = tokenise(query, plan_.language);
    read_phrases(query, tokens);
    drop_stop_words(tokens);
    for (std::size_t i = 0; i < tokens.size() && plan_.groups.size() < kMaxGroups; ++i)
      add_token(tokens, i, last_word == LastWord::typing && tokens[i].end == query.size());
    join_neighbours(tokens);
    return std::move(plan_);
  }

 private:
  void read_phrases(std::string_view query, const std::vector<Token>& tokens) {
    for (std::size_t open = query.find('"'); open != query.npos;) {
      std::size_t close = query.find('"', open + 1);
      if (close == query.npos) break;
      std::vector<std::string> words;
      for (const Token& token : tokens) {
        bool inside = token.begin > open && token.end <= close;
        bool whole = token.kind == TokenKind::version ||
                     (token.kind == TokenKind::word && !is_camel_part(tokens, token));
        if (inside && whole) words.push_back(token.text);
      }
      if (words.size() > 1) plan_.phrases.push_back(std::move(words));
      open = query.find('"', close + 1);
    }
  }

  /// A part inside another word, not only inside a code token.
  static bool is_camel_part(const std::vector<Token>& tokens, const Token& token) {
    return std::any_of(tokens.begin(), tokens.end(), [&](const Token& other) {
      return other.kind == TokenKind::word && &other != &token && other.begin <= token.begin &&
             other.end >= token.end && other.end - other.begin > token.end - token.begin;
    });
  }

  void drop_stop_words(std::vector<Token>& tokens) const {
    auto stop = [&](const Token& token) {
      return token.kind == TokenKind::word && is_stop_word(token.text, plan_.language);
    };
    if (!std::all_of(tokens.begin(), tokens.end(), stop)) std::erase_if(tokens, stop);
  }

  void add_token(const std::vector<Token>& tokens, std::size_t at, bool typing) {
    const Token& token = tokens[at];
    Group group;
    group.text = token.text;
    switch (token.kind) {
      case TokenKind::code:
        group.alternatives = code_alternatives(token.text, typing);
        if (group.alternatives.empty()) return;
        known_code_end_ = std::max(known_code_end_, token.end);
        break;
      case TokenKind::version: group.alternatives = version_alternatives(tokens, at); break;
      case TokenKind::word:
        group.is_word = true;
        if (token.part && token.end <= known_code_end_) {
          group.weight = weights_.code_part;
          group.optional = true;
        } else if (token.part && is_camel_part(tokens, token)) {
          return;
        }
        group.alternatives = word_alternatives(token.text, typing);
        if (is_bare_number(token.text) && at > 0) add_number(tokens, at, group.alternatives);
        group.system = index_.gazetteer().system_of(token.text);
        note_system(token.text);
        break;
    }
    group_of_token_[at] = plan_.groups.size();
    plan_.groups.push_back(std::move(group));
  }

  std::vector<Alternative> code_alternatives(const std::string& code, bool typing) const {
    std::vector<Alternative> out;
    if (typing) {
      Forms forms = index_.with_prefix(plan_.language, Field::code, code, kMaxPrefixed);
      if (!forms.empty())
        out.push_back({weights_.prefix_of_code, Field::code, {forms}, "beginning"});
    }
    double weight = 1;
    for (const std::string& text : code_chain(code)) {
      if (!index_.postings(plan_.language, Field::code, text).empty()) {
        out.push_back({weight, Field::code, {{text}}, weight == 1 ? "code" : "beginning of code"});
        break;
      }
      weight *= 0.7;
    }
    return out;
  }

  std::vector<Alternative> version_alternatives(const std::vector<Token>& tokens,
                                                std::size_t at) const {
    const std::string& version = tokens[at].text;
    std::vector<Alternative> out{{1, Field::version, {{version}}, "version"}};
    auto chain = version_chain(version);
    if (chain.size() > 2 && index_.postings(plan_.language, Field::version, version).empty())
      out.push_back({weights_.shorter_version, Field::version, {{chain[1]}}, "shorter version"});
    return out;
  }

  /// "alphafold 3": a name and its version, or any version 3.x.
  void add_number(const std::vector<Token>& tokens, std::size_t at,
                  std::vector<Alternative>& out) const {
    std::size_t before = at - 1;
    while (before > 0 && is_camel_part(tokens, tokens[before])) --before;
    const Token& name = tokens[before];
    if (name.kind == TokenKind::word)
      out.push_back(
          {weights_.pair, Field::pair, {{name.text + "@" + tokens[at].text}}, "name and version"});
    out.push_back({weights_.stem, Field::version, {{tokens[at].text}}, "version"});
  }

  void note_system(std::string_view word) {
    std::string system(index_.gazetteer().system_of(word));
    if (!system.empty() &&
        std::find(plan_.systems.begin(), plan_.systems.end(), system) == plan_.systems.end())
      plan_.systems.push_back(system);
  }

  /// The known forms that have a key in common with `word`, by relation.
  struct Family {
    Forms exact, stem, lemma, derived, folded, containing, system;
    bool empty() const {
      return exact.empty() && stem.empty() && lemma.empty() && derived.empty() && folded.empty() &&
             containing.empty() && system.empty();
    }
  };

  void add_compounds(const std::string& part, Forms& forms) const {
    std::string text = compounds_of(part);
    if (!index_.term(plan_.language, Field::word, text).sections.empty())
      add_form(forms, std::move(text));
  }

  Family family_of(const std::string& word) const {
    const std::string& language = plan_.language;
    Family family;
    if (index_.has_word(language, word)) family.exact = {word};
    std::string stem = analyser_.stem(word);
    family.stem = index_.forms(language, Relation::stem, stem);
    if (stem != word && index_.has_word(language, stem)) add_form(family.stem, stem);
    family.folded = index_.forms(language, Relation::folded, source::strip_marks(stem));
    for (const std::string& lemma : lemmas_of(index_, language, word)) {
      add_forms(family.lemma, index_.forms(language, Relation::lemma, lemma));
      add_forms(family.derived, index_.forms(language, Relation::root, lemma));
      add_compounds(lemma, family.containing);
    }
    for (const std::string& root : roots_of(index_, language, word)) {
      add_forms(family.derived, index_.forms(language, Relation::lemma, root));
      add_forms(family.derived, index_.forms(language, Relation::root, root));
      add_compounds(root, family.containing);
    }
    add_compounds(word, family.containing);
    if (std::string_view system = index_.gazetteer().system_of(word); !system.empty())
      family.system = index_.forms_of_system(language, system);
    return family;
  }

  void add_family(const Family& family, double scale, std::string_view reason,
                  std::vector<Alternative>& out) const {
    auto add = [&](double weight, const Forms& forms, std::string_view why) {
      if (forms.empty()) return;
      Forms all = family.exact;
      add_forms(all, forms);
      out.push_back({weight * scale, Field::word, {all}, reason.empty() ? why : reason});
    };
    if (!family.exact.empty()) add(1, family.exact, "exact");
    add(1, family.system, "system");
    Forms stems = family.stem;
    add(weights_.stem, family.stem, "stem");
    add_forms(stems, family.lemma);
    if (!family.lemma.empty()) add(weights_.lemma, stems, "lemma");
    add(weights_.derived, family.derived, "derived");
    add(weights_.folded, family.folded, "without diacritics");
    add(weights_.part, family.containing, "in a compound");
  }

  std::vector<Alternative> word_alternatives(const std::string& word, bool typing) {
    std::vector<Alternative> out;
    Family family = family_of(word);
    add_family(family, 1, "", out);
    if (typing && word.size() >= kMinPrefixLength) add_completions(word, family.empty(), out);
    add_segments(word, out);
    if (out.empty() && spelling_ == Spelling::correct) add_corrected(word, typing, out);
    return out;
  }

  /// What the last word may become: the commonest completions as words of their own, all others as
  /// forms.
  void add_completions(const std::string& word, bool unknown, std::vector<Alternative>& out) const {
    std::set<std::string> known;
    for (const Alternative& alternative : out)
      for (const Forms& set : alternative.sets) known.insert(set.begin(), set.end());
    Forms forms = index_.with_prefix(plan_.language, Field::word, word, kMaxPrefixed);
    if (forms.empty()) forms = index_.with_folded_prefix(plan_.language, word, kMaxPrefixed);
    if (forms.empty()) return;
    std::size_t longest = base::count_code_points(word) + kMaxMissing;
    std::set<std::string> stems;
    for (const std::string& form : forms) {
      if (stems.size() == kMaxCompleted) break;
      if (base::count_code_points(form) > longest || known.contains(form)) continue;
      if (!stems.insert(analyser_.stem(form)).second) continue;
      add_family(family_of(form), unknown ? weights_.completed_unknown : weights_.completed,
                 "completed", out);
    }
    out.push_back({unknown ? weights_.prefix_of_unknown : weights_.prefix,
                   Field::word,
                   {forms},
                   "beginning"});
  }

  /// A family's forms that mean the word itself, or hold it as a part.
  static Forms forms_of(const Family& family) {
    Forms forms = family.exact;
    for (const Forms& more : {family.stem, family.lemma, family.containing}) add_forms(forms, more);
    return forms;
  }

  /// The forms of a word joined from consecutive parts; none if the index lacks that word.
  Forms forms_of_row(const std::vector<std::string>& parts, std::size_t begin,
                     std::size_t end) const {
    std::string word;
    for (std::size_t i = begin; i < end; ++i) word += parts[i];
    Family family = family_of(word);
    bool written = !family.exact.empty() || !family.stem.empty() || !family.lemma.empty();
    return written || end - begin == 1 ? forms_of(family) : Forms();
  }

  /// "tietokanta" and "palvelu" of a word with three parts: two known words; else every part.
  std::vector<Forms> segments_of(const std::vector<std::string>& parts) const {
    for (std::size_t i = parts.size() - 1; i > 0 && parts.size() > 2; --i) {
      std::vector<Forms> halves{forms_of_row(parts, 0, i), forms_of_row(parts, i, parts.size())};
      if (!halves[0].empty() && !halves[1].empty()) return halves;
    }
    std::vector<Forms> out;
    for (const std::string& part : parts) out.push_back(forms_of(family_of(part)));
    return out;
  }

  /// A compound by its parts: all of them in one section, or only its last.
  void add_segments(const std::string& word, std::vector<Alternative>& out) const {
    std::vector<std::string> parts = parts_of(index_, plan_.language, word);
    if (parts.size() < 2) return;
    Alternative all{weights_.segments, Field::word, segments_of(parts), "parts"};
    if (std::any_of(all.sets.begin(), all.sets.end(),
                    [](const Forms& forms) { return forms.empty(); }))
      return;
    Forms head = all.sets.back();
    out.push_back(std::move(all));
    if (plan_.language == "fi") out.push_back({weights_.head, Field::word, {head}, "last part"});
  }

  void add_corrected(const std::string& word, bool typing, std::vector<Alternative>& out) {
    std::vector<Suggestion> suggestions = suggest(index_, plan_.language, word, Compare::whole);
    if (suggestions.empty() && typing)
      suggestions = suggest(index_, plan_.language, word, Compare::beginning);
    for (std::size_t i = 0; i < suggestions.size(); ++i) {
      add_family(family_of(suggestions[i].word),
                 weights_.typo / suggestions[i].distance * (i == 0 ? 1.0 : 0.9), "typo", out);
      note_system(suggestions[i].word);
    }
    if (!suggestions.empty()) plan_.corrections.push_back({word, suggestions.front().word});
  }

  /// "levy kiintiö" also means "levykiintiö": the joined word answers both.
  void join_neighbours(const std::vector<Token>& tokens) {
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      auto left = group_of_token_.find(i), right = group_of_token_.find(i + 1);
      bool words = tokens[i].kind == TokenKind::word && tokens[i + 1].kind == TokenKind::word;
      if (left == group_of_token_.end() || right == group_of_token_.end() || !words) continue;
      Family family = family_of(tokens[i].text + tokens[i + 1].text);
      Forms forms = family.exact;
      for (const Forms& more : {family.stem, family.lemma}) add_forms(forms, more);
      if (forms.empty()) continue;
      for (std::size_t group : {left->second, right->second})
        plan_.groups[group].alternatives.push_back(
            {weights_.joined, Field::word, {forms}, "joined"});
    }
  }

  const Index& index_;
  const Analyser& analyser_;
  const Weights& weights_;
  Spelling spelling_ = Spelling::correct;
  Plan plan_;
  std::uint32_t known_code_end_ = 0;
  std::map<std::size_t, std::size_t> group_of_token_;
};

}  // namespace

std::vector<std::string> split_by_vocabulary(
    const std::string& word, const std::function<std::size_t(const std::string&)>& frequency) {
  std::vector<std::string> best;
  std::size_t best_count = 1;
  for (std::size_t i = kMinHalfLength; i + kMinHalfLength <= word.size(); ++i) {
    std::string left = word.substr(0, i), right = word.substr(i);
    std::size_t count = frequency(left);
    if (count > best_count) count = std::min(count, frequency(right));
    if (count <= best_count) continue;
    best_count = count;
    best = {left, right};
  }
  return best;
}

std::vector<std::string> lemmas_of(const Index& index, std::string_view language,
                                   const std::string& word) {
  if (index.has_word(language, word)) return index.lemmas(language, word);
  std::vector<std::string> out;
  for (const Key& key : index.analysis(language, word).keys)
    if (key.relation == Relation::lemma) out.push_back(key.text);
  return out;
}

std::vector<std::string> roots_of(const Index& index, std::string_view language,
                                  const std::string& word) {
  return index.has_word(language, word) ? index.roots(language, word)
                                        : index.analysis(language, word).roots;
}

std::vector<std::string> parts_of(const Index& index, std::string_view language,
                                  const std::string& word) {
  bool known = index.has_word(language, word);
  std::vector<std::string> parts =
      known ? index.parts(language, word) : index.analysis(language, word).parts;
  if (known || !parts.empty()) return parts;
  return split_by_vocabulary(
      word, [&](const std::string& half) { return index.frequency(language, half); });
}

Plan make_plan(const Index& index, std::string_view query, std::string_view language,
               const Weights& weights, Spelling spelling, LastWord last_word) {
  return Planner(index, language, weights).run(query, spelling, last_word);
}

}  // namespace kbuild::search
