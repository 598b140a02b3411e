// Matches whole command lines against globs; see substitution.h.
#include "run/units/substitution.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

/// '*' matches any text; the texts are captures {1}, {2}, ...
bool match_glob(std::string_view pattern, std::string_view text,
                std::vector<std::string>& captures) {
  std::size_t star = pattern.find('*');
  if (star == pattern.npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  text.remove_prefix(star);
  pattern.remove_prefix(star + 1);
  if (pattern.empty()) {
    captures.emplace_back(text);
    return true;
  }
  std::string_view literal = pattern.substr(0, pattern.find('*'));
  for (std::size_t at = text.find(literal); at != text.npos; at = text.find(literal, at + 1)) {
    std::vector<std::string> deeper = captures;
    deeper.emplace_back(text.substr(0, at));
    if (match_glob(pattern, text.substr(at), deeper)) {
      captures = std::move(deeper);
      return true;
    }
    if (literal.empty()) break;
  }
  return false;
}

std::string fill(std::string_view pattern, const std::vector<std::string>& captures) {
  std::string out(pattern);
  for (std::size_t i = 0; i < captures.size(); ++i)
    out = base::replace_all(out, base::format("{{{}}}", i + 1), captures[i]);
  return out;
}

}  // namespace

std::string substitute(std::string_view text, const std::vector<Substitution>& substitutions,
                       std::vector<Replacement>& replaced) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    do {
      end = std::min(text.find('\n', end), text.size());
      bool continued = end > at && text[end - 1] == '\\' && end < text.size();
      ++end;
      if (!continued) break;
    } while (end < text.size());
    std::string_view line = text.substr(at, std::min(end, text.size()) - at);
    at = std::min(end, text.size());
    std::string_view bare = base::trim(line);
    bool done = false;
    for (const Substitution& s : substitutions) {
      std::vector<std::string> captures;
      if (bare.empty() || done || !match_glob(s.find, bare, captures)) continue;
      std::string put = fill(s.put, captures);
      replaced.push_back({std::string(bare), put, s.why});
      out += put;
      // The same number of lines, so that places in what is run stay places of the page.
      out.append(static_cast<std::size_t>(std::count(line.begin(), line.end(), '\n')), '\n');
      done = true;
    }
    if (!done) out.append(line);
  }
  return out;
}

}  // namespace kbuild::run
