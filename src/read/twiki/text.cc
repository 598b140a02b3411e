// Objects and parameters of the TWiki reader; see text.h.
#include "read/twiki/text.h"

#include "base/text.h"

namespace kbuild::read::twiki {

std::string add_object(Page& page, Object object) {
  page.objects.push_back(std::move(object));
  return kMark + std::to_string(page.objects.size() - 1) + kMarkEnd;
}

const Object* find_object(const Page& page, std::string_view text, std::size_t offset,
                          std::size_t& end) {
  if (offset >= text.size() || text[offset] != kMark) return nullptr;
  std::size_t index = 0, at = offset + 1;
  for (; at < text.size() && base::is_digit(text[at]); ++at)
    index = index * 10 + static_cast<std::size_t>(text[at] - '0');
  if (at >= text.size() || text[at] != kMarkEnd || index >= page.objects.size()) return nullptr;
  end = at + 1;
  return &page.objects[index];
}

std::string_view Parameters::get(std::string_view name) const {
  if (name.empty()) return unnamed;
  for (const auto& [key, value] : named)
    if (key == name) return value;
  return {};
}

bool Parameters::has(std::string_view name) const {
  for (const auto& [key, value] : named)
    if (key == name) return true;
  return false;
}

namespace {

/// A value in quotes, at the opening quote; `at` moves behind it.
std::string read_quoted(std::string_view text, std::size_t& at) {
  char quote = text[at++];
  std::string value;
  while (at < text.size() && text[at] != quote) {
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] == quote) ++at;
    value += text[at++];
  }
  if (at < text.size()) ++at;
  return value;
}

bool is_name(char c) {
  return base::is_alnum(c) || c == '_' || c == '-' || c == ':';
}

}  // namespace

Parameters parse_parameters(std::string_view text) {
  Parameters parameters;
  bool has_unnamed = false;
  for (std::size_t at = 0; at < text.size();) {
    if (base::is_space(text[at]) || text[at] == ',') {
      ++at;
      continue;
    }
    if (text[at] == '"' || text[at] == '\'') {
      std::string value = read_quoted(text, at);
      if (!has_unnamed) parameters.unnamed = std::move(value);
      has_unnamed = true;
      continue;
    }
    std::size_t begin = at;
    while (at < text.size() && is_name(text[at])) ++at;
    std::string_view name = text.substr(begin, at - begin);
    std::size_t equals = at;
    while (equals < text.size() && base::is_space(text[equals])) ++equals;
    if (!name.empty() && equals < text.size() && text[equals] == '=') {
      at = equals + 1;
      while (at < text.size() && base::is_space(text[at])) ++at;
      std::string value;
      if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
        value = read_quoted(text, at);
      } else {
        std::size_t word = at;
        while (at < text.size() && !base::is_space(text[at])) ++at;
        value = text.substr(word, at - word);
      }
      parameters.named.emplace_back(name, std::move(value));
      continue;
    }
    while (at < text.size() && !base::is_space(text[at])) ++at;
    if (!has_unnamed) parameters.unnamed = text.substr(begin, at - begin);
    has_unnamed = true;
  }
  return parameters;
}

}  // namespace kbuild::read::twiki
