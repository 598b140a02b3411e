// A table of filters, (value, arguments) -> value, and those that need the whole value. Source:
// Jinja 3.1, "Template Designer Documentation".
#include "macros/filters.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace kbuild::macros {

using base::Json;

namespace {

/// Texts that a filter makes of others; longer ones are not made.
constexpr std::size_t kMaxMade = 2u << 20;

bool less(const Json& a, const Json& b) {
  if (a.is_string() && b.is_string())
    return base::to_lower(a.get<std::string>()) < base::to_lower(b.get<std::string>());
  return a < b;
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

/// The text's lines behind the first, or all, moved to the right; blank ones stay.
Json indented(const Json& value, std::string_view by, bool first) {
  std::string text = text_of(value), out;
  auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  if (by.size() > kMaxMade || (!by.empty() && lines > kMaxMade / by.size())) return value;
  for (std::string_view line : base::split(text, '\n')) {
    bool moved = (first || line.data() != text.data()) && !base::trim(line).empty();
    if (line.data() != text.data()) out += '\n';
    out += moved ? std::string(by) : "";
    out += line;
  }
  return out;
}

/// A number of blanks that an argument tells.
std::string blanks(const Json& count) {
  constexpr long long kMost = 100;
  bool number = count.is_number_integer() && count.get<long long>() > 0;
  return std::string(number ? static_cast<std::size_t>(std::min(kMost, count.get<long long>())) : 0,
                     ' ');
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
    // Of table-reader.
    {"add_indentation",
     [](const Json& v, const Arguments& a) -> Json {
       Json tabs = argument(a, 1, "tabs", 0);
       std::string by = blanks(argument(a, 0, "spaces", 0)), step(4, ' ');
       for (std::size_t left = blanks(tabs).size(); left > 0; --left) by += step;
       return indented(v, by, true);
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
    {"indent",
     [](const Json& v, const Arguments& a) -> Json {
       Json width = argument(a, 0, "width", 4);
       return indented(v, width.is_string() ? width.get<std::string>() : blanks(width),
                       is_true({argument(a, 1, "first", false)}));
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

}  // namespace

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

Value apply_filter(const Value& value, const std::string& name, const Arguments& arguments) {
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

Value apply_test(const Value& value, const std::string& name, bool turned) {
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

}  // namespace kbuild::macros
