// Candidates that sentences and labels state: "PyTorch 2.7.1 is the default on LUMI", "LUMI has 2.7
// for now", "torch 2.3 or newer is required", a tab "PyTorch 2.7.1". A sentence needs a version
// whose product stands before it or is what the text is about, and a phrase for its state. Phrases
// are data of the vocabulary; nothing is guessed from other sentences.
#include <algorithm>

#include "base/text.h"
#include "claims/reader/assertion.h"
#include "claims/reader/module.h"
#include "claims/reader/state.h"
#include "claims/reader/tokens.h"
#include "vocabulary/version.h"
#include "vocabulary/words.h"

namespace kbuild::claims::reader {

namespace {

using vocabulary::WordClass;
using vocabulary::Words;

/// Words between a product and its version, or a system and what it has.
constexpr int kMaxWordsBetween = 5;

/// Versions that a sentence names together: "2.6 and 2.7".
struct VersionGroup {
  /// As written, or the release of a module.
  std::vector<std::string> versions;
  std::string product;
  std::string module = {};
  std::size_t begin = 0;
  std::size_t end = 0;
  std::optional<ClaimStatus> status = {};
  /// Those that stand behind it, before the next group.
  std::vector<std::string> systems_behind = {};
};

bool is_version_word(const Token& token, const Words& words) {
  return token.kind == TokenKind::word &&
         words.is(token.value, {WordClass::version_word, WordClass::header_version});
}

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

class ProseReader {
 public:
  ProseReader(const Outline& outline, const Subject& subject, Assertions& out)
      : outline_(outline), subject_(subject), out_(out) {}

  void read(std::size_t index) {
    const Passage& passage = outline_.passages[index];
    std::string_view text = passage.text();
    std::string date = date_of_news(outline_, index);
    for (const Range& range : sentences_of(text)) {
      sentence_ = range.of(text);
      if (!may_state() || base::trim(sentence_).ends_with('?')) continue;
      tokens_ = tokens_of(sentence_, subject_.vocabulary);
      base_ = Assertion{{}};
      base_.passage = index;
      base_.date = date;
      base_.excerpt = sentence_;
      base_.kind = date.empty() ? ClaimKind::prose : ClaimKind::news;
      base_.place = passage.located.place(range.begin);
      read_sentence(index);
    }
  }

  /// A heading, tab or title that names a product and its version, and nothing else of a kind.
  void read_label(std::size_t index) {
    const Passage& passage = outline_.passages[index];
    sentence_ = passage.text();
    if (sentence_.size() > kMaxLabel || forbids_reading(sentence_, words_) ||
        has_bounds(sentence_, words_))
      return;
    tokens_ = tokens_of(sentence_, subject_.vocabulary, vocabulary::Expectation::name);
    std::vector<VersionGroup> groups = groups_of(index);
    if (groups.empty()) return;
    // "License for version 6.5": other words may make it a version of something else.
    bool other = std::any_of(tokens_.begin(), tokens_.end(), [&](const Token& token) {
      return token.kind == TokenKind::word && !is_version_word(token, words_);
    });
    bool named = std::any_of(tokens_.begin(), tokens_.end(), [](const Token& token) {
      return token.kind == TokenKind::product || token.kind == TokenKind::module;
    });
    if (other && !named) return;
    base_ = Assertion{{}};
    base_.passage = index;
    base_.excerpt = sentence_;
    base_.kind = passage.kind == PassageKind::heading ? ClaimKind::heading : ClaimKind::tab;
    base_.place = passage.located.place(groups.front().begin);
    base_.status =
        status_of_remark(sentence_, words_)
            .value_or(status_above(outline_, index, words_).value_or(ClaimStatus::available));
    add(groups.front(), "label-version", systems_named(), base_.status);
  }

 private:
  static constexpr std::size_t kMaxLabel = 80;

  /// False for most sentences, which have no version, no phrase for its state, or no product and
  /// nothing that would make the version one of the text's subject; see groups_of().
  bool may_state() const {
    return vocabulary::has_digit(sentence_) &&
           (sentence_.size() <= kMaxLabel || words_.has(sentence_, vocabulary::kStateWords)) &&
           (sentence_.find('/') != sentence_.npos || !subject_.vocabulary.find(sentence_).empty() ||
            words_.has(sentence_, {WordClass::version_word, WordClass::header_version}));
  }

  void read_sentence(std::size_t index) {
    std::vector<VersionGroup> groups = groups_of(index);
    if (groups.empty()) return;
    if (read_constraint(groups)) return;
    if (forbids_reading(sentence_, words_)) return;
    std::vector<std::string> systems = systems_named();
    give_states(groups);
    bool paired = std::all_of(groups.begin(), groups.end(), [](const VersionGroup& group) {
      std::size_t behind = group.systems_behind.size();
      return behind > 0 && (behind == 1 || group.versions.size() == 1);
    });
    // Which of several versions is on which of several systems must be clear.
    std::size_t versions = 0;
    for (const VersionGroup& group : groups) versions += group.versions.size();
    if (systems.size() > 1 && versions > 1 && !paired) return;
    for (VersionGroup& group : groups) {
      const char* rule = "sentence";
      if (!group.status && is_held(group)) {
        group.status = ClaimStatus::available;
        rule = "sentence-has";
      }
      if (group.status) add(group, rule, paired ? group.systems_behind : systems, *group.status);
    }
  }

  /// The groups of versions with the product that each belongs to; others are left out.
  std::vector<VersionGroup> groups_of(std::size_t index) const {
    std::vector<VersionGroup> groups;
    std::string product;
    int words = 0;
    bool said_version = false, joined = false, licence = speaks_of_licence();
    for (const Token& token : tokens_) {
      switch (token.kind) {
        case TokenKind::product:
          product = token.value;
          words = 0;
          said_version = joined = false;
          break;
        case TokenKind::system:
          if (!groups.empty()) add_name(groups.back().systems_behind, token.value);
          joined = false;
          break;
        case TokenKind::module:
          add_module(token, groups);
          joined = false;
          break;
        case TokenKind::number:
        case TokenKind::version: {
          if (token.kind == TokenKind::number && !said_version && !joined) break;
          if (joined) {
            groups.back().versions.push_back(token.value);
            groups.back().end = token.end;
            break;
          }
          std::string of = words <= kMaxWordsBetween ? product : std::string();
          // Far behind another name it may be anything's, or that of a licence.
          if (product.empty() && !licence && (said_version || is_label_of_system(token)))
            of = product_above(outline_, subject_, index);
          if (!is_plausible(of, token.value)) break;
          groups.push_back({{token.value}, of, {}, token.begin, token.end});
          joined = true;
          break;
        }
        case TokenKind::word:
          if (is_version_word(token, words_))
            said_version = true;
          else if (!is_joining(token.value))
            ++words, joined = false;
          break;
        case TokenKind::status: joined = false; break;
        case TokenKind::mark:
          if (token.value != "," && token.value != "/") joined = false;
          break;
        case TokenKind::date: break;
      }
    }
    return groups;
  }

  bool speaks_of_licence() const {
    return std::any_of(tokens_.begin(), tokens_.end(), [](const Token& token) {
      std::string lower = base::to_lower(token.value);
      return lower.starts_with("licen") || lower.starts_with("lisens");
    });
  }

  bool is_plausible(const std::string& product, std::string_view version) const {
    if (product.empty()) return false;
    auto known = subject_.vocabulary.whole(product, vocabulary::NameKind::product);
    return !known || subject_.vocabulary.is_plausible(*known, version);
  }

  /// A module: of the version before it ("2.1 (`pytorch/2.1.0`)"), else a version of its own.
  void add_module(const Token& token, std::vector<VersionGroup>& groups) const {
    auto named = version_of_module(token.value, subject_.vocabulary);
    if (!named || named->version.empty()) return;
    if (!groups.empty() && groups.back().product == named->product &&
        groups.back().module.empty() &&
        vocabulary::version_names(named->version, groups.back().versions.back())) {
      groups.back().module = named->module;
      return;
    }
    groups.push_back({{named->version}, named->product, named->module, token.begin, token.end});
  }

  std::vector<std::string> systems_named() const {
    std::vector<std::string> systems;
    for (const Token& token : tokens_)
      if (token.kind == TokenKind::system) add_name(systems, token.value);
    return systems;
  }

  /// Whether a system stands a few words before, "LUMI has 2.7", "Puhti: 2024.3", with nothing else
  /// between than what `passes`.
  template <class Passes>
  bool follows_system(std::size_t version, Passes passes) const {
    constexpr int kMaxWords = 2;
    int words = 0;
    bool near = false;
    for (const Token& token : tokens_) {
      if (token.begin >= version) break;
      if (token.kind == TokenKind::system)
        near = true, words = 0;
      else if (token.kind == TokenKind::word)
        ++words;
      else if (!passes(token))
        near = false;
    }
    return near && words <= kMaxWords;
  }

  bool is_label_of_system(const Token& version) const {
    return follows_system(version.begin, [](const Token& token) {
      return token.kind == TokenKind::mark && token.value == ":";
    });
  }

  /// Whether a short sentence says no more than that a system has the version.
  bool is_held(const VersionGroup& group) const {
    return sentence_.size() <= kMaxLabel && follows_system(group.begin, [](const Token& token) {
             return token.kind == TokenKind::product;
           });
  }

  /// Each phrase of a state belongs to the group that is nearest to it.
  void give_states(std::vector<VersionGroup>& groups) const {
    for (const Token& token : tokens_) {
      std::optional<ClaimStatus> status =
          token.kind == TokenKind::status ? status_of(token.word_class) : std::nullopt;
      if (!status) continue;
      auto distance = [&](const VersionGroup& group) {
        return token.begin >= group.end ? token.begin - group.end : group.begin - token.begin;
      };
      VersionGroup& nearest = *std::min_element(
          groups.begin(), groups.end(),
          [&](const VersionGroup& a, const VersionGroup& b) { return distance(a) < distance(b); });
      if (!nearest.status || *nearest.status == ClaimStatus::available) nearest.status = status;
    }
    // "2.6 on Puhti and 2.7 on Mahti are available": one phrase for all.
    std::size_t stated = 0;
    std::optional<ClaimStatus> all;
    for (const VersionGroup& group : groups)
      if (group.status) ++stated, all = group.status;
    bool last = groups.back().status.has_value() && stated == 1;
    if (last && *all == ClaimStatus::available)
      for (VersionGroup& group : groups) group.status = all;
  }

  /// "torch 2.3 or newer is required": what is older does not work there.
  bool read_constraint(const std::vector<VersionGroup>& groups) {
    std::vector<vocabulary::WordMatch> bounds = words_.find(sentence_, vocabulary::kBoundWords);
    std::string_view before = sentence_.substr(0, groups.front().begin);
    bool at_least = before.ends_with(">="), at_most = before.ends_with("<=");
    if (bounds.empty() && !at_least && !at_most) return false;
    bool needed = words_.has(sentence_, {WordClass::required});
    if (!needed || groups.size() != 1 || groups[0].versions.size() != 1) return true;
    WordClass bound = at_least  ? WordClass::or_newer
                      : at_most ? WordClass::or_older
                                : bounds.front().word_class;
    std::string_view sign = bound == WordClass::or_newer     ? "<"
                            : bound == WordClass::newer_than ? "<="
                            : bound == WordClass::or_older   ? ">"
                                                             : ">=";
    VersionGroup group = groups[0];
    group.versions[0] = std::string(sign) + group.versions[0];
    base_.kind = ClaimKind::constraint;
    add(group, "sentence-bound", systems_named(), ClaimStatus::unavailable);
    return true;
  }

  void add(const VersionGroup& group, std::string_view rule,
           const std::vector<std::string>& systems, ClaimStatus status) {
    for (const std::string& version : group.versions) {
      Assertion made = base_;
      made.product = group.product;
      made.version = version;
      made.module = group.module;
      made.systems = systems;
      made.status = status;
      made.rule = rule;
      out_.push_back(std::move(made));
    }
  }

  const Outline& outline_;
  const Subject& subject_;
  const Words& words_ = subject_.vocabulary.words();
  Assertions& out_;
  std::string_view sentence_;
  std::vector<Token> tokens_;
  /// What all assertions of a sentence have in common.
  Assertion base_;
};

}  // namespace

Assertions assert_prose(const Outline& outline, const Subject& subject, diag::Diagnostics&) {
  Assertions out;
  ProseReader reader(outline, subject, out);
  for (std::size_t i = 0; i < outline.passages.size(); ++i) {
    const Passage& passage = outline.passages[i];
    if (passage.code() || passage.table() || !vocabulary::has_digit(passage.text())) continue;
    std::size_t before = out.size();
    reader.read(i);
    if (passage.kind < PassageKind::term && out.size() == before) reader.read_label(i);
  }
  return out;
}

}  // namespace kbuild::claims::reader
