// A descent over the text that evaluates as it reads, both sides of every choice: nothing here has
// an effect. Source: Jinja 3.1, "Template Designer Documentation".
#include "macros/expression.h"

#include <algorithm>
#include <cmath>

#include "base/bounds.h"
#include "base/format.h"
#include "base/text.h"

namespace kbuild::macros {

namespace {

using base::Json;

/// Texts that a filter makes of others; longer ones are not made.
constexpr std::size_t kMaxMade = 2u << 20;

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

bool less(const Json& a, const Json& b) {
  if (a.is_string() && b.is_string())
    return base::to_lower(a.get<std::string>()) < base::to_lower(b.get<std::string>());
  return a < b;
}

Json items_of(const Json& value) {
  if (value.is_array()) return value;
  Json out = Json::array();
  if (value.is_object())
    for (const auto& [key, item] : value.items()) out.push_back(key);
  if (value.is_string()) {
    std::string text = value.get<std::string>();
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at + 1;
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
      out.push_back(text.substr(at, end - at));
      at = end;
    }
  }
  return out;
}

Value member(const Value& of, const Json& key) {
  if (!of.missing.empty()) return of;
  const Json& value = of.json;
  if (value.is_object() && key.is_string() && value.contains(key.get<std::string>()))
    return {value[key.get<std::string>()]};
  if (key.is_number_integer() && (value.is_array() || value.is_string())) {
    Json items = items_of(value);
    long long at = key.get<long long>(), size = static_cast<long long>(items.size());
    if (at < 0) at += size;
    if (at >= 0 && at < size) return {items[static_cast<std::size_t>(at)]};
  }
  return make_missing(text_of(key), false);
}

// ---- Filters: (value, arguments) -> value

Json argument(const Arguments& arguments, std::size_t at, std::string_view name, Json otherwise) {
  std::size_t position = 0;
  for (const auto& [key, value] : arguments) {
    if (key == name || (key.empty() && position == at)) return value.json;
    position += key.empty();
  }
  return otherwise;
}

std::string title_case(std::string text) {
  bool start = true;
  for (char& c : text) {
    c = start ? base::to_upper(c) : base::to_lower(c);
    start = base::is_space(c) || c == '-' || c == '(';
  }
  return text;
}

Json attribute_of(const Json& item, const std::string& path) {
  Value value{item};
  for (std::string_view key : base::split(path, '.')) {
    auto number = base::parse_integer(key);
    value = member(value, number ? Json(*number) : Json(std::string(key)));
  }
  return value.missing.empty() ? value.json : Json(nullptr);
}

Json sorted(Json items, const Arguments& arguments) {
  std::string path = text_of(argument(arguments, 2, "attribute", ""));
  auto key = [&](const Json& item) { return path.empty() ? item : attribute_of(item, path); };
  std::stable_sort(items.begin(), items.end(),
                   [&](const Json& a, const Json& b) { return less(key(a), key(b)); });
  if (is_true({argument(arguments, 0, "reverse", false)})) std::reverse(items.begin(), items.end());
  return items;
}

Json rounded(const Json& value, const Arguments& arguments) {
  if (!value.is_number()) return value;
  Json precision = argument(arguments, 0, "precision", 0);
  if (!precision.is_number_integer()) return value;
  double scale = std::pow(10.0, std::clamp(precision.get<double>(), -15.0, 15.0));
  std::string how = text_of(argument(arguments, 1, "method", "common"));
  double number = value.get<double>() * scale;
  number = how == "ceil"    ? std::ceil(number)
           : how == "floor" ? std::floor(number)
                            : std::nearbyint(number);
  return number / scale;
}

Json to_number(const Json& value, bool whole, const Json& otherwise) {
  double number = 0;
  if (value.is_number() || value.is_boolean()) {
    number = value.is_boolean() ? value.get<bool>() : value.get<double>();
  } else {
    Json read = value.is_string()
                    ? Json::parse(std::string(base::trim(value.get<std::string>())), nullptr, false)
                    : Json();
    if (!read.is_number()) return otherwise;
    number = read.get<double>();
  }
  if (!whole) return number;
  return std::abs(number) < 9e15 ? Json(static_cast<long long>(number)) : otherwise;
}

Json unique(const Json& items) {
  Json out = Json::array();
  for (const Json& item : items)
    if (std::find(out.begin(), out.end(), item) == out.end()) out.push_back(item);
  return out;
}

struct Filter {
  std::string_view name;
  Json (*apply)(const Json& value, const Arguments& arguments);
};
constexpr Filter kFilters[] = {
    {"abs",
     [](const Json& v, const Arguments&) -> Json {
       return v.is_number_integer() ? Json(std::abs(v.get<long long>()))
              : v.is_number()       ? Json(std::abs(v.get<double>()))
                                    : v;
     }},
    {"capitalize",
     [](const Json& v, const Arguments&) -> Json {
       std::string t = base::to_lower(text_of(v));
       if (!t.empty()) t[0] = base::to_upper(t[0]);
       return t;
     }},
    {"count", [](const Json& v, const Arguments&) -> Json { return items_of(v).size(); }},
    {"escape",
     [](const Json& v, const Arguments&) -> Json { return base::escape_html(text_of(v)); }},
    {"e", [](const Json& v, const Arguments&) -> Json { return base::escape_html(text_of(v)); }},
    {"first",
     [](const Json& v, const Arguments&) -> Json {
       Json i = items_of(v);
       return i.empty() ? Json() : i.front();
     }},
    {"float",
     [](const Json& v, const Arguments& a) -> Json {
       return to_number(v, false, argument(a, 0, "default", 0.0));
     }},
    {"int",
     [](const Json& v, const Arguments& a) -> Json {
       return to_number(v, true, argument(a, 0, "default", 0));
     }},
    {"join",
     [](const Json& v, const Arguments& a) -> Json {
       std::string path = text_of(argument(a, 1, "attribute", ""));
       std::string between = text_of(argument(a, 0, "d", ""));
       if (!between.empty() && items_of(v).size() > kMaxMade / between.size()) return v;
       std::vector<std::string> parts;
       for (const Json& item : items_of(v))
         parts.push_back(text_of(path.empty() ? item : attribute_of(item, path)));
       return base::join(parts, text_of(argument(a, 0, "d", "")));
     }},
    {"last",
     [](const Json& v, const Arguments&) -> Json {
       Json i = items_of(v);
       return i.empty() ? Json() : i.back();
     }},
    {"length", [](const Json& v, const Arguments&) -> Json { return items_of(v).size(); }},
    {"list", [](const Json& v, const Arguments&) -> Json { return items_of(v); }},
    {"lower", [](const Json& v, const Arguments&) -> Json { return base::to_lower(text_of(v)); }},
    {"replace",
     [](const Json& v, const Arguments& a) -> Json {
       std::string to = text_of(argument(a, 1, "new", ""));
       if (to.size() > 0 && text_of(v).size() > kMaxMade / to.size()) return v;
       std::string from = text_of(argument(a, 0, "old", ""));
       return from.empty()
                  ? Json(text_of(v))
                  : Json(base::replace_all(text_of(v), from, text_of(argument(a, 1, "new", ""))));
     }},
    {"reverse",
     [](const Json& v, const Arguments&) -> Json {
       Json i = items_of(v);
       std::reverse(i.begin(), i.end());
       return i;
     }},
    {"round", rounded},
    {"safe", [](const Json& v, const Arguments&) -> Json { return v; }},
    {"sort", [](const Json& v, const Arguments& a) -> Json { return sorted(items_of(v), a); }},
    {"string", [](const Json& v, const Arguments&) -> Json { return text_of(v); }},
    {"title", [](const Json& v, const Arguments&) -> Json { return title_case(text_of(v)); }},
    {"tojson", [](const Json& v, const Arguments&) -> Json { return base::dump_line(v); }},
    {"trim",
     [](const Json& v, const Arguments&) -> Json { return std::string(base::trim(text_of(v))); }},
    {"unique", [](const Json& v, const Arguments&) -> Json { return unique(items_of(v)); }},
    {"upper", [](const Json& v, const Arguments&) -> Json { return base::to_upper(text_of(v)); }},
};

/// Methods of strings and mappings that equal a filter or give a mapping's parts.
Value call_method(const Value& of, std::string_view name, const Arguments& arguments) {
  if (!of.missing.empty()) return of;
  const Json& value = of.json;
  if (value.is_object()) {
    if (name == "keys") return {items_of(value)};
    if (name == "get") {
      Value found = member(of, argument(arguments, 0, "key", ""));
      return found.missing.empty() ? found : Value{argument(arguments, 1, "default", nullptr)};
    }
    Json out = Json::array();
    for (const auto& [key, item] : value.items())
      out.push_back(name == "items" ? Json::array({Json(key), item}) : item);
    if (name == "items" || name == "values") return {out};
  }
  if (value.is_string()) {
    std::string text = value.get<std::string>(), first = text_of(argument(arguments, 0, "", ""));
    if (name == "strip" && arguments.empty()) return {std::string(base::trim(text))};
    if (name == "startswith") return {text.starts_with(first)};
    if (name == "endswith") return {text.ends_with(first)};
    if (name == "split" && arguments.size() == 1 && first.size() == 1) {
      Json out = Json::array();
      for (std::string_view part : base::split(text, first[0])) out.push_back(std::string(part));
      return {out};
    }
    if (base::is_any_of(name, {"lower", "upper", "title", "replace", "capitalize"}))
      for (const Filter& filter : kFilters)
        if (filter.name == name) return {filter.apply(value, arguments)};
  }
  return make_missing("." + std::string(name) + "()", true);
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
        value = filter(value, name, take("(") ? arguments() : Arguments{});
      } else if (take_word("is")) {
        bool turned = take_word("not");
        std::string name(peek_word());
        skip();
        rest_.remove_prefix(name.size());
        value = test(value, name, turned);
      } else {
        return value;
      }
    }
    return value;
  }

  static Value filter(const Value& value, const std::string& name, const Arguments& arguments) {
    if (value.needs_python) return value;
    if (name == "default" || name == "d") {
      bool also_false = is_true({argument(arguments, 1, "boolean", false)});
      bool use = !value.missing.empty() || (also_false && !is_true(value));
      return use ? Value{argument(arguments, 0, "default_value", "")} : value;
    }
    for (const Filter& each : kFilters)
      if (each.name == name)
        return value.missing.empty() ? Value{each.apply(value.json, arguments)} : value;
    bool has_attribute = std::any_of(arguments.begin(), arguments.end(),
                                     [](const auto& a) { return a.first == "attribute"; });
    if (name == "map" && has_attribute && value.missing.empty()) {
      Json out = Json::array();
      for (const Json& item : items_of(value.json))
        out.push_back(attribute_of(item, text_of(argument(arguments, 9, "attribute", ""))));
      return {out};
    }
    std::string how = text_of(argument(arguments, 1, "", "true"));
    bool equal = base::is_any_of(how, {"equalto", "==", "eq"});
    if ((name == "selectattr" || name == "rejectattr") && value.missing.empty() &&
        (arguments.size() == 1 || equal)) {
      Json out = Json::array();
      for (const Json& item : items_of(value.json)) {
        Json own = attribute_of(item, text_of(argument(arguments, 0, "", "")));
        bool good = equal ? own == argument(arguments, 2, "", nullptr) : is_true({own});
        if (good == (name == "selectattr")) out.push_back(item);
      }
      return {out};
    }
    return make_missing("the filter " + name, true);
  }

  static Value test(const Value& value, const std::string& name, bool turned) {
    if (value.needs_python) return value;
    const Json& json = value.json;
    bool integer = json.is_number_integer();
    bool result = name == "defined"     ? value.missing.empty()
                  : name == "undefined" ? !value.missing.empty()
                  : name == "none"      ? value.missing.empty() && json.is_null()
                  : name == "string"    ? json.is_string()
                  : name == "number"    ? json.is_number()
                  : name == "mapping"   ? json.is_object()
                  : name == "iterable" || name == "sequence"
                      ? json.is_array() || json.is_string() || json.is_object()
                  : name == "true"  ? json == true
                  : name == "false" ? json == false
                  : name == "odd"   ? integer && json.get<long long>() % 2 != 0
                                    : name == "even" && integer && json.get<long long>() % 2 == 0;
    if (!base::is_any_of(name, {"defined", "undefined", "none", "string", "number", "mapping",
                                "iterable", "sequence", "true", "false", "odd", "even"}))
      return make_missing("the test " + name, true);
    return {result != turned};
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
