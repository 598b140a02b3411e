// Reads line by line; see plain_yaml.h. Gives up at the first mark that could mean more than it
// says: flow collections, anchors, tags, block scalars, texts over several lines, empty values,
// remarks behind a value, tabs.
#include "meta/plain_yaml.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace kbuild::meta {

namespace {

constexpr std::size_t kMaximumLines = 10'000;
constexpr int kMaximumDepth = 50;
constexpr std::size_t kLongestKey = 500;

/// A line without its indentation, or what follows the dash of an item.
struct Line {
  std::size_t indent;
  std::size_t begin;
  std::string_view text;
};

bool is_item(std::string_view text) {
  return text.starts_with("- ");
}

/// nullopt where a line holds what is not plain.
std::optional<std::vector<Line>> cut_lines(std::string_view text) {
  std::vector<Line> lines;
  for (std::string_view line : base::split_lines(text)) {
    auto begin = static_cast<std::size_t>(line.data() - text.data());
    std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    std::string_view rest = line.substr(indent);
    bool odd = std::any_of(rest.begin(), rest.end(), [](char c) {
      auto byte = static_cast<unsigned char>(c);
      return byte < 0x20 || byte == 0x7f;
    });
    if (odd) return std::nullopt;
    if (rest.empty() || rest[0] == '#') continue;
    if (rest.find(" #") != rest.npos || lines.size() == kMaximumLines) return std::nullopt;
    rest = rest.substr(0, rest.find_last_not_of(' ') + 1);
    lines.push_back({indent, begin + indent, rest});
  }
  return lines;
}

/// A text in quotes, with them, at the begin of `text`; empty where none is that holds no escape.
std::string_view quoted_part(std::string_view text) {
  if (text.empty() || (text[0] != '"' && text[0] != '\'')) return {};
  std::size_t close = text.find(text[0], 1);
  if (close == text.npos || text.substr(0, close).find('\\') != text.npos) return {};
  bool doubled = close + 1 < text.size() && text[close + 1] == text[0];
  return doubled ? std::string_view() : text.substr(0, close + 1);
}

/// Whether a text stands for itself.
bool is_plain(std::string_view text) {
  if (text.empty() || text == "null" || text == "Null" || text == "NULL") return false;
  bool begins = base::is_alnum(text[0]) || text[0] == '_' || text[0] == '/' ||
                static_cast<unsigned char>(text[0]) >= 0x80;
  return begins && text.find(": ") == text.npos && !text.ends_with(':');
}

/// Bytes of the key that a line begins with; 0 where it has none.
std::size_t key_length(std::string_view text) {
  std::string_view quoted = quoted_part(text);
  std::size_t colon = quoted.size();
  if (quoted.empty()) {
    colon = text.find(": ");
    if (colon == text.npos && text.ends_with(':')) colon = text.size() - 1;
    if (colon == text.npos || !is_plain(text.substr(0, colon)) || text[colon - 1] == ' ') return 0;
  }
  bool ends = text.substr(colon) == ":" || text.substr(colon).starts_with(": ");
  return ends && colon <= kLongestKey ? colon : 0;
}

class Reader {
 public:
  Reader(std::vector<Line> lines, source::Span range) : lines_(std::move(lines)), range_(range) {}

  std::optional<Value> read() {
    if (lines_.empty()) return std::nullopt;
    auto value = block(0);
    return next_ == lines_.size() ? std::move(value) : std::nullopt;
  }

 private:
  std::optional<Value> block(int depth) {
    if (depth > kMaximumDepth) return std::nullopt;
    return is_item(lines_[next_].text) ? sequence(depth) : mapping(depth);
  }

  std::optional<Value> sequence(int depth) {
    const std::size_t indent = lines_[next_].indent;
    Value out = at(lines_[next_].begin);
    out.kind = ValueKind::sequence;
    while (stands_at(indent) && is_item(lines_[next_].text)) {
      Line& line = lines_[next_];
      std::size_t skip = line.text.find_first_not_of(' ', 1);
      line = {line.indent + skip, line.begin + skip, line.text.substr(skip)};
      bool nested = key_length(line.text) > 0;
      auto item = nested ? mapping(depth + 1) : scalar(line.text, line.begin);
      if (!nested) ++next_;
      if (!item || goes_deeper(indent)) return std::nullopt;
      out.items.push_back(std::move(*item));
    }
    return out;
  }

  std::optional<Value> mapping(int depth) {
    const std::size_t indent = lines_[next_].indent;
    Value out = at(lines_[next_].begin);
    out.kind = ValueKind::mapping;
    while (stands_at(indent) && !is_item(lines_[next_].text)) {
      const Line line = lines_[next_++];
      std::size_t length = key_length(line.text);
      auto key = scalar(line.text.substr(0, length), line.begin);
      if (!key) return std::nullopt;
      std::size_t begin = line.text.find_first_not_of(' ', length + 1);
      std::optional<Value> value;
      if (begin != line.text.npos) {
        value = scalar(line.text.substr(begin), line.begin + begin);
      } else if (goes_deeper(indent) || (stands_at(indent) && is_item(lines_[next_].text))) {
        value = block(depth + 1);
      }
      if (!value || goes_deeper(indent)) return std::nullopt;
      out.members.push_back({std::move(*key), std::move(*value)});
    }
    return out;
  }

  std::optional<Value> scalar(std::string_view text, std::size_t begin) const {
    std::string_view quoted = quoted_part(text);
    if (quoted.size() != text.size() || text.empty())
      if (!quoted.empty() || !is_plain(text)) return std::nullopt;
    Value out = at(begin);
    out.span.end += static_cast<std::uint32_t>(text.size());
    out.kind = ValueKind::scalar;
    out.quoted = !quoted.empty();
    out.scalar = out.quoted ? text.substr(1, text.size() - 2) : text;
    return out;
  }

  bool stands_at(std::size_t indent) const {
    return next_ < lines_.size() && lines_[next_].indent == indent;
  }
  bool goes_deeper(std::size_t indent) const {
    return next_ < lines_.size() && lines_[next_].indent > indent;
  }
  Value at(std::size_t begin) const {
    Value out;
    std::uint32_t offset = range_.begin + static_cast<std::uint32_t>(begin);
    out.span = {range_.file, offset, offset};
    return out;
  }

  std::vector<Line> lines_;
  std::size_t next_ = 0;
  source::Span range_;
};

}  // namespace

std::optional<Value> read_plain_yaml(std::string_view text, source::Span range) {
  auto lines = cut_lines(text);
  return lines ? Reader(std::move(*lines), range).read() : std::nullopt;
}

}  // namespace kbuild::meta
