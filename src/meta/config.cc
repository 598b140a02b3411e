// Texts of several languages, and which files of a tree its patterns name; see config.h.
#include "meta/config.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::meta {

namespace {

bool matches_part(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = pattern.npos, mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool matches_parts(const std::vector<std::string_view>& pattern, std::size_t p,
                   const std::vector<std::string_view>& path, std::size_t i) {
  for (; p < pattern.size(); ++p, ++i) {
    if (pattern[p] == "**") {
      if (p + 1 == pattern.size()) return true;
      for (; i < path.size(); ++i)
        if (matches_parts(pattern, p + 1, path, i)) return true;
      return false;
    }
    if (i >= path.size() || !matches_part(pattern[p], path[i])) return false;
  }
  return i == path.size();
}

/// A pattern that begins with "!" excludes what earlier ones included.
bool last_match_takes(const std::vector<std::string>& patterns, std::string_view path) {
  for (auto at = patterns.rbegin(); at != patterns.rend(); ++at) {
    std::string_view pattern = *at;
    bool takes_back = pattern.starts_with('!');
    if (takes_back) pattern.remove_prefix(1);
    if (matches_glob(pattern, path)) return !takes_back;
  }
  return false;
}

}  // namespace

std::string Localised::in(std::string_view language) const {
  for (std::string_view key : {language, std::string_view()})
    if (auto found = values.find(std::string(key)); found != values.end()) return found->second;
  return values.empty() ? "" : values.begin()->second;
}

bool matches_glob(std::string_view pattern, std::string_view path) {
  return matches_parts(base::split(pattern, '/'), 0, base::split(path, '/'), 0);
}

bool is_excluded(const SourceTree& tree, std::string_view path) {
  return last_match_takes(tree.exclude, path);
}

bool is_apart(const SourceTree& tree, std::string_view path) {
  return last_match_takes(tree.apart, path);
}

}  // namespace kbuild::meta
