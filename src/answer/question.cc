// Words, names and versions of questions; see question.h.
#include "answer/question.h"

#include <algorithm>

#include "answer/tokens.h"
#include "base/text.h"
#include "source/unicode.h"
#include "vocabulary/finnish.h"
#include "vocabulary/version.h"

namespace kbuild::answer {

namespace {

using meta::WordClass;
using Kind = Meaning::Kind;
using Relation = Asked::Relation;

/// Longer texts are no questions.
constexpr std::size_t kMaxTokens = 24;
/// Shorter words are not corrected, and in those below the second bound one letter only.
constexpr std::size_t kMinCorrected = 4, kTwoErrorsFrom = 8;

std::string_view without_v(std::string_view version) {
  bool marked = version.size() > 1 && version[0] == 'v' && base::is_digit(version[1]);
  return marked ? version.substr(1) : version;
}

std::string digits_of(std::string_view text) {
  std::string out;
  for (char c : text)
    if (base::is_digit(c)) out += c;
  return out;
}

class Reader {
 public:
  Reader(const Table& table, std::string_view text, const std::vector<std::string>& unknown)
      : table_(table), tokens_(tokenise(text)) {
    for (const std::string& word : unknown) unknown_.push_back(source::fold_case(word));
  }

  std::optional<Question> run() {
    if (tokens_.size() > kMaxTokens) return std::nullopt;
    while (at_ < tokens_.size())
      if (!read_token()) return std::nullopt;
    if (!has_product_ || relation_ != Relation::is || !read_unread()) return std::nullopt;
    bool asks = asks_ || question_.latest || question_.default_version ||
                !question_.systems.empty() || !question_.versions.empty();
    return asks ? std::optional(std::move(question_)) : std::nullopt;
  }

 private:
  bool read_token() {
    const Token& token = tokens_[at_];
    if (token.kind == Token::Kind::sign) {
      relation_ = token.text == "<"    ? Relation::older
                  : token.text == "<=" ? Relation::at_most
                  : token.text == ">"  ? Relation::newer
                                       : Relation::at_least;
      ++at_;
      return true;
    }
    for (std::size_t count = std::min(kMaxTokensOfName, tokens_.size() - at_); count > 0; --count)
      if (std::optional<Meaning> meaning = meaning_of(joined(count))) {
        at_ += count;
        return take(*meaning);
      }
    ++at_;
    if (token.kind == Token::Kind::version) return take_version(token.text);
    if (read_glued(token.text)) return true;
    if (std::optional<Meaning> meaning = corrected(token.text)) return take(*meaning);
    unread_.push_back(token.text);
    return true;
  }

  std::string joined(std::size_t count) const {
    std::string out = tokens_[at_].text;
    for (std::size_t i = 1; i < count; ++i) out += " " + tokens_[at_ + i].text;
    return out;
  }

  std::optional<Meaning> meaning_of(const std::string& text) const {
    if (auto found = table_.spellings.find(text); found != table_.spellings.end())
      return found->second;
    for (const auto& [stem, meaning] : table_.stems)
      if (vocabulary::is_form_of(text, stem)) return meaning;
    // Only the end of the last word is open.
    for (const auto& [beginning, meaning] : table_.beginnings)
      if (text.starts_with(beginning) && text.find(' ', beginning.size()) == text.npos)
        return meaning;
    return std::nullopt;
  }

  bool take(const Meaning& meaning) {
    if (meaning.kind == Kind::product) {
      if (has_product_ && question_.product != meaning.id) return false;
      question_.product = meaning.id;
      has_product_ = true;
      return true;
    }
    if (meaning.kind == Kind::system) {
      auto& systems = question_.systems;
      if (std::find(systems.begin(), systems.end(), meaning.id) == systems.end())
        systems.push_back(meaning.id);
      return true;
    }
    switch (meaning.word_class) {
      case WordClass::latest: question_.latest = true; break;
      case WordClass::default_version: question_.default_version = true; break;
      case WordClass::or_newer: return bound(Relation::at_least);
      case WordClass::newer_than: return bound(Relation::newer);
      case WordClass::or_older: return bound(Relation::at_most);
      case WordClass::older_than: return bound(Relation::older);
      case WordClass::on:
      case WordClass::question: break;
      default: asks_ = true;
    }
    return true;
  }

  /// A bound stands before a version, or else behind one: "at least 2.6", "2.6 or newer".
  bool bound(Relation relation) {
    bool before = at_ < tokens_.size() && tokens_[at_].kind == Token::Kind::version;
    if (before) {
      relation_ = relation;
      return true;
    }
    if (question_.versions.empty()) return false;
    question_.versions.back().relation = relation;
    return true;
  }

  bool take_version(std::string_view text) {
    text = without_v(text);
    if (text.ends_with(".x") || text.ends_with(".*")) text.remove_suffix(2);
    question_.versions.push_back({relation_, std::string(text)});
    relation_ = Relation::is;
    return true;
  }

  /// "pytorch2.7": a name and a version without a blank; the longest name.
  bool read_glued(const std::string& text) {
    for (std::size_t split = text.size() - 1; split > 0; --split) {
      if (!base::is_digit(text[split]) || base::is_digit(text[split - 1]) || text[split - 1] == '.')
        continue;
      for (std::size_t end : {split, split - 1}) {
        if (end < split && text[end] != 'v') continue;
        auto found = table_.spellings.find(text.substr(0, end));
        if (found == table_.spellings.end() || found->second.kind != Kind::product) continue;
        return take(found->second) && take_version(text.substr(split));
      }
    }
    return false;
  }

  /// The one name or word of similar spelling, of those that begin alike and have the same digits.
  std::optional<Meaning> corrected(const std::string& word) const {
    if (word.size() < kMinCorrected ||
        std::find(unknown_.begin(), unknown_.end(), word) == unknown_.end())
      return std::nullopt;
    std::optional<Meaning> best;
    std::size_t least = 0;
    bool several = false;
    for (const auto& [spelling, meaning] : table_.spellings) {
      if (spelling[0] != word[0] || spelling.size() < kMinCorrected) continue;
      if (digits_of(spelling) != digits_of(word)) continue;
      bool two = word.size() >= kTwoErrorsFrom && meaning.kind == Kind::product;
      std::size_t limit = two ? 2 : 1, distance = base::edit_distance(word, spelling, limit);
      if (distance > limit || (best && distance > least)) continue;
      bool same = best && best->kind == meaning.kind && best->id == meaning.id &&
                  best->word_class == meaning.word_class;
      several = best && distance == least && (several || !same);
      best = meaning;
      least = distance;
    }
    if (several) return std::nullopt;
    return best;
  }

  /// Words that are versions of the product alone: "r2024a", "g16".
  bool read_unread() {
    const std::vector<Row>& rows = table_.products[question_.product].rows;
    for (const std::string& text : unread_) {
      bool named =
          digits_of(text) != "" && std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
            return names_version(text, row.answer.version) || text == row.loaded_as;
          });
      if (!named) return false;
      take_version(text);
    }
    return true;
  }

  const Table& table_;
  const std::vector<Token> tokens_;
  std::vector<std::string> unknown_;
  std::size_t at_ = 0;
  Question question_;
  bool has_product_ = false;
  bool asks_ = false;
  /// Of the version that follows.
  Relation relation_ = Relation::is;
  std::vector<std::string> unread_;
};

}  // namespace

std::optional<Question> read_question(const Table& table, std::string_view text,
                                      const std::vector<std::string>& unknown) {
  return Reader(table, text, unknown).run();
}

bool names_version(std::string_view asked, std::string_view version) {
  std::string folded = source::fold_case(version);
  std::string_view has = without_v(folded);
  if (asked.empty() || !has.starts_with(asked)) return false;
  if (has.size() == asked.size()) return true;
  char next = has[asked.size()];
  bool year = base::is_digit(asked.back()) && asked.find('.') == asked.npos;
  return next == '.' || next == '-' || next == '+' || next == '_' || (year && base::is_alpha(next));
}

bool fits(const Asked& asked, std::string_view version) {
  bool named = names_version(asked.version, version);
  if (asked.relation == Relation::is) return named;
  std::string folded = source::fold_case(version);
  std::string_view has = without_v(folded);
  bool comparable = !has.empty() && base::is_digit(has[0]) == base::is_digit(asked.version[0]);
  if (!comparable) return false;
  int order = vocabulary::compare_versions(has, asked.version);
  switch (asked.relation) {
    case Relation::at_least: return order >= 0 || named;
    case Relation::newer: return order > 0 && !named;
    case Relation::at_most: return order <= 0 || named;
    default: return order < 0 && !named;
  }
}

}  // namespace kbuild::answer
