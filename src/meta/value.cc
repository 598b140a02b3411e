// Converts the nodes of yaml-cpp, whose headers only this file includes, to values; see value.h.
#include "meta/value.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>

#include "base/bounds.h"
#include "base/text.h"

namespace kbuild::meta {

namespace {

/// Aliases can make a small text large, so that nodes are bounded by its size.
constexpr std::size_t kAlwaysAllowedNodes = 100'000;
constexpr std::size_t kBytesANode = 8;

class Converter {
 public:
  Converter(std::string_view text, source::Span range) : text_(text), range_(range) {}

  Value convert(const YAML::Node& node, int depth) {
    Value value;
    value.span = span_of(node);
    if (depth > base::kMaxNesting || ++count_ > most_nodes_)
      throw YAML::Exception(node.Mark(), "too deep or too large");
    value.tag = node.Tag() == "?" || node.Tag() == "!" ? "" : node.Tag();
    switch (node.Type()) {
      case YAML::NodeType::Undefined:
      case YAML::NodeType::Null: break;
      case YAML::NodeType::Scalar:
        value.kind = ValueKind::scalar;
        value.scalar = node.Scalar();
        value.quoted = node.Tag() == "!";
        break;
      case YAML::NodeType::Sequence:
        value.kind = ValueKind::sequence;
        for (const auto& item : node) value.items.push_back(convert(item, depth + 1));
        break;
      case YAML::NodeType::Map:
        value.kind = ValueKind::mapping;
        for (const auto& member : node)
          value.members.push_back(
              {convert(member.first, depth + 1), convert(member.second, depth + 1)});
        break;
    }
    return value;
  }

  source::Span point(const YAML::Mark& mark) const {
    if (mark.is_null()) return range_;
    auto at = range_.begin + static_cast<std::uint32_t>(std::min<std::size_t>(
                                 static_cast<std::size_t>(mark.pos), range_.end - range_.begin));
    return {range_.file, at, at};
  }

 private:
  source::Span span_of(const YAML::Node& node) const {
    source::Span span = point(node.Mark());
    if (!node.IsScalar()) return span;
    std::size_t offset = span.begin - range_.begin;
    std::size_t end = std::min(text_.find_first_of("\r\n", offset), text_.size());
    std::size_t length = std::min(end - offset, node.Scalar().size() + (node.Tag() == "!" ? 2 : 0));
    span.end = span.begin + static_cast<std::uint32_t>(length);
    return span;
  }

  std::string_view text_;
  source::Span range_;
  std::size_t most_nodes_ = std::max(kAlwaysAllowedNodes, text_.size() / kBytesANode);
  std::size_t count_ = 0;
};

}  // namespace

const Value& Value::operator[](std::string_view key) const {
  static const Value none;
  const Value* found = &none;
  for (const auto& [name, value] : members)
    if (name.scalar == key) found = &value;
  return *found;
}

std::string Value::text(std::string_view otherwise) const {
  return is_scalar() ? scalar : std::string(otherwise);
}

std::optional<bool> Value::boolean() const {
  if (!is_scalar() || quoted) return std::nullopt;
  for (std::string_view word : {"true", "yes", "on"})
    if (base::equals_ignoring_case(scalar, word)) return true;
  for (std::string_view word : {"false", "no", "off"})
    if (base::equals_ignoring_case(scalar, word)) return false;
  return std::nullopt;
}

std::optional<long long> Value::integer() const {
  return is_scalar() && !quoted ? base::parse_integer(scalar) : std::nullopt;
}

std::vector<std::string> Value::texts() const {
  if (is_scalar()) return {scalar};
  std::vector<std::string> out;
  for (const Value& item : items)
    if (item.is_scalar()) out.push_back(item.scalar);
  return out;
}

ParsedYaml parse_yaml(const source::SourceStore& sources, source::Span range) {
  ParsedYaml parsed;
  std::string_view text = sources.text(range);
  Converter converter(text, range);
  try {
    parsed.value = converter.convert(YAML::Load(std::string(text)), 0);
  } catch (const YAML::Exception& exception) {
    parsed.error = exception.msg;
    parsed.error_span = converter.point(exception.mark);
  }
  return parsed;
}

}  // namespace kbuild::meta
