// Versions that items, terms, fields and labelled lines list: "2.1.0 (default)",
// "PyTorch: 2.1, 2.2", "Puhti: 2024.3", "Available on LUMI: 1.2.0, 1.3.0", "GROMACS 2024.2
// (`gromacs/2024.2`)". What a label before the versions names is read there, what stands above in
// place.h.
#include <algorithm>

#include "base/text.h"
#include "claims/reader/assertion.h"
#include "claims/reader/cells.h"
#include "claims/reader/module.h"
#include "claims/reader/state.h"
#include "claims/reader/tokens.h"
#include "vocabulary/schemes.h"
#include "vocabulary/version.h"
#include "vocabulary/words.h"

namespace kbuild::claims::reader {

namespace {

using vocabulary::WordClass;
using vocabulary::Words;
using vocabulary::WordSet;

/// Maximum lengths of a text that is an entry and no sentence, in bytes.
constexpr std::size_t kMaxItem = 300;
constexpr std::size_t kMaxParagraph = 160;
/// Words behind the versions that are still a remark.
constexpr int kMaxRemarkWords = 12;

/// What stands before the versions of an entry.
struct Label {
  std::string product;
  std::vector<std::string> systems;
  std::optional<ClaimStatus> status;
  /// Whether a number follows that need not be a version: "Tag 1".
  bool bare_number = false;
  /// Whether a module follows: "Module `tool/2.1`".
  bool module = false;
  /// "Versions", "Version 2.1".
  bool says_version = false;
  /// A colon or a dash ends it.
  bool closed = false;
  /// Words that are none of these; the label as a name if there is nothing else.
  int unknown = 0;
  std::string text;
  /// Where the versions begin, as an index of tokens.
  std::size_t values = 0;
};

bool is_value(const Token& token) {
  return token.kind == TokenKind::version || token.kind == TokenKind::module ||
         token.kind == TokenKind::number;
}

/// Words that join or place what a label names.
constexpr WordSet kLabelWords = {WordClass::available_on,   WordClass::system_noun,
                                 WordClass::software_word,  WordClass::header_module,
                                 WordClass::header_version, WordClass::on};

class ListReader {
 public:
  ListReader(const Outline& outline, const Subject& subject, Assertions& out)
      : outline_(outline), subject_(subject), out_(out) {}

  void read(std::size_t index) {
    const Passage& passage = outline_.passages[index];
    bool item = is_item(index);
    std::string_view text = passage.text();
    if (passage.kind == PassageKind::item && !passage.systems.empty()) read_absence(index);
    if (!vocabulary::has_digit(text)) return;
    if (!item && text.size() > kMaxParagraph) return;
    if (heads_other_things(index)) return;
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = std::min(text.find('\n', begin), text.size());
      Range line{begin, end};
      if (end - begin <= kMaxItem && may_list(line.of(text), item)) read_entry(index, line, item);
      begin = end + 1;
    }
  }

 private:
  /// False for lines without a version, and for those that need a label and have none.
  static bool may_list(std::string_view line, bool item) {
    return vocabulary::has_digit(line) && (item || line.find_first_of(":=") != line.npos);
  }

  /// "Puhti: not available", of the product above.
  void read_absence(std::size_t index) {
    const Passage& passage = outline_.passages[index];
    if (passage.text().size() > kMaxParagraph) return;
    Assertion made{product_above(outline_, subject_, index)};
    bool stated = false;
    for (const Token& token :
         tokens_of(passage.text(), subject_.vocabulary, vocabulary::Expectation::name)) {
      if (token.kind == TokenKind::system && !stated) {
        made.systems.push_back(token.value);
      } else if (token.kind == TokenKind::status && !stated && !made.systems.empty()) {
        made.status = status_of(token.word_class).value_or(ClaimStatus::available);
        stated = true;
      } else if (token.kind != TokenKind::mark) {
        return;
      }
    }
    if (made.product.empty() || is_usable(made.status) || heads_other_things(index)) return;
    made.kind = ClaimKind::list;
    made.rule = "list-absence";
    made.passage = index;
    made.place = passage.located.place(0);
    made.excerpt = passage.text();
    out_.push_back(std::move(made));
  }

  /// Makes versions of the words that are releases of the product as its modules write them:
  /// "G16RevC.02".
  static void find_releases(std::vector<Token>& tokens, std::string_view text,
                            std::string_view product) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].kind != TokenKind::word || !vocabulary::has_digit(tokens[i].value)) continue;
      std::string_view word = text.substr(tokens[i].begin);
      word = word.substr(0, word.find_first_of(" ,;`()\n"));
      std::string release = vocabulary::release_by_module_scheme(product, word);
      if (release.empty()) continue;
      tokens[i] = {TokenKind::version, tokens[i].begin, tokens[i].begin + word.size(),
                   std::move(release)};
      std::size_t next = i + 1;
      while (next < tokens.size() && tokens[next].begin < tokens[i].end) ++next;
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                   tokens.begin() + static_cast<std::ptrdiff_t>(next));
    }
  }

  /// Items, terms, and what stands below a term or in an item.
  bool is_item(std::size_t index) const {
    const Passage& passage = outline_.passages[index];
    if (passage.kind == PassageKind::item || passage.kind == PassageKind::term) return true;
    return passage.parent != kNone && outline_.passages[passage.parent].kind == PassageKind::term;
  }

  /// Whether what stands right above is about what is needed or planned: "Requirements:".
  bool heads_other_things(std::size_t index) const {
    const Passage& passage = outline_.passages[index];
    for (std::size_t above : {passage.introduction, passage.parent})
      if (above != kNone && outline_.passages[above].text().size() <= kMaxItem &&
          forbids_reading(outline_.passages[above].text(), words()))
        return true;
    return false;
  }

  /// Whether a phrase for a state is among the words, so that a date is that of an event.
  static bool says_event(const std::vector<Token>& tokens) {
    return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
      return token.kind == TokenKind::status && token.word_class != WordClass::default_version;
    });
  }

  /// Whether what stands right above says that software is listed.
  bool heads_software(std::size_t index) const {
    const Passage& passage = outline_.passages[index];
    for (std::size_t above : {passage.introduction, passage.parent}) {
      if (above == kNone || outline_.passages[above].text().size() > kMaxItem) continue;
      if (words().has(outline_.passages[above].text(),
                      {WordClass::software_word, WordClass::version_word,
                       WordClass::header_software, WordClass::available}))
        return true;
    }
    return false;
  }

  const Words& words() const { return subject_.vocabulary.words(); }

  bool is_label_word(const Token& token) const {
    return words().is(token.value, kLabelWords) || token.value.size() < 3;
  }

  Label label_of(std::string_view text, const std::vector<Token>& tokens) const {
    Label label;
    std::size_t at = 0;
    for (; at < tokens.size() && !is_value(tokens[at]); ++at) {
      const Token& token = tokens[at];
      label.closed = token.kind == TokenKind::mark && (token.value == ":" || token.value == "=");
      if (token.kind == TokenKind::product && label.product.empty())
        label.product = token.value;
      else if (token.kind == TokenKind::product)
        ++label.unknown;
      if (token.kind == TokenKind::system) label.systems.push_back(token.value);
      if (token.kind == TokenKind::date) ++label.unknown;
      if (token.kind == TokenKind::status && !label.status)
        label.status = status_of(token.word_class);
      if (token.kind != TokenKind::word) continue;
      if (words().is(token.value, {WordClass::version_word, WordClass::header_version}))
        label.says_version = true;
      else if (!is_label_word(token))
        ++label.unknown;
    }
    label.values = at;
    label.bare_number = at < tokens.size() && tokens[at].kind == TokenKind::number;
    label.module = at < tokens.size() && tokens[at].kind == TokenKind::module;
    if (at > 0) label.text = base::trim(text.substr(0, tokens[at - 1].end));
    while (!label.text.empty() && base::is_punctuation(label.text.back())) label.text.pop_back();
    return label;
  }

  /// Whether a label is one, so that what follows it are versions of what it names.
  static bool fits(const Label& label, bool item) {
    if (label.values == 0) return item;
    if (label.unknown > 0) return false;
    if (item && label.module) return true;
    bool names = !label.product.empty() || !label.systems.empty() || label.says_version ||
                 label.status.has_value();
    if (!item) return names && label.closed;
    return names || label.text.empty();
  }

  void read_entry(std::size_t index, Range range, bool item) {
    const Passage& passage = outline_.passages[index];
    std::string_view text = range.of(passage.text());
    std::vector<Token> tokens = tokens_of(text, subject_.vocabulary, vocabulary::Expectation::name);
    std::string above = product_above(outline_, subject_, index);
    find_releases(tokens, text, above);
    Label label = label_of(text, tokens);
    if (label.values == tokens.size() || forbids_reading(text, words()) ||
        has_bounds(text, words()))
      return;
    if (!fits(label, item) && !take_unknown(label, index, item)) return;
    std::string product = label.product.empty() ? above : label.product;
    std::size_t begin = tokens[label.values].begin;
    // Of a list without a label the first word is a version, and no number of something.
    if (begin > 0 && std::string_view("<>~=").find(text[begin - 1]) != text.npos) return;
    std::vector<Value> values = values_of(tokens, label, product);
    if (values.empty()) return;

    Assertion base{{}};
    base.kind = ClaimKind::list;
    base.passage = index;
    // "Module tool/2.1 installed in May 2021": what happened then, and no list of today.
    for (const Token& token : tokens) {
      bool behind = token.begin > begin && token.kind == TokenKind::date;
      if (!behind || label.closed || !says_event(tokens)) continue;
      base.kind = ClaimKind::news;
      base.date = token.value;
    }
    base.excerpt = text;
    bool ambiguous = values.size() > 1 && label.systems.size() > 1 &&
                     std::none_of(values.begin(), values.end(),
                                  [](const Value& value) { return !value.systems.empty(); });
    if (ambiguous) {
      for (std::size_t i = 1; i < values.size(); ++i) values[0].version += ", " + values[i].version;
      values.resize(1);
    }
    for (Value& value : values) {
      Assertion made = base;
      made.product = value.product.empty() ? product : value.product;
      if (made.product.empty()) continue;
      made.version = std::move(value.version);
      made.module = std::move(value.module);
      made.systems = value.systems.empty() ? label.systems : std::move(value.systems);
      made.status = value.status.value_or(label.status.value_or(
          status_above(outline_, index, words()).value_or(ClaimStatus::available)));
      made.rule = ambiguous ? "list-many-to-many" : item ? "list-item" : "list-field";
      made.place = passage.located.place(range.begin + value.begin);
      out_.push_back(std::move(made));
    }
  }

  /// Takes a label of unknown words as the name of software: "Frobnix: 1.2.0" and "Frobnix 1.2.0"
  /// below a line that says that software is listed.
  bool take_unknown(Label& label, std::size_t index, bool item) const {
    bool other = !label.product.empty() || !label.systems.empty() || label.status ||
                 label.says_version || label.bare_number;
    if (!item || other || !heads_software(index)) return false;
    label.product = software_name(label.text, subject_.vocabulary);
    return !label.product.empty();
  }

  struct Value {
    std::string version;
    std::string product = {};
    std::string module = {};
    std::vector<std::string> systems = {};
    std::optional<ClaimStatus> status = {};
    std::size_t begin = 0;
  };

  /// The versions from the first on, each with its remark; none if too much text is among them.
  std::vector<Value> values_of(const std::vector<Token>& tokens, const Label& label,
                               const std::string& product) const {
    std::vector<Value> values;
    bool open = true;
    int words = 0, depth = 0;
    // A system or product before a version begins an entry of its own: "Puhti: 2.1, Mahti: 2.2".
    std::vector<std::string> systems;
    std::string of;
    for (std::size_t i = label.values; i < tokens.size(); ++i) {
      const Token& token = tokens[i];
      std::string_view mark = token.kind == TokenKind::mark ? std::string_view(token.value) : "";
      if (mark == "(" || mark == "[") ++depth;
      if (mark == ")" || mark == "]") depth = std::max(0, depth - 1);
      if (depth == 0 && (mark == "," || mark == ";")) open = true;
      if (is_value(token) && depth == 0 && open) {
        if (std::optional<Value> value =
                value_of(token, label, values, of.empty() ? product : of)) {
          value->systems = systems;
          if (value->product.empty()) value->product = of;
          values.push_back(std::move(*value));
          open = false;
          continue;
        }
      }
      if (values.empty()) return {};
      Value& last = values.back();
      switch (token.kind) {
        case TokenKind::module:
          if (last.module.empty()) set_module(last, token, product);
          break;
        case TokenKind::system:
          if (depth == 0 && open)
            systems = {token.value};
          else if (depth > 0)
            last.systems.push_back(token.value);
          else
            return {};
          break;
        case TokenKind::product:
          if (depth == 0 && open) of = token.value;
          break;
        case TokenKind::status:
          if (!last.status || *last.status == ClaimStatus::available)
            last.status = status_of(token.word_class);
          break;
        case TokenKind::word:
          if (depth == 0 && is_joining(token.value))
            open = true;
          else if (depth == 0)
            ++words, open = false;
          break;
        default: break;
      }
    }
    // A sentence, such as an entry of a list of changes.
    if (words > kMaxRemarkWords) return {};
    return values;
  }

  std::optional<Value> value_of(const Token& token, const Label& label,
                                const std::vector<Value>& before,
                                const std::string& product) const {
    if (token.kind == TokenKind::module) {
      auto named = version_of_module(token.value, subject_.vocabulary);
      if (!named || named->version.empty()) return std::nullopt;
      return Value{named->version, named->product, named->module, {}, {}, token.begin};
    }
    // A number alone may be anything.
    bool expected = label.says_version || (label.closed && !label.product.empty()) ||
                    (!before.empty() && vocabulary::has_digit(before.back().version));
    if (token.kind == TokenKind::number && !expected) return std::nullopt;
    if (auto known = subject_.vocabulary.whole(product, vocabulary::NameKind::product))
      if (!subject_.vocabulary.is_plausible(*known, token.value)) return std::nullopt;
    return Value{token.value, {}, {}, {}, {}, token.begin};
  }

  /// "2.1.0 (`pytorch/2.1`)": the module of the version before it.
  void set_module(Value& value, const Token& token, const std::string& product) const {
    auto named = version_of_module(token.value, subject_.vocabulary);
    const std::string& of = value.product.empty() ? product : value.product;
    if (named && (named->product == of || vocabulary::version_names(named->version, value.version)))
      value.module = named->module;
  }

  const Outline& outline_;
  const Subject& subject_;
  Assertions& out_;
};

}  // namespace

Assertions assert_lists(const Outline& outline, const Subject& subject, diag::Diagnostics&) {
  Assertions out;
  ListReader reader(outline, subject, out);
  for (std::size_t i = 0; i < outline.passages.size(); ++i) {
    PassageKind kind = outline.passages[i].kind;
    if (kind == PassageKind::item || kind == PassageKind::term || kind == PassageKind::paragraph)
      reader.read(i);
  }
  return out;
}

}  // namespace kbuild::claims::reader
