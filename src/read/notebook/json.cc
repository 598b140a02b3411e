// A JSON parser that keeps places; see json.h.
#include "read/notebook/json.h"

#include "base/bounds.h"
#include "base/format.h"
#include "base/text.h"

namespace kbuild::read::notebook {

const JsonValue& JsonValue::operator[](std::string_view key) const {
  static const JsonValue none;
  for (const auto& [name, value] : members)
    if (name == key) return value;
  return none;
}

namespace {

class Parser {
 public:
  Parser(std::string_view text, std::string& fault) : text_(text), fault_(fault) {}

  bool run(JsonValue& out) {
    if (!value(out, 0)) return false;
    skip();
    return at_ == text_.size() || fail("text after its end");
  }

 private:
  bool fail(std::string_view what) {
    if (fault_.empty()) fault_ = base::format("{} at byte {}", what, at_);
    return false;
  }
  void skip() {
    while (at_ < text_.size() && base::is_space(text_[at_])) ++at_;
  }
  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool value(JsonValue& out, int depth) {
    if (depth > base::kMaxNesting) return fail("values too deep");
    skip();
    out.begin = at_;
    if (take('{')) return object(out, depth);
    if (take('[')) return list(out, depth);
    if (take('"')) {
      out.kind = JsonValue::Kind::text;
      return text(out.begin, out.end);
    }
    out.kind = JsonValue::Kind::word;
    out.begin = at_;
    while (at_ < text_.size() && (base::is_alnum(text_[at_]) || text_[at_] == '-' ||
                                  text_[at_] == '+' || text_[at_] == '.'))
      ++at_;
    out.end = at_;
    return out.end > out.begin || fail("no value");
  }

  bool text(std::size_t& begin, std::size_t& end) {
    begin = at_;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    if (at_ >= text_.size()) return fail("a text without an end");
    end = at_++;
    return true;
  }

  bool list(JsonValue& out, int depth) {
    out.kind = JsonValue::Kind::list;
    if (take(']')) return true;
    do {
      if (!value(out.items.emplace_back(), depth + 1)) return false;
    } while (take(','));
    return take(']') || fail("no end of a list");
  }

  bool object(JsonValue& out, int depth) {
    out.kind = JsonValue::Kind::object;
    if (take('}')) return true;
    do {
      std::size_t begin = 0, end = 0;
      if (!take('"') || !text(begin, end)) return fail("no name of a member");
      std::string name = decode_json_text(text_.substr(begin, end - begin));
      if (!take(':')) return fail("no ':' after a name");
      out.members.push_back({std::move(name), {}});
      JsonValue& member = out.members.back().value;
      if (!value(member, depth + 1)) return false;
    } while (take(','));
    return take('}') || fail("no end of an object");
  }

  std::string_view text_;
  std::string& fault_;
  std::size_t at_ = 0;
};

/// Four hexadecimal digits at `at`; nothing where there are none.
std::optional<char32_t> hex(std::string_view raw, std::size_t at) {
  if (at + 4 > raw.size() || !base::is_all(raw.substr(at, 4), base::is_hex)) return std::nullopt;
  char32_t out = 0;
  for (char c : raw.substr(at, 4))
    out = out * 16 +
          static_cast<char32_t>(base::is_digit(c) ? c - '0' : base::to_lower(c) - 'a' + 10);
  return out;
}

}  // namespace

std::optional<JsonValue> parse_json(std::string_view text, std::string& fault) {
  JsonValue out;
  if (Parser(text, fault).run(out)) return out;
  return std::nullopt;
}

std::string decode_json_text(std::string_view raw) {
  std::string out;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\' || i + 1 >= raw.size()) {
      out += raw[i];
      continue;
    }
    char c = raw[++i];
    auto unit = c == 'u' ? hex(raw, i + 1) : std::nullopt;
    if (unit) {
      i += 4;
      bool high = *unit >= 0xD800 && *unit < 0xDC00, low = *unit >= 0xDC00 && *unit < 0xE000;
      auto second = high && raw.substr(i + 1).starts_with("\\u") ? hex(raw, i + 3) : std::nullopt;
      if (second && *second >= 0xDC00 && *second < 0xE000) {
        i += 6;
        base::append_utf8(out, 0x10000 + ((*unit - 0xD800) << 10) + (*second - 0xDC00));
      } else {
        base::append_utf8(out, high || low || *unit == 0 ? U'\uFFFD' : *unit);
      }
      continue;
    }
    switch (c) {
      case 'n': out += '\n'; break;
      case 't': out += '\t'; break;
      case 'r': break;
      case 'b':
      case 'f': out += ' '; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace kbuild::read::notebook
