// Reads conditions by descent, as Foswiki's query parser does (System.IfStatements): `or` binds
// weakest, then `and`, `not`, comparisons. A part that only a running wiki can tell makes the whole
// unknown unless the rest decides it.
#include "read/twiki/condition.h"

#include <vector>

#include "base/text.h"

namespace kbuild::read::twiki {

namespace {

constexpr int kMaxConditionDepth = 30;

using Value = std::optional<std::string>;

/// A word, a quoted text, a sign or a bracket.
struct Token {
  std::string text;
  bool quoted = false;
};

std::vector<Token> read_tokens(std::string_view text) {
  constexpr std::string_view signs = "=!<>~";
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t begin = at;
    if (base::is_space(text[at])) {
      ++at;
    } else if (text[at] == '\'' || text[at] == '"') {
      std::size_t end = std::min(text.find(text[at], at + 1), text.size());
      tokens.push_back({std::string(text.substr(at + 1, end - at - 1)), true});
      at = end + 1;
    } else if (signs.find(text[at]) != signs.npos) {
      while (at < text.size() && signs.find(text[at]) != signs.npos) ++at;
      tokens.push_back({std::string(text.substr(begin, at - begin))});
    } else if (text[at] == '(' || text[at] == ')' || text[at] == '$') {
      tokens.push_back({std::string(1, text[at++])});
    } else {
      constexpr std::string_view ends = "=!<>~()$'\"";
      while (at < text.size() && !base::is_space(text[at]) && ends.find(text[at]) == ends.npos)
        ++at;
      tokens.push_back({std::string(text.substr(begin, at - begin))});
    }
  }
  return tokens;
}

bool is_true(std::string_view value) {
  return !value.empty() && value != "0";
}
Value of(bool value) {
  return value ? "1" : "0";
}

class Parser {
 public:
  Parser(std::string_view text, const ConditionFacts& facts)
      : tokens_(read_tokens(text)), facts_(facts) {}

  std::optional<bool> parse() {
    Value value = read_or();
    if (failed_ || at_ != tokens_.size() || !value) return std::nullopt;
    return is_true(*value);
  }

 private:
  bool take(std::string_view word) {
    bool found = at_ < tokens_.size() && !tokens_[at_].quoted &&
                 base::equals_ignoring_case(tokens_[at_].text, word);
    at_ += found ? 1 : 0;
    return found;
  }

  Value read_or() {
    Value left = read_and();
    while (take("or")) {
      Value right = read_and();
      bool known = (left && is_true(*left)) || (right && is_true(*right));
      left = known ? of(true) : left && right ? of(false) : std::nullopt;
    }
    return left;
  }
  Value read_and() {
    Value left = read_not();
    while (take("and")) {
      Value right = read_not();
      bool known = (left && !is_true(*left)) || (right && !is_true(*right));
      left = known ? of(false) : left && right ? of(true) : std::nullopt;
    }
    return left;
  }
  Value read_not() {
    if (++depth_ > kMaxConditionDepth) failed_ = true;
    Value value;
    if (failed_) {
      value = std::nullopt;
    } else if (take("not")) {
      value = read_not();
      if (value) value = of(!is_true(*value));
    } else {
      value = read_comparison();
    }
    --depth_;
    return value;
  }

  Value read_comparison() {
    Value left = read_atom();
    for (std::string_view sign : {"=", "!=", "<", ">", "<=", ">="}) {
      if (!take(sign)) continue;
      Value right = read_atom();
      if (!left || !right) return std::nullopt;
      return of(compare(*left, sign, *right));
    }
    return left;
  }

  /// Numbers by value, all else by letters.
  static bool compare(const std::string& left, std::string_view sign, const std::string& right) {
    auto a = base::parse_integer(left), b = base::parse_integer(right);
    int order = a && b ? (*a < *b ? -1 : *a > *b ? 1 : 0) : left.compare(right);
    if (sign == "=") return order == 0;
    if (sign == "!=") return order != 0;
    if (sign == "<") return order < 0;
    if (sign == ">") return order > 0;
    return sign == "<=" ? order <= 0 : order >= 0;
  }

  Value read_atom() {
    if (take("(")) {
      Value value = read_or();
      failed_ = failed_ || !take(")");
      return value;
    }
    if (take("defined")) {
      Value value = facts_.value(read_name());
      return value ? of(true) : std::nullopt;
    }
    if (take("$")) return facts_.value(read_name());
    if (take("istopic")) return facts_.has_topic(read_name()) ? of(true) : std::nullopt;
    for (std::string_view word : {"context", "isweb", "allows", "isempty", "ingroup"})
      if (take(word)) {
        std::string name = read_name();
        return word == "context" && name == "view" ? of(true) : std::nullopt;
      }
    if (at_ >= tokens_.size()) failed_ = true;
    if (failed_) return std::nullopt;
    const Token& token = tokens_[at_++];
    bool number = base::parse_integer(token.text).has_value();
    // A bare word names a field of the topic.
    return token.quoted || number ? Value(token.text) : std::nullopt;
  }

  std::string read_name() {
    if (at_ >= tokens_.size()) {
      failed_ = true;
      return {};
    }
    return tokens_[at_++].text;
  }

  std::vector<Token> tokens_;
  const ConditionFacts& facts_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<bool> evaluate_condition(std::string_view text, const ConditionFacts& facts) {
  return Parser(text, facts).parse();
}

}  // namespace kbuild::read::twiki
