// Counts the uses of names; see shell_variables.h.
#include "run/units/shell_variables.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::run {

namespace {

/// Longer values are data.
constexpr std::size_t kMaxValue = 200;

std::size_t name_end(std::string_view text, std::size_t at) {
  while (at < text.size() && base::is_name_byte(text[at])) ++at;
  return at;
}

}  // namespace

ShellVariables::ShellVariables(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = name_end(text, at);
    if (end == at) {
      ++at;
      continue;
    }
    char before = at > 0 ? text[at - 1] : ' ', after = end < text.size() ? text[end] : ' ';
    bool braced = before == '{' && at > 1 && text[at - 2] == '$' && after == '}';
    if (before != '$' && !braced) {
      auto found = uses_.find(text.substr(at, end - at));
      if (found == uses_.end()) found = uses_.emplace(text.substr(at, end - at), Uses{}).first;
      if (after == '=')
        ++found->second.assigned;
      else
        found->second.other = true;
    }
    at = end;
  }
}

void ShellVariables::assign(const std::string& name, std::string_view value) {
  auto uses = uses_.find(name);
  bool certain = uses != uses_.end() && uses->second.assigned == 1 && !uses->second.other;
  if (certain && value.size() <= kMaxValue && value.find_first_of("$`") == value.npos)
    values_[name] = value;
}

std::string ShellVariables::resolve(std::string_view word) const {
  std::string out;
  for (std::size_t at = 0; at < word.size();) {
    std::size_t dollar = std::min(word.find('$', at), word.size());
    out += word.substr(at, dollar - at);
    bool braced = word.substr(dollar).starts_with("${");
    std::size_t begin = std::min(dollar + (braced ? 2 : 1), word.size());
    std::size_t end = name_end(word, begin);
    auto value = values_.find(word.substr(begin, end - begin));
    bool whole = !braced || (end < word.size() && word[end] == '}');
    at = std::min(end + (braced && whole ? 1 : 0), word.size());
    if (value != values_.end() && whole)
      out += value->second;
    else
      out += word.substr(dollar, at - dollar);
  }
  return out;
}

}  // namespace kbuild::run
