// Converts the nodes of toml++, whose header only this file includes, to values; see toml.h.
#include "meta/toml.h"

namespace kbuild::meta {
/// What toml++ 3.3 takes for impossible, such as a table header that begins with `%`, though a
/// text can hold it. It asserts there, and without assertions behaves in undefined ways.
struct UnreadableToml {};
[[noreturn]] static void refuse_toml() {
  throw UnreadableToml{};
}
}  // namespace kbuild::meta

// toml++ takes a TOML_ASSERT from outside only where NDEBUG is not set.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(condition) ((condition) ? static_cast<void>(0) : kbuild::meta::refuse_toml())
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include <algorithm>
#include <sstream>

#include "base/bounds.h"
#include "base/format.h"
#include "base/text.h"

namespace kbuild::meta {

namespace {

constexpr int kMaxTomlNodes = 100'000;

struct TooLarge {};

/// A text in ASCII alone: bytes above it, and `~`, as `~` and two digits. In strings and comments
/// any may stand; elsewhere `~` is as wrong as a letter outside ASCII. toml++ 3.3 asks of such
/// letters in places whether they are blanks, and goes on in undefined ways where they are not.
class AsciiText {
 public:
  explicit AsciiText(std::string_view text) : size_(static_cast<std::uint32_t>(text.size())) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      auto byte = static_cast<unsigned char>(text[at]);
      bool kept = byte < 0x80 && byte != '~';
      offsets_.insert(offsets_.end(), kept ? 1 : 3, static_cast<std::uint32_t>(at));
      if (kept)
        text_ += text[at];
      else
        text_ += {'~', kDigits[byte / 16], kDigits[byte % 16]};
      if (byte == '\n') lines_.push_back(text_.size());
    }
  }

  std::string_view text() const { return text_; }

  /// The offset in the text as it was.
  std::uint32_t offset(const toml::source_position& position) const {
    if (position.line == 0 || position.line > lines_.size()) return 0;
    std::size_t at = lines_[position.line - 1] + position.column - 1;
    return at < offsets_.size() ? offsets_[at] : size_;
  }

  /// A part of `text()` as it was. A `~` that an escape wrote ("\\u007e") stays.
  static std::string restore(std::string_view part) {
    std::string out;
    for (std::size_t at = 0; at < part.size(); ++at) {
      int byte = 0;
      if (part[at] == '~' && at + 2 < part.size())
        byte = digit(part[at + 1]) * 16 + digit(part[at + 2]);
      bool written = byte >= 0x80 || byte == '~';
      out += written ? static_cast<char>(byte) : part[at];
      at += written ? 2 : 0;
    }
    return base::is_valid_utf8(out) ? out : std::string(part);
  }

 private:
  /// 0 for no digit.
  static int digit(char c) {
    std::size_t at = kDigits.find(c);
    return at == kDigits.npos ? 0 : static_cast<int>(at);
  }
  static constexpr std::string_view kDigits = "0123456789abcdef";

  std::string text_;
  /// Of each byte of `text_`.
  std::vector<std::uint32_t> offsets_;
  std::vector<std::size_t> lines_ = {0};
  std::uint32_t size_;
};

class TomlConverter {
 public:
  TomlConverter(const AsciiText& text, source::FileId file) : text_(text), file_(file) {}

  Value convert(const toml::node& node, int depth) {
    if (depth > base::kMaxNesting || ++count_ > kMaxTomlNodes) throw TooLarge{};
    Value value;
    value.span = point(node.source().begin);
    if (const toml::table* table = node.as_table()) {
      value.kind = ValueKind::mapping;
      for (const auto& [key, member] : *table) {
        Value name = scalar(AsciiText::restore(key.str()), point(key.source().begin));
        value.members.push_back({std::move(name), convert(member, depth + 1)});
      }
      // The table is ordered by name; the order of the text is kept.
      std::stable_sort(
          value.members.begin(), value.members.end(),
          [](const Member& a, const Member& b) { return a.key.span.begin < b.key.span.begin; });
    } else if (const toml::array* array = node.as_array()) {
      value.kind = ValueKind::sequence;
      for (const toml::node& item : *array) value.items.push_back(convert(item, depth + 1));
    } else if (const auto* text = node.as_string()) {
      value = scalar(AsciiText::restore(text->get()), value.span);
      value.quoted = true;
    } else {
      std::ostringstream out;
      node.visit([&](const auto& leaf) { out << leaf; });
      value = scalar(out.str(), value.span);
    }
    return value;
  }

  source::Span point(const toml::source_position& position) const {
    std::uint32_t at = text_.offset(position);
    return {file_, at, at};
  }

 private:
  static Value scalar(std::string text, source::Span span) {
    Value out;
    out.kind = ValueKind::scalar;
    out.scalar = std::move(text);
    out.span = span;
    return out;
  }

  const AsciiText& text_;
  source::FileId file_;
  int count_ = 0;
};

}  // namespace

ParsedYaml parse_toml(const source::SourceStore& sources, source::FileId file) {
  ParsedYaml parsed;
  std::string_view text = sources.text(file);
  AsciiText ascii(text);
  TomlConverter converter(ascii, file);
  auto refuse = [&](std::string error, const toml::source_position& position = {}) {
    parsed.error = std::move(error);
    parsed.error_span = converter.point(position);
  };
  if (!base::is_valid_utf8(text)) {
    refuse("the text is not UTF-8");
    return parsed;
  }
  try {
    toml::table table = toml::parse(ascii.text());
    parsed.value = converter.convert(table, 0);
  } catch (const toml::parse_error& error) {
    const toml::source_position& position = error.source().begin;
    std::uint32_t at = ascii.offset(position);
    bool letter = at < text.size() && static_cast<unsigned char>(text[at]) >= 0x80;
    refuse(
        letter ? "a letter outside ASCII belongs between quotes" : std::string(error.description()),
        position);
  } catch (const UnreadableToml&) {
    refuse("no valid TOML");
  } catch (const TooLarge&) {
    refuse("too deep or too large");
  }
  return parsed;
}

}  // namespace kbuild::meta
