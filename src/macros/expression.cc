// A descent over the text that evaluates as it reads, both sides of every choice: nothing here has
// an effect. Source: Jinja 3.1, "Template Designer Documentation".
#include "macros/expression.h"

#include <algorithm>
#include <cmath>

#include "base/bounds.h"
#include "base/format.h"
#include "base/text.h"
#include "macros/filters.h"

namespace kbuild::macros {

namespace {

using base::Json;

std::size_t size_of(const Json& value) {
  std::size_t size = 32;
  if (value.is_string()) size += value.get_ref<const std::string&>().size();
  if (value.is_array() || value.is_object())
    for (const Json& item : value) size += size_of(item);
  return size;
}

std::string quoted(const Json& value) {
  return value.is_string() ? "'" + value.get<std::string>() + "'" : text_of(value);
}

class Evaluator {
 public:
  Evaluator(std::string_view text, const Names& names) : rest_(text), whole_(text), names_(names) {}

  Value run() {
    Value value = condition();
    skip();
    if (failed_ || !rest_.empty()) return make_missing(base::trim(whole_), true);
    return value;
  }

 private:
  void skip() { rest_ = base::trim_left(rest_); }
  bool take(std::string_view mark) {
    skip();
    if (!rest_.starts_with(mark)) return false;
    rest_.remove_prefix(mark.size());
    return true;
  }
  static bool is_word(char c) { return base::is_alnum(c) || c == '_'; }
  std::string_view peek_word() {
    skip();
    std::size_t end = 0;
    while (end < rest_.size() && is_word(rest_[end])) ++end;
    return end > 0 && !base::is_digit(rest_[0]) ? rest_.substr(0, end) : std::string_view{};
  }
  bool take_word(std::string_view word) {
    if (peek_word() != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  Value fail() {
    failed_ = true;
    return make_missing(base::trim(whole_), true);
  }
  /// The one that is missing, if any.
  static const Value* lacking(const Value& a, const Value& b) {
    return !a.missing.empty() ? &a : !b.missing.empty() ? &b : nullptr;
  }

  Value condition() {
    if (failed_ || depth_ >= base::kMaxNesting || !names_.take_step()) return fail();
    ++depth_;
    Value value = either();
    if (take_word("if")) {
      Value test = either();
      Value other = take_word("else") ? condition() : Value{""};
      if (test.needs_python)
        value = test;
      else if (!is_true(test))
        value = other;
    }
    --depth_;
    return value;
  }
  Value either() {
    Value left = both();
    while (take_word("or")) {
      Value right = both();
      if (!left.needs_python && !is_true(left)) left = right;
    }
    return left;
  }
  Value both() {
    Value left = negation();
    while (take_word("and")) {
      Value right = negation();
      if (!left.needs_python && is_true(left)) left = right;
    }
    return left;
  }
  Value negation() {
    bool turned = false;
    while (take_word("not")) turned = !turned;
    Value value = comparison();
    if (turned && !value.needs_python) return {!is_true(value)};
    if (turned) return value;
    return value;
  }
  Value comparison() {
    Value left = sum();
    for (;;) {
      std::string_view mark;
      for (std::string_view each : {"==", "!=", "<=", ">=", "<", ">"})
        if (mark.empty() && take(each)) mark = each;
      if (mark.empty() && take_word("in")) mark = "in";
      if (std::string_view before = rest_; mark.empty() && take_word("not")) {
        if (take_word("in"))
          mark = "not in";
        else
          rest_ = before;
      }
      if (mark.empty()) return left;
      Value right = sum();
      if (left.needs_python) return left;
      if (right.needs_python) {
        left = right;
        continue;
      }
      const Json &a = left.json, &b = right.json;
      bool in = b.is_string() ? a.is_string() && b.get<std::string>().find(a.get<std::string>()) !=
                                                     std::string::npos
                              : [&] {
                                  for (const Json& item : items_of(b))
                                    if (item == a) return true;
                                  return false;
                                }();
      bool missing = left.missing != right.missing;
      left = {mark == "=="   ? a == b && !missing
              : mark == "!=" ? a != b || missing
              : mark == "<=" ? !(b < a)
              : mark == ">=" ? !(a < b)
              : mark == "<"  ? a < b
              : mark == ">"  ? b < a
              : mark == "in" ? in
                             : !in};
    }
  }
  Value sum() {
    Value left = joined();
    for (;;) {
      bool plus = take("+");
      if (!plus && !take("-")) return left;
      Value right = joined();
      if (const Value* missing = lacking(left, right)) {
        left = Value(*missing);
        continue;
      }
      if (plus && left.json.is_string() && right.json.is_string())
        left = {left.json.get<std::string>() + right.json.get<std::string>()};
      else if (plus && left.json.is_array() && right.json.is_array())
        left.json.insert(left.json.end(), right.json.begin(), right.json.end());
      else
        left = arithmetic(left.json, right.json, plus ? '+' : '-');
    }
  }
  Value joined() {
    Value left = product();
    while (take("~")) {
      Value right = product();
      if (const Value* missing = lacking(left, right))
        left = Value(*missing);
      else
        left = {text_of(left.json) + text_of(right.json)};
    }
    return left;
  }
  Value product() {
    Value left = sign();
    for (;;) {
      char mark = take("//") ? 'd' : take("*") ? '*' : take("/") ? '/' : take("%") ? '%' : '\0';
      if (!mark) return left;
      Value right = sign();
      if (const Value* missing = lacking(left, right))
        left = Value(*missing);
      else
        left = arithmetic(left.json, right.json, mark);
    }
  }
  Value arithmetic(const Json& a, const Json& b, char mark) {
    if (!a.is_number() || !b.is_number()) return fail();
    double x = a.get<double>(), y = b.get<double>();
    if ((mark == '/' || mark == 'd' || mark == '%') && y == 0) return fail();
    double out = mark == '+'   ? x + y
                 : mark == '-' ? x - y
                 : mark == '*' ? x * y
                 : mark == '/' ? x / y
                 : mark == 'd' ? std::floor(x / y)
                               : x - y * std::floor(x / y);
    if (mark != '/' && a.is_number_integer() && b.is_number_integer() && std::abs(out) < 9e15)
      return {static_cast<long long>(out)};
    return {out};
  }
  Value sign() {
    if (take("-")) {
      Value value = postfix(primary());
      return value.missing.empty() ? arithmetic(0, value.json, '-') : value;
    }
    return postfix(primary());
  }

  Arguments arguments() {
    Arguments out;
    while (!failed_ && !take(")")) {
      std::string_view before = rest_, word = peek_word();
      rest_.remove_prefix(
          static_cast<std::size_t>(word.data() ? word.data() + word.size() - rest_.data() : 0));
      skip();
      bool named = !word.empty() && rest_.starts_with('=') && !rest_.starts_with("==");
      if (named)
        rest_.remove_prefix(1);
      else
        rest_ = before;
      out.emplace_back(named ? std::string(word) : "", condition());
      if (!take(",") && !base::trim_left(rest_).starts_with(')')) fail();
    }
    return out;
  }

  Value postfix(Value value) {
    while (!failed_) {
      if (take(".")) {
        std::string name(peek_word());
        skip();
        if (name.empty()) return fail();
        rest_.remove_prefix(name.size());
        value = take("(") ? call_method(value, name, arguments()) : member(value, name);
      } else if (take("[")) {
        Value key = condition();
        if (!take("]")) return fail();
        value = key.missing.empty() ? member(value, key.json) : key;
      } else if (take("|")) {
        std::string name(peek_word());
        skip();
        rest_.remove_prefix(name.size());
        value = apply_filter(value, name, take("(") ? arguments() : Arguments{});
      } else if (take_word("is")) {
        bool turned = take_word("not");
        std::string name(peek_word());
        skip();
        rest_.remove_prefix(name.size());
        value = apply_test(value, name, turned);
      } else {
        return value;
      }
    }
    return value;
  }

  Value primary() {
    skip();
    if (failed_ || rest_.empty()) return fail();
    char c = rest_[0];
    if (c == '"' || c == '\'') return string(c);
    if (base::is_digit(c)) return number();
    if (take("(") || take("[")) return sequence(c == '(' ? ")" : "]");
    if (take("{")) return mapping();
    std::string name(peek_word());
    if (name.empty()) return fail();
    rest_.remove_prefix(name.size());
    if (base::is_any_of(name, {"true", "True"})) return {true};
    if (base::is_any_of(name, {"false", "False"})) return {false};
    if (base::is_any_of(name, {"none", "None"})) return {nullptr};
    if (rest_.starts_with('(')) {
      rest_.remove_prefix(1);
      Arguments given = arguments();
      if (failed_) return fail();
      Value value = names_.call(name, given);
      return names_.take_copy(size_of(value.json)) ? value : fail();
    }
    for (std::size_t i = names_.scopes.size(); i-- > 0;)
      if (auto found = names_.scopes[i].find(name); found != names_.scopes[i].end())
        return names_.take_copy(size_of(found->second.json)) ? found->second : fail();
    return make_missing(name, false);
  }
  Value string(char quote) {
    std::string out;
    std::size_t at = 1;
    for (; at < rest_.size() && rest_[at] != quote; ++at) {
      if (rest_[at] == '\\' && at + 1 < rest_.size()) {
        ++at;
        out += rest_[at] == 'n' ? '\n' : rest_[at] == 't' ? '\t' : rest_[at];
      } else {
        out += rest_[at];
      }
    }
    if (at >= rest_.size()) return fail();
    rest_.remove_prefix(at + 1);
    return {out};
  }
  Value number() {
    std::size_t end = 0;
    while (end < rest_.size() &&
           (base::is_digit(rest_[end]) ||
            (rest_[end] == '.' && end + 1 < rest_.size() && base::is_digit(rest_[end + 1]))))
      ++end;
    Json value = Json::parse(std::string(rest_.substr(0, end)), nullptr, false);
    rest_.remove_prefix(end);
    return value.is_number() ? Value{value} : fail();
  }
  Value sequence(std::string_view close) {
    Json out = Json::array();
    bool comma = false;
    Value first;
    while (!failed_ && !take(close)) {
      Value item = condition();
      if (out.empty()) first = item;
      out.push_back(item.json);
      bool more = take(",");
      comma = comma || more;
      if (!more && !base::trim_left(rest_).starts_with(close)) return fail();
    }
    return close == ")" && !comma && out.size() == 1 ? first : Value{out};
  }
  Value mapping() {
    Json out = Json::object();
    while (!failed_ && !take("}")) {
      Value key = condition();
      if (!take(":")) return fail();
      out[text_of(key.json)] = condition().json;
      if (!take(",") && !base::trim_left(rest_).starts_with('}')) return fail();
    }
    return {out};
  }

  std::string_view rest_, whole_;
  const Names& names_;
  bool failed_ = false;
  int depth_ = 0;
};

}  // namespace

Value make_missing(std::string_view what, bool needs_python) {
  return {nullptr, what.empty() ? "an empty expression" : std::string(what), needs_python};
}

Json argument(const Arguments& arguments, std::size_t at, std::string_view name, Json otherwise) {
  std::size_t position = 0;
  for (const auto& [key, value] : arguments) {
    if (key == name || (key.empty() && position == at)) return value.json;
    position += key.empty();
  }
  return otherwise;
}

bool is_true(const Value& value) {
  const Json& json = value.json;
  if (!value.missing.empty() || json.is_null()) return false;
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number()) return json.get<double>() != 0;
  return json.is_string() ? !json.get_ref<const std::string&>().empty() : !json.empty();
}

std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "None";
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  if (!value.is_array() && !value.is_object()) return value.dump();
  std::vector<std::string> parts;
  if (value.is_array())
    for (const Json& item : value) parts.push_back(quoted(item));
  else
    for (const auto& [key, item] : value.items()) parts.push_back("'" + key + "': " + quoted(item));
  std::string inside = base::join(parts, ", ");
  return value.is_array() ? "[" + inside + "]" : "{" + inside + "}";
}

Value evaluate(std::string_view text, const Names& names) {
  return Evaluator(text, names).run();
}

}  // namespace kbuild::macros
