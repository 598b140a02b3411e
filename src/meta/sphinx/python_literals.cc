// A scanner of logical lines and a parser of literals; see python_literals.h. The forms are those
// of the Python Language Reference, "Lexical analysis" and "Literals".
#include "meta/sphinx/python_literals.h"

#include <algorithm>
#include <optional>

#include "base/bounds.h"
#include "base/text.h"
#include "source/unicode.h"

namespace kbuild::meta {

namespace {

constexpr int kMaxValues = 100'000;
/// Names in terms make values grow with each statement; a text may become this long.
constexpr std::size_t kMaxText = 1 << 20;

bool is_name_start(char c) {
  return base::is_alpha(c) || c == '_';
}
bool is_name_part(char c) {
  return base::is_alnum(c) || c == '_';
}

std::size_t values_in(const Value& value) {
  std::size_t count = 1;
  for (const Value& item : value.items) count += values_in(item);
  for (const auto& member : value.members) count += 1 + values_in(member.value);
  return count;
}

class Reader {
 public:
  Reader(const source::SourceStore& sources, source::FileId file)
      : text_(sources.text(file)), file_(file) {
    names_.values.kind = ValueKind::mapping;
  }

  PythonNames run() {
    while (at_ < text_.size()) {
      std::size_t before = at_;
      statement();
      if (at_ == before) ++at_;
    }
    return std::move(names_);
  }

 private:
  /// One logical line, at its first character.
  void statement() {
    bool nested = text_[at_] == ' ' || text_[at_] == '\t';
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    std::size_t begin = at_;
    std::string name = read_name();
    skip_blanks();
    bool adds = starts("+=");
    bool assigns = !name.empty() && (adds || (starts("=") && !starts("==")));
    if (assigns) {
      source::Span span{file_, static_cast<std::uint32_t>(begin),
                        static_cast<std::uint32_t>(begin + name.size())};
      at_ += adds ? 2 : 1;
      std::optional<Value> value = nested ? std::nullopt : whole_value();
      if (value && adds) value = sum(names_.values[name], *value);
      if (value) {
        value->span = span;
        assign(name, std::move(*value), span);
      } else {
        names_.computed.emplace_back(name, span);
      }
      // A value that broke off may have left open brackets behind.
      at_ = begin;
    }
    skip_logical_line();
  }

  void assign(const std::string& name, Value value, source::Span span) {
    auto& members = names_.values.members;
    std::erase_if(members, [&](const auto& member) { return member.key.scalar == name; });
    Value key;
    key.kind = ValueKind::scalar;
    key.scalar = name;
    key.span = span;
    members.push_back({std::move(key), std::move(value)});
  }

  /// A value up to the end of the logical line; nullopt for anything else.
  std::optional<Value> whole_value() {
    auto value = expression(0);
    skip_blanks();
    if (value && starts(",")) value = rest_of_tuple(std::move(*value));
    skip_blanks();
    bool ends = at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r' ||
                text_[at_] == '#' || text_[at_] == ';';
    return ends ? value : std::nullopt;
  }

  std::optional<Value> rest_of_tuple(Value first) {
    Value tuple;
    tuple.kind = ValueKind::sequence;
    tuple.items.push_back(std::move(first));
    while (starts(",")) {
      ++at_;
      skip_blanks();
      if (at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '#') break;
      auto item = expression(0);
      if (!item) return std::nullopt;
      tuple.items.push_back(std::move(*item));
      skip_blanks();
    }
    return tuple;
  }

  std::optional<Value> expression(int depth) {
    auto value = term(depth);
    for (space(depth); value && starts("+"); space(depth)) {
      ++at_;
      space(depth);
      auto other = term(depth);
      if (!other) return std::nullopt;
      value = sum(*value, *other);
    }
    return value;
  }

  static std::optional<Value> sum(const Value& left, const Value& right) {
    Value out = left;
    if (left.is_scalar() && left.quoted && right.is_scalar() && right.quoted) {
      out.scalar += right.scalar;
      return out.scalar.size() <= kMaxText ? std::optional(out) : std::nullopt;
    }
    if (!left.is_sequence() || !right.is_sequence()) return std::nullopt;
    out.items.insert(out.items.end(), right.items.begin(), right.items.end());
    return values_in(out) <= kMaxValues ? std::optional(out) : std::nullopt;
  }

  std::optional<Value> term(int depth) {
    if (depth > base::kMaxNesting || ++count_ > kMaxValues) return std::nullopt;
    space(depth);
    if (at_ >= text_.size()) return std::nullopt;
    std::size_t begin = at_;
    std::optional<Value> value;
    char c = text_[at_];
    if (c == '[' || c == '(' || c == '{')
      value = bracketed(depth + 1);
    else if (base::is_digit(c) || c == '-' || c == '.')
      value = number();
    else if (string_size() > 0)
      value = strings(depth);
    else if (is_name_start(c))
      value = named(depth);
    if (value)
      value->span = {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
    return value;
  }

  std::optional<Value> number() {
    Value value;
    value.kind = ValueKind::scalar;
    while (at_ < text_.size() && (base::is_alnum(text_[at_]) || text_[at_] == '.' ||
                                  text_[at_] == '-' || text_[at_] == '_'))
      value.scalar += text_[at_++];
    return value;
  }

  std::optional<Value> named(int depth) {
    std::string name = read_name();
    Value value;
    if (name == "None") return value;
    if (name == "True" || name == "False") {
      value.kind = ValueKind::scalar;
      value.scalar = base::to_lower(name);
      return value;
    }
    if (name == "open" && depth == 0 && starts("(")) return opened_file();
    for (const auto& [key, known] : names_.values.members) {
      if (key.scalar != name) continue;
      count_ += static_cast<int>(std::min<std::size_t>(values_in(known), kMaxValues));
      return count_ <= kMaxValues ? std::optional(known) : std::nullopt;
    }
    return std::nullopt;
  }

  /// open("path", ...).read(), as a value with the tag of a file.
  std::optional<Value> opened_file() {
    auto arguments = bracketed(1);
    if (!arguments) return std::nullopt;
    Value path = arguments->items.empty() ? *arguments : arguments->items[0];
    constexpr std::string_view call = ".read()";
    if (!path.is_scalar() || !path.quoted || !starts(call)) return std::nullopt;
    at_ += call.size();
    path.quoted = false;
    path.tag = kFileText;
    return path;
  }

  std::optional<Value> bracketed(int depth) {
    char open = text_[at_++], close = open == '[' ? ']' : open == '(' ? ')' : '}';
    Value out;
    out.kind = open == '{' ? ValueKind::mapping : ValueKind::sequence;
    bool comma = false;
    for (space(depth); at_ < text_.size() && text_[at_] != close; space(depth)) {
      auto item = expression(depth);
      if (!item) return std::nullopt;
      space(depth);
      if (open == '{' && starts(":")) {
        ++at_;
        auto value = expression(depth);
        if (!value) return std::nullopt;
        std::erase_if(out.members,
                      [&](const auto& member) { return member.key.scalar == item->scalar; });
        out.members.push_back({std::move(*item), std::move(*value)});
        space(depth);
      } else {
        if (open == '{') out.kind = ValueKind::sequence;
        out.items.push_back(std::move(*item));
      }
      if (!starts(",")) break;
      comma = true;
      ++at_;
    }
    if (!starts(std::string_view(&close, 1))) return std::nullopt;
    ++at_;
    // Parentheses around one value only group.
    if (open == '(' && !comma && out.items.size() == 1) return std::move(out.items[0]);
    return out;
  }

  /// The size of the prefix and the quotes of a string that begins here; 0 where none does.
  std::size_t string_size() const {
    std::size_t at = at_;
    while (at < text_.size() && at < at_ + 2 &&
           std::string_view("rRuUbBfF").find(text_[at]) != std::string_view::npos)
      ++at;
    if (at >= text_.size() || (text_[at] != '"' && text_[at] != '\'')) return 0;
    bool triple = text_.substr(at, 3) == std::string(3, text_[at]);
    return at - at_ + (triple ? 3 : 1);
  }

  /// Strings side by side are one.
  std::optional<Value> strings(int depth) {
    Value out;
    out.kind = ValueKind::scalar;
    out.quoted = true;
    while (std::size_t size = string_size()) {
      std::string_view opening = text_.substr(at_, size);
      std::size_t quote = opening.find_first_of("\"'");
      std::string prefix = base::to_lower(opening.substr(0, quote));
      bool raw = prefix.find('r') != prefix.npos, formatted = prefix.find('f') != prefix.npos;
      std::size_t length = out.scalar.size();
      at_ += size;
      if (!string_body(opening.substr(quote), raw, out.scalar)) return std::nullopt;
      if (formatted && !fill_names(out.scalar, length)) return std::nullopt;
      space(depth);
    }
    return out;
  }

  /// Puts the texts of names in the place of "{name}" from an offset on, braces in that of doubled
  /// ones. False for any other expression, or a text that grows past all bounds.
  bool fill_names(std::string& text, std::size_t from) const {
    std::string out = text.substr(0, from);
    for (std::size_t at = from; at < text.size(); ++at) {
      char c = text[at];
      if (c != '{' && c != '}') {
        out += c;
        continue;
      }
      if (at + 1 < text.size() && text[at + 1] == c) {
        out += text[++at];
        continue;
      }
      std::size_t close = c == '{' ? text.find('}', at) : text.npos;
      if (close == text.npos) return false;
      const Value& known = names_.values[text.substr(at + 1, close - at - 1)];
      if (!known || !known.is_scalar() || !known.tag.empty() || out.size() > kMaxText) return false;
      out += known.scalar;
      at = close;
    }
    text = std::move(out);
    return true;
  }

  bool string_body(std::string_view quotes, bool raw, std::string& out) {
    while (at_ < text_.size()) {
      if (starts(quotes)) {
        at_ += quotes.size();
        return true;
      }
      char c = text_[at_];
      if (c == '\n' && quotes.size() == 1) return false;
      if (c != '\\' || at_ + 1 >= text_.size()) {
        out += c;
        ++at_;
      } else if (raw) {
        out += text_.substr(at_, 2);
        at_ += 2;
      } else {
        escape(out);
      }
    }
    return false;
  }

  void escape(std::string& out) {
    char c = text_[at_ + 1];
    at_ += 2;
    std::size_t simple = std::string_view("nrtabfv0").find(c);
    if (simple != std::string_view::npos)
      out += "\n\r\t\a\b\f\v\0"[simple];
    else if (c == '\\' || c == '\'' || c == '"')
      out += c;
    else if (c == 'x')
      hexadecimal(2, out);
    else if (c == 'u')
      hexadecimal(4, out);
    else if (c == 'U')
      hexadecimal(8, out);
    else if (c != '\n')
      out += std::string("\\") + c;
  }

  void hexadecimal(std::size_t digits, std::string& out) {
    char32_t value = 0;
    for (std::size_t i = 0; i < digits && at_ < text_.size() && base::is_hex(text_[at_]);
         ++i, ++at_)
      value = value * 16 + static_cast<char32_t>(base::is_digit(text_[at_])
                                                     ? text_[at_] - '0'
                                                     : base::to_lower(text_[at_]) - 'a' + 10);
    base::append_utf8(out, value);
  }

  std::string read_name() {
    std::string name;
    if (at_ < text_.size() && is_name_start(text_[at_]))
      while (at_ < text_.size() && is_name_part(text_[at_])) name += text_[at_++];
    return name;
  }

  bool starts(std::string_view mark) const { return text_.substr(at_, mark.size()) == mark; }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || starts("\\\n")))
      at_ += text_[at_] == '\\' ? 2 : 1;
  }
  /// Between the parts of a value; inside brackets line ends and comments are white space.
  void space(int depth) {
    skip_blanks();
    while (depth > 0 && at_ < text_.size()) {
      if (text_[at_] == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (base::is_space(text_[at_])) {
        ++at_;
      } else {
        break;
      }
    }
  }

  /// To the begin of the next logical line, over brackets and strings.
  void skip_logical_line() {
    int depth = 0;
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (std::size_t size = string_size()) {
        std::string quotes(text_.substr(at_, size)), ignored;
        at_ += size;
        string_body(std::string_view(quotes).substr(quotes.find_first_of("\"'")), true, ignored);
      } else if (starts("\\\n")) {
        at_ += 2;
      } else {
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
        ++at_;
        if (c == '\n' && depth <= 0) return;
      }
    }
  }

  std::string_view text_;
  source::FileId file_;
  std::size_t at_ = 0;
  int count_ = 0;
  PythonNames names_;
};

}  // namespace

PythonNames read_python_names(const source::SourceStore& sources, source::FileId file) {
  return Reader(sources, file).run();
}

}  // namespace kbuild::meta
