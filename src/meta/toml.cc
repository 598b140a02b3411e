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

namespace kbuild::meta {

namespace {

constexpr int kMaxTomlNodes = 100'000;

struct TooLarge {};

class TomlConverter {
 public:
  TomlConverter(std::string_view text, source::FileId file) : file_(file) {
    lines_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') lines_.push_back(static_cast<std::uint32_t>(i + 1));
    size_ = static_cast<std::uint32_t>(text.size());
  }

  Value convert(const toml::node& node, int depth) {
    if (depth > base::kMaxNesting || ++count_ > kMaxTomlNodes) throw TooLarge{};
    Value value;
    value.span = point(node.source().begin);
    if (const toml::table* table = node.as_table()) {
      value.kind = ValueKind::mapping;
      for (const auto& [key, member] : *table) {
        Value name = scalar(std::string(key.str()), point(key.source().begin));
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
      value = scalar(text->get(), value.span);
      value.quoted = true;
    } else {
      std::ostringstream out;
      node.visit([&](const auto& leaf) { out << leaf; });
      value = scalar(out.str(), value.span);
    }
    return value;
  }

  source::Span point(const toml::source_position& position) const {
    if (position.line == 0 || position.line > lines_.size()) return {file_, 0, 0};
    std::uint32_t at = std::min(lines_[position.line - 1] + position.column - 1, size_);
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

  source::FileId file_;
  std::vector<std::uint32_t> lines_;
  std::uint32_t size_ = 0;
  int count_ = 0;
};

/// Behind the string that begins at `at`.
std::size_t string_end(std::string_view text, std::size_t at) {
  const char quote = text[at];
  bool several = text.substr(at).starts_with(std::string(3, quote));
  const std::string close(several ? 3 : 1, quote);
  for (at += close.size(); at < text.size(); ++at) {
    if (text.substr(at).starts_with(close) || (!several && text[at] == '\n')) {
      ++at;
      // Two more quotes may belong to the text before the closing ones.
      while (several && at < text.size() && text[at] == quote) ++at;
      return at;
    }
    if (quote == '"' && text[at] == '\\') ++at;
  }
  return text.size();
}

/// The first byte outside ASCII that no string and no comment holds, where TOML 1.0 allows none;
/// npos for none. toml++ does not say so by itself.
std::size_t find_bare_letter(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '#')
      at = std::min(text.find('\n', at), text.size());
    else if (text[at] == '"' || text[at] == '\'')
      at = string_end(text, at);
    else if (static_cast<unsigned char>(text[at]) >= 0x80)
      return at;
    else
      ++at;
  }
  return text.npos;
}

}  // namespace

ParsedYaml parse_toml(const source::SourceStore& sources, source::FileId file) {
  ParsedYaml parsed;
  std::string_view text = sources.text(file);
  TomlConverter converter(text, file);
  if (std::size_t at = find_bare_letter(text); at != text.npos) {
    auto offset = static_cast<std::uint32_t>(at);
    parsed.error = "a letter outside ASCII belongs between quotes";
    parsed.error_span = {file, offset, offset};
    return parsed;
  }
  try {
    toml::table table = toml::parse(text);
    parsed.value = converter.convert(table, 0);
  } catch (const toml::parse_error& error) {
    parsed.error = std::string(error.description());
    parsed.error_span = converter.point(error.source().begin);
  } catch (const UnreadableToml&) {
    parsed.error = "no valid TOML";
    parsed.error_span = converter.point({});
  } catch (const TooLarge&) {
    parsed.error = "too deep or too large";
    parsed.error_span = converter.point({});
  }
  return parsed;
}

}  // namespace kbuild::meta
